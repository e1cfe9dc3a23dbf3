import { realMs } from '#lib/clock.ts'
import { isRefused } from '#platform/web/sync/fold.ts'
import { refold } from '#platform/web/sync/records.ts'
import type { DoneItem, Queued, QueueItem, Tx } from '#platform/web/sync/store.ts'

/** Why a change that depended on an abandoned record can't be sent: written here, not by the server. */
export const ORPHANED = { code: 'orphaned', message: 'What this belonged to was removed.', fields: [] }

/**
 * A DELETE of a record made here whose CREATE can't have reached the server (never sent, or refused): the queue forgets the record instead.
 * False: it may have arrived, so the DELETE must be queued behind it (Sync: literal readings that lose data).
 */
export async function cancelUnsent(tx: Tx<'rec' | 'queue' | 'meta'>, own: readonly Queued[]): Promise<boolean> {
  if (own.some((item) => item.attempts > 0 && !isRefused(item))) return false
  await tx.queue.bulkDelete(own.map((item) => item.seq))
  await refuseOrphans(
    tx,
    own.map((item) => item.opId),
  )
  return true
}

/**
 * An edit of a record whose earlier change was refused replaces that change: a refused CREATE is sent again with the edit in it, and a
 * refused UPDATE is dropped once every field of it has been entered again, or the record removed. Returns what to queue.
 */
export async function supersede(tx: Tx<'queue' | 'done'>, item: QueueItem, own: readonly Queued[]): Promise<QueueItem> {
  const refused = own.filter(isRefused)
  const create = refused.find((other) => other.action === 'CREATE')
  if (create && item.action === 'UPDATE') return recreate(tx, create, own, item)
  const isCovered = (other: Queued) => item.action === 'DELETE' || Object.keys(other.shown).every((field) => field in item.shown)
  await layAside(
    tx,
    refused.filter((other) => other.action !== 'CREATE' && isCovered(other)),
    'superseded',
  )
  return item
}

/** Puts a change in the place of another, in the order of the queue too: what waited for the one now waits for the other. */
export async function takePlace(tx: Tx<'queue'>, old: Queued, item: QueueItem): Promise<QueueItem> {
  const waiting = await tx.queue.where('deps').anyOf([old.opId]).toArray()
  const renamed = (dep: string) => (dep === old.opId ? item.opId : dep)
  await tx.queue.bulkPut(waiting.map((one) => ({ ...one, deps: one.deps.map(renamed), nextAttemptAt: 0 })))
  return { ...item, seq: old.seq }
}

/** None of a record's own changes can have been applied while its CREATE was refused: they become one CREATE in its place. */
async function recreate(tx: Tx<'queue' | 'done'>, create: Queued, own: readonly Queued[], edit: QueueItem): Promise<QueueItem> {
  await layAside(tx, own, 'superseded')
  const { baseRev: _, ...rest } = await takePlace(tx, create, edit)
  const steps = [...own, edit]
  const gone = new Set(own.map((item) => item.opId))
  return {
    ...rest,
    action: 'CREATE',
    endpoint: create.endpoint,
    data: Object.assign({}, ...steps.map((step) => step.data)),
    shown: Object.assign({}, ...steps.map((step) => step.shown)),
    before: {},
    deps: [...new Set(steps.flatMap((step) => step.deps))].filter((dep) => !gone.has(dep)),
    ...(create.blobId ? { blobId: create.blobId } : {}),
  }
}

/** A change that had to follow a deleted CREATE can't be applied; the farrier is shown why. */
export async function refuseOrphans(tx: Tx<'rec' | 'queue' | 'meta'>, gone: readonly string[]): Promise<void> {
  const orphans = await tx.queue.where('deps').anyOf(gone).toArray()
  await tx.queue.bulkPut(orphans.map((item) => ({ ...item, state: 'rejected' as const, error: ORPHANED })))
  await refold(
    tx,
    orphans.map((item) => ({ key: [item.entity, item.id] })),
  )
}

/** Takes changes out of the queue into the journal. */
export async function layAside(tx: Tx<'queue' | 'done'>, items: readonly Queued[], outcome: DoneItem['outcome']): Promise<void> {
  if (!items.length) return
  const ackedAt = realMs()
  await tx.done.bulkPut(items.map((item) => ({ ...item, outcome, ackedAt })))
  await tx.queue.bulkDelete(items.map((item) => item.seq))
}
