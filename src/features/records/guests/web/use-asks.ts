import type { Client } from '#features/records/clients/contract.ts'
import type { OwnerAsk } from '#features/records/guests/contract.ts'
import { askInWords } from '#features/records/guests/rules.ts'
import type { KnownAsk } from '#features/records/guests/web/data.ts'
import { memoLast } from '#lib/memo-last.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** Something that waits for the farrier, with what a list shows of it. */
export type WaitingAsk = { ask: KnownAsk; client: string; words: string }

type Named = Kept<{ id: string; name: string }>

/** What owners asked and nobody has seen to, the longest waiting first; undefined while loading. */
export function useAsks(): readonly WaitingAsk[] | undefined {
  const asks = useRows<OwnerAsk>('owner_asks')
  const clients = useRows<Client>('clients')
  const horses = useRows<Named>('horses')
  return asks && clients && horses && listed(asks, clients, horses)
}

const listed = memoLast((asks: readonly KnownAsk[], clients: readonly Named[], horses: readonly Named[]): readonly WaitingAsk[] => {
  const names = new Map([...clients, ...horses].map(({ id, name }) => [id, name]))
  return asks
    .filter(({ seenAt }) => seenAt === null)
    .toSorted((a, b) => (a.askedAt < b.askedAt ? -1 : 1))
    .map((ask) => ({
      ask,
      client: names.get(ask.clientId) ?? 'An owner',
      words: askInWords(ask, (ask.horseId && names.get(ask.horseId)) || null),
    }))
})
