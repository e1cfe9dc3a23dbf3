import { lazy } from 'react'
import { AppointmentDialogCard } from '#features/day/booking/web/AppointmentDialogCard.tsx'
import { NotDoneDialogCard } from '#features/day/closeout/web/NotDoneDialogCard.tsx'
import type { RoundDay } from '#features/day/round/round-day.ts'
import { AddHorseDialog, AddStopDialog } from '#features/day/round/web/AddDialogs.tsx'
import type { Asking } from '#features/day/round/web/asking.ts'
import { nextToldWords } from '#features/day/round/web/telling.ts'
import type { SmsPreferences } from '#features/records/clients/contract.ts'
import { useCircumstances } from '#features/visits/appointments/web/use-telling.ts'
import { useRows } from '#platform/web/use-rows.ts'

const CloseoutDialogCard = lazy(() =>
  import('#features/day/closeout/web/CloseoutDialogCard.tsx').then((module) => ({ default: module.CloseoutDialogCard })),
)
const LateDialog = lazy(() => import('#features/day/round/web/LateDialog.tsx').then((module) => ({ default: module.LateDialog })))
const OrderDialog = lazy(() => import('#features/day/round/web/OrderDialog.tsx').then((module) => ({ default: module.OrderDialog })))
const MapDialog = lazy(() => import('#features/day/round/web/MapDialog.tsx').then((module) => ({ default: module.MapDialog })))
const WhereDialog = lazy(() => import('#features/day/round/web/WhereDialog.tsx').then((module) => ({ default: module.WhereDialog })))
const RebookYardDialog = lazy(() =>
  import('#features/day/round/web/RebookYardDialog.tsx').then((module) => ({ default: module.RebookYardDialog })),
)
const NextVisitDialogCard = lazy(() =>
  import('#features/day/booking/web/NextVisitDialogCard.tsx').then((module) => ({ default: module.NextVisitDialogCard })),
)
const VisitCardDialogCard = lazy(() =>
  import('#features/day/visit-card/web/VisitCardDialogCard.tsx').then((module) => ({ default: module.VisitCardDialogCard })),
)

const VisitMoneyDialogCard = lazy(() =>
  import('#features/ledger/payments/web/VisitMoneyDialogCard.tsx').then((module) => ({ default: module.VisitMoneyDialogCard })),
)

type Props = { asking: Asking; round: RoundDay; ask: (asking: Asking | undefined) => void }

/** The dialog of what the round asks. */
export function RoundDialogs({ asking, round, ask }: Props) {
  const onClose = () => ask(undefined)
  switch (asking.what) {
    case 'closeout':
      return <Closeout round={round} asking={asking} onClose={onClose} />
    case 'not-done':
      return <NotDoneDialogCard stop={asking.stop} of={asking.of} onClose={onClose} />
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
    case 'visit-card':
      return <VisitCardDialogCard visitId={asking.stop.visit.id} onClose={onClose} />
    case 'money':
      return <VisitMoneyDialogCard visitId={asking.stop.visit.id} name={asking.stop.name} onClose={onClose} />
  }
}

/** The stop as it is now: each horse that is finished changes it. */
function Closeout({ round, asking, onClose }: { round: RoundDay; asking: Extract<Asking, { what: 'closeout' }>; onClose: () => void }) {
  const preferences = useRows<SmsPreferences>('sms_preferences') ?? []
  const circumstances = useCircumstances()
  const stop = round.stops.find(({ visit }) => visit.id === asking.stop.visit.id) ?? asking.stop
  return (
    <CloseoutDialogCard
      stop={stop}
      place={`Stop ${stop.number} of ${round.progress.total}`}
      lineId={asking.of?.line.id}
      toldNext={nextToldWords(round, preferences, circumstances)}
      onClose={onClose}
    />
  )
}

const rebooking = ({ of }: Extract<Asking, { what: 'rebook' }>) => ({
  title: [of.name, of.plannedWork?.toLowerCase()].filter(Boolean).join(', '),
  ...(of.owner && { clientId: of.owner.id }),
  ...(of.yardId && { yardId: of.yardId }),
  ...(of.horse && { horses: [{ horseId: of.horse.id, plannedWork: of.plannedWork ?? '' }] }),
})
