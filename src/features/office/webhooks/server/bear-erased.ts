import { RECORDS, THINGS } from '#features/office/webhooks/rules.ts'
import { bear } from '#features/office/webhooks/server/born.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/**
 * Messages of records that are about to be erased, by table: nothing follows from what an erasure deletes, and a receiver erases its copy too. Call
 * before they go.
 */
export const bearErased = (tx: PracticeTx, practiceId: string, ids: ReadonlyMap<string, readonly string[]>): Promise<void> =>
  bear(
    tx,
    practiceId,
    THINGS.flatMap((thing) => (ids.get(RECORDS[thing]) ?? []).map((id) => ({ thing, id, rev: null, there: true, gone: true }))),
  )
