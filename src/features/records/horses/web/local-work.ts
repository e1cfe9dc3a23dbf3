import { useLiveQuery } from 'dexie-react-hooks'
import type { Service } from '#features/records/horses/rules.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { useStore } from '#platform/web/sync/current.ts'
import type { Rec, RecordKey, Store } from '#platform/web/sync/store.ts'

const WORK = 'work_entries'
/* Sorts after every id and day. */
const LAST = '\uffff'

/** All entries of the horses whose work this device may know better than the horse's own row, by horse. */
export type LocalWork = ReadonlyMap<string, readonly Service[]>

/**
 * The work of recently changed horses: with an entry waiting to be sent (or to be removed), or one of yesterday or later, which may be sent
 * while the horse's new dates have not come back yet. Undefined while it loads.
 */
export function useLocalWork(today: Day): LocalWork | undefined {
  const store = useStore()
  return useLiveQuery(() => (store ? workOfTouched(store, addDays(today, -1)) : undefined), [store, today])
}

/* Each read queries an index for this entity only, in one request: a cursor would step through all waiting changes at every change. */
async function workOfTouched(store: Store, since: Day): Promise<LocalWork> {
  const queued = await store.queue.where('[entity+id]').between([WORK, ''], [WORK, LAST]).toArray()
  const waiting = await store.rec.bulkGet(queued.map((item): RecordKey => [WORK, item.id]))
  const recent = await store.rec.where('[entity+day]').between([WORK, since], [WORK, LAST]).toArray()
  const horseIds = new Set([...waiting, ...recent].map((rec) => rec && horseOf(rec)).filter((id) => id !== undefined))
  const entriesOf = (id: string) => store.rec.where('[entity+horseId]').equals([WORK, id]).toArray()
  const ofHorse = async (id: string) =>
    [id, (await entriesOf(id)).flatMap((entry) => (entry.deleted ? [] : [entry.data as Service]))] as const
  return new Map(await Promise.all([...horseIds].map(ofHorse)))
}

/** A removed entry no longer has fields, but the server's copy still names its horse. */
const horseOf = (rec: Rec): string | undefined => {
  const id = rec.horseId ?? rec.base?.horseId
  return typeof id === 'string' ? id : undefined
}
