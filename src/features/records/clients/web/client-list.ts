import { clientFields, type KnownClient } from '#features/records/clients/web/data.ts'
import { memoLast } from '#lib/memo-last.ts'
import { makeSearch } from '#platform/web/search.ts'

export type ClientFilter = 'active' | 'owing' | 'not-active'
type ClientQuery = {
  typed: string
  filter: ClientFilter
  /** Empty: all. */
  tag: string
  /** The clients who owe money. */
  owing?: ReadonlySet<string> | undefined
}

/** The clients to show: what is typed finds by name, business, number, place and tag, best first; else by name. */
export function pickClients(clients: readonly KnownClient[], { typed, filter, tag, owing }: ClientQuery): readonly KnownClient[] {
  const found = typed.trim() ? searchOf(clients)(typed) : clients
  const isWanted = (client: KnownClient) => (filter === 'owing' ? owing?.has(client.id) : client.isActive === (filter === 'active'))
  return found.filter((client) => isWanted(client) && (!tag || client.tags?.includes(tag)))
}

const fields = (client: KnownClient) => [...clientFields(client), client.tags?.join(' ')]
const searchOf = memoLast((clients: readonly KnownClient[]) => makeSearch(clients, fields))
