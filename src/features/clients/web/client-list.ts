import type { KnownClient } from '#features/clients/web/data.ts'
import { memoLast } from '#lib/memo-last.ts'
import { makeSearch } from '#platform/web/search.ts'

export type ClientFilter = 'active' | 'not-active'

/** The clients to show: what is typed finds by name, business, number and place, best first; else by name. */
export function pickClients(clients: readonly KnownClient[], typed: string, filter: ClientFilter): readonly KnownClient[] {
  const found = typed.trim() ? searchOf(clients)(typed) : clients
  return found.filter((client) => client.isActive === (filter === 'active'))
}

const fields = (client: KnownClient) => [client.name, client.businessName, client.phone, client.postcode, client.address, client.email]
const searchOf = memoLast((clients: readonly KnownClient[]) => makeSearch(clients, fields))
