import { sql } from 'kysely'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { AT_ONCE } from '#platform/server/database/wakes.ts'
import { realOf } from '#platform/server/practice-time.ts'

/** A practice that was taken is due again after this time, in case its worker has died. */
const TAKEN_FOR_MS = 60_000
/** Changes that come within this time are exchanged together, but for the first. */
const TOGETHER_MS = 10_000

/**
 * Practices whose time to exchange has come, or that have changed since: the write of their counter marks them, in the transaction that changed
 * something. Taken for a minute, so that no two workers have the same one.
 */
export const takeExchanges = (db: Database, now: Date): Promise<string[]> =>
  db.withDirectory(async (tx) => {
    const [until, quiet] = [new Date(now.getTime() + TAKEN_FOR_MS), new Date(now.getTime() + TOGETHER_MS)]
    const { rows } = await sql<{ practiceId: string }>`
      update directory.exchanges set due_at = ${until}, taken_until = ${until}, quiet_until = ${quiet}, is_changed = false
      where practice_id in (select practice_id from directory.exchanges
        where due_at <= ${now} or (is_changed and quiet_until <= ${now}) limit ${AT_ONCE} for update skip locked)
      returning practice_id as "practiceId"`.execute(tx)
    return rows.map(({ practiceId }) => practiceId)
  })

/** From now on what changes in the practice is exchanged, for the first time at `due`. */
export async function exchangeAt(tx: PracticeTx, due: Date): Promise<void> {
  // A restore may be done by a role that sees every practice.
  const own = sql<boolean>`practice_id = nullif(current_setting('app.practice_id', true), '')::uuid`
  await tx.updateTable('sync_counters').set({ has_exchanges: true }).where(own).execute()
  await sql`select exchange_at(${realOf(due)})`.execute(tx)
}

/** Sets when the practice exchanges next; null: not until `exchangeAt`. A time set meanwhile is not missed. */
export async function restExchange(tx: PracticeTx, findNext: (tx: PracticeTx) => Promise<Date | null>): Promise<void> {
  await sql`select from sync_counters for update`.execute(tx)
  const next = await findNext(tx)
  await sql`select rest_exchange_until(${next ? realOf(next) : 'infinity'})`.execute(tx)
  if (!next) await tx.updateTable('sync_counters').set({ has_exchanges: false }).execute()
}
