import { lazy, type Ref, Suspense, useState } from 'react'
import { type KnownClient, useClients } from '#features/clients/web/data.ts'
import { memoLast } from '#lib/memo-last.ts'
import { Combobox } from '#ui/Combobox.tsx'

const ClientDialog = lazy(() => import('#features/clients/web/ClientDialog.tsx').then((module) => ({ default: module.ClientDialog })))

type Props = {
  value: string | null | undefined
  onChange: (clientId: string | null) => void
  placeholder?: string
  /** Offers to add a client of the name typed. */
  adds?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** One client of the practice, by typing a name, business, place or number. Put it in a Field. Those not active are offered last. */
export function ClientPicker({ value, onChange, placeholder = 'Name or business', adds = false, ...rest }: Props) {
  const clients = useClients()
  const [newName, setNewName] = useState<string>()
  return (
    <>
      <Combobox
        {...rest}
        {...(adds && { onCreate: setNewName })}
        options={clients ? optionsOf(clients) : []}
        value={value ?? undefined}
        onChange={(chosen) => onChange(chosen ?? null)}
        placeholder={placeholder}
        emptyText={clients?.length ? 'No client of that name' : 'No clients yet'}
      />
      {newName !== undefined && (
        <Suspense>
          <ClientDialog name={newName} onClose={() => setNewName(undefined)} onSaved={onChange} />
        </Suspense>
      )}
    </>
  )
}

const optionsOf = memoLast((clients: readonly KnownClient[]) =>
  clients
    .toSorted((a, b) => Number(b.isActive) - Number(a.isActive))
    .map((client) => ({
      value: client.id,
      label: client.name,
      detail: [client.businessName, client.isActive ? null : 'Not active'].filter(Boolean).join(', '),
      keywords: [client.phone, client.postcode, client.address].filter(Boolean).join(' '),
    })),
)
