import { type UseFormReturn, useWatch } from 'react-hook-form'
import { inPercent, isCount, isPercent, isSum, penceOf, poundsIn, readPercent } from '#app/pages/settings/money/figures.ts'
import { type PartProps, usePartForm } from '#app/pages/settings/money/SavedPart.tsx'
import { SavedForm } from '#app/pages/settings/SavedForm.tsx'
import { BANK_RATES_UNTIL } from '#features/records/prices/bank-rate.ts'
import type { Money } from '#features/records/prices/settings.ts'
import { dayAndYear } from '#lib/dates.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Fees = Money['fees']
type Values = {
  blocksBookings: boolean
  chases: boolean
  chaseDays: string
  ladder: { afterDays: string; pounds: string }[]
  overBase: string
  chargesInterest: boolean
  bankRates: { from: string; percent: string }[]
  compensates: boolean
  lateCancelPercent: string
  noticeHours: string
}

/** Spec §9: three steps. A step left empty is not taken. */
const STEPS = [0, 1, 2] as const

/** What happens when an invoice is not paid, or a visit is called off late. Nothing of it is charged automatically. */
export function FeesForm(props: PartProps) {
  const form = usePartForm({
    ...props,
    part: 'fees',
    initial: valuesOf(props.rules.fees),
    toRules,
    said: 'Fees are proposed like this from now on. Nothing is charged until you say so.',
  })
  const { register, control, formState } = form
  const { errors } = formState
  const [chases, chargesInterest] = useWatch({ control, name: ['chases', 'chargesInterest'] })
  return (
    <SavedForm title="Late payment" submitLabel="Save late payment" {...form.dialog}>
      <p className="text-ink-2">Fees are proposed under Money, Owed. You charge them or let them go: nothing is added automatically.</p>
      <Checkbox
        label="Ask before booking somebody who is overdue"
        help="You can still book them; it's recorded that you did."
        {...register('blocksBookings')}
      />
      <Checkbox
        label="Remind automatically when an invoice is overdue"
        help="By text or e-mail, never in quiet hours, and not once it's paid."
        {...register('chases')}
      />
      {chases && (
        <Field label="Remind after so many days overdue" error={errors.chaseDays?.message}>
          <TextInput className="w-44" placeholder="3, 10, 17" {...register('chaseDays', { validate: areDays })} />
        </Field>
      )}
      <FieldSet legend="Late fees: extra after so many days overdue">
        <div className="grid gap-2">
          {STEPS.map((at) => (
            <div key={at} className="flex gap-2">
              <NumberInput
                aria-label={`Step ${at + 1}: days overdue`}
                suffix="days"
                className="w-32"
                {...register(`ladder.${at}.afterDays`, { validate: isBlankOr(isCount(365)) })}
              />
              <PoundsInput
                aria-label={`Step ${at + 1}: fee`}
                className="w-32"
                {...register(`ladder.${at}.pounds`, { validate: isBlankOr(isSum) })}
              />
            </div>
          ))}
          {errors.ladder && <p className="text-14 font-medium text-flag-ink">Whole days and pounds; leave both empty for no step.</p>}
        </div>
      </FieldSet>
      <FieldSet legend="Interest, businesses only">
        <Checkbox
          label="Propose interest"
          help="Uses the Bank Rate on the 30 June or 31 December before an invoice is overdue, ignoring later changes."
          {...register('chargesInterest')}
        />
        {chargesInterest && <InterestFields form={form} />}
        <Checkbox label="And the fixed sum set by law" help="£40, £70 from £1,000, £100 from £10,000." {...register('compensates')} />
      </FieldSet>
      <FieldSet legend="Late cancellations">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Notice" help="Your terms ask for it" error={errors.noticeHours?.message}>
            <NumberInput suffix="hours" className="w-36" {...register('noticeHours', { validate: isCount(168) })} />
          </Field>
          <Field label="Fee, of the price" help="Never proposed if the time was filled again" error={errors.lateCancelPercent?.message}>
            <NumberInput suffix="%" className="w-36" {...register('lateCancelPercent', { validate: isCount(50) })} />
          </Field>
        </div>
      </FieldSet>
    </SavedForm>
  )
}

