import { StepForm, type StepProps } from '#app/pages/welcome/StepForm.tsx'
import { addClient, changeClient, type KnownClient, useClient } from '#features/records/clients/web/data.ts'
import { useRecordForm, withoutBlanks } from '#platform/web/use-record-form.ts'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** A client by name, phone and place; the rest is on their own page. */
export function ClientStep(props: StepProps) {
  const client = useClient(props.progress.clientId)
  if (props.progress.clientId && client === undefined) return null
  return <ClientForm {...props} client={client ?? undefined} />
}

function ClientForm({ client, next, back, finish }: StepProps & { client: KnownClient | undefined }) {
  const { register, formState, dialog } = useRecordForm({
    draft: 'welcome/client',
    initial: { name: client?.name ?? '', phone: client?.phone ?? '', address: client?.address ?? '', postcode: client?.postcode ?? '' },
    id: client?.id,
    create: (values) => addClient({ ...withoutBlanks(values), name: values.name.trim() }),
    change: (id, changed) => changeClient(id, asSent(changed)),
    onSaved: (clientId) => next({ clientId }),
  })
  const { onStartAgain: _, ...saving } = dialog
  return (
    <StepForm {...saving} onBack={back} onSkip={finish} skipLabel="Go to the diary">
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Name" required error={formState.errors.name?.message} className="md:col-span-2">
          <TextInput autoComplete="off" maxLength={200} {...register('name', { validate: isNamed })} />
        </Field>
        <Field label="Phone" optional help="For texts: on my way, next visit">
          <TextInput type="tel" autoComplete="off" maxLength={40} {...register('phone')} />
        </Field>
        <Field label="Postcode" optional>
          <TextInput autoComplete="off" autoCapitalize="characters" maxLength={12} {...register('postcode')} />
        </Field>
        <Field label="Address" optional className="md:col-span-2">
          <TextInput autoComplete="off" maxLength={500} {...register('address')} />
        </Field>
      </div>
    </StepForm>
  )
}

type Values = { name: string; phone: string; address: string; postcode: string }

/** A name is never cleared: the form refuses an empty one. */
function asSent({ name, ...rest }: Partial<Values>) {
  return { ...withoutBlanks(rest), ...(name === undefined ? {} : { name: name.trim() }) }
}

const isNamed = (text: string) => text.trim() !== '' || 'Enter a name'
