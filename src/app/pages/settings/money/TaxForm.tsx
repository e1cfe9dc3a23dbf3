import { Controller } from 'react-hook-form'
import { isCount, isSum, penceOf, poundsIn } from '#app/pages/settings/money/figures.ts'
import { type PartProps, usePartForm } from '#app/pages/settings/money/SavedPart.tsx'
import { SavedForm } from '#app/pages/settings/SavedForm.tsx'
import type { Money } from '#features/records/prices/settings.ts'
import { Field, FieldSet } from '#ui/Field.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'
import { Segmented } from '#ui/Segmented.tsx'

type Tax = Money['tax']
type Values = {
  basis: Tax['basis']
  quarters: Tax['quarters']
  car: string
  carAfter: string
  milesAtFirst: string
  motorcycle: string
  bicycle: string
  charge: string
}

const BASES = [
  { value: 'cash', label: 'Cash' },
  { value: 'accruals', label: 'Invoices' },
] as const
const BASIS_WORDS = {
  cash: "Income counts on the day it's paid. What most sole traders use.",
  accruals: 'Income counts on the day of its invoice, paid or not: traditional accounting.',
} as const
const QUARTERS = [
  { value: 'standard', label: 'From 6 April' },
  { value: 'calendar', label: 'From 1 April' },
] as const

/** How the tax figures are made, and what a mile is worth. */
export function TaxForm(props: PartProps) {
  const form = usePartForm({
    ...props,
    part: 'tax',
    initial: valuesOf(props.rules.tax),
    toRules,
    said: 'Your tax figures follow this.',
  })
  const { register, control, formState } = form
  const { errors } = formState
  const pence = (name: 'car' | 'carAfter' | 'motorcycle' | 'bicycle', label: string) => (
    <Field label={label} error={errors[name]?.message}>
      <NumberInput suffix="p" className="w-36" {...register(name, { validate: isCount(200) })} />
    </Field>
  )
  return (
    <SavedForm title="Tax and miles" submitLabel="Save tax and miles" {...form.dialog}>
      <Controller
        control={control}
        name="basis"
        render={({ field }) => (
          <Field label="Income counts by" help={BASIS_WORDS[field.value]}>
            <Segmented label="Income counts by" value={field.value} onChange={field.onChange} options={BASES} />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="quarters"
        render={({ field }) => (
          <Field label="Quarters" help="As you told HMRC: standard quarters start on the 6th, calendar ones on the 1st.">
            <Segmented label="Quarters" value={field.value} onChange={field.onChange} options={QUARTERS} />
          </Field>
        )}
      />
      <FieldSet legend="What a mile is worth for tax">
        <div className="grid gap-4 sm:grid-cols-2">
          {pence('car', 'Car or van')}
          {pence('carAfter', 'Car or van, after the first miles')}
          <Field label="The first miles of a tax year" error={errors.milesAtFirst?.message}>
            <NumberInput suffix="miles" className="w-44" {...register('milesAtFirst', { validate: isCount(100_000) })} />
          </Field>
          {pence('motorcycle', 'Motorcycle')}
          {pence('bicycle', 'Bicycle')}
        </div>
      </FieldSet>
      <Field
        label="What you charge a mile"
        help="0: you don’t charge. A line for miles on an invoice starts with it."
        error={errors.charge?.message}
      >
        <PoundsInput className="w-36" {...register('charge', { validate: isSum })} />
      </Field>
    </SavedForm>
  )
}

const valuesOf = (tax: Tax): Values => ({
  basis: tax.basis,
  quarters: tax.quarters,
  car: String(tax.carPence),
  carAfter: String(tax.carAfterPence),
  milesAtFirst: String(tax.milesAtFirst),
  motorcycle: String(tax.motorcyclePence),
  bicycle: String(tax.bicyclePence),
  charge: poundsIn(tax.chargePerMilePence),
})

const toRules = ({ basis, quarters, car, carAfter, milesAtFirst, motorcycle, bicycle, charge }: Partial<Values>): Partial<Tax> => ({
  ...(basis !== undefined && { basis }),
  ...(quarters !== undefined && { quarters }),
  ...(car !== undefined && { carPence: Number(car) }),
  ...(carAfter !== undefined && { carAfterPence: Number(carAfter) }),
  ...(milesAtFirst !== undefined && { milesAtFirst: Number(milesAtFirst) }),
  ...(motorcycle !== undefined && { motorcyclePence: Number(motorcycle) }),
  ...(bicycle !== undefined && { bicyclePence: Number(bicycle) }),
  ...(charge !== undefined && { chargePerMilePence: penceOf(charge) }),
})
