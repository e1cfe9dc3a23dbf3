import { Controller, useWatch } from 'react-hook-form'
import { inPercent, isPercent, isSum, penceOf, poundsIn, readPercent } from '#app/pages/settings/money/figures.ts'
import { type PartProps, usePartForm } from '#app/pages/settings/money/SavedPart.tsx'
import { SavedForm } from '#app/pages/settings/SavedForm.tsx'
import type { Money } from '#features/records/prices/settings.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Values = { isRegistered: boolean; number: string; rate: string; prices: 'before' | 'with'; threshold: string }

const PRICES = [
  { value: 'before', label: 'VAT comes on top' },
  { value: 'with', label: 'VAT is included' },
] as const

/** Whether the practice charges VAT, at what rate, and the turnover from which it must. */
export function VatForm(props: PartProps) {
  const form = usePartForm({
    ...props,
    part: 'vat',
    initial: valuesOf(props.rules.vat),
    toRules,
    said: "New charges follow this. What's already charged stays as it is.",
  })
  const { register, control, formState } = form
  const isRegistered = useWatch({ control, name: 'isRegistered' })
  return (
    <SavedForm title="VAT" submitLabel="Save VAT" {...form.dialog}>
      <Checkbox label="Registered for VAT" help="Otherwise no invoice shows VAT." {...register('isRegistered')} />
      {isRegistered && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="VAT number" error={formState.errors.number?.message}>
              <TextInput maxLength={20} placeholder="GB 123 4567 89" {...register('number', { validate: isNumber })} />
            </Field>
            <Field label="Rate" error={formState.errors.rate?.message}>
              <NumberInput suffix="%" inputMode="decimal" step="0.01" className="w-36" {...register('rate', { validate: isPercent })} />
            </Field>
          </div>
          <Controller
            control={control}
            name="prices"
            render={({ field }) => (
              <Field label="Your prices" help="Each line's VAT is rounded to the penny, half a penny up.">
                <Segmented label="Your prices" value={field.value} onChange={field.onChange} options={PRICES} />
              </Field>
            )}
          />
        </>
      )}
      <Field
        label="Turnover from which you must register"
        help="Over any twelve months. The tax screen shows how near you are."
        error={formState.errors.threshold?.message}
      >
        <PoundsInput className="w-44" {...register('threshold', { validate: isSum })} />
      </Field>
    </SavedForm>
  )
}

const valuesOf = ({ isRegistered, number, rateBp, includesVat, thresholdPence }: Money['vat']): Values => ({
  isRegistered,
  number: number ?? '',
  rate: inPercent(rateBp),
  prices: includesVat ? 'with' : 'before',
  threshold: poundsIn(thresholdPence),
})

const toRules = ({ isRegistered, number, rate, prices, threshold }: Partial<Values>): Partial<Money['vat']> => ({
  ...(isRegistered !== undefined && { isRegistered }),
  ...(number !== undefined && { number: number.trim() }),
  ...(rate !== undefined && { rateBp: readPercent(rate) }),
  ...(prices !== undefined && { includesVat: prices === 'with' }),
  ...(threshold !== undefined && { thresholdPence: penceOf(threshold) }),
})

const isNumber = (text: string) => /^(GB)?\s*(\d\s*){9}((\d\s*){3})?$/i.test(text.trim()) || 'Nine figures, as on your certificate'
