import { lazy, Suspense, useState } from 'react'
import { CloseoutDock } from '#features/day/closeout/web/CloseoutDock.tsx'
import type { OpenStop } from '#features/day/closeout/web/data.ts'
import { FinishStopPanel } from '#features/day/closeout/web/FinishStopPanel.tsx'
import { HorseCloseout } from '#features/day/closeout/web/HorseCloseout.tsx'
import { DoneRow, FoldedRow } from '#features/day/closeout/web/HorseRows.tsx'
import { NotDoneDialogCard } from '#features/day/closeout/web/NotDoneDialogCard.tsx'
import { type Closing, useCloseout } from '#features/day/closeout/web/use-closeout.ts'
import { type FinishStop, useFinishStop } from '#features/day/closeout/web/use-finish-stop.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { toast } from '#ui/toast-store.ts'

const VisitMoneyDialogCard = lazy(() =>
  import('#features/ledger/payments/web/VisitMoneyDialogCard.tsx').then((module) => ({ default: module.VisitMoneyDialogCard })),
)

type Props = {
  stop: OpenStop
  /** `Stop 3 of 6`. */
  place: string
  /** The horse to begin with; by default that of a stop with only one. */
  lineId?: string | undefined
  /** Who is notified of what when the stop is finished; null: no one. */
  nextNotice: string | null
  onClose: () => void
}

/** Closes out a stop: all horses as last time, or each with what differs; then its invoices and its next visit. Two presses do a common one. */
export function CloseoutDialogCard({ stop, place, lineId, nextNotice, onClose }: Props) {
  const closeout = useCloseout(stop)
  const finish = useFinishStop(stop.visit)
  const [chosen, choose] = useState(lineId)
  const [refused, refuse] = useState<Closing>()
  const [isAtMoney, goToMoney] = useState(false)
  if (!closeout) return null
  const { horses, open } = closeout
  const current = open.find(({ line }) => line.id === chosen) ?? (horses.length === 1 ? open[0] : undefined)
  const isOver = horses.every(({ line }) => line.outcome !== null)
  const record = async (done: readonly Closing[]) => {
    const isOneOf = current && done.includes(current)
    choose(isOneOf ? open.find((of) => !done.includes(of))?.line.id : chosen)
    const isRecorded = await closeout.finish(done).catch(() => undefined)
    if (!isRecorded)
      toast({ variant: 'destructive', title: 'Error', description: `${namesOf(done)}: this device couldn't save it. Try again.` })
  }
  if (isAtMoney) {
    return (
      <Suspense>
        <VisitMoneyDialogCard visitId={stop.visit.id} name={stop.name} onClose={() => goToMoney(false)} />
      </Suspense>
    )
  }
  return (
    <>
      <Dialog
        open
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={stop.name}
        description={place}
        footer={<CloseoutDock horses={horses} open={open} current={current} finish={finish} onRecord={record} onClose={onClose} />}
      >
        <div className="grid gap-2.5">
          {horses.map((of) =>
            of.line.outcome !== null ? (
              <DoneRow key={of.line.id} of={of} stop={stop} {...billOf(of, finish)} />
            ) : of === current ? (
              <HorseCloseout
                key={of.line.id}
                of={of}
                stop={stop}
                onChange={(draft) => closeout.set(of.line.id, draft)}
                onNotDone={() => refuse(of)}
              />
            ) : (
              <FoldedRow
                key={of.line.id}
                of={of}
                stop={stop}
                onOpen={() => choose(of.line.id)}
                onDone={open.includes(of) ? () => record([of]) : undefined}
              />
            ),
          )}
          {isOver && <FinishStopPanel finish={finish} said={saidOf(stop, nextNotice)} onMoney={() => goToMoney(true)} />}
        </div>
      </Dialog>
      {refused && <NotDoneDialogCard stop={stop} of={refused} onClose={() => refuse(undefined)} />}
    </>
  )
}

const namesOf = (horses: readonly Closing[]) => horses.map(({ name }) => name).join(', ')

const saidOf = ({ name }: OpenStop, nextNotice: string | null) => [`${name} is finished.`, nextNotice].filter(Boolean).join(' ')

/** The line of a horse's work, and whether it is on an invoice or about to be. */
function billOf({ done }: Closing, { money }: FinishStop) {
  const lines = money?.charges.filter(({ workEntryId }) => done && workEntryId === done.id) ?? []
  // Where an invoice was cancelled, the line that was made again.
  const charge = lines.find(({ invoiceId }) => invoiceId === null) ?? lines[0]
  const waiting = money?.payers.flatMap(({ invoices }) => invoices.flatMap(({ chargeIds = [] }) => chargeIds)) ?? []
  return { charge, isInvoiced: charge !== undefined && (charge.invoiceId !== null || waiting.includes(charge.id)) }
}
