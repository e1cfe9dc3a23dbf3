import type { Client } from '#features/records/clients/contract.ts'
import { placeOf } from '#features/records/clients/rules.ts'
import { clientHref } from '#features/records/clients/web/ClientLink.tsx'
import type { OwnerAsk } from '#features/records/guests/contract.ts'
import { askInWords, takesReply } from '#features/records/guests/rules.ts'
import type { KnownAsk } from '#features/records/guests/web/data.ts'
import { memoLast } from '#lib/memo-last.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** What waits for the farrier, with what a list shows of it. `client`: its author, whose record is at `href`; of a yard, its manager. */
export type WaitingAsk = { ask: KnownAsk; client: string; href: string; words: string }

type Named = Kept<{ id: string; name: string }>
type KnownClient = Kept<Client>

/** Owners' open requests, the longest waiting first; undefined while loading. */
export function useAsks(): readonly WaitingAsk[] | undefined {
  const asks = useRows<OwnerAsk>('owner_asks')
  const clients = useRows<Client>('clients')
  const horses = useRows<Named>('horses')
  const yards = useRows<Named>('yards')
  return asks && clients && horses && yards && listed(asks, clients, horses, yards)
}

const listed = memoLast(
  (asks: readonly KnownAsk[], clients: readonly KnownClient[], ...named: (readonly Named[])[]): readonly WaitingAsk[] => {
    const names = new Map([...named.flat(), ...withPlaces(clients)].map(({ id, name }) => [id, name]))
    return asks
      .filter(({ seenAt }) => seenAt === null)
      .toSorted((a, b) => (a.askedAt < b.askedAt ? -1 : 1))
      .map((ask) => ({
        ask,
        ...aboutOf(ask, names),
        words: askInWords(ask, (ask.horseId && names.get(ask.horseId)) || null),
      }))
  },
)

/** Clients of one name with where they live: a person who is let in by the wrong one sees another's horses. */
function withPlaces(clients: readonly KnownClient[]): readonly { id: string; name: string }[] {
  const alike = Map.groupBy(clients, ({ name }) => name.toLowerCase())
  return clients.map((client) => {
    const isAlone = alike.get(client.name.toLowerCase())?.length === 1
    return { id: client.id, name: isAlone ? client.name : [client.name, placeOf(client)].filter(Boolean).join(', ') }
  })
}

/** What the same person wrote before about the same horse or yard, oldest first: as much as a dialog shows. */
export function useSaidBefore({ id, personId, horseId, yardId }: KnownAsk): readonly KnownAsk[] {
  const asks = useRows<OwnerAsk>('owner_asks') ?? []
  return asks
    .filter((one) => one.id < id && one.personId === personId && one.horseId === horseId && one.yardId === yardId && takesReply(one))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .slice(-MOST_BEFORE)
}

const MOST_BEFORE = 5

function aboutOf({ clientId, yardId, facts }: KnownAsk, names: ReadonlyMap<string, string>): Pick<WaitingAsk, 'client' | 'href'> {
  if (clientId) return { client: names.get(clientId) ?? 'An owner', href: clientHref(clientId) }
  const yard = names.get(yardId ?? '') ?? 'a yard'
  return { client: facts.name ? `${facts.name}, ${yard}` : `The manager of ${yard}`, href: `/yards?yard=${yardId}` }
}
