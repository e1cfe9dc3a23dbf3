import { Controller } from 'react-hook-form'
import { isCount } from '#app/pages/settings/money/figures.ts'
import { type PartProps, usePartForm } from '#app/pages/settings/money/SavedPart.tsx'
import { SavedForm } from '#app/pages/settings/SavedForm.tsx'
import type { Money } from '#features/records/prices/settings.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Values = {
  per: Money['invoicing']['per']
  dueDays: string
  prefix: string
  address: string
  phone: string
  email: string
  terms: string
  invoicesAtCloseout: boolean
}

const PER = [
  { value: 'visit', label: 'A visit' },
  { value: 'owner', label: 'An owner' },
  { value: 'payer', label: 'A payer' },
] as const
const PER_WORDS = {
  visit: 'Each visit is invoiced separately, one invoice for each payer.',
  owner: "All of an owner's work goes on one invoice, whichever visits it was done on.",
  payer: 'Everything somebody pays for goes on one invoice, whoever owns the horses.',
} as const

/** How work becomes invoices, and their contents. */
export function InvoicingForm(props: PartProps) {
  const form = usePartForm({
    ...props,
    part: 'invoicing',
    initial: valuesOf(props.rules.invoicing),
    toRules,
    said: 'New invoices follow this. Those already issued stay as they are.',
  })
  const { register, control, formState } = form
  return (
    <SavedForm title="Invoices" submitLabel="Save invoices" {...form.dialog}>
      <Controller
        control={control}
        name="per"
        render={({ field }) => (
          <Field label="One invoice for" help={PER_WORDS[field.value]}>
            <Segmented label="One invoice for" value={field.value} onChange={field.onChange} options={PER} />
          </Field>
        )}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Due after" help="0: due the day it's issued, as in your terms" error={formState.errors.dueDays?.message}>
          <NumberInput suffix="days" min={0} max={120} className="w-36" {...register('dueDays', { validate: isCount(120) })} />
        </Field>
        <Field label="Numbers start with" help="INV makes INV-0042" error={formState.errors.prefix?.message}>
          <TextInput maxLength={8} autoCapitalize="characters" className="w-36" {...register('prefix', { validate: isPrefix })} />
        </Field>
      </div>
      <Checkbox
        label="Issue the invoice when you close out a visit"
        help="Otherwise the work waits under To invoice until you issue it."
        {...register('invoicesAtCloseout')}
      />
      <Field label="Your address" help="As shown on the invoice" optional>
        <TextArea rows={3} maxLength={300} autoComplete="street-address" {...register('address')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Phone" optional>
          <TextInput type="tel" maxLength={40} autoComplete="tel" {...register('phone')} />
        </Field>
        <Field label="E-mail" optional>
          <TextInput type="email" maxLength={200} autoComplete="email" {...register('email')} />
        </Field>
      </div>
      <Field label="Terms" help="A line or two at the foot of every invoice" optional>
        <TextArea rows={3} maxLength={1000} {...register('terms')} />
      </Field>
    </SavedForm>
  )
}

const valuesOf = ({ per, dueDays, prefix, address, phone, email, terms, invoicesAtCloseout }: Money['invoicing']): Values => ({
  per,
  dueDays: String(dueDays),
  prefix,
  address: address ?? '',
  phone: phone ?? '',
  email: email ?? '',
  terms: terms ?? '',
  invoicesAtCloseout,
})

const toRules = ({ dueDays, prefix, ...words }: Partial<Values>): Partial<Money['invoicing']> => ({
  ...words,
  ...(dueDays !== undefined && { dueDays: Number(dueDays) }),
  ...(prefix !== undefined && { prefix: prefix.trim().toUpperCase() }),
})

const isPrefix = (text: string) =>
  (/^[a-z0-9]{1,8}$/i.test(text.trim()) && text.trim().toUpperCase() !== 'CN') || "Letters and numbers, but not CN: that's for credit notes"
