import { useLiveQuery } from 'dexie-react-hooks'
import type { Service } from '#features/horses/rules.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { useStore } from '#platform/web/current.ts'
import type { Rec, RecordKey, Store } from '#platform/web/store.ts'

const WORK = 'work_entries'
/* Sorts after every id and day. */
const LAST = '\uffff'

/** All entries of the horses whose work this device may know better than the horse's own row, by horse. */
export type LocalWork = ReadonlyMap<string, readonly Service[]>

/**
 * The work of horses touched lately: with an entry waiting to be sent (or to be taken back), or one of yesterday or later, which may be
 * sent while the horse's new dates have not come back yet. Undefined while it loads.
 */
export function useLocalWork(today: Day): LocalWork | undefined {
  const store = useStore()
  return useLiveQuery(() => (store ? workOfTouched(store, addDays(today, -1)) : undefined), [store, today])
}

/* Each read asks an index for this entity alone, and for all of it at once: a cursor would step through all that waits with every change. */
async function workOfTouched(store: Store, since: Day): Promise<LocalWork> {
  const queued = await store.queue.where('[entity+id]').between([WORK, ''], [WORK, LAST]).toArray()
  const waiting = await store.rec.bulkGet(queued.map((item): RecordKey => [WORK, item.id]))
  const recent = await store.rec.where('[entity+day]').between([WORK, since], [WORK, LAST]).toArray()
  const horseIds = new Set([...waiting, ...recent].map((rec) => rec && horseOf(rec)).filter((id) => id !== undefined))
  const entries = await store.rec
    .where('[entity+horseId]')
    .anyOf([...horseIds].map((id) => [WORK, id]))
    .toArray()
  const work = new Map<string, Service[]>([...horseIds].map((id) => [id, []]))
  for (const entry of entries) if (!entry.deleted) work.get(String(entry.horseId))?.push(entry.data as Service)
  return work
}

/** A removed entry shows nothing any more, but the server's copy still says whose it was. */
const horseOf = (rec: Rec): string | undefined => {
  const id = rec.horseId ?? rec.base?.horseId
  return typeof id === 'string' ? id : undefined
}
