import { lazy, Suspense } from 'react'

const ClientDialog = lazy(() =>
  import('#features/records/clients/web/ClientDialog.tsx').then((module) => ({ default: module.ClientDialog })),
)

type Props = { name: string; onClose: () => void; onSaved: (clientId: string) => void }

/** Adds a client of the name that was typed where one is looked for. Mount it to open it. */
export const NewClientPanel = (props: Props) => (
  <Suspense>
    <ClientDialog {...props} />
  </Suspense>
)
