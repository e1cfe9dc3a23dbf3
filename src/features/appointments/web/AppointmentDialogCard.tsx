import { useWatch } from 'react-hook-form'
import type { VisitHorse } from '#features/appointments/contract.ts'
import { AppointmentFields } from '#features/appointments/web/AppointmentFields.tsx'
import { type BookingPresets, type BookingValues, bookingFaults, whenOfForm } from '#features/appointments/web/booking-form.ts'
import { DoubleBookingNote } from '#features/appointments/web/DoubleBookingNote.tsx'
import type { KnownVisit } from '#features/appointments/web/data.ts'
import { useBooking } from '#features/appointments/web/use-booking.ts'
import { useTelling } from '#features/appointments/web/use-telling.ts'
import type { Kept } from '#platform/web/rows.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  /** The visit to edit; none books one. */
  visit?: KnownVisit | undefined
  /** What is known of a new one already: its day, client, yard, horses. */
  presets?: BookingPresets
  onClose: () => void
  onSaved?: (id: string) => void
}

/** Spec §2 Calendar: 'Schedule New Appointment', or the same form over a visit. Mount it to open it. */
export function AppointmentDialogCard(props: Props) {
  const lines = useRows<VisitHorse>('visit_horses', { appointmentId: props.visit?.id ?? '' })
  // The form starts from the visit's horses, so it waits the moment they take.
  return lines ? <BookingDialog {...props} lines={lines.toSorted((a, b) => a.place - b.place)} /> : null
}

function BookingDialog({ visit, presets = {}, lines, onClose, onSaved }: Props & { lines: readonly Kept<VisitHorse>[] }) {
  const booking = useBooking({ visit, lines, presets })
  const form = useRecordForm<BookingValues>({
    draft: visit ? `appointments/${visit.id}` : Object.keys(presets).length ? null : 'appointments/new',
    initial: booking.initial,
    id: visit?.id,
    create: booking.create,
    change: booking.change,
    onSaved(id, what) {
      if (what !== 'unchanged') toast({ title: 'Success', description: `Appointment ${what} successfully` })
      onSaved?.(id)
      onClose()
    },
  })
  const values = { ...booking.initial, ...useWatch({ control: form.control }) } as BookingValues
  const takeFrom = (horseId: string) => {
    const horse = booking.horses.find((one) => one.id === horseId)
    if (horse && !form.getValues('clientId')) form.setValue('clientId', horse.clientId)
    if (horse?.yardId && !form.getValues('yardId')) form.setValue('yardId', horse.yardId)
  }
  const { onDay, start, end } = bookingFaults(values)
  const when = onDay || start || end ? undefined : whenOfForm(values, visit, booking.zone)
  return (
    <FormDialog
      {...form.dialog}
      size="lg"
      title={visit ? 'Edit Appointment' : 'Schedule New Appointment'}
      submitLabel={visit ? 'Save' : 'Schedule'}
      onClose={onClose}
    >
      <AppointmentFields
        control={form.control}
        register={form.register}
        errors={form.formState.errors}
        place={booking.placeFor(values)}
        onHorse={takeFrom}
      />
      {visit && when && <TextsChoice visit={visit} when={when} field={form.register('texts')} />}
      {when && <DoubleBookingNote visitId={visit?.id ?? ''} memberId={booking.memberId} isCallOnly={values.isCallOnly} when={when} />}
    </FormDialog>
  )
}

type TextsProps = { visit: KnownVisit; when: ReturnType<typeof whenOfForm>; field: object }

/** Offered when the edit moves the visit and somebody would hear of it. */
function TextsChoice({ visit, when, field }: TextsProps) {
  const telling = useTelling()
  const isMoved = when.startTime !== visit.startTime || when.onDay !== visit.onDay
  const names = (isMoved && telling?.(visit, when).names) || []
  if (names.length === 0) return null
  return (
    <div className="mt-4">
      <Checkbox
        label={`Text ${names.join(' and ')} about the new time`}
        help="Held for 90 seconds, in case you change your mind"
        {...field}
      />
    </div>
  )
}
