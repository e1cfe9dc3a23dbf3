import { useDeferredValue, useState } from 'react'
import { ClientCards } from '#features/records/clients/web/ClientCards.tsx'
import type { ClientParts } from '#features/records/clients/web/ClientDetails.tsx'
import { ClientRows } from '#features/records/clients/web/ClientRows.tsx'
import { type ClientFilter, pickClients } from '#features/records/clients/web/client-list.ts'
import { type KnownClient, useTags } from '#features/records/clients/web/data.ts'
import { useTypedParam } from '#platform/web/use-typed-param.ts'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import { ShownPart } from '#ui/ShownPart.tsx'
import { useIsPhone } from '#ui/use-width.ts'

type Props = Pick<ClientParts, 'HorseCount' | 'Balance'> & {
  clients: readonly KnownClient[]
  /** The clients who owe money; absent for members who see no money. */
  owing?: ReadonlySet<string> | undefined
  selectedId: string | null
  onView: (id: string) => void
  onEdit?: ((client: KnownClient) => void) | undefined
}

/** More cards than this are shown on request. */
const SHOWN_AT_ONCE = 120

/** The clients with their search and filters. */
export function ClientList({ clients, owing, ...act }: Props) {
  const [typed, setTyped] = useTypedParam('q')
  const [filter, setFilter] = useState<ClientFilter>('active')
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const [tag, setTag] = useState('')
  const tags = useTags()
  const isPhone = useIsPhone()
  const found = pickClients(clients, { typed: useDeferredValue(typed), filter, tag, owing })
  const active = clients.filter((client) => client.isActive).length
  const chip = (value: ClientFilter, count: number) => ({ pressed: filter === value, onPressedChange: () => setFilter(value), count })
  return (
    <section aria-label="Clients" className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search clients"
          placeholder="Name, postcode or phone"
          value={typed}
          onChange={setTyped}
          className="w-full md:w-72 lg:w-80"
        />
        <Chip {...chip('active', active)}>Active</Chip>
        {owing && owing.size > 0 && <Chip {...chip('owing', owing.size)}>Owe money</Chip>}
        {active < clients.length && <Chip {...chip('not-active', clients.length - active)}>Not active</Chip>}
        {tags.length > 0 && (
          <Select
            aria-label="Tag"
            placeholder="All tags"
            className="max-md:flex-1 md:w-44"
            value={tag}
            options={tags.map((each) => ({ value: each, label: each }))}
            onChange={(event) => setTag(event.target.value)}
          />
        )}
      </div>
      <p role="status" className="sr-only">
        {typed && `${found.length} found`}
      </p>
      {found.length > 0 ? (
        isPhone ? (
          <ClientRows clients={found.slice(0, shown)} isRanked={typed.trim() !== ''} onView={act.onView} Balance={act.Balance} />
        ) : (
          <ClientCards clients={found.slice(0, shown)} {...act} />
        )
      ) : (
        <Card>
          <EmptyState title="No clients found">Try fewer letters, or the other list.</EmptyState>
        </Card>
      )}
      <ShownPart shown={Math.min(shown, found.length)} total={found.length} what="clients" onMore={() => setShown(shown + SHOWN_AT_ONCE)} />
    </section>
  )
}
