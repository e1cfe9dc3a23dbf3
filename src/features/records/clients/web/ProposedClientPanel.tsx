import { lazy, Suspense } from 'react'
import type { ClientValues } from '#features/records/clients/web/client-form.ts'
import { useClient } from '#features/records/clients/web/data.ts'

const ClientDialog = lazy(() =>
  import('#features/records/clients/web/ClientDialog.tsx').then((module) => ({ default: module.ClientDialog })),
)

type Props = { clientId: string; proposed: Partial<ClientValues>; onClose: () => void; onSaved: () => void }

/** A client's form with proposed values filled in. Mount it to open it. */
export function ProposedClientPanel({ clientId, ...props }: Props) {
  const client = useClient(clientId)
  return <Suspense>{client && <ClientDialog client={client} {...props} />}</Suspense>
}
