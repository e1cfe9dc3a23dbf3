import { StepForm, type StepProps } from '#app/pages/welcome/StepForm.tsx'
import { useClient } from '#features/records/clients/web/data.ts'
import { useHorse } from '#features/records/horses/web/data.ts'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { bookVisit } from '#features/visits/appointments/web/data.ts'
import { addDays, type Day, minutesOf, weekdayOf } from '#lib/dates.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useToday } from '#platform/web/use-today.ts'
import { DateInput, TimeInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** When, and what is to be done. */
export function VisitStep({ user, progress, back, finish }: StepProps) {
  const today = useToday(user.practice.zone)
  const client = useClient(progress.clientId)
  const horse = useHorse(progress.horseId)
  const { register, formState, getValues, dialog } = useRecordForm({
    draft: 'welcome/visit',
    initial: { day: nextWorkingDay(today, user.practice.workingDays), start: '09:00', end: '10:00', work: 'Trim' },
    id: undefined,
    create({ day, start, end, work }) {
      const clientId = client?.id ?? null
      const plannedWork = work.trim() || null
      const title = [horse?.name ?? client?.name, plannedWork].filter(Boolean).join(', ')
      const horses = horse ? [{ horseId: horse.id, clientId: horse.clientId, payerClientId: horse.payerClientId, plannedWork }] : []
      const booking = { title, clientId, yardId: horse?.yardId ?? null, memberId: user.memberId }
      return bookVisit(booking, whenOn(day, start, end, user.practice.zone), horse?.yardName ?? client?.address ?? null, horses)
    },
    change: async () => false,
    onSaved: finish,
  })
  const { onStartAgain: _, ...saving } = dialog
  const { errors } = formState
  // Both were written a moment ago: saved before they are read, the visit would have no client, or no horse.
  if ((progress.clientId && !client) || (progress.horseId && !horse)) return null
  const isAfterStart = (end: string) => (end !== '' && minutesOf(end) > minutesOf(getValues('start'))) || 'The end must be after the start'
  return (
    <StepForm {...saving} submitLabel="Finish" onBack={back} onSkip={finish}>
      {client && (
        <p>
          {horse ? `${horse.name}, ` : ''}
          {client.name}
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Day" required error={errors.day?.message} className="sm:col-span-2">
          <DateInput {...register('day', { required: 'Choose a day' })} />
        </Field>
        <Field label="Start" required error={errors.start?.message}>
          <TimeInput {...register('start', { required: 'Enter a start time' })} />
        </Field>
        <Field label="End" required error={errors.end?.message}>
          <TimeInput {...register('end', { validate: isAfterStart })} />
        </Field>
        <Field label="Work" optional className="sm:col-span-2">
          <TextInput autoComplete="off" maxLength={200} {...register('work')} />
        </Field>
      </div>
    </StepForm>
  )
}

/** Tomorrow, or the next day the practice works. */
function nextWorkingDay(today: Day, workingDays: readonly number[]): Day {
  const days = [1, 2, 3, 4, 5, 6, 7].map((count) => addDays(today, count))
  return days.find((day) => workingDays.includes(weekdayOf(day))) ?? addDays(today, 1)
}
