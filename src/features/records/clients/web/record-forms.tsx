import { lazy } from 'react'
import type { SmsPreferences } from '#features/records/clients/contract.ts'
import { clientHref } from '#features/records/clients/web/ClientLink.tsx'
import { useClient } from '#features/records/clients/web/data.ts'
import { type FormProps, type Forms, GoTo } from '#platform/web/record-forms.tsx'
import { useRow } from '#platform/web/use-rows.ts'

const ClientDialog = lazy(() =>
  import('#features/records/clients/web/ClientDialog.tsx').then((module) => ({ default: module.ClientDialog })),
)

/** Where a change of them that waits for a decision is edited. */
export const clientForms: Forms = { clients: ClientForm, sms_preferences: PreferencesForm }

function ClientForm({ id, ...props }: FormProps) {
  const client = useClient(id)
  return client && <ClientDialog client={client} {...props} />
}

/* They have no form of their own: the client's details hold them. */
function PreferencesForm({ id }: FormProps) {
  const row = useRow<SmsPreferences>('sms_preferences', id)
  return row && <GoTo href={clientHref(row.clientId)} />
}
