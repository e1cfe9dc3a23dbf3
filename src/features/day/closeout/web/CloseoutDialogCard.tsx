import { ArrowRight, Banknote, Check, Copy } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { OpenStop } from '#features/day/closeout/web/data.ts'
import { HorseCloseout } from '#features/day/closeout/web/HorseCloseout.tsx'
import { DoneRow, FoldedRow } from '#features/day/closeout/web/HorseRows.tsx'
import { NotDoneDialogCard } from '#features/day/closeout/web/NotDoneDialogCard.tsx'
import { type Closing, useCloseout } from '#features/day/closeout/web/use-closeout.ts'
import { lineOf, totalsOf } from '#features/ledger/invoices/rules.ts'
import { useVisitCharges } from '#features/ledger/payments/web/use-visit-money.ts'
import { pounds } from '#lib/money.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { withToast } from '#ui/with-toast.ts'

const VisitMoneyDialogCard = lazy(() =>
  import('#features/ledger/payments/web/VisitMoneyDialogCard.tsx').then((module) => ({ default: module.VisitMoneyDialogCard })),
)

type Props = {
  stop: OpenStop
  /** `Stop 3 of 6`. */
  place: string
  /** The horse to begin with; by default the first open one. */
  lineId?: string | undefined
  /** Who is notified of what when the stop is finished; null: no one. */
  nextNotice: string | null
  onClose: () => void
}

/** Closes out a stop: each horse as last time, with what differs, or why not. Three presses do a common one. */
export function CloseoutDialogCard({ stop, place, lineId, nextNotice, onClose }: Props) {
  const closeout = useCloseout(stop)
  const [chosen, choose] = useState(lineId)
  const [refused, refuse] = useState<Closing>()
  const [isAtMoney, goToMoney] = useState(false)
  if (!closeout) return null
  const { horses, open } = closeout
  const current = open.find(({ line }) => line.id === chosen) ?? open[0]
  const untaken = open.filter(({ draft }) => !draft)
  const takeAll = () => {
    closeout.take(untaken)
    choose('')
  }
  if (isAtMoney) {
    return (
      <Suspense>
        <VisitMoneyDialogCard visitId={stop.visit.id} name={stop.name} onClose={onClose} />
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
        footer={
          <Dock
            closeout={closeout}
            current={current}
            stop={stop}
            nextNotice={nextNotice}
            onNext={choose}
            onMoney={() => goToMoney(true)}
            onClose={onClose}
          />
        }
      >
        <div className="grid gap-2.5">
          {untaken.length > 1 && (
            <Button
              block
              icon={Copy}
              onClick={takeAll}
            >{`All ${untaken.length} ${untaken.every(({ again }) => again.isSame) ? 'same as last time' : 'as planned'}`}</Button>
          )}
          {horses.map((of) =>
            of.line.outcome !== null ? (
              <DoneRow key={of.line.id} of={of} />
            ) : of === current && chosen !== '' ? (
              <HorseCloseout
                key={of.line.id}
                of={of}
                stop={stop}
                onTake={() => closeout.take([of])}
                onChange={(draft) => closeout.set(of.line.id, draft)}
                onNotDone={() => refuse(of)}
              />
            ) : (
              <FoldedRow key={of.line.id} of={of} stop={stop} onOpen={() => choose(of.line.id)} onTake={() => closeout.take([of])} />
            ),
          )}
        </div>
      </Dialog>
      {refused && <NotDoneDialogCard stop={stop} of={refused} onClose={() => refuse(undefined)} />}
    </>
  )
}

type DockProps = {
  closeout: NonNullable<ReturnType<typeof useCloseout>>
  current: Closing | undefined
  stop: OpenStop
  nextNotice: string | null
  onNext: (lineId: string) => void
  /** Opens the visit's money, once everything is recorded. */
  onMoney: () => void
  onClose: () => void
}

/** How far the stop is, and the one next step. */
function Dock({ closeout, current, stop, nextNotice, onNext, onMoney, onClose }: DockProps) {
  const { horses, open } = closeout
  const taken = open.filter(({ draft }) => draft)
  const isWhole = taken.length === open.length
  const soFar = useSoFar(stop)
  const record = (finished: readonly Closing[], after = onClose) => {
    const next = open.find((of) => !finished.includes(of))
    const what = finished.map(({ name }) => name).join(', ')
    const said = next ? 'Recorded as work.' : [`${stop.name} is finished.`, nextNotice].filter(Boolean).join(' ')
    void withToast(`${what} done`, said, () => closeout.finish(finished))
    if (next) onNext(next.line.id)
    else after()
  }
  const next = current && open.find((of) => of !== current)
  return (
    <div className="grid w-full gap-2">
      <fieldset aria-label="Next step" className="grid gap-2">
        <p className="flex justify-between gap-3">
          <b>{`${horses.length - open.length} of ${horses.length} ${horses.length === 1 ? 'horse' : 'horses'} done`}</b>
          {Boolean(soFar) && <span className="text-ink-2">{`${pounds(soFar ?? 0)} so far`}</span>}
        </p>
        {!current ? (
          <Button block size="lg" onClick={onClose}>
            Close
          </Button>
        ) : isWhole && taken.length > 1 ? (
          <Button variant="primary" block size="lg" icon={Check} onClick={() => record(taken)}>{`All ${taken.length} done`}</Button>
        ) : current.draft ? (
          <Button variant="primary" block size="lg" icon={next ? ArrowRight : Check} onClick={() => record([current])}>
            {next ? `${current.name} done, next ${next.name}` : `${current.name} done`}
          </Button>
        ) : (
          <Button variant="primary" block size="lg" icon={Copy} onClick={() => closeout.take([current])}>
            {horses.length > 1 ? `${current.name}: ${lowerFirst(current.again.words)}` : current.again.words}
          </Button>
        )}
      </fieldset>
      {soFar !== undefined && isWhole && taken.length > 0 && (
        <Button block icon={Banknote} onClick={() => record(taken, onMoney)}>
          Done, then the money
        </Button>
      )}
    </div>
  )
}

/** The sum of the stop's recorded work so far; undefined for members who see no money. */
function useSoFar(stop: OpenStop): number | undefined {
  const charges = useVisitCharges(stop.visit.id)?.charges
  return charges && totalsOf(charges.map(lineOf)).grossPence
}

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)
