import { holdLease } from '#features/office/integrations/server/exchange-queries.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'

/** Another worker has the connection, or it has ended: the rest of the pass is dropped. */
export class LeaseLost extends Error {}

/** Something done while the connection is ours, which it then is for longer. @throws LeaseLost */
export async function inLease<T>(pass: { db: Database; row: ConnectionRow }, work: (tx: PracticeTx) => Promise<T>): Promise<T> {
  const [until, result] = await pass.db.withPractice(pass.row.practice_id, async (tx) => {
    const held = await holdLease(tx, pass.row, currentTime())
    if (!held) throw new LeaseLost('the lease was lost')
    return [held, await work(tx)] as const
  })
  pass.row = { ...pass.row, leased_until: until }
  return result
}
