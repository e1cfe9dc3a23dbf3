import { Check, Copy } from 'lucide-react'
import { takenWords } from '#features/day/closeout/closing.ts'
import type { OpenStop } from '#features/day/closeout/web/data.ts'
import type { Closing } from '#features/day/closeout/web/use-closeout.ts'
import { useStopPrices } from '#features/day/closeout/web/use-stop-prices.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { pounds } from '#lib/money.ts'
import { HorseAvatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { RowMark } from '#ui/PendingMark.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'

const ROW = 'flex min-w-0 items-center gap-3 rounded-lg border border-line bg-surface p-3'

/** A horse that has its outcome. */
export function DoneRow({ of: { line, horse, name, done } }: { of: Closing }) {
  const isDone = line.outcome === 'done'
  const { labelOf } = useKinds()
  const work = done?.serviceType ?? line.plannedWork
  return (
    <section aria-label={name} className={ROW}>
      <HorseAvatar color={horse?.color} />
      <p className="min-w-0 flex-1">
        <b>{name}</b> <RowMark of={[line]} />
        <span className="block text-ink-2 [overflow-wrap:anywhere]">{isDone ? work && labelOf(work) : line.reason}</span>
      </p>
      <StatusBadge status={isDone ? 'complete' : 'skipped'}>{isDone ? 'Done' : 'Not done'}</StatusBadge>
    </section>
  )
}

type Props = { of: Closing; stop: OpenStop; onOpen: () => void; onTake: () => void }

/** A horse still to be written down: opened by its name, or taken as it is. */
export function FoldedRow({ of, stop, onOpen, onTake }: Props) {
  const { horse, name, again, draft, line } = of
  const { labelOf } = useKinds()
  const listed = useStopPrices(stop)?.(line, draft?.serviceType ?? again.serviceType)
  const pence = draft?.pricePence ?? listed
  return (
    <section aria-label={name} className={cx(ROW, 'flex-wrap')}>
      <button type="button" onClick={onOpen} className="flex min-h-12 max-w-full flex-1 basis-28 items-center gap-3 text-left">
        <HorseAvatar color={horse?.color} />
        <span className="min-w-0">
          {/* A name is never broken within a word for the button's sake: that goes below. */}
          <b className="block [overflow-wrap:break-word]">{name}</b>
          <span className="block text-ink-2">
            {[labelOf(draft?.serviceType ?? again.serviceType), pence !== undefined && pounds(pence)].filter(Boolean).join(', ')}
          </span>
        </span>
      </button>
      {draft ? (
        <span className="flex items-center gap-1.5 text-14 text-ok-ink">
          <Check size={16} aria-hidden />
          {takenWords(again, draft)}
        </span>
      ) : (
        <Button icon={Copy} onClick={onTake} aria-label={`${name}: ${again.words}`}>
          {again.words}
        </Button>
      )}
    </section>
  )
}
