import { ChevronDown } from 'lucide-react'
import { type Control, Controller, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import { CHANNELS, EMAIL } from '#features/records/clients/rules.ts'
import { ClientBox } from '#features/records/clients/web/ClientBox.tsx'
import type { ClientValues } from '#features/records/clients/web/client-form.ts'
import { PositionPicker } from '#features/records/clients/web/PositionPicker.tsx'
import { TagsInput } from '#features/records/clients/web/TagsInput.tsx'
import { areThreeWords } from '#lib/position-form.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { control: Control<ClientValues>; register: UseFormRegister<ClientValues>; errors: FieldErrors<ClientValues> }

const TWO = 'grid gap-4 md:grid-cols-2'

/** The main fields of a client. The farrier's own browser must not autofill the farrier's details. */
export const ClientFields = ({ register, errors }: Props) => (
  <div className={TWO}>
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
  </div>
)

/** The rarely used fields: preferred channel, tags, payer and position. */
export const MoreClientFields = ({ control, register, errors, client }: Props & { client: { id: string } | undefined }) => (
  <details className="mt-4 border-t border-line pt-2">
    <summary className="flex min-h-12 items-center gap-2 font-medium md:min-h-10">
      <ChevronDown size={20} aria-hidden className="in-open:rotate-180" />
      More: contact, tags, payer, position
    </summary>
    <div className={`${TWO} pt-2`}>
      <Field label="Preferred contact">
        <Select options={CHANNELS} {...register('preferredChannel')} />
      </Field>
      <Field label="Tags" optional help="Enter after each">
        <Controller control={control} name="tags" render={({ field }) => <TagsInput value={field.value} onChange={field.onChange} />} />
      </Field>
      <Field
        label="Usually paid by"
        optional
        help="When somebody else is billed. You can change it for one horse"
        className="md:col-span-2"
      >
        <Controller
          control={control}
          name="payerClientId"
          rules={{ validate: (id) => id === '' || id !== client?.id || 'Leave empty if they pay themselves' }}
          render={({ field }) => <ClientBox placeholder="They pay themselves" {...field} onChange={(id) => field.onChange(id ?? '')} />}
        />
      </Field>
      <div className="md:col-span-2">
        <Controller
          control={control}
          name="position"
          render={({ field }) => (
            <PositionPicker legend="Where their horses are, if not at a yard" value={field.value} onChange={field.onChange} />
          )}
        />
      </div>
      <Field label="what3words" optional error={errors.what3words?.message} className="md:col-span-2">
        <TextInput autoComplete="off" autoCapitalize="off" maxLength={100} {...register('what3words', { validate: areThreeWords })} />
      </Field>
      <Checkbox label="Billed as a business" {...register('isBusiness')} />
      {client && (
        <Checkbox label="Active" help="Switched off, they're kept with their history, hidden and never texted" {...register('isActive')} />
      )}
    </div>
  </details>
)

const isNamed = (text: string) => text.trim() !== '' || 'Enter a name'
const isEmail = (text: string) => text.trim() === '' || EMAIL.test(text.trim()) || 'Enter an e-mail address such as sarah@example.com'
