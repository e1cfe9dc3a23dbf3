import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import type { Practice } from '#features/core/practice/contract.ts'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'

export type PracticeValues = { name: string; frcNumber: string; nation: Practice['nation'] }
type Props = { register: UseFormRegister<PracticeValues>; errors: FieldErrors<PracticeValues> }

/** The nations a practice may work in, as people name them. */
export const NATIONS: readonly { value: Practice['nation']; label: string }[] = [
  { value: 'england', label: 'England' },
  { value: 'wales', label: 'Wales' },
  { value: 'scotland', label: 'Scotland' },
  { value: 'northern-ireland', label: 'Northern Ireland' },
]

/** The form fields of a practice; its working days are set together with their hours. */
export const PracticeFields = ({ register, errors }: Props) => (
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
  </div>
)

const isGiven = (text: string) => text.trim() !== '' || 'Enter a name'

/** A practice as the form starts from it. */
export const valuesOf = ({ name, frcNumber, nation }: Practice): PracticeValues => ({ name, frcNumber: frcNumber ?? '', nation })

/** The form's values as the server's input; an empty number becomes null. */
export const toInput = (values: PracticeValues) => ({ ...values, frcNumber: values.frcNumber.trim() || null })
