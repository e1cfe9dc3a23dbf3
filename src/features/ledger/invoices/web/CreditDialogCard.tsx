import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { lineOf, numberOf } from '#features/ledger/invoices/rules.ts'
import { type KnownInvoice, useInvoices } from '#features/ledger/invoices/web/data.ts'
import { creditedBy } from '#features/ledger/invoices/web/InvoiceStatusBadge.tsx'
import { creditInvoice } from '#features/ledger/invoices/web/server.ts'
import { pounds, readPence } from '#lib/money.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { invoice: KnownInvoice; onClose: () => void }
type Values = { what: 'all' | 'lines' | 'amount'; chargeIds: string[]; amount: string; reason: string; chargeAgain: boolean }

const WHAT = [
  { value: 'all', label: 'All of it' },
  { value: 'lines', label: 'Some lines' },
  { value: 'amount', label: 'An amount' },
] as const

/**
 * Credits an invoice, some of its lines, or a sum of it. The credit is allocated to the invoice first; the rest goes on account. Mount it
 * to open it.
 */
export function CreditDialogCard({ invoice, onClose }: Props) {
  const left = invoice.totalPence - (creditedBy(useInvoices() ?? []).get(invoice.id) ?? 0)
  const [failure, setFailure] = useState<string>()
  const { register, control, handleSubmit, formState } = useForm<Values>({
    defaultValues: { what: 'all', chargeIds: [], amount: '', reason: '', chargeAgain: false },
  })
  const what = useWatch({ control, name: 'what' })
  const credit = handleSubmit(async ({ reason, ...values }) => {
    try {
      const issued = await creditInvoice(invoice.id, { reason: reason.trim(), ...creditOf(values) })
      toast({ title: `${numberOf(issued)} issued`, description: `${pounds(issued.totalPence)} credited on ${numberOf(invoice)}.` })
      onClose()
    } catch (error) {
      setFailure(sentenceOf(error))
    }
  })
  const isAmount = (text: string) => {
    const pence = readPence(text)
    return (pence !== undefined && pence > 0 && pence <= left) || `At most ${pounds(left)}, which is what's left of it`
  }
  return (
    <FormDialog
      title={`Credit ${numberOf(invoice)}`}
      submitLabel="Issue credit note"
      onSubmit={credit}
      onClose={onClose}
      isSaving={formState.isSubmitting}
      failure={failure}
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{`${pounds(left)} of it is left to credit. It settles the invoice first; anything already paid goes on account.`}</p>
        <Controller
          control={control}
          name="what"
          render={({ field }) => <Segmented label="What to credit" value={field.value} onChange={field.onChange} options={WHAT} />}
        />
        {what === 'lines' && (
          <FieldSet legend="Lines" error={formState.errors.chargeIds?.message}>
            {(invoice.asWas?.lines ?? []).map((line) =>
              line.chargeId ? (
                <Checkbox
                  key={line.chargeId}
                  value={line.chargeId}
                  label={`${line.horseName ? `${line.horseName}, ` : ''}${line.description}, ${pounds(lineOf(line).grossPence)}`}
                  {...register('chargeIds', { validate: (ids) => ids.length > 0 || 'Choose what is given back' })}
                />
              ) : null,
            )}
          </FieldSet>
        )}
        {what === 'amount' && (
          <Field label="Amount, including VAT" required error={formState.errors.amount?.message}>
            <PoundsInput maxLength={12} className="w-40" {...register('amount', { validate: isAmount })} />
          </Field>
        )}
        <Field label="Why" required help="Printed on the credit note" error={formState.errors.reason?.message}>
          <TextInput maxLength={500} {...register('reason', { validate: (text) => text.trim() !== '' || 'Say why' })} />
        </Field>
        {what !== 'amount' && (
          <Checkbox
            label="Invoice the lines again"
            help="They go back to To invoice, so you can correct them and invoice again."
            {...register('chargeAgain')}
          />
        )}
      </div>
    </FormDialog>
  )
}

function creditOf({ what, chargeIds, amount, chargeAgain }: Omit<Values, 'reason'>) {
  if (what === 'amount') return { amountPence: readPence(amount) ?? 0 }
  return { ...(what === 'lines' && { chargeIds }), ...(chargeAgain && { chargeAgain }) }
}
