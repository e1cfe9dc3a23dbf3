import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form'
import { Controller } from 'react-hook-form'
import type { Practice } from '#features/core/practice/contract.ts'
import { WEEKDAYS } from '#features/core/practice/web/weekdays.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'

export type PracticeValues = { name: string; frcNumber: string; nation: Practice['nation']; workingDays: number[] }
type Props = {
  register: UseFormRegister<PracticeValues>
  control?: Control<PracticeValues>
  errors: FieldErrors<PracticeValues>
}

const NATIONS = [
  { value: 'england', label: 'England' },
  { value: 'wales', label: 'Wales' },
  { value: 'scotland', label: 'Scotland' },
  { value: 'northern-ireland', label: 'Northern Ireland' },
]
/** The form fields of a practice; its working days only with a `control`, because later they are set together with their hours. */
export const PracticeFields = ({ register, control, errors }: Props) => (
  <div className="grid gap-4 md:grid-cols-2">
    <Field label="Practice name" required error={errors.name?.message} className="md:col-span-2">
      <TextInput autoComplete="organization" maxLength={120} {...register('name', { validate: isGiven })} />
    </Field>
    <Field label="FRC number" optional help="From the Farriers Registration Council's register">
      <TextInput autoComplete="off" autoCapitalize="characters" maxLength={40} {...register('frcNumber')} />
    </Field>
    <Field label="Nation" help="Bank holidays differ">
      <Select options={NATIONS} {...register('nation')} />
    </Field>
    {control && (
      <FieldSet legend="Working days" className="md:col-span-2">
        <Controller
          name="workingDays"
          control={control}
          render={({ field }) => <WorkingDays value={field.value} onChange={field.onChange} />}
        />
      </FieldSet>
    )}
  </div>
)

const WorkingDays = ({ value, onChange }: { value: number[]; onChange: (days: number[]) => void }) => (
  <div className="flex flex-wrap gap-x-5">
    {WEEKDAYS.map((day) => (
      <Checkbox
        key={day.value}
        label={day.short}
        checked={value.includes(day.value)}
        onChange={(event) => onChange(event.target.checked ? [...value, day.value] : value.filter((one) => one !== day.value))}
      />
    ))}
  </div>
)

const isGiven = (text: string) => text.trim() !== '' || 'Enter a name'

/** A practice as the form starts from it. */
export const valuesOf = (practice: Practice): PracticeValues => ({
  name: practice.name,
  frcNumber: practice.frcNumber ?? '',
  nation: practice.nation,
  workingDays: practice.workingDays,
})

/** The form's values as the server's input; an empty number becomes null. */
export const toInput = (values: PracticeValues) => ({ ...values, frcNumber: values.frcNumber.trim() || null })
