import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import {
  ADDED,
  type ChargeValues,
  isAdded,
  type LinePresets,
  toChange,
  toCharge,
  valuesOf,
} from '#features/ledger/invoices/web/charge-form.ts'
import { addCharge, changeCharge, type KnownCharge, removeCharge } from '#features/ledger/invoices/web/data.ts'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import type { Money } from '#features/records/prices/settings.ts'
import { useMoney } from '#features/records/prices/web/use-money.ts'
import { inPounds, readPence } from '#lib/money.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'
import { withToast } from '#ui/with-toast.ts'

type Props = {
  /** The line to change; none adds one. */
  charge?: KnownCharge | undefined
  /** What a new one belongs to. */
  presets?: LinePresets | undefined
  onClose: () => void
}

/** A line still to be invoiced: added, corrected or removed. Mount it to open it. */
export function ChargeDialogCard(props: Props) {
  const money = useMoney()
  return money ? <ChargeForm {...props} money={money} /> : null
}

function ChargeForm({ charge, presets, money, onClose }: Props & { money: Money }) {
  const today = useToday()
  const isDiscount = charge !== undefined && charge.unitPence < 0
  const form = useRecordForm<ChargeValues>({
    draft: charge ? null : `line/${presets?.payerClientId ?? ''}/${presets?.appointmentId ?? ''}`,
    initial: valuesOf(charge, presets, money, today),
    id: charge?.id,
    row: charge,
    create(values) {
      const { words, shown } = toCharge(values, presets, money)
      return addCharge(words, shown)
    },
    change: (id, changed, seen) => changeCharge(id, toChange(changed, isDiscount), seen),
    onSaved(_id, what) {
      if (what !== 'unchanged') toast({ title: what === 'created' ? 'Line added' : 'Line changed', description: "It's ready to invoice." })
      onClose()
    },
  })
  const kind = useWatch({ control: form.control, name: 'kind' })
  return (
    <FormDialog {...form.dialog} title={charge ? 'Change line' : 'Add a line'} submitLabel="Save" onClose={onClose}>
      <div className="grid gap-4">
        {!charge && <KindField form={form} money={money} />}
        <PayerField form={form} />
        <Field label="What for" required={kind === 'extra'} error={form.formState.errors.description?.message}>
          <TextInput
            maxLength={300}
            placeholder={kind === 'discount' ? 'Three horses at once' : kind === 'mileage' ? 'Miles' : 'Pads, studs, packing'}
            {...form.register('description', { validate: (text) => kind !== 'extra' || text.trim() !== '' || 'Say what it is for' })}
          />
        </Field>
        <PriceFields form={form} kind={kind} isDiscount={isDiscount || kind === 'discount'} />
        <div className="grid gap-4 sm:grid-cols-2">
          {!charge?.workEntryId && (
            <Field label="On">
              <DateInput looks="back" {...form.register('chargedOn', { required: true })} />
            </Field>
          )}
          {money.vat.isRegistered && (
            <Field label="VAT" error={form.formState.errors.vat?.message}>
              <NumberInput suffix="%" inputMode="decimal" step="0.01" {...form.register('vat', { validate: isRate })} />
            </Field>
          )}
        </div>
        {charge && <RemoveButton charge={charge} onClose={onClose} />}
      </div>
    </FormDialog>
  )
}

type Form = Pick<UseFormReturn<ChargeValues>, 'control' | 'register' | 'formState' | 'setValue' | 'getValues'>

function KindField({ form, money }: { form: Form; money: Money }) {
  const choose = (kind: ChargeValues['kind']) => {
    form.setValue('kind', kind, { shouldDirty: true })
    const perMile = money.tax.chargePerMilePence
    if (kind === 'mileage' && form.getValues('price') === '' && perMile > 0) form.setValue('price', inPounds(perMile))
  }
  return (
    <Controller
      control={form.control}
      name="kind"
      render={({ field }) => (
        <Field label="Kind">
          <Segmented label="Kind" value={field.value} onChange={choose} options={ADDED} />
        </Field>
      )}
    />
  )
}

const PayerField = ({ form }: { form: Form }) => (
  <Controller
    control={form.control}
    name="payerClientId"
    rules={{ validate: (id) => Boolean(id) || 'Choose who pays' }}
    render={({ field, fieldState }) => (
      <Field label="Who pays" required error={fieldState.error?.message}>
        <ClientPicker ref={field.ref} value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
      </Field>
    )}
  />
)

type PriceProps = { form: Form; kind: ChargeValues['kind']; isDiscount: boolean }

const PriceFields = ({ form: { register, formState }, kind, isDiscount }: PriceProps) => (
  <div className="grid grid-cols-2 gap-4">
    <Field label={kind === 'mileage' ? 'Miles' : 'How many'} error={formState.errors.quantity?.message}>
      <NumberInput min={1} max={10_000} {...register('quantity', { validate: isQuantity })} />
    </Field>
    <Field label={isDiscount ? 'Off' : kind === 'mileage' ? 'A mile' : 'Each'} required error={formState.errors.price?.message}>
      <PoundsInput maxLength={12} {...register('price', { validate: isPrice })} />
    </Field>
  </div>
)

function RemoveButton({ charge, onClose }: { charge: KnownCharge; onClose: () => void }) {
  const remove = () => {
    onClose()
    return withToast('Line removed', `${charge.description} won't be charged.`, () => removeCharge(charge))
  }
  return (
    <Button variant="danger" className="justify-self-start" onClick={remove}>
      {isAdded(charge.kind) ? 'Remove line' : 'Do not charge this'}
    </Button>
  )
}

const isQuantity = (text: string) => (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 10_000) || 'A whole number'
const isPrice = (text: string) => readPence(text) !== undefined || 'Enter pounds, such as 35 or 37.50'
const isRate = (text: string) => /^\d{1,2}(\.\d{1,2})?$/.test(text) || 'Per cent, such as 20'
