import { type Control, Controller, type FieldErrors, type UseFormRegister, useWatch } from 'react-hook-form'
import { MemberPicker } from '#features/core/practice/web/MemberPicker.tsx'
import { type TimeOffValues, timeOffFaults } from '#features/day/days/web/time-off-form.ts'
import { TIME_OFF_KINDS } from '#features/visits/appointments/rules.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateInput, TimeInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { control: Control<TimeOffValues>; register: UseFormRegister<TimeOffValues>; errors: FieldErrors<TimeOffValues> }

const validate = (field: keyof TimeOffValues) => ({ validate: (_: unknown, all: TimeOffValues) => timeOffFaults(all)[field] ?? true })

/** What it is, whose, and when. */
export function TimeOffFields({ control, register, errors }: Props) {
  const [hasHours, kind] = useWatch({ control, name: ['hasHours', 'kind'] })
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Controller
        control={control}
        name="kind"
        render={({ field }) => (
          <Segmented
            label="What it is"
            value={field.value}
            onChange={field.onChange}
            options={TIME_OFF_KINDS}
            className="max-md:w-full md:col-span-2"
          />
        )}
      />
      <Field label="Title" optional>
        <TextInput autoComplete="off" maxLength={200} placeholder={kind === 'personal' ? 'Dentist' : 'Anglesey'} {...register('title')} />
      </Field>
      <Controller
        control={control}
        name="memberId"
        render={({ field }) => <MemberPicker label="Who" value={field.value} onChange={field.onChange} everyone="Everyone" />}
      />
      <div className="grid grid-cols-2 gap-4 md:col-span-2">
        <Field label="From" required error={errors.fromDay?.message}>
          <DateInput {...register('fromDay', validate('fromDay'))} />
        </Field>
        <Field label="Until" required error={errors.toDay?.message}>
          <DateInput {...register('toDay', validate('toDay'))} />
        </Field>
      </div>
      <div className="md:col-span-2">
        <Checkbox label="Only some hours" help="From a time on the first day to a time on the last" {...register('hasHours')} />
      </div>
      {hasHours && (
        <div className="grid grid-cols-2 gap-4 md:col-span-2">
          <Field label="Start time" required error={errors.start?.message}>
            <TimeInput {...register('start', validate('start'))} />
          </Field>
          <Field label="End time" required error={errors.end?.message}>
            <TimeInput {...register('end', validate('end'))} />
          </Field>
        </div>
      )}
      <Field label="Note for your cover" optional help="Printed on the cover sheet" className="md:col-span-2">
        <TextArea rows={2} maxLength={4000} placeholder="Tom Haddon covers, 07700 900456" {...register('coverNote')} />
      </Field>
    </div>
  )
}
