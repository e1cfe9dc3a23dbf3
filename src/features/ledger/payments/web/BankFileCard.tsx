import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import type { BankImport } from '#features/ledger/payments/contract.ts'
import { Unfit, useBring } from '#features/ledger/payments/web/bank.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { cx } from '#ui/cx.ts'
import { FilePicker } from '#ui/FilePicker.tsx'
import { Note } from '#ui/Note.tsx'

// Phones grey out types not listed here, and name a CSV in several ways.
const ACCEPTED = '.csv,.txt,text/csv,text/comma-separated-values,text/plain,application/csv,application/vnd.ms-excel'
/** Rows that could not be read, shown by name. */
const SHOWN_BAD = 5

/** Where a statement is dropped or chosen, and what bringing it came to. */
export function BankFileCard({ isPrimary }: { isPrimary: boolean }) {
  const bring = useBring()
  const reachable = useReachable()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !bring.isPending) bring.mutate(file)
  }
  return (
    <Card
      title="Import a statement"
      padded
      className={cx(isOver && 'border-ember! bg-ember-tint')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="grid gap-3">
        <p className="text-ink-2">
          In your bank’s app or website choose Export, then CSV. Only money in is kept, and importing the same statement twice adds nothing.
        </p>
        <Button
          variant={isPrimary ? 'primary' : 'plain'}
          icon={FileUp}
          className="w-fit"
          disabled={!reachable}
          busy={bring.isPending}
          busyLabel="Reading..."
          onClick={() => input.current?.click()}
        >
          Choose a file
        </Button>
        {!reachable && <p className="text-14 text-ink-2">You're offline. Statements are read on the server when you have signal.</p>}
        <FilePicker ref={input} label="Bank statement" accept={ACCEPTED} onPick={([file]) => file && bring.mutate(file)} />
        {bring.error && (
          <Note tone="late" live>
            {bring.error instanceof Unfit ? bring.error.message : sentenceOf(bring.error)} Nothing was changed.
          </Note>
        )}
        {bring.data && <Brought brought={bring.data} />}
      </div>
    </Card>
  )
}

const Brought = ({ brought: { added, known, moneyOut, bad } }: { brought: BankImport }) => (
  <Note tone={bad.length > 0 ? 'due' : 'ok'} live>
    <p className="font-bold">{added === 1 ? 'One new line' : `${added} new lines`}</p>
    <p>{leftOutWords(known, moneyOut)}</p>
    {bad.length > 0 && (
      <>
        <p className="mt-2">{bad.length === 1 ? "One row couldn't be read:" : `${bad.length} rows couldn't be read:`}</p>
        <ul className="list-disc pl-5">
          {bad.slice(0, SHOWN_BAD).map(({ line, words, problem }) => (
            <li key={line} className="[overflow-wrap:anywhere]">{`Line ${line}: ${problem} (${words})`}</li>
          ))}
        </ul>
        {bad.length > SHOWN_BAD && <p>{`And ${bad.length - SHOWN_BAD} more.`}</p>}
      </>
    )}
  </Note>
)

function leftOutWords(known: number, moneyOut: number): string {
  const parts = [known > 0 && `${known} imported before`, moneyOut > 0 && `${moneyOut} money out`].filter(Boolean)
  return parts.length > 0 ? `Left out: ${parts.join(', ')}.` : "Each is shown below with who it's likely from."
}
