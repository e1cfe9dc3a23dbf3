import type { SyncedName } from '#lib/synced.ts'
import { currentStore } from '#platform/web/sync/current.ts'

/**
 * The first of a series of derived ids whose record this device has never held, not even to remove it: two devices that make the same
 * thing make one record, and making it again after it was removed makes another.
 */
export async function firstFree(entity: SyncedName, idOf: (nth: number) => string): Promise<string> {
  const store = currentStore()
  for (let nth = 0; ; nth++) {
    const id = idOf(nth)
    if (!(await store?.rec.get([entity, id]))) return id
  }
}
