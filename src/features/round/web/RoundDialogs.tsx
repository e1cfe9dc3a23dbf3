import { lazy } from 'react'
import { AppointmentDialogCard } from '#features/booking/web/AppointmentDialogCard.tsx'
import type { RoundDay } from '#features/round/round-day.ts'
import { AddHorseDialog, AddStopDialog } from '#features/round/web/AddDialogs.tsx'
import type { Asking } from '#features/round/web/asking.ts'
import { NotDoneDialog, OtherWorkDialog } from '#features/round/web/SayDialogs.tsx'

const LateDialog = lazy(() => import('#features/round/web/LateDialog.tsx').then((module) => ({ default: module.LateDialog })))
const OrderDialog = lazy(() => import('#features/round/web/OrderDialog.tsx').then((module) => ({ default: module.OrderDialog })))
const MapDialog = lazy(() => import('#features/round/web/MapDialog.tsx').then((module) => ({ default: module.MapDialog })))
const WhereDialog = lazy(() => import('#features/round/web/WhereDialog.tsx').then((module) => ({ default: module.WhereDialog })))
const RebookYardDialog = lazy(() =>
  import('#features/round/web/RebookYardDialog.tsx').then((module) => ({ default: module.RebookYardDialog })),
)
const NextVisitDialogCard = lazy(() =>
  import('#features/booking/web/NextVisitDialogCard.tsx').then((module) => ({ default: module.NextVisitDialogCard })),
)

type Props = { asking: Asking; round: RoundDay; ask: (asking: Asking | undefined) => void }

/** The dialog of what the round asks. */
export function RoundDialogs({ asking, round, ask }: Props) {
  const onClose = () => ask(undefined)
  switch (asking.what) {
    case 'not-done':
      return <NotDoneDialog stop={asking.stop} of={asking.of} onClose={onClose} />
    case 'other-work':
      return <OtherWorkDialog stop={asking.stop} of={asking.of} onClose={onClose} />
    case 'add-horse':
      return <AddHorseDialog stop={asking.stop} onClose={onClose} />
    case 'add-stop':
      return <AddStopDialog round={round} onClose={onClose} />
    case 'late':
      return <LateDialog round={round} onClose={onClose} />
    case 'order':
      return <OrderDialog round={round} ask={ask} onClose={onClose} />
    case 'map':
      return <MapDialog round={round} onClose={onClose} />
    case 'where':
      return <WhereDialog stop={asking.stop} onClose={onClose} />
    case 'rebook':
      return <AppointmentDialogCard presets={rebooking(asking)} onClose={onClose} />
    case 'rebook-yard':
      return <RebookYardDialog stop={asking.stop} yardId={asking.yardId} onClose={onClose} />
    case 'next-visit':
      return <NextVisitDialogCard visitId={asking.stop.visit.id} onClose={onClose} />
  }
}

const rebooking = ({ of }: Extract<Asking, { what: 'rebook' }>) => ({
  title: [of.name, of.plannedWork?.toLowerCase()].filter(Boolean).join(', '),
  ...(of.owner && { clientId: of.owner.id }),
  ...(of.yardId && { yardId: of.yardId }),
  ...(of.horse && { horses: [{ horseId: of.horse.id, plannedWork: of.plannedWork ?? '' }] }),
})
