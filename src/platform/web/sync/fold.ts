import type { QueueItem, Wire } from '#platform/web/sync/store.ts'

/** A record as the server last returned it; null: nothing yet. */
export type Base = { data: Wire; deleted: boolean } | null
type Change = Pick<QueueItem, 'action' | 'shown' | 'state'>
export type Folded = { data: Wire; deleted: boolean; isOffline: boolean; pending: number; attention: number }

/**
 * A record as the screen shows it: the server's base with the device's queue on top, in order. A refused edit stays visible, to be
 * corrected; a refused DELETE shows the record again, or no one could see why.
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

/** The server has refused it, and the farrier must decide. */
export const isRefused = (change: Pick<QueueItem, 'state'>): boolean => change.state === 'conflict' || change.state === 'rejected'
