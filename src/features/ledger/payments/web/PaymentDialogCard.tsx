import { type Control, Controller } from 'react-hook-form'
import type { PaymentMethod } from '#features/ledger/payments/contract.ts'
import { methodWords, PAYMENT_METHODS } from '#features/ledger/payments/method-words.ts'
import { type KnownPayment, refundPayment, takePayment, useLastMethod } from '#features/ledger/payments/web/data.ts'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import { useClient } from '#features/records/clients/web/data.ts'
import { inPounds, pounds, readPence } from '#lib/money.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  /** The payer; the user is prompted for it by default. */
  payerClientId?: string | undefined
  /** A payment to give money back of; none takes money. */
  refundOf?: KnownPayment | undefined
  /** What it is for. */
  invoiceId?: string | undefined
  appointmentId?: string | undefined
  /** What is likely paid; of money given back the most there is. */
  amountPence?: number | undefined
  /** Other sums they may mean, each by a press: `Everything owed`. */
  others?: readonly { label: string; pence: number }[]
  onClose: () => void
}
type Values = { payerClientId: string | null; amount: string; method: PaymentMethod; receivedOn: string; reference: string }

/** Money taken from a payer, or given back to one. Mount it to open it. */
export function PaymentDialogCard({ payerClientId, refundOf, invoiceId, appointmentId, amountPence, others = [], onClose }: Props) {
  const today = useToday()
  const name = useClient(payerClientId)?.name
  const usual = useLastMethod(payerClientId)
  const how = ({ method, receivedOn, reference }: Values) => ({
    method,
    receivedOn: receivedOn || today,
    reference: reference.trim() || null,
  })
  const form = useRecordForm<Values>({
    draft: null,
    initial: {
      payerClientId: payerClientId ?? null,
      amount: amountPence && amountPence > 0 ? inPounds(amountPence) : '',
      method: refundOf?.method ?? usual,
      receivedOn: today,
      reference: '',
    },
    id: undefined,
    create(values) {
      const pence = readPence(values.amount) ?? 0
      if (refundOf) return refundPayment(refundOf, { ...how(values), amountPence: pence })
      return takePayment({
        ...how(values),
        payerClientId: values.payerClientId ?? '',
        amountPence: pence,
        invoiceId: invoiceId ?? null,
        appointmentId: appointmentId ?? null,
      })
    },
    change: async () => false,
    onSaved() {
      const { amount, method } = form.getValues()
      const amountWords = `${pounds(readPence(amount) ?? 0)}, ${methodWords(method)}`
      toast({ title: refundOf ? 'Refunded' : 'Payment taken', description: name ? `${name}: ${amountWords}.` : `${amountWords}.` })
      onClose()
    },
  })
  const isSum = (text: string) => {
    const pence = readPence(text)
    if (!pence) return 'Enter pounds, such as 35 or 37.50'
    const most = refundOf && (amountPence ?? refundOf.amountPence)
    return most === undefined || pence <= most || `At most ${pounds(most)}, the amount paid`
  }
  const { register, control, formState, setValue } = form
  return (
    <FormDialog
      {...form.dialog}
      title={[refundOf ? 'Refund' : 'Payment', name && `${refundOf ? 'to' : 'from'} ${name}`].filter(Boolean).join(' ')}
      submitLabel={refundOf ? 'Refund' : 'Take payment'}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {!payerClientId && <Payer control={control} />}
        <Field label="Amount" required error={formState.errors.amount?.message}>
          <PoundsInput maxLength={12} {...register('amount', { validate: isSum })} />
        </Field>
        {others.length > 0 && (
          <Others others={others} onChoose={(pence) => setValue('amount', inPounds(pence), { shouldValidate: true })} />
        )}
        <Field label="How">
          <Controller
            control={control}
            name="method"
            render={({ field }) => (
              <Segmented label="How" value={field.value} onChange={field.onChange} options={PAYMENT_METHODS} className="max-md:w-full" />
            )}
          />
        </Field>
        <Field label="On">
          <DateInput max={today} {...register('receivedOn')} />
        </Field>
        <Field label="Reference" optional>
          <TextInput maxLength={200} {...register('reference')} />
        </Field>
      </div>
    </FormDialog>
  )
}

const Payer = ({ control }: { control: Control<Values> }) => (
  <Controller
    control={control}
    name="payerClientId"
    rules={{ validate: (id) => Boolean(id) || 'Choose who pays' }}
    render={({ field, fieldState }) => (
      <Field label="Who pays" required error={fieldState.error?.message}>
        <ClientPicker ref={field.ref} value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
      </Field>
    )}
  />
)

const Others = ({ others, onChoose }: { others: NonNullable<Props['others']>; onChoose: (pence: number) => void }) => (
  <p className="flex flex-wrap gap-2">
    {others.map(({ label, pence }) => (
      <Button key={label} size="sm" onClick={() => onChoose(pence)}>{`${label}, ${pounds(pence)}`}</Button>
    ))}
  </p>
)
