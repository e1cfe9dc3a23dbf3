import { namedIn, titleOf } from '#features/office/attention/web/reading.ts'
import type { SyncedName } from '#lib/synced.ts'
import type { Reading } from '#platform/web/record-words.ts'
import type { Rec, Store, Wire } from '#platform/web/sync/store.ts'

type Named = { entity: SyncedName; id: string }
const keyOf = ({ entity, id }: Named) => `${entity} ${id}`

/** Reads the records that some changes belong to or refer to, so that they can be shown by name. */
export async function readNamed(store: Store, changed: readonly (Named & { data: Wire })[], words: Omit<Reading, 'nameOf'>) {
  const recs = new Map<string, Rec | undefined>()
  await gather(store, recs, changed)
  await gather(store, recs, [...changed.flatMap(({ entity, data }) => namedIn(entity, data)), ...namedBy(recs)])
  // A visit without a title is named after its client.
  await gather(store, recs, namedBy(recs))
  const dataOf = (named: Named): Wire => shownOf(recs.get(keyOf(named)))
  const reading: Reading = {
    ...words,
    nameOf: (entity, id) => (recs.get(keyOf({ entity, id })) ? titleOf(entity, dataOf({ entity, id }), reading) : undefined),
  }
  return { reading, dataOf }
}

async function gather(store: Store, recs: Map<string, Rec | undefined>, named: readonly Named[]) {
  const missing = new Map(named.filter((one) => !recs.has(keyOf(one))).map((one) => [keyOf(one), one]))
  const found = await store.rec.bulkGet([...missing.values()].map(({ entity, id }): [SyncedName, string] => [entity, id]))
  for (const [at, key] of [...missing.keys()].entries()) recs.set(key, found[at])
}

const namedBy = (recs: ReadonlyMap<string, Rec | undefined>) =>
  [...recs.values()].flatMap((rec) => (rec ? namedIn(rec.entity, shownOf(rec)) : []))

/** A removed record keeps its former name. */
const shownOf = (rec: Rec | undefined): Wire => (rec && (Object.keys(rec.data).length > 0 ? rec.data : rec.base)) ?? {}
