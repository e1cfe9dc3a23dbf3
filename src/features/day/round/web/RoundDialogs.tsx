import { lazy } from 'react'
import { AppointmentDialogCard } from '#features/day/booking/web/AppointmentDialogCard.tsx'
import { NotDoneDialogCard } from '#features/day/closeout/web/NotDoneDialogCard.tsx'
import type { RoundDay } from '#features/day/round/round-day.ts'
import { AddHorseDialog, AddStopDialog } from '#features/day/round/web/AddDialogs.tsx'
import { nextNoticeWords } from '#features/day/round/web/recipients.ts'
import type { RoundDialog } from '#features/day/round/web/round-dialog.ts'
import type { SmsPreferences } from '#features/records/clients/contract.ts'
import { useCircumstances } from '#features/visits/appointments/web/use-notify-plan.ts'
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

type Props = { dialog: RoundDialog; round: RoundDay; openDialog: (dialog: RoundDialog | undefined) => void }

/** The dialog that the round has open. */
export function RoundDialogs({ dialog, round, openDialog }: Props) {
  const onClose = () => openDialog(undefined)
  switch (dialog.what) {
    case 'closeout':
      return <Closeout round={round} dialog={dialog} onClose={onClose} />
    case 'not-done':
      return <NotDoneDialogCard stop={dialog.stop} of={dialog.of} onClose={onClose} />
    case 'add-horse':
      return <AddHorseDialog stop={dialog.stop} onClose={onClose} />
    case 'add-stop':
      return <AddStopDialog round={round} onClose={onClose} />
    case 'late':
      return <LateDialog round={round} onClose={onClose} />
    case 'order':
      return <OrderDialog round={round} openDialog={openDialog} onClose={onClose} />
    case 'map':
      return <MapDialog round={round} onClose={onClose} />
    case 'where':
      return <WhereDialog stop={dialog.stop} onClose={onClose} />
    case 'rebook':
      return <AppointmentDialogCard presets={rebooking(dialog)} onClose={onClose} />
    case 'rebook-yard':
      return <RebookYardDialog stop={dialog.stop} yardId={dialog.yardId} onClose={onClose} />
    case 'next-visit':
      return <NextVisitDialogCard visitId={dialog.stop.visit.id} onClose={onClose} />
    case 'visit-card':
      return <VisitCardDialogCard visitId={dialog.stop.visit.id} onClose={onClose} />
    case 'money':
      return <VisitMoneyDialogCard visitId={dialog.stop.visit.id} name={dialog.stop.name} onClose={onClose} />
  }
}

/** The stop as it is now: each horse that is finished changes it. */
function Closeout({
  round,
  dialog,
  onClose,
}: {
  round: RoundDay
  dialog: Extract<RoundDialog, { what: 'closeout' }>
  onClose: () => void
}) {
  const preferences = useRows<SmsPreferences>('sms_preferences') ?? []
  const circumstances = useCircumstances()
  const stop = round.stops.find(({ visit }) => visit.id === dialog.stop.visit.id) ?? dialog.stop
  return (
    <CloseoutDialogCard
      stop={stop}
      place={`Stop ${stop.number} of ${round.progress.total}`}
      lineId={dialog.of?.line.id}
      nextNotice={nextNoticeWords(round, stop, preferences, circumstances)}
      onClose={onClose}
    />
  )
}

const rebooking = ({ of }: Extract<RoundDialog, { what: 'rebook' }>) => ({
  title: [of.name, of.plannedWork?.toLowerCase()].filter(Boolean).join(', '),
  ...(of.owner && { clientId: of.owner.id }),
  ...(of.yardId && { yardId: of.yardId }),
  ...(of.horse && { horses: [{ horseId: of.horse.id, plannedWork: of.plannedWork ?? '' }] }),
})
