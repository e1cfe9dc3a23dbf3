import { Check, Copy, Undo2 } from 'lucide-react'
import { takenWords } from '#features/day/closeout/closing.ts'
import { type OpenStop, undoHorse } from '#features/day/closeout/web/data.ts'
import type { Closing } from '#features/day/closeout/web/use-closeout.ts'
import { useStopPrices } from '#features/day/closeout/web/use-stop-prices.ts'
import type { Charge } from '#features/ledger/invoices/contract.ts'
import { repriceCharge } from '#features/ledger/invoices/web/data.ts'
import { PricePicker } from '#features/ledger/invoices/web/PricePicker.tsx'
import { settling } from '#features/ledger/payments/web/use-visit-money.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { isAsPlanned } from '#features/visits/care/plan.ts'
import { useStandingPlans } from '#features/visits/care/web/use-care-notes.ts'
import { pounds } from '#lib/money.ts'
import { HorseAvatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { RowMark } from '#ui/PendingMark.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'
import { toast } from '#ui/toast-store.ts'

const ROW = 'flex min-w-0 items-center gap-3 rounded-lg border border-line bg-surface p-3'

type DoneProps = {
  of: Closing
  stop: OpenStop
  /** The line of its work; none for members who see no money, and for work without a price. */
  charge: Charge | undefined
  /** It is on an invoice: neither the price nor the work changes any more. */
  isInvoiced: boolean
}

/** A horse that has its outcome: what was done and for how much, with the way back beside it. */
export function DoneRow({ of, stop, charge, isInvoiced }: DoneProps) {
  const { line, horse, name, done } = of
  const isDone = line.outcome === 'done'
  const { labelOf } = useKinds()
  const work = done?.serviceType ?? line.plannedWork
  const undo = async () => {
    const isBack = await undoHorse(stop, line).catch(() => false)
    if (!isBack) toast({ variant: 'destructive', title: 'Error', description: `${name} couldn't be reopened on this device.` })
  }
  return (
    <section aria-label={name} className={cx(ROW, 'gap-x-2 py-2')}>
      <HorseAvatar color={horse?.color} />
      <p className="min-w-0 flex-1">
        <b className="[overflow-wrap:break-word]">{name}</b> <RowMark of={[line]} />
        <span className="block text-ink-2 [overflow-wrap:anywhere]">{isDone ? work && labelOf(work) : line.reason}</span>
      </p>
      {charge && <Price name={name} charge={charge} isInvoiced={isInvoiced} />}
      {!charge && <StatusBadge status={isDone ? 'complete' : 'skipped'}>{isDone ? 'Done' : 'Not done'}</StatusBadge>}
      {!isInvoiced && <Button variant="quiet" size="icon" icon={Undo2} className="-mr-1.5" aria-label={`Undo ${name}`} onClick={undo} />}
    </section>
  )
}

/** In turn with what ends the stop, so that an invoice pressed right after has the new price. */
function Price({ name, charge, isInvoiced }: { name: string; charge: Charge; isInvoiced: boolean }) {
  const change = async (pence: number) => {
    const isKept = await settling(() => repriceCharge(charge, pence)).catch(() => false)
    if (!isKept) toast({ variant: 'destructive', title: 'Error', description: `The price for ${name} couldn't be saved. Try again.` })
  }
  if (isInvoiced) return <b className="text-18 tabular-nums">{pounds(charge.unitPence)}</b>
  return <PricePicker name={name} pence={charge.unitPence} isByHand={charge.isByHand} onChange={(pence) => void change(pence)} />
}

type Props = {
  of: Closing
  stop: OpenStop
  onOpen: () => void
  /** Records it as it is; absent while that is under way. */
  onDone: (() => unknown) | undefined
}

/** A horse still to be written down: opened by its name, or recorded as last time. */
export function FoldedRow({ of, stop, onOpen, onDone }: Props) {
  const { horse, name, again, draft, line } = of
  const { labelOf } = useKinds()
  const listed = useStopPrices(stop)?.(line, draft?.serviceType ?? again.serviceType)
  const pence = draft?.pricePence ?? listed
  const words = draft ? takenWords(again, draft) : again.words
  const plan = useStandingPlans(horse ? [horse.id] : [])?.get(horse?.id ?? '')?.plan
  const isUnused = plan && !isAsPlanned((draft ?? again).setup, plan)
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
          {isUnused && <span className="block font-medium text-ember-ink">Vet’s plan, not used yet</span>}
        </span>
      </button>
      {onDone && (
        <Button icon={draft ? Check : Copy} onClick={onDone} aria-label={`${name}: ${words}`}>
          {words}
        </Button>
      )}
    </section>
  )
}
