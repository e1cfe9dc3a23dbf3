import { AppointmentDialogCard } from '#features/day/booking/web/AppointmentDialogCard.tsx'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** The form of the first visit of a day. */
export function EditOf({ day }: { day: string }) {
  const [visit] = useRows<KnownVisit>('appointments', { day }) ?? []
  return visit && <AppointmentDialogCard visit={visit} onClose={() => undefined} />
}
