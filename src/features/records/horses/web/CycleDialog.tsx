import { Plus, X } from 'lucide-react'
import { type UseFormRegister, useFieldArray, useForm, useWatch } from 'react-hook-form'
import { learnedGap } from '#features/records/horses/learned-gap.ts'
import { nextDueOn, type Service, weeksInWords } from '#features/records/horses/rules.ts'
import { changeWithToast } from '#features/records/horses/web/change-with-toast.ts'
import { type CycleValues, cycleOf, cycleValues } from '#features/records/horses/web/cycle-form.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { horseChecks } from '#features/records/horses/web/horse-form.ts'
import { type Kinds, useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { shortDay } from '#lib/dates.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { Select } from '#ui/Select.tsx'

type Props = { horse: KnownHorse; onClose: () => void }

/** How often a horse is due: its usual weeks, its winter weeks, and kinds of work that last longer or shorter. Mount it to open it. */
export function CycleDialog({ horse, onClose }: Props) {
  const { control, register, handleSubmit, formState } = useForm<CycleValues>({ defaultValues: cycleValues(horse) })
  const { fields, append, remove } = useFieldArray({ control, name: 'rules' })
  const { errors } = formState
  const typed = useWatch({ control }) as CycleValues
  const services = useRows<Service>('work_entries', { horseId: horse.id }) ?? []
  const save = handleSubmit(async (values) => {
    if (await changeWithToast(horse, cycleOf(values), `${horse.name}'s cycle saved`)) onClose()
  })
  const taken = typed.rules.map((rule) => rule.serviceType)
  const kinds = useKinds()
  const spare = kinds.options().find(({ value }) => !taken.includes(value))?.value
  return (
    <FormDialog title={`${horse.name}'s cycle`} submitLabel="Save" isSaving={formState.isSubmitting} onClose={onClose} onSubmit={save}>
      <div className="grid gap-4">
        <div className="grid grid-cols-2 gap-3">
          <Field label="Every" error={errors.weeks?.message}>
            <NumberInput suffix="weeks" min={1} max={52} step="any" {...register('weeks', { validate: horseChecks.cycleWeeks })} />
          </Field>
          <Field label="In winter" optional error={errors.winterWeeks?.message}>
            <NumberInput
              suffix="weeks"
              min={1}
              max={52}
              step="any"
              {...register('winterWeeks', { validate: (text, { weeks }) => horseChecks.winterWeeks(text, { cycleWeeks: weeks }) })}
            />
          </Field>
        </div>
        <p className="-mt-2 text-14 text-ink-2">
          Winter is October to March. A cycle that spans the change counts part summer, part winter.
        </p>
        {fields.map((field, at) => (
          <Rule
            key={field.id}
            at={at}
            kinds={kinds.options(field.serviceType)}
            learned={learnedInWords(services, horse, typed.rules[at]?.serviceType)}
            register={register}
            errors={errors}
            onRemove={() => remove(at)}
          />
        ))}
        {spare && (
          <Button icon={Plus} className="justify-self-start" onClick={() => append({ serviceType: spare, weeks: '', winterWeeks: '' })}>
            A different cycle after some work
          </Button>
        )}
        <NextDue horse={horse} typed={typed} />
      </div>
    </FormDialog>
  )
}

type RuleProps = {
  at: number
  kinds: ReturnType<Kinds['options']>
  learned: string | undefined
  register: UseFormRegister<CycleValues>
  errors: FormErrors
  onRemove: () => void
}
type FormErrors = ReturnType<typeof useForm<CycleValues>>['formState']['errors']

/** What one kind of work lasts. */
const Rule = ({ at, kinds, learned, register, errors, onRemove }: RuleProps) => (
  <FieldSet legend="After this work">
    <div className="flex items-end gap-2">
      <Field label="Work" className="flex-1">
        <Select options={kinds} {...register(`rules.${at}.serviceType`)} />
      </Field>
      <Button variant="quiet" size="icon" icon={X} aria-label="Remove this rule" onClick={onRemove} />
    </div>
    <div className="grid grid-cols-2 gap-3">
      <Field label="Every" help={learned} error={errors.rules?.[at]?.weeks?.message}>
        <NumberInput
          suffix="weeks"
          min={1}
          max={52}
          step="any"
          {...register(`rules.${at}.weeks`, { validate: (text) => (text.trim() ? horseChecks.cycleWeeks(text) : 'How many weeks?') })}
        />
      </Field>
      <Field label="In winter" optional error={errors.rules?.[at]?.winterWeeks?.message}>
        <NumberInput
          suffix="weeks"
          min={1}
          max={52}
          step="any"
          {...register(`rules.${at}.winterWeeks`, { validate: horseChecks.cycleWeeks })}
        />
      </Field>
    </div>
  </FieldSet>
)

/** How long it truly was after that work. */
function learnedInWords(services: readonly Service[], { pauses }: KnownHorse, serviceType: string | undefined): string | undefined {
  const learned = serviceType ? learnedGap(services, { pauses, serviceType }) : null
  return learned ? `Actually every ${weeksInWords(learned.days)} (last ${learned.gaps})` : undefined
}

/** The due date from the last service and the form as typed, by the server's rule. */
function NextDue({ horse, typed }: { horse: KnownHorse; typed: CycleValues }) {
  const kinds = useKinds()
  const weeks = [typed.weeks, typed.winterWeeks, ...typed.rules.flatMap((rule) => [rule.weeks, rule.winterWeeks])]
  if (!horse.lastService || weeks.some((text) => horseChecks.cycleWeeks(text) !== true)) return null
  const due = nextDueOn({ workDate: horse.lastService, serviceType: horse.lastServiceType }, cycleOf(typed))
  return (
    <p role="status" className="rounded-lg bg-sunken px-4 py-3">
      {horse.lastServiceType ? kinds.labelOf(horse.lastServiceType) : 'Last service'} on {shortDay(horse.lastService)},{' '}
      {due ? (
        <>
          next due <b>{shortDay(due)}</b>
        </>
      ) : (
        'not due'
      )}
    </p>
  )
}
