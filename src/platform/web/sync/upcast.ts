import { SYNC_SCHEMA } from '#lib/synced.ts'
import { type Upcasters, upcast } from '#lib/upcast.ts'
import { refold } from '#platform/web/sync/records.ts'
import { requestResync } from '#platform/web/sync/resync.ts'
import { type Copy, type QueueItem, readMeta, writeMeta } from '#platform/web/sync/store.ts'

type Shown = Pick<QueueItem, 'entity' | 'shown' | 'before'>

const UPCASTERS: Upcasters<Shown> = {}

/**
 * Converts a local copy of an older build to this one's shapes: what its queue shows is upcast, and the records are fetched again. The ops
 * to send stay as they were written, with the schema they were written in: the server knows how to read that (`readOps`).
 */
export const bringUpToDate = (copy: Copy, to: number = SYNC_SCHEMA, upcasters: Upcasters<Shown> = UPCASTERS): Promise<void> =>
  copy.change(['rec', 'queue', 'meta'], async (tx) => {
    const from = (await readMeta(tx, 'schema')) ?? 1
    if (from >= to) return
    const queue = await tx.queue.toArray()
    await tx.queue.bulkPut(
      queue.map((item) => {
        const { entity, shown, before } = item
        return { ...item, ...upcast({ entity, shown, before }, from, to, upcasters) }
      }),
    )
    await refold(
      tx,
      queue.map((item) => ({ key: [item.entity, item.id] })),
    )
    await requestResync(tx)
    await writeMeta(tx, 'schema', to)
  })
