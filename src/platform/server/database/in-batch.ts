import type { PracticeTx } from '#platform/server/database/db.ts'
import { lastPlace, takePlacesTo } from '#platform/server/database/places.ts'
import { Batch, batchOf } from '#platform/server/sync/batch.ts'

/**
 * Does work that writes many synced rows with one statement per table, regardless of their number: through the batch of a device's push when
 * `tx` is one, else through a batch of its own. The services called find their rows in it; an error they throw undoes nothing automatically.
 */
export async function inBatch<T>(tx: PracticeTx, practiceId: string, work: (tx: PracticeTx, batch: Batch) => Promise<T>): Promise<T> {
  const openBatch = batchOf(tx)
  if (openBatch) return work(tx, openBatch)
  const batch = await Batch.open(tx, { practiceId, seq: await lastPlace(tx) })
  const result = await work(batch.tx, batch)
  await batch.flush()
  await takePlacesTo(tx, batch.seq)
  return result
}
