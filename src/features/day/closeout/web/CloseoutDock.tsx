import { ArrowRight, Check, Copy, Send } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { farWords } from '#features/day/closeout/finish-words.ts'
import type { Closing } from '#features/day/closeout/web/use-closeout.ts'
import type { FinishStop } from '#features/day/closeout/web/use-finish-stop.ts'
import { lineOf, totalsOf } from '#features/ledger/invoices/rules.ts'
import { pounds } from '#lib/money.ts'
import { Button } from '#ui/Button.tsx'

type Props = {
  horses: readonly Closing[]
  /** Those without an outcome that none is being recorded for. */
  open: readonly Closing[]
  current: Closing | undefined
  finish: FinishStop
  onRecord: (done: readonly Closing[]) => unknown
  onClose: () => void
}

/** How far the stop is and what it comes to, and the one next step. */
export function CloseoutDock(props: Props) {
  const { horses, finish } = props
  const isOver = horses.every(({ line }) => line.outcome !== null)
  const charges = finish.money?.charges
  const sum = charges && totalsOf(charges.map(lineOf)).grossPence
  const far = farWords(horses.map(({ line }) => line))
  return (
    <fieldset aria-label="Next step" className="grid w-full gap-2">
      <p className="flex justify-between gap-3">
        <b>{isOver && sum ? `${far}, ${pounds(sum)}` : far}</b>
        {!isOver && Boolean(sum) && <span className="text-ink-2">{`${pounds(sum ?? 0)} so far`}</span>}
      </p>
      {isOver ? <Ending {...props} /> : <Recording {...props} />}
    </fieldset>
  )
}

function Recording({ open, current, onRecord }: Props) {
  if (current) {
    const next = open.find((of) => of !== current)
    const words = current.draft || next ? `${current.name} done` : current.again.words
    return (
      <Primary icon={current.draft ? Check : next ? ArrowRight : Copy} onPress={() => onRecord([current])}>
        {next ? `${words}, next ${next.name}` : words}
      </Primary>
    )
  }
  const [only] = open
  if (only && open.length === 1)
    return (
      <Primary icon={Copy} onPress={() => onRecord(open)}>
        {only.draft ? `${only.name} done` : `${only.name}: ${lowerFirst(only.again.words)}`}
      </Primary>
    )
  const how = open.some(({ draft }) => draft) ? 'done' : open.every(({ again }) => again.isSame) ? 'as last time' : 'as planned'
  return (
    <Primary icon={Copy} onPress={() => onRecord(open)} isBusy={open.length === 0}>
      {open.length === 0 ? 'Recording...' : `All ${open.length} ${how}`}
    </Primary>
  )
}

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

function Ending({ finish, onClose }: Props) {
  const press = () => {
    const done = finish.press()
    onClose()
    return done
  }
  if (!finish.words)
    return (
      <Primary icon={Check} onPress={onClose}>
        Done
      </Primary>
    )
  return (
    <>
      <Primary icon={Send} onPress={press}>
        {finish.words}
      </Primary>
      <Button block onClick={onClose}>
        Just done
      </Button>
    </>
  )
}

type PrimaryProps = { icon: typeof Check; onPress: () => unknown; isBusy?: boolean; children: ReactNode }

/* The next step takes the place of the one before: the second press of a double one was not meant for it. */
function Primary({ icon, onPress, isBusy = false, children }: PrimaryProps) {
  const press = (event: MouseEvent) => (event.detail > 1 ? undefined : onPress())
  return (
    <Button variant="primary" block size="lg" icon={icon} busy={isBusy} onClick={press}>
      {children}
    </Button>
  )
}
