import { sql } from 'kysely'
import type { Database } from '#platform/server/database/db.ts'
import { AT_ONCE } from '#platform/server/database/wakes.ts'

/** One that was taken is due again after this time, in case its worker has died before it began. */
const TAKEN_FOR_MS = 60_000
/** Longer than any mail server is waited for: it may have gone, and is never sent again automatically. */
const LOST_AFTER_MS = 120_000
const LOST = 'The server stopped while it was being sent. It may have gone.'

/** The people with service notices to send now, taken for a minute, so that no two workers have the same ones. */
export const takeServiceNotices = (db: Database, now: Date): Promise<string[]> =>
  db.withDirectory(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      with lost as (update directory.service_notices set state = 'unknown', state_reason = ${LOST}, state_at = ${now}
          where state = 'sending' and state_at < ${new Date(now.getTime() - LOST_AFTER_MS)}),
        due as (select n.id from directory.service_notices n where n.due_at <= ${now} order by n.due_at limit ${AT_ONCE} for update skip locked),
        taken as (update directory.service_notices set due_at = ${new Date(now.getTime() + TAKEN_FOR_MS)}
          where id in (select id from due) returning person_id)
      select distinct person_id as id from taken`.execute(tx)
    return rows.map(({ id }) => id)
  })
