import { ChevronDown } from 'lucide-react'
import { type Control, Controller, type FieldErrors, type UseFormRegister, useWatch } from 'react-hook-form'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import { USUAL_CYCLE_WEEKS } from '#features/records/horses/rules.ts'
import { FlagsField } from '#features/records/horses/web/FlagsField.tsx'
import { MicrochipDoubt, UelnDoubt } from '#features/records/horses/web/HorseDoubts.tsx'
import { type HorseValues, horseChecks } from '#features/records/horses/web/horse-form.ts'
import { PayerPicker } from '#features/records/horses/web/PayerPicker.tsx'
import { YardPicker } from '#features/records/yards/web/YardPicker.tsx'
import type { Day } from '#lib/dates.ts'
import { DateInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'

export type HorseFieldsProps = { control: Control<HorseValues>; register: UseFormRegister<HorseValues>; errors: FieldErrors<HorseValues> }

const TWO = 'grid gap-4 md:grid-cols-2'

/** The main fields of a horse. */
export const HorseFields = (form: HorseFieldsProps) => (
  <div className={TWO}>
    <WhoAndWhere {...form} />
    <Looks {...form} />
    <Handling {...form} />
  </div>
)

const WhoAndWhere = ({ control, register, errors }: HorseFieldsProps) => (
  <>
    <Field label="Name" required error={errors.name?.message}>
      <TextInput autoComplete="off" maxLength={120} {...register('name', { validate: horseChecks.name })} />
    </Field>
    <Field label="Owner" required error={errors.clientId?.message}>
      <Controller
        control={control}
        name="clientId"
        rules={{ validate: horseChecks.clientId }}
        render={({ field }) => <ClientPicker adds {...field} onChange={(id) => field.onChange(id ?? '')} />}
      />
    </Field>
    <Field label="Stands at" optional className="md:col-span-2">
      <Controller
        control={control}
        name="yardId"
        render={({ field }) => <YardPicker adds {...field} onChange={(id) => field.onChange(id ?? '')} />}
      />
    </Field>
    <Field
      label="Cycle"
      optional
      help={`Usually ${USUAL_CYCLE_WEEKS.from} to ${USUAL_CYCLE_WEEKS.to} weeks`}
      error={errors.cycleWeeks?.message}
    >
      <NumberInput suffix="weeks" min={1} max={52} step="any" {...register('cycleWeeks', { validate: horseChecks.cycleWeeks })} />
    </Field>
    <Field label="In winter" optional help="October to March, if different" error={errors.winterWeeks?.message}>
      <NumberInput suffix="weeks" min={1} max={52} step="any" {...register('winterWeeks', { validate: horseChecks.winterWeeks })} />
    </Field>
  </>
)

const Looks = ({ register, errors }: HorseFieldsProps) => (
  <>
    <Field label="Breed" optional>
      <TextInput autoComplete="off" maxLength={80} {...register('breed')} />
    </Field>
    <Field label="Age" optional error={errors.age?.message}>
      <NumberInput suffix="years" min={0} max={60} {...register('age', { validate: horseChecks.age })} />
    </Field>
    <Field label="Colour" optional>
      <TextInput autoComplete="off" maxLength={60} {...register('color')} />
    </Field>
    <Field label="Markings" optional>
      <TextInput autoComplete="off" maxLength={1000} {...register('markings')} />
    </Field>
  </>
)

const Handling = ({ control, register }: HorseFieldsProps) => (
  <>
    <Controller control={control} name="flags" render={({ field }) => <FlagsField value={field.value} onChange={field.onChange} />} />
    <Field label="Temperament" optional className="md:col-span-2">
      <TextInput autoComplete="off" maxLength={1000} {...register('temperament')} />
    </Field>
    <Field label="Special notes" optional className="md:col-span-2">
      <TextArea rows={3} maxLength={10_000} {...register('specialNotes')} />
    </Field>
  </>
)

/** The rarely used fields: the payer, the vet, the numbers and the passport. */
export function MoreHorseFields({ control, register, today }: HorseFieldsProps & { today: Day }) {
  const [clientId, yardId] = useWatch({ control, name: ['clientId', 'yardId'] })
  return (
    <details className="mt-4 border-t border-line pt-2">
      <summary className="flex min-h-12 items-center gap-2 font-medium md:min-h-10">
        <ChevronDown size={20} aria-hidden className="in-open:rotate-180" />
        More: payer, vet, numbers, passport
      </summary>
      <div className={`${TWO} pt-2`}>
        <Controller
          control={control}
          name="payerClientId"
          render={({ field }) => <PayerPicker value={field.value} onChange={field.onChange} ownerId={clientId} yardId={yardId} />}
        />
        <Field label="Vet" optional>
          <TextInput autoComplete="off" maxLength={120} {...register('vetName')} />
        </Field>
        <Field label="Vet's phone" optional>
          <TextInput type="tel" autoComplete="off" maxLength={40} {...register('vetPhone')} />
        </Field>
        <Field label="UELN" optional help={<UelnDoubt control={control} />}>
          <TextInput autoComplete="off" maxLength={20} {...register('ueln')} />
        </Field>
        <Field label="Microchip" optional help={<MicrochipDoubt control={control} />}>
          <TextInput autoComplete="off" inputMode="numeric" maxLength={20} {...register('microchip')} />
        </Field>
        <Field label="Passport seen" optional help="By law it stays with the horse. Note the date you saw it." className="md:col-span-2">
          <DateInput max={today} {...register('passportSeenOn')} />
        </Field>
      </div>
    </details>
  )
}
