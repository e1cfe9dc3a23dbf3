import type { SyncRow } from '#lib/sync.ts'
import { isAsSeen, recordMapOf, refold, textOf } from '#platform/web/sync/records.ts'
import {
  type Copy,
  type Cursor,
  type FreshRow,
  type QueueItem,
  type RecordKey,
  readMeta,
  type Tx,
  writeMeta,
} from '#platform/web/sync/store.ts'

const keyOf = ({ entity, id }: Pick<FreshRow, 'entity' | 'id'>) => textOf([entity, id])

type Page = { epoch: string; view: string; cursor: number; proof?: string | undefined; more: boolean; rows: SyncRow[] }

/** Requests a whole new copy; the one in use stays until the new one is complete. */
export const requestResync = (tx: Tx<'meta'>) => writeMeta(tx, 'isResyncDue', true)

/** Checks an answer's origin: one of another epoch or view requests a new copy, the first of all begins one. */
export const checkEpoch = (copy: Copy, { epoch, view }: Pick<Cursor, 'epoch' | 'view'>) =>
  copy.change(['meta'], async (tx) => {
    const known = await readMeta(tx, 'cursor')
    if (!known) await writeMeta(tx, 'cursor', { epoch, view, cursor: 0, isComplete: false })
    else if (known.epoch !== epoch || known.view !== view) await requestResync(tx)
  })

/** Starts the new copy over: what was fetched belongs to another epoch or view. */
export const dropFresh = (copy: Copy) =>
  copy.change(['fresh', 'meta'], async (tx) => {
    await tx.fresh.clear()
    await tx.meta.delete('fresh')
  })

/** Stores a page of the new copy, next to the one in use; the last page swaps them. False when another tab was first. */
export const applyFreshPage = (copy: Copy, requested: Cursor | undefined, page: Page) =>
  copy.change(['fresh', 'rec', 'queue', 'done', 'meta'], async (tx) => {
    const now = await readMeta(tx, 'fresh')
    if (now?.cursor !== requested?.cursor || now?.epoch !== requested?.epoch || now?.view !== requested?.view) return false
    await tx.fresh.bulkPut(page.rows.map(({ entity, id, rev, deleted, data }) => ({ entity, id, rev, deleted, data })))
    const cursor = { epoch: page.epoch, view: page.view, cursor: page.cursor, proof: page.proof, isComplete: !page.more }
    if (page.more) await writeMeta(tx, 'fresh', cursor)
    else await swap(tx, cursor)
    return true
  })

type Everything = Tx<'fresh' | 'rec' | 'queue' | 'done' | 'meta'>

/** Replaces the old copy by the new one under an untouched queue (I17). */
async function swap(tx: Everything, cursor: Cursor) {
  const before = await readMeta(tx, 'cursor')
  const fresh = await tx.fresh.toArray()
  const isThere = new Set(fresh.map(keyOf))
  const recs = await tx.rec.toArray()
  const gone = recs.filter((rec) => rec.base !== null && !isThere.has(keyOf(rec))).map((rec): RecordKey => [rec.entity, rec.id])
  if (before && before.epoch !== cursor.epoch) await heal(tx, fresh)
  else if (before && before.view !== cursor.view) await forget(tx, gone)
  const states = [
    ...(await tx.queue.toArray()).map((item) => ({ key: [item.entity, item.id] as RecordKey })),
    ...fresh.map((row) => ({ key: [row.entity, row.id] as RecordKey, base: { data: row.data, deleted: row.deleted }, rev: row.rev })),
    ...gone.map((key) => ({ key, base: null, rev: 0 })),
  ]
  await refold(tx, states, recordMapOf(recs))
  await writeMeta(tx, 'cursor', cursor)
  await tx.fresh.clear()
  await tx.meta.bulkDelete(['fresh', 'isResyncDue'])
}

/** The server has lost time (a restored backup). */
async function heal(tx: Everything, fresh: readonly FreshRow[]) {
  await sendAgain(tx)
  await rebaseQueue(tx, fresh)
  await writeMeta(tx, 'hasLostTime', true)
}

/** Changes it acknowledged and no longer has are sent again, in order and under the same opIds (I18). */
async function sendAgain(tx: Tx<'queue' | 'done'>) {
  const acknowledged = (await tx.done.toArray()).filter((item) => item.outcome === 'applied')
  const again = acknowledged.map(
    ({ ackedAt: _, outcome: __, ...item }): QueueItem => ({ ...item, state: 'sent', nextAttemptAt: 0, again: true }),
  )
  await tx.queue.bulkPut(again)
  await tx.done.bulkDelete(again.map((item) => item.opId))
}

/**
 * Its revisions start again from 1, and an old number would pass for a new one. The base of a change whose author saw the current row is
 * that row; any other change has no base, so that a row written since is not overwritten unseen (I6).
 */
async function rebaseQueue(tx: Tx<'queue'>, fresh: readonly FreshRow[]) {
  const rows = new Map(fresh.map((row) => [keyOf(row), row]))
  const items = (await tx.queue.toArray()).filter((item) => item.baseRev !== undefined)
  await tx.queue.bulkPut(
    items.map((item) => {
      const row = rows.get(keyOf(item))
      const isSeen = row !== undefined && isAsSeen(item.before, row.data)
      const { serverRev: _, ...rest } = item
      return { ...rest, baseRev: isSeen ? Math.min(item.baseRev ?? 0, row.rev) : 0 }
    }),
  )
}

/** Another view means that records were erased, or are no longer visible to this member: none of them may stay or be sent. */
async function forget(tx: Tx<'queue' | 'done'>, gone: readonly RecordKey[]) {
  const isGone = new Set(gone.map(textOf))
  const touches = (item: QueueItem) => isGone.has(keyOf(item))
  await tx.queue.bulkDelete((await tx.queue.toArray()).filter(touches).map((item) => item.seq))
  await tx.done.bulkDelete((await tx.done.toArray()).filter(touches).map((item) => item.opId))
}
