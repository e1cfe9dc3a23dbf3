import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { EMAIL } from '#features/clients/rules.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'

export type ClientValues = {
  name: string
  phone: string
  email: string
  businessName: string
  address: string
  postcode: string
  notes: string
  isBusiness: boolean
  isActive: boolean
}
type Props = { register: UseFormRegister<ClientValues>; errors: FieldErrors<ClientValues>; isNew: boolean }

/** What is asked of a client. The farrier's own browser must not fill in the farrier. */
export const ClientFields = ({ register, errors, isNew }: Props) => (
  <div className="grid gap-4 md:grid-cols-2">
    <Field label="Name" required error={errors.name?.message} className="md:col-span-2">
      <TextInput autoComplete="off" maxLength={200} {...register('name', { validate: isNamed })} />
    </Field>
    <Field label="Phone" optional>
      <TextInput type="tel" autoComplete="off" maxLength={40} {...register('phone')} />
    </Field>
    <Field label="E-mail" optional error={errors.email?.message}>
      <TextInput type="email" autoComplete="off" maxLength={254} {...register('email', { validate: isEmail })} />
    </Field>
    <Field label="Business name" optional className="md:col-span-2">
      <TextInput autoComplete="off" maxLength={200} {...register('businessName')} />
    </Field>
    <Field label="Address" optional>
      <TextInput autoComplete="off" maxLength={500} {...register('address')} />
    </Field>
    <Field label="Postcode" optional>
      <TextInput autoComplete="off" autoCapitalize="characters" maxLength={12} {...register('postcode')} />
    </Field>
    <Field label="Notes" optional className="md:col-span-2">
      <TextArea rows={3} maxLength={10_000} {...register('notes')} />
    </Field>
    <Checkbox label="Billed as a business" {...register('isBusiness')} />
    {!isNew && <Checkbox label="Active" help="Others are kept, and offered last" {...register('isActive')} />}
  </div>
)

const isNamed = (text: string) => text.trim() !== '' || 'Enter a name'
const isEmail = (text: string) => text.trim() === '' || EMAIL.test(text.trim()) || 'Enter an e-mail address such as sarah@example.com'
