import { useEffect } from 'react'
import { ClientFields, MoreClientFields } from '#features/records/clients/web/ClientFields.tsx'
import { asSent, type ClientValues, valuesOf } from '#features/records/clients/web/client-form.ts'
import { addClient, changeClient, type KnownClient } from '#features/records/clients/web/data.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  /** The client to edit; none adds one. */
  client?: KnownClient | undefined
  /** A new client's name as far as it is known. */
  name?: string
  /** Proposed values: the form is filled in with them, and saving stores them. */
  proposed?: Partial<ClientValues> | undefined
  onClose: () => void
  /** Replaces the toast: the opener shows the result. */
  onSaved?: (id: string) => void
}

/** Add or edit a client (Spec §2 Clients, §5). Mount it to open it. */
export function ClientDialog({ client, name, proposed, onClose, onSaved }: Props) {
  const form = useRecordForm({
    draft: name || proposed ? null : `clients/${client?.id ?? 'new'}`,
    initial: valuesOf(client, name),
    id: client?.id,
    row: client,
    create: (values) => addClient({ ...asSent(values), name: values.name.trim() }),
    change: (id, changed, seen) => changeClient(id, asSent(changed), seen),
    onSaved(id, what) {
      if (onSaved) onSaved(id)
      else if (what !== 'unchanged') toast({ title: 'Success', description: `Client ${what} successfully` })
      onClose()
    },
  })
  const { setValue } = form
  useEffect(() => {
    for (const [field, value] of Object.entries(proposed ?? {})) setValue(field as keyof ClientValues, value, { shouldDirty: true })
  }, [proposed, setValue])
  const fields = { control: form.control, register: form.register, errors: form.formState.errors }
  return (
    <FormDialog
      {...form.dialog}
      title={client ? 'Edit Client' : 'Add New Client'}
      submitLabel={client ? 'Save' : 'Add Client'}
      onClose={onClose}
    >
      <ClientFields {...fields} />
      <MoreClientFields {...fields} client={client} />
    </FormDialog>
  )
}