/** How much over Bank Rate, and what the Bank of England has changed since our table ends. The row after the last is for the next change. */
function InterestFields({ form: { register, control, formState } }: { form: UseFormReturn<Values> }) {
  const { errors } = formState
  const bankRates = useWatch({ control, name: 'bankRates' })
  return (
    <>
      <Field label="Over Bank Rate" help="The law gives 8 %" error={errors.overBase?.message}>
        <NumberInput suffix="%" inputMode="decimal" step="0.01" className="w-36" {...register('overBase', { validate: isPercent })} />
      </Field>
      <FieldSet legend={`Changes of Bank Rate after ${dayAndYear(BANK_RATES_UNTIL)}`}>
        <div className="grid gap-2">
          {bankRates.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name but its place
            <div key={at} className="flex flex-wrap gap-2">
              <div className="w-44">
                <DateInput looks="back" aria-label={`Change ${at + 1}: from`} {...register(`bankRates.${at}.from`)} />
              </div>
              <NumberInput
                aria-label={`Change ${at + 1}: Bank Rate`}
                suffix="%"
                inputMode="decimal"
                step="0.01"
                className="w-32"
                {...register(`bankRates.${at}.percent`, {
                  validate: (percent, { bankRates: all }) => (all[at]?.from ? isPercent(percent) : percent.trim() === '' || NO_DAY),
                })}
              />
            </div>
          ))}
          {errors.bankRates && <p className="text-14 font-medium text-flag-ink">{NO_DAY}</p>}
        </div>
      </FieldSet>
    </>
  )
}

const NO_DAY = 'A day and per cent, such as 3.75; leave both empty for no change.'

const valuesOf = (fees: Fees): Values => ({
  blocksBookings: fees.blocksBookings,
  chases: fees.chases,
  chaseDays: fees.chaseDays.join(', '),
  ladder: Array.from({ length: Math.max(STEPS.length, fees.ladder.length) }, (_, at) => {
    const step = fees.ladder[at]
    return { afterDays: step ? String(step.afterDays) : '', pounds: step ? poundsIn(step.pence) : '' }
  }),
  overBase: inPercent(fees.interestOverBaseBp),
  chargesInterest: fees.chargesInterest,
  bankRates: [...fees.bankRates.map(({ from, rateBp }) => ({ from: String(from), percent: inPercent(rateBp) })), { from: '', percent: '' }],
  compensates: fees.compensates,
  lateCancelPercent: String(fees.lateCancelPercent),
  noticeHours: String(fees.noticeHours),
})

const toRules = (changed: Partial<Values>): Partial<Fees> => {
  const { chaseDays, ladder, overBase, bankRates, lateCancelPercent, noticeHours, ...same } = changed
  return {
    ...same,
    ...(chaseDays !== undefined && { chaseDays: daysIn(chaseDays) }),
    ...(ladder && { ladder: stepsIn(ladder) }),
    ...(overBase !== undefined && { interestOverBaseBp: readPercent(overBase) }),
    ...(bankRates && { bankRates: ratesIn(bankRates) }),
    ...(lateCancelPercent !== undefined && { lateCancelPercent: Number(lateCancelPercent) }),
    ...(noticeHours !== undefined && { noticeHours: Number(noticeHours) }),
  }
}

const stepsIn = (ladder: Values['ladder']): Fees['ladder'] =>
  ladder
    .filter(({ afterDays, pounds }) => afterDays.trim() !== '' && penceOf(pounds) > 0)
    .map(({ afterDays, pounds }) => ({ afterDays: Number(afterDays), pence: penceOf(pounds) }))
    .toSorted((a, b) => a.afterDays - b.afterDays)

const ratesIn = (rates: Values['bankRates']): Fees['bankRates'] =>
  rates
    .filter(({ from, percent }) => from !== '' && percent.trim() !== '')
    .map(({ from, percent }) => ({ from, rateBp: readPercent(percent) }))
    .toSorted((a, b) => a.from.localeCompare(b.from))

const daysIn = (text: string): number[] => [...new Set((text.match(/\d+/g) ?? []).map(Number))].toSorted((a, b) => a - b)

const areDays = (text: string) =>
  (/^\s*\d{1,3}(\s*,\s*\d{1,3}){0,9}\s*$/.test(text) && daysIn(text).every((day) => day > 0)) ||
  'Days with commas between, such as 3, 10, 17'

const isBlankOr = (isGood: (text: string) => true | string) => (text: string) => text.trim() === '' || isGood(text)
