import type { Ref } from 'react'
import { type KnownClient, useClients } from '#features/records/clients/web/data.ts'
import { memoLast } from '#lib/memo-last.ts'
import { Combobox } from '#ui/Combobox.tsx'

type Props = {
  value: string | null | undefined
  onChange: (clientId: string | null) => void
  placeholder?: string
  /** Offers to make a client of the name typed. */
  onCreate?: (name: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** One of the clients there are, by typing; the part of ClientPicker that the client's own form can use too. */
export function ClientBox({ value, onChange, placeholder = 'Name or business', ...rest }: Props) {
  const clients = useClients()
  return (
    <Combobox
      {...rest}
      options={clients && optionsOf(clients)}
      value={value ?? undefined}
      onChange={(chosen) => onChange(chosen ?? null)}
      placeholder={placeholder}
      emptyText={clients?.length ? 'No client by that name' : 'No clients yet'}
    />
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
