import { THINGS, type Thing } from '#features/office/webhooks/rules.ts'
import { bear } from '#features/office/webhooks/server/born.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Messages of records that an erasure has rewritten, as others share them. */
export const bearRewritten = (tx: PracticeTx, practiceId: string, ids: Partial<Record<Thing, readonly string[]>>): Promise<void> =>
  bear(
    tx,
    practiceId,
    THINGS.flatMap((thing) => (ids[thing] ?? []).map((id) => ({ thing, id, rev: null, there: true, gone: false }))),
  )
