import type { QueueItem, Wire } from '#platform/web/sync/store.ts'

/** What the server last said of a record; null: nothing yet. */
export type Base = { data: Wire; deleted: boolean } | null
type Change = Pick<QueueItem, 'action' | 'shown' | 'state'>
export type Folded = { data: Wire; deleted: boolean; isOffline: boolean; pending: number; attention: number }

/**
 * What the screen shows of a record: the server's base with the device's queue on top, in order.
 * A refused edit stays visible, to be mended; a refused DELETE brings the record back, or nobody could see why.
 */
export function fold(base: Base, queue: readonly Change[]): Folded {
  let data = base?.data ?? {}
  let deleted = base?.deleted ?? true
  for (const change of queue) {
    if (change.action === 'DELETE') deleted ||= !isRefused(change)
    else if (change.action === 'UPDATE') data = { ...data, ...change.shown }
    else {
      data = { ...data, ...change.shown }
      // A tombstone of the server stays one: only the CREATE of something it never had makes a record.
      if (!base) deleted = false
    }
  }
  return {
    data: deleted ? {} : data,
    deleted,
    isOffline: !base && queue.some((change) => change.action === 'CREATE'),
    pending: queue.length,
    attention: queue.filter(isRefused).length,
  }
}

/** The server has said no, and the farrier is to decide. */
export const isRefused = (change: Pick<QueueItem, 'state'>): boolean => change.state === 'conflict' || change.state === 'rejected'
