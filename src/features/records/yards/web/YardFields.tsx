import { type Control, Controller, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import { PositionPicker } from '#features/records/clients/web/PositionPicker.tsx'
import { areThreeWords, type PlaceValues } from '#lib/position-form.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'

export type YardValues = {
  name: string
  address: string
  postcode: string
  accessNotes: string
  gateCode: string
  hasCover: boolean
  hasLights: boolean
  contactClientId: string
  payerClientId: string
} & PlaceValues
type Props = { control: Control<YardValues>; register: UseFormRegister<YardValues>; errors: FieldErrors<YardValues> }

/** The form fields of a yard: how to find it, get in, and work there. */
export const YardFields = ({ control, register, errors }: Props) => (
  <div className="grid gap-4 md:grid-cols-2">
    <Field label="Name" required error={errors.name?.message} className="md:col-span-2">
      <TextInput autoComplete="off" maxLength={200} {...register('name', { validate: isNamed })} />
    </Field>
    <Field label="Address" optional>
      <TextInput autoComplete="off" maxLength={500} {...register('address')} />
    </Field>
    <Field label="Postcode" optional>
      <TextInput autoComplete="off" autoCapitalize="characters" maxLength={12} {...register('postcode')} />
    </Field>
    <Field label="Gate code" optional>
      <TextInput autoComplete="off" maxLength={60} {...register('gateCode')} />
    </Field>
    <Field label="Contact" optional>
      <Controller
        control={control}
        name="contactClientId"
        render={({ field }) => <ClientPicker adds {...field} onChange={(id) => field.onChange(id ?? '')} />}
      />
    </Field>
    <Field label="Who pays for the yard" optional help="For horses the yard pays for; normally the contact" className="md:col-span-2">
      <Controller
        control={control}
        name="payerClientId"
        render={({ field }) => <ClientPicker adds placeholder="The contact" {...field} onChange={(id) => field.onChange(id ?? '')} />}
      />
    </Field>
    <Field label="Getting in" optional help="Gates, dogs, where to park" className="md:col-span-2">
      <TextArea rows={2} maxLength={4000} {...register('accessNotes')} />
    </Field>
    <div className="md:col-span-2">
      <Controller
        control={control}
        name="position"
        render={({ field }) => <PositionPicker legend="Where the gate is on the map" value={field.value} onChange={field.onChange} />}
      />
    </div>
    <Field label="what3words" optional error={errors.what3words?.message} className="md:col-span-2">
      <TextInput autoComplete="off" autoCapitalize="off" maxLength={100} {...register('what3words', { validate: areThreeWords })} />
    </Field>
    <Checkbox label="Cover to work under" {...register('hasCover')} />
    <Checkbox label="Lights after dark" {...register('hasLights')} />
  </div>
)

const isNamed = (text: string) => text.trim() !== '' || 'Enter a name'
