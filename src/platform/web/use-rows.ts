import type { SyncedName } from '#lib/synced.ts'
import { currentStore, useStore } from '#platform/web/sync/current.ts'
import { waitOrGo } from '#platform/web/sync/here.ts'
import { type Kept, type LiveRows, liveRows, readOnce } from '#platform/web/sync/rows.ts'
import type { RowsQuery } from '#platform/web/sync/rows-query.ts'
import { canonical } from '#platform/web/sync/store.ts'
import { useLive } from '#platform/web/sync/use-live.ts'

/**
 * Records the device holds, kept current; undefined while they load. In no order: sort where they are shown. The array is the same one
 * until a row of it changes. `T` is the entity's wire shape: `useRows<VisitRow>('appointments', { day })`.
 */
export function useRows<T>(entity: SyncedName, query: RowsQuery = {}): readonly Kept<T>[] | undefined {
  const store = useStore()
  const rows = store ? liveRows(store, entity, canonical(query)) : NOTHING
  return useLive(rows) as readonly Kept<T>[] | undefined
}

/** One record by its id in either form; undefined while loading, null when the device doesn't hold it. */
export function useRow<T>(entity: SyncedName, id: string | null | undefined): Kept<T> | null | undefined {
  const rows = useRows<T>(entity, { id: id ?? '' })
  return id ? rows && (rows[0] ?? null) : null
}

/** Records read now from the disk, for a command that must know what it changes. Of a copy that is not whole yet they are fetched first, where possible. */
export async function readRows<T>(entity: SyncedName, query: RowsQuery = {}): Promise<Kept<T>[]> {
  const store = currentStore()
  if (!store) return []
  await waitOrGo(store, entity, canonical(query))
  return (await readOnce(store, entity, canonical(query))) as Kept<T>[]
}

/** One record read now from the disk. */
export const readRow = async <T>(entity: SyncedName, id: string): Promise<Kept<T> | undefined> => (await readRows<T>(entity, { id }))[0]

const NOTHING: LiveRows = { read: () => undefined, listen: () => () => undefined }
