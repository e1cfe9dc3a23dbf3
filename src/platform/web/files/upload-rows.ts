import { realMs } from '#lib/clock.ts'
import type { ByteStore } from '#platform/web/files/byte-store.ts'
import { isRefused } from '#platform/web/sync/fold.ts'
import { refold } from '#platform/web/sync/records.ts'
import type { BlobRow, Queued, Store } from '#platform/web/sync/store.ts'

/** Why a file can't go that this device no longer holds. */
export const GONE = {
  code: 'bytes_gone',
  message: 'This device no longer has the file: the browser cleared it, or the disk failed. Choose the same file again.',
}

/** Bytes nothing names are left alone this long: another tab may be about to record what they are. */
const UNNAMED_MS = 60 * 60 * 1000

/** Marks a file as unable to go, and the changes that wait for it as needing the farrier. They stay in the queue until given up. */
export async function refuseBlob(store: Store, id: string, state: 'missing' | 'refused', error: { code: string; message: string }) {
  await store.transaction('rw', [store.blob, store.queue, store.rec, store.meta], async () => {
    await store.blob.update(id, { state, problem: error.message })
    const items = await itemsOf(store, id)
    const waiting = items.filter((item) => !isRefused(item))
    await store.queue.bulkPut(waiting.map((item) => ({ ...item, state: 'rejected' as const, error: { ...error, fields: [] } })))
    await refoldAll(store, waiting)
  })
}

/** A file that had gone is here again: its changes wait for it again. */
export async function restoreBlob(store: Store, row: BlobRow) {
  await store.transaction('rw', [store.blob, store.queue, store.rec, store.meta], async () => {
    const { problem: _, ...rest } = row
    await store.blob.put({ ...rest, state: 'waiting', offset: 0, attempts: 0, nextAttemptAt: 0 })
    const items = (await itemsOf(store, row.id)).filter((item) => item.error?.code === GONE.code)
    await store.queue.bulkPut(items.map(({ error: _error, ...item }) => ({ ...item, state: 'pending' as const })))
    await refoldAll(store, items)
  })
}

/** The changes in the queue that wait for a file. */
export const itemsOf = (store: Store, id: string): Promise<Queued[]> => store.queue.filter((item) => item.blobId === id).toArray()

/**
 * Removes the bytes of every file nothing waits for any more: the change that names it was applied, cancelled, or given up for good (I15).
 * One given up may still be brought back.
 */
export async function tidyBlobs(store: Store, bytes: ByteStore, now: number = realMs()): Promise<void> {
  const rows = await store.blob.toArray()
  if (rows.length) {
    const named = await namedBlobs(store)
    for (const row of rows.filter((one) => !named.has(one.id))) {
      await bytes.remove(row.path)
      await store.blob.delete(row.id)
    }
  }
  const known = new Set(rows.map((row) => row.path))
  for (const { name, writtenAt } of await bytes.list()) {
    if (!known.has(name) && now - writtenAt > UNNAMED_MS) await bytes.remove(name)
  }
}

async function namedBlobs(store: Store): Promise<ReadonlySet<string>> {
  return store.transaction('r', store.queue, store.done, async () => {
    const queued = await store.queue.filter((item) => item.blobId !== undefined).toArray()
    const given = await store.done.filter((item) => item.blobId !== undefined && item.outcome === 'discarded').toArray()
    return new Set([...queued, ...given].map((item) => item.blobId ?? ''))
  })
}

const refoldAll = (store: Store, items: readonly Queued[]) =>
  refold(
    store,
    items.map((item) => ({ key: [item.entity, item.id] })),
  )
