import { lazy, Suspense } from 'react'
import type { ClientValues } from '#features/records/clients/web/client-form.ts'

const ClientDialog = lazy(() =>
  import('#features/records/clients/web/ClientDialog.tsx').then((module) => ({ default: module.ClientDialog })),
)

type Props = { name: string; proposed?: Partial<ClientValues>; onClose: () => void; onSaved: (clientId: string) => void }

/** Adds a client of the name that was typed where one is looked for, with what else is known of them. Mount it to open it. */
export const NewClientPanel = (props: Props) => (
  <Suspense>
    <ClientDialog {...props} />
  </Suspense>
)
