import { sql } from 'kysely'
import type { Database } from '#platform/server/database/db.ts'
import { AT_ONCE } from '#platform/server/database/wakes.ts'

/** One that was taken is due again after this time, in case its worker has died before it began. */
const TAKEN_FOR_MS = 60_000
const DAY_MS = 24 * 60 * 60_000

/**
 * The requests whose message is due, taken for a minute, so that no two workers have the same one. On the way it deletes the addresses of
 * those that can no longer prove anything, and, a day after they were made, the requests.
 */
export const takeAsks = (db: Database, now: Date): Promise<string[]> =>
  db.withDirectory(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      with gone as (delete from directory.asks where asked_at < ${new Date(now.getTime() - DAY_MS)}),
        ended as (update directory.asks set sealed = null, vault_key_id = null
          where sealed is not null and expires_at <= ${now} and asked_at >= ${new Date(now.getTime() - DAY_MS)} and due_at is null)
      update directory.asks set due_at = ${new Date(now.getTime() + TAKEN_FOR_MS)}
      where id in (select a.id from directory.asks a where a.due_at <= ${now} and a.asked_at >= ${new Date(now.getTime() - DAY_MS)}
        order by a.due_at limit ${AT_ONCE} for update skip locked)
      returning id`.execute(tx)
    return rows.map(({ id }) => id)
  })
