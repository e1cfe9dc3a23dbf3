import { sql } from 'kysely'
import { KEPT_MS } from '#features/office/webhooks/rules.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { AT_ONCE } from '#platform/server/database/wakes.ts'

/** A practice that was taken is due again after this time, in case its worker has died. */
const TAKEN_FOR_MS = 60_000

/** Practices with messages to send, or to forget; taken for a minute, so that no two workers have the same one. */
export const takeWebhooks = (db: Database, now: Date): Promise<string[]> =>
  db.withDirectory(async (tx) => {
    const until = new Date(now.getTime() + TAKEN_FOR_MS)
    const { rows } = await sql<{ practiceId: string }>`
      update directory.webhook_wakes set due_at = ${until}, taken_until = ${until}
      where practice_id in (select practice_id from directory.webhook_wakes where due_at <= ${now}
        order by due_at limit ${AT_ONCE} for update skip locked)
      returning practice_id as "practiceId"`.execute(tx)
    return rows.map(({ practiceId }) => practiceId)
  })

/** Has a worker look at the practice's messages at a time. */
export const wakeWebhooks = (tx: PracticeTx, due: Date) => sql`select wake_webhooks(${due})`.execute(tx)

/** Sets when a practice is looked at next: when one of its messages is due, or old enough to be forgotten. One born meanwhile is not missed. */
export async function restWebhooks(tx: PracticeTx): Promise<void> {
  const { rows } = await sql<{ due: Date | null; oldest: Date | null }>`
    select (select min(next_at) from webhook_deliveries where state = 'waiting') as due, (select min(at) from webhook_deliveries) as oldest`.execute(
    tx,
  )
  const { due = null, oldest = null } = rows[0] ?? {}
  const times = [due, oldest && new Date(oldest.getTime() + KEPT_MS)].filter((time) => time !== null)
  const next = times.length > 0 ? new Date(Math.min(...times.map(Number))) : 'infinity'
  await sql`select rest_webhooks_until(${next})`.execute(tx)
}
