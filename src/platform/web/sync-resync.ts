import type { SyncRow } from '#lib/sync.ts'
import { refold } from '#platform/web/records.ts'
import { type Cursor, type QueueItem, type RecordKey, readMeta, type Store, writeMeta } from '#platform/web/store.ts'

type Page = { epoch: string; view: string; cursor: number; more: boolean; rows: SyncRow[] }

/** Asks for a whole new copy; the one in use stays until it is there. */
export const askForResync = (store: Store) => writeMeta(store, 'isResyncDue', true)

/** Starts the new copy over: what was fetched belongs to another epoch or view. */
export const dropFresh = (store: Store) =>
  store.transaction('rw', store.fresh, store.meta, async () => {
    await store.fresh.clear()
    await store.meta.delete('fresh')
  })

/** A page of the new copy, beside the one in use; the last one swaps them. False when another tab was first. */
export const applyFreshPage = (store: Store, asked: Cursor | undefined, page: Page) =>
  store.transaction('rw', [store.fresh, store.rec, store.queue, store.done, store.meta], async () => {
    const now = await readMeta(store, 'fresh')
    if (now?.cursor !== asked?.cursor || now?.epoch !== asked?.epoch) return false
    await store.fresh.bulkPut(page.rows.map(({ entity, id, rev, deleted, data }) => ({ entity, id, rev, deleted, data })))
    const cursor = { epoch: page.epoch, view: page.view, cursor: page.cursor, isComplete: !page.more }
    if (page.more) await writeMeta(store, 'fresh', cursor)
    else await swap(store, cursor)
    return true
  })

/** The new copy takes the old one's place under an untouched queue (I17). */
async function swap(store: Store, cursor: Cursor) {
  const before = await readMeta(store, 'cursor')
  const fresh = await store.fresh.toArray()
  const isThere = new Set(fresh.map((row) => `${row.entity} ${row.id}`))
  const gone = (await store.rec.filter((rec) => rec.base !== null && !isThere.has(`${rec.entity} ${rec.id}`)).primaryKeys()) as RecordKey[]
  if (before && before.epoch !== cursor.epoch) await sendAgain(store)
  else if (before && before.view !== cursor.view) await forget(store, gone)
  await refold(store, [
    ...fresh.map((row) => ({ key: [row.entity, row.id] as RecordKey, base: { data: row.data, deleted: row.deleted }, rev: row.rev })),
    ...gone.map((key) => ({ key, base: null, rev: 0 })),
  ])
  await writeMeta(store, 'cursor', cursor)
  await store.fresh.clear()
  await store.meta.bulkDelete(['fresh', 'isResyncDue'])
}

/** The server has lost time (a restored backup): what it acknowledged since goes again, in order and under the same opIds (I18). */
async function sendAgain(store: Store) {
  const acknowledged = (await store.done.orderBy('seq').toArray()).filter((item) => item.outcome === 'applied')
  const again = acknowledged.map(({ ackedAt: _, outcome: __, ...item }): QueueItem => ({ ...item, state: 'sent', nextAttemptAt: 0 }))
  await store.queue.bulkPut(again)
  await store.done.bulkDelete(again.map((item) => item.opId))
}

/** Another view means erased, or no longer this member's to see: nothing of it may stay or be sent. */
async function forget(store: Store, gone: readonly RecordKey[]) {
  const isGone = new Set(gone.map(([entity, id]) => `${entity} ${id}`))
  const touches = (item: QueueItem) => isGone.has(`${item.entity} ${item.id}`)
  await store.queue.filter(touches).delete()
  await store.done.filter(touches).delete()
}
