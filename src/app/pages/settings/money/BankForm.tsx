import { type PartProps, usePartForm } from '#app/pages/settings/money/SavedPart.tsx'
import { SavedForm } from '#app/pages/settings/SavedForm.tsx'
import type { Money } from '#features/records/prices/settings.ts'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Values = { accountName: string; sortCode: string; accountNumber: string; stripeAccount: string }

/** Where transfers go, as every invoice states it. */
export function BankForm(props: PartProps) {
  const form = usePartForm({
    ...props,
    part: 'bank',
    initial: valuesOf(props.rules.bank),
    toRules,
    said: 'New invoices ask for transfers to this account.',
  })
  const { register, formState } = form
  const { errors } = formState
  return (
    <SavedForm title="Bank" submitLabel="Save bank" {...form.dialog}>
      <p className="text-ink-2">Printed on every invoice, with its number as the reference. Leave empty to hide transfers.</p>
      <Field label="Name of the account" optional>
        <TextInput maxLength={120} {...register('accountName')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Sort code" optional error={errors.sortCode?.message}>
          <TextInput inputMode="numeric" maxLength={8} placeholder="12-34-56" {...register('sortCode', { validate: isSortCode })} />
        </Field>
        <Field label="Account number" optional error={errors.accountNumber?.message}>
          <TextInput inputMode="numeric" maxLength={8} placeholder="12345678" {...register('accountNumber', { validate: isAccount })} />
        </Field>
      </div>
      <Field
        label="Stripe account"
        optional
        help={
          props.user.isTestVersion
            ? 'TEST VERSION: nobody can pay by card.'
            : "Starts with acct_. Card payments from an invoice's link go into it"
        }
        error={errors.stripeAccount?.message}
      >
        <TextInput maxLength={60} placeholder="acct_..." spellCheck={false} {...register('stripeAccount', { validate: isStripe })} />
      </Field>
    </SavedForm>
  )
}

const valuesOf = ({ accountName, sortCode, accountNumber, stripeAccount }: Money['bank']): Values => ({
  accountName: accountName ?? '',
  sortCode: sortCode ?? '',
  accountNumber: accountNumber ?? '',
  stripeAccount: stripeAccount ?? '',
})

const toRules = ({ sortCode, ...rest }: Partial<Values>): Partial<Money['bank']> => ({
  ...Object.fromEntries(Object.entries(rest).map(([field, text]) => [field, text.trim()])),
  ...(sortCode !== undefined && { sortCode: dashed(sortCode) }),
})

const figures = (text: string) => text.replace(/[\s-]/g, '')
const dashed = (text: string) => figures(text).replace(/^(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3')
const isSortCode = (text: string) => figures(text) === '' || /^\d{6}$/.test(figures(text)) || 'Six figures, such as 12-34-56'
const isAccount = (text: string) => text.trim() === '' || /^\d{6,8}$/.test(text.trim()) || 'Up to eight figures'
const isStripe = (text: string) => text.trim() === '' || /^acct_\w+$/.test(text.trim()) || 'It starts with acct_'
