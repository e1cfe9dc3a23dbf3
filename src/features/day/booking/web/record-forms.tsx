import { lazy } from 'react'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import type { FormProps, Forms } from '#platform/web/record-forms.tsx'
import { useRow } from '#platform/web/use-rows.ts'

const AppointmentDialogCard = lazy(() =>
  import('#features/day/booking/web/AppointmentDialogCard.tsx').then((module) => ({ default: module.AppointmentDialogCard })),
)

/** Where a change of them that waits for a decision is edited. */
export const bookingForms: Forms = { appointments: VisitForm, visit_horses: LineForm }

function VisitForm({ id, ...props }: FormProps) {
  const visit = useRow<VisitRow>('appointments', id)
  return visit && <AppointmentDialogCard visit={visit} {...props} />
}

function LineForm({ id, ...props }: FormProps) {
  const line = useRow<VisitHorse>('visit_horses', id)
  return line && <VisitForm id={line.appointmentId} {...props} />
}
