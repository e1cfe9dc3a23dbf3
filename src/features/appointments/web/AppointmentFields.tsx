import { type Control, Controller, type FieldErrors, type UseFormRegister, useWatch } from 'react-hook-form'
import { type BookingValues, bookingFaults, HIGHEST_CALL_NUMBER, LOWEST_CALL_NUMBER } from '#features/appointments/web/booking-form.ts'
import { HorsesField } from '#features/appointments/web/HorsesField.tsx'
import { ClientPicker } from '#features/clients/web/ClientPicker.tsx'
import { YardPicker } from '#features/yards/web/YardPicker.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateInput, TimeInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = {
  control: Control<BookingValues>
  register: UseFormRegister<BookingValues>
  errors: FieldErrors<BookingValues>
  /** What the location is when nothing is typed. */
  place: string | null
  /** A horse was chosen: its owner and yard are taken where none is chosen yet. */
  onHorse: (horseId: string) => void
}

const validate = (field: keyof BookingValues) => ({ validate: (_: unknown, all: BookingValues) => bookingFaults(all)[field] ?? true })

/** Spec §3 Appointment, §5: who and what, when, where. */
export function AppointmentFields({ control, register, errors, place, onHorse }: Props) {
  const isCallOnly = useWatch({ control, name: 'isCallOnly' })
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field label="Title" required={!isCallOnly} optional={isCallOnly} error={errors.title?.message} className="md:col-span-2">
        <TextInput autoComplete="off" maxLength={200} placeholder="Solo, full set refit" {...register('title', validate('title'))} />
      </Field>
      <Field label="Client" required={!isCallOnly} optional={isCallOnly} error={errors.clientId?.message}>
        <Controller
          control={control}
          name="clientId"
          rules={validate('clientId')}
          render={({ field }) => <ClientPicker adds {...field} onChange={(id) => field.onChange(id ?? '')} />}
        />
      </Field>
      <Field label="Yard" optional>
        <Controller
          control={control}
          name="yardId"
          render={({ field }) => <YardPicker adds {...field} onChange={(id) => field.onChange(id ?? '')} />}
        />
      </Field>
      <HorsesField control={control} register={register} onHorse={onHorse} />
      <When control={control} register={register} errors={errors} isCallOnly={isCallOnly} />
      <Field label="Location" optional help={place && `Left empty: ${place}`} className="md:col-span-2">
        <TextInput autoComplete="off" maxLength={500} {...register('location')} />
      </Field>
      <Field label="Description" optional>
        <TextArea rows={3} maxLength={4000} {...register('description')} />
      </Field>
      <Field label="Notes" optional>
        <TextArea rows={3} maxLength={10_000} {...register('notes')} />
      </Field>
    </div>
  )
}

function When({ control, register, errors, isCallOnly }: Pick<Props, 'control' | 'register' | 'errors'> & { isCallOnly: boolean }) {
  return (
    <div className="grid content-start gap-4 md:col-span-2 md:grid-cols-3">
      <div className="md:col-span-3">
        <Checkbox label="Call Only" help="A stop without a time: a number in the morning or afternoon" {...register('isCallOnly')} />
      </div>
      <Field label="Date" required error={errors.onDay?.message}>
        <DateInput {...register('onDay', validate('onDay'))} />
      </Field>
      {isCallOnly ? (
        <>
          <Field label="Call number" error={errors.callNumber?.message}>
            <NumberInput min={LOWEST_CALL_NUMBER} max={HIGHEST_CALL_NUMBER} {...register('callNumber', validate('callNumber'))} />
          </Field>
          <Field label="Call period">
            <Controller
              control={control}
              name="callPeriod"
              render={({ field }) => <Segmented label="Call period" value={field.value} onChange={field.onChange} options={PERIODS} />}
            />
          </Field>
        </>
      ) : (
        <>
          <Field label="Start time" required error={errors.start?.message}>
            <TimeInput {...register('start', validate('start'))} />
          </Field>
          <Field label="End time" required error={errors.end?.message}>
            <TimeInput {...register('end', validate('end'))} />
          </Field>
        </>
      )}
    </div>
  )
}

const PERIODS = [
  { value: 'AM', label: 'AM' },
  { value: 'PM', label: 'PM' },
] as const
