import { ChevronDown } from 'lucide-react'
import { type Control, Controller, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import { ClientPicker } from '#features/clients/web/ClientPicker.tsx'
import { flagLabel, GONE_REASONS, offeredFlags, USUAL_CYCLE_WEEKS } from '#features/horses/rules.ts'
import { type HorseValues, horseChecks } from '#features/horses/web/horse-form.ts'
import { YardPicker } from '#features/yards/web/YardPicker.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { Select } from '#ui/Select.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'

export type HorseFieldsProps = { control: Control<HorseValues>; register: UseFormRegister<HorseValues>; errors: FieldErrors<HorseValues> }

const TWO = 'grid gap-4 md:grid-cols-2'

/** What is asked of a horse at once. */
export const HorseFields = ({ ownFlags, ...form }: HorseFieldsProps & { ownFlags: readonly string[] }) => (
  <div className={TWO}>
    <WhoAndWhere {...form} />
    <Looks {...form} />
    <Handling {...form} ownFlags={ownFlags} />
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
    <Field label="Stands at" optional>
      <Controller
        control={control}
        name="yardId"
        render={({ field }) => <YardPicker adds {...field} onChange={(id) => field.onChange(id ?? '')} />}
      />
    </Field>
    <Field
      label="Cycle"
      optional
      help={`${USUAL_CYCLE_WEEKS.from} to ${USUAL_CYCLE_WEEKS.to} weeks as a rule`}
      error={errors.cycleWeeks?.message}
    >
      <NumberInput suffix="weeks" min={1} max={52} step="any" {...register('cycleWeeks', { validate: horseChecks.cycleWeeks })} />
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

const Handling = ({ register, ownFlags }: HorseFieldsProps & { ownFlags: readonly string[] }) => (
  <>
    <Field label="Temperament" optional className="md:col-span-2">
      <TextInput autoComplete="off" maxLength={1000} {...register('temperament')} />
    </Field>
    <FieldSet legend="Before you touch it" className="md:col-span-2">
      <div className="flex flex-wrap gap-x-6">
        {offeredFlags(ownFlags).map((flag) => (
          <Checkbox key={flag} label={flagLabel(flag)} value={flag} {...register('flags')} />
        ))}
      </div>
    </FieldSet>
    <Field label="Special notes" optional className="md:col-span-2">
      <TextArea rows={3} maxLength={10_000} {...register('specialNotes')} />
    </Field>
  </>
)

/** What is seldom asked: who pays, the vet, numbers, and whether it is still to be shod. */
export const MoreHorseFields = ({ control, register, errors }: HorseFieldsProps) => (
  <details {...(errors.goneOn && { open: true })} className="mt-4 border-t border-line pt-2">
    <summary className="flex min-h-12 items-center gap-2 font-medium md:min-h-10">
      <ChevronDown size={20} aria-hidden className="in-open:rotate-180" />
      More: payer, vet, numbers, paused or gone
    </summary>
    <div className={`${TWO} pt-2`}>
      <Field label="Paid by" optional help="When it is not the owner">
        <Controller
          control={control}
          name="payerClientId"
          render={({ field }) => <ClientPicker {...field} onChange={(id) => field.onChange(id ?? '')} />}
        />
      </Field>
      <Field label="Paused until" optional help="Box rest, in foal, turned away">
        <DateInput {...register('pausedUntil')} />
      </Field>
      <Field label="Vet" optional>
        <TextInput autoComplete="off" maxLength={120} {...register('vetName')} />
      </Field>
      <Field label="Vet's phone" optional>
        <TextInput type="tel" autoComplete="off" maxLength={40} {...register('vetPhone')} />
      </Field>
      <Field label="UELN" optional>
        <TextInput autoComplete="off" maxLength={20} {...register('ueln')} />
      </Field>
      <Field label="Microchip" optional>
        <TextInput autoComplete="off" inputMode="numeric" maxLength={20} {...register('microchip')} />
      </Field>
      <Field label="No longer shod" optional>
        <Select placeholder="Still here" options={GONE_REASONS} {...register('goneReason')} />
      </Field>
      <Field label="Since" optional error={errors.goneOn?.message}>
        <DateInput {...register('goneOn', { validate: horseChecks.goneOn })} />
      </Field>
    </div>
  </details>
)
