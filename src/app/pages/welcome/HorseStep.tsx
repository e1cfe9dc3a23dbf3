import { StepForm, type StepProps } from '#app/pages/welcome/StepForm.tsx'
import { USUAL_CYCLE_WEEKS } from '#features/records/horses/rules.ts'
import { addHorse, changeHorse, type KnownHorse, useHorse } from '#features/records/horses/web/data.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { Field } from '#ui/Field.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** A horse by name and cycle: enough to say when it is due. */
export function HorseStep(props: StepProps) {
  const horse = useHorse(props.progress.horseId)
  if (props.progress.horseId && horse === undefined) return null
  return <HorseForm {...props} horse={horse ?? undefined} />
}

function HorseForm({ horse, progress, next, back, finish }: StepProps & { horse: KnownHorse | undefined }) {
  const clientId = progress.clientId ?? ''
  const { register, formState, dialog } = useRecordForm({
    draft: 'welcome/horse',
    initial: { name: horse?.name ?? '', breed: horse?.breed ?? '', weeks: weeksOf(horse) },
    id: horse?.id,
    create: (values) => addHorse({ ...asSent(values), name: values.name.trim(), clientId }),
    change: (id, changed) => changeHorse(id, asSent(changed)),
    onSaved: (horseId) => next({ horseId }),
  })
  const { onStartAgain: _, ...saving } = dialog
  const { errors } = formState
  return (
    <StepForm {...saving} onBack={back} onSkip={finish} skipLabel="Go to the diary">
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Name" required error={errors.name?.message} className="md:col-span-2">
          <TextInput autoComplete="off" maxLength={120} {...register('name', { validate: isNamed })} />
        </Field>
        <Field label="Breed" optional>
          <TextInput autoComplete="off" maxLength={80} {...register('breed')} />
        </Field>
        <Field label="Seen every" optional error={errors.weeks?.message} help="Empty: no cycle yet">
          <NumberInput suffix="weeks" min={1} max={52} {...register('weeks', { validate: isCycle })} />
        </Field>
      </div>
    </StepForm>
  )
}

type Values = { name: string; breed: string; weeks: string }

const weeksOf = (horse: KnownHorse | undefined) =>
  horse ? (horse.cycleDays ? String(Math.round(horse.cycleDays / 7)) : '') : String(USUAL_CYCLE_WEEKS.usual)

const asSent = ({ name, breed, weeks }: Partial<Values>) => ({
  ...(name === undefined ? {} : { name: name.trim() }),
  ...(breed === undefined ? {} : { breed: breed.trim() || null }),
  ...(weeks === undefined ? {} : { cycleDays: weeks === '' ? null : Number(weeks) * 7 }),
})

const isNamed = (text: string) => text.trim() !== '' || 'Enter a name'
const isCycle = (text: string) =>
  text === '' || (Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= 52) || 'From 1 to 52 weeks'
