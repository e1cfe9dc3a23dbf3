import { CalendarClock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useLocation } from 'wouter'
import { type BookingPresets, isOfDayAlone } from '#features/day/booking/presets.ts'
import { AppointmentFields } from '#features/day/booking/web/AppointmentFields.tsx'
import { TextsField } from '#features/day/booking/web/BookingStatusField.tsx'
import { type BookingValues, bookedWords, bookingFaults, saysMore, whenOfForm } from '#features/day/booking/web/booking-form.ts'
import { useBooking } from '#features/day/booking/web/use-booking.ts'
import { useCallNumber } from '#features/day/booking/web/use-call-number.ts'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'
import { notifiedWords } from '#features/visits/appointments/notify-plan.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { BOOK_ANYWAY, OverduePanel } from '#features/visits/appointments/web/OverduePanel.tsx'
import { noteBooked } from '#features/visits/appointments/web/use-just-booked.ts'
import { useCircumstances } from '#features/visits/appointments/web/use-notify-plan.ts'
import { WarningsPanel } from '#features/visits/appointments/web/WarningsPanel.tsx'
import { clockOf, minutesOf } from '#lib/dates.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Note } from '#ui/Note.tsx'
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
  const [horses, yards] = [useRows('horses'), useRows('yards')]
  // The form starts from the visit's horses and their names, so it waits the moment they take.
  return lines && horses && yards ? <BookingDialog {...props} lines={lines.toSorted((a, b) => a.place - b.place)} /> : null
}

function BookingDialog({ visit, presets = {}, lines, onClose, onSaved }: Props & { lines: readonly Kept<VisitHorse>[] }) {
  const booking = useBooking({ visit, lines, presets })
  const circumstances = useCircumstances()
  const form = useRecordForm<BookingValues>({
    draft: visit ? `appointments/${visit.id}` : isOfDayAlone(presets) ? 'appointments/new' : null,
    initial: booking.initial,
    id: visit?.id,
    row: visit,
    create: booking.create,
    change: booking.change,
    onSaved(id, what) {
      if (what === 'unchanged' && overdue.length > 0) void booking.bookAnyway(id)
      const notified =
        news.names.length > 0 ? `. ${notifiedWords(news.news, values.texts ? news.names : [], news.places, circumstances)}` : ''
      if (what !== 'unchanged') tell(id, what, notified)
      onSaved?.(id)
      onClose()
    },
  })
  const [, navigate] = useLocation()
  const tell = (id: string, what: 'created' | 'updated', notified: string) => {
    const show = () => {
      noteBooked(id, values.onDay)
      navigate(`/calendar?date=${values.onDay}`)
    }
    const said = `Appointment ${what} successfully`
    if (what === 'updated') toast({ title: 'Success', description: `${said}${notified}` })
    else toast({ title: 'Success', description: `${said}. ${bookedWords(values)}${notified}`, action: { label: 'Show', run: show } })
  }
  const values = { ...booking.initial, ...useWatch({ control: form.control }) } as BookingValues
  const overdue = booking.overdue(values)
  useProposals(values, booking, form)
  const numbers = useCallNumber(values, visit, form, booking.initial.callNumber)
  const takeFrom = (horseId: string) => {
    const horse = booking.horses.find((one) => one.id === horseId)
    if (horse && !form.getValues('clientId')) form.setValue('clientId', horse.clientId)
    if (horse?.yardId && !form.getValues('yardId')) form.setValue('yardId', horse.yardId)
  }
  const { onDay, start, end } = bookingFaults(values)
  const isWhole = !(onDay || start || end)
  const when = isWhole ? whenOfForm(values, visit, booking.zone) : undefined
  const news = booking.news(values, when)
  return (
    <FormDialog
      {...form.dialog}
      size="low"
      title={visit ? 'Edit Appointment' : 'Schedule New Appointment'}
      submitLabel={overdue.length > 0 ? BOOK_ANYWAY : visit ? 'Save' : 'Schedule'}
      onClose={onClose}
      foot={<TextsField register={form.register} {...news} />}
    >
      {presets.because && (
        <Note icon={CalendarClock} className="mb-4">
          {presets.because}
        </Note>
      )}
      <OverduePanel overdue={overdue} className="mb-4" />
      <AppointmentFields
        control={form.control}
        register={form.register}
        errors={form.formState.errors}
        visitId={visit?.id}
        place={booking.placeFor(values)}
        numbers={numbers}
        onHorse={takeFrom}
        warnings={isWhole && <WarningsPanel visit={booking.placed(values)} />}
        opensMore={saysMore(values)}
      />
    </FormDialog>
  )
}

type Booking = ReturnType<typeof useBooking>
type Form = { hasDraft: boolean; setValue: (field: 'title' | 'end', value: string) => void }

/**
 * Keeps title and end as they follow from horses, work and start while they read as proposed; an end of its own keeps its distance from a
 * start that is moved. What the form opens with, and goes back to, stays as it is.
 */
function useProposals(values: BookingValues, booking: Booking, form: Form) {
  const last = useRef<ReturnType<Booking['propose']> & { start: string; wasEnd: string; hasDraft: boolean }>(undefined)
  const { title, end } = booking.propose(values)
  const { hasDraft } = form
  useEffect(() => {
    const before = last.current?.hasDraft === hasDraft ? last.current : { title, end, start: values.start, wasEnd: values.end }
    last.current = { title, end: end || before.end, start: values.start || before.start, wasEnd: values.end, hasDraft }
    if (title !== before.title && (values.title === before.title || values.title === '')) form.setValue('title', title)
    if (!values.start || !values.end) return
    if (values.end === before.end) return end === before.end ? undefined : form.setValue('end', end)
    if (values.start !== before.start && values.end === before.wasEnd)
      form.setValue('end', later(values.end, minutesOf(values.start) - minutesOf(before.start)))
  })
}

const later = (time: string, minutes: number) => clockOf(Math.min(Math.max(minutesOf(time) + minutes, 0), LAST_MINUTE))
const LAST_MINUTE = 24 * 60 - 1
