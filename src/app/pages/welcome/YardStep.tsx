import { StepForm, type StepProps } from '#app/pages/welcome/StepForm.tsx'
import { changeHorse } from '#features/records/horses/web/data.ts'
import { addYard, changeYard, type KnownYard, useYard } from '#features/records/yards/web/data.ts'
import { useRecordForm, withoutBlanks } from '#platform/web/use-record-form.ts'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** The yard the horse stands at, when it is not its owner's own place. */
export function YardStep(props: StepProps) {
  const yard = useYard(props.progress.yardId)
  if (props.progress.yardId && yard === undefined) return null
  return <YardForm {...props} yard={yard ?? undefined} />
}

function YardForm({ yard, progress, next, back }: StepProps & { yard: KnownYard | undefined }) {
  const { register, formState, dialog } = useRecordForm({
    draft: 'welcome/yard',
    initial: { name: yard?.name ?? '', postcode: yard?.postcode ?? '', gateCode: yard?.gateCode ?? '' },
    id: yard?.id,
    async create(values) {
      const yardId = await addYard({ ...withoutBlanks(values), name: values.name.trim() })
      if (progress.horseId) await changeHorse(progress.horseId, { yardId })
      return yardId
    },
    change: (id, changed) => changeYard(id, asSent(changed)),
    onSaved: (yardId) => next({ yardId }),
  })
  const { onStartAgain: _, ...saving } = dialog
  return (
    <StepForm {...saving} onBack={back} onSkip={() => next()} skipLabel="At the client's own place">
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Yard" required error={formState.errors.name?.message} className="md:col-span-2">
          <TextInput autoComplete="off" maxLength={200} {...register('name', { validate: isNamed })} />
        </Field>
        <Field label="Postcode" optional>
          <TextInput autoComplete="off" autoCapitalize="characters" maxLength={12} {...register('postcode')} />
        </Field>
        <Field label="Gate code" optional>
          <TextInput autoComplete="off" maxLength={60} {...register('gateCode')} />
        </Field>
      </div>
    </StepForm>
  )
}

type Values = { name: string; postcode: string; gateCode: string }

function asSent({ name, ...rest }: Partial<Values>) {
  return { ...withoutBlanks(rest), ...(name === undefined ? {} : { name: name.trim() }) }
}

const isNamed = (text: string) => text.trim() !== '' || 'Enter a name'
