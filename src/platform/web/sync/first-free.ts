import type { SyncedName } from '#lib/synced.ts'
import { currentStore } from '#platform/web/sync/current.ts'

/**
 * The first id of a row of derived ones whose record this device has never held, not even to remove it: two devices that ask for the same
 * thing ask for one record, and what is asked for again after it was taken back is another.
 */
export async function firstFree(entity: SyncedName, idOf: (nth: number) => string): Promise<string> {
  const store = currentStore()
  for (let nth = 0; ; nth++) {
    const id = idOf(nth)
    if (!(await store?.rec.get([entity, id]))) return id
  }
}
