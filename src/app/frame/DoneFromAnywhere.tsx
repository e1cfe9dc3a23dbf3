import { lazy, type ReactNode, Suspense } from 'react'
import type { Doing } from '#app/frame/find.ts'
import { useToday } from '#platform/web/use-today.ts'

type Props = { doing: Doing; onClose: () => void }

const AppointmentDialogCard = lazy(() =>
  import('#features/day/booking/web/AppointmentDialogCard.tsx').then((module) => ({ default: module.AppointmentDialogCard })),
)
const TimeOffDialogCard = lazy(() =>
  import('#features/day/days/web/TimeOffDialogCard.tsx').then((module) => ({ default: module.TimeOffDialogCard })),
)
const MoveDayDialogCard = lazy(() =>
  import('#features/day/days/web/MoveDayDialogCard.tsx').then((module) => ({ default: module.MoveDayDialogCard })),
)
const ClientDialog = lazy(() =>
  import('#features/records/clients/web/ClientDialog.tsx').then((module) => ({ default: module.ClientDialog })),
)
const HorseDialog = lazy(() => import('#features/records/horses/web/HorseDialog.tsx').then((module) => ({ default: module.HorseDialog })))
const YardDialog = lazy(() => import('#features/records/yards/web/YardDialog.tsx').then((module) => ({ default: module.YardDialog })))

/** The action chosen in the palette, over the current screen. */
export function DoneFromAnywhere({ doing, onClose }: Props) {
  const today = useToday()
  const dialogs: Record<Doing, () => ReactNode> = {
    appointment: () => <AppointmentDialogCard presets={{ onDay: today }} onClose={onClose} />,
    'time-off': () => <TimeOffDialogCard day={today} onClose={onClose} />,
    'move-day': () => <MoveDayDialogCard day={today} onClose={onClose} />,
    client: () => <ClientDialog onClose={onClose} />,
    horse: () => <HorseDialog onClose={onClose} />,
    yard: () => <YardDialog onClose={onClose} />,
  }
  return <Suspense>{dialogs[doing]()}</Suspense>
}
