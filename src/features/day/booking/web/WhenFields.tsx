import type { ReactNode } from 'react'
import { type Control, Controller, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import { MemberPicker } from '#features/core/practice/web/MemberPicker.tsx'
import { type BookingValues, REQUIRED_OF_A_VISIT, validate } from '#features/day/booking/web/booking-form.ts'
import type { CallNumbers } from '#features/day/booking/web/use-call-number.ts'
import { HIGHEST_CALL_NUMBER, LOWEST_CALL_NUMBER } from '#features/visits/appointments/rules.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateInput, TimeInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { Segmented } from '#ui/Segmented.tsx'

export type BookingFormParts = {
  control: Control<BookingValues>
  register: UseFormRegister<BookingValues>
  errors: FieldErrors<BookingValues>
}
type Props = BookingFormParts & {
  isCallOnly: boolean
  isOwn: boolean
  /** Of a stop without a time. */
  numbers: CallNumbers
  /** What speaks against the day and the time. */
  warnings: ReactNode
}

/** When: the day, and its times, or the number of a stop without one; and who goes, where several do. */
export const WhenFields = ({ isCallOnly, isOwn, warnings, numbers, ...form }: Props) => {
  const { control, register, errors } = form
  return (
    <div className="grid gap-3">
      <div className="grid content-start gap-3 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
        <Field label="Date" required error={errors.onDay?.message}>
          <DateInput {...register('onDay', validate('onDay'))} />
        </Field>
        {isCallOnly ? <Call {...form} /> : <Times {...form} />}
        {!isOwn && (
          <div className="md:pt-[26px]" title="A stop with no time: just a number in the morning or afternoon">
            <Checkbox label="Call Only" {...register('isCallOnly', { deps: REQUIRED_OF_A_VISIT })} />
          </div>
        )}
      </div>
      {isCallOnly && <Taken {...numbers} />}
      <Controller
        control={control}
        name="memberId"
        render={({ field }) => <MemberPicker label="Who goes" value={field.value} onChange={field.onChange} />}
      />
      <div className="empty:hidden">{warnings}</div>
    </div>
  )
}

const Times = ({ register, errors }: BookingFormParts) => (
  <div className="grid grid-cols-2 gap-3 md:col-span-2">
    <Field label="Start time" required error={errors.start?.message}>
      <TimeInput {...register('start', validate('start'))} />
    </Field>
    <Field label="End time" required error={errors.end?.message}>
      <TimeInput {...register('end', validate('end'))} />
    </Field>
  </div>
)

const Call = ({ control, register, errors }: BookingFormParts) => (
  <div className="grid grid-cols-2 gap-3 md:col-span-2">
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
  </div>
)

const Taken = ({ takenBy, next, take }: CallNumbers) =>
  takenBy && (
    <Note tone="due" live>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>{`That number is taken by ${takenBy}. Stops go one after another.`}</p>
        <Button size="sm" onClick={take}>{`Take number ${next}`}</Button>
      </div>
    </Note>
  )

const PERIODS = [
  { value: 'AM', label: 'AM' },
  { value: 'PM', label: 'PM' },
] as const
