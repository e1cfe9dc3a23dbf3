import { sql } from 'kysely'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

type Reading = { practiceId: string; personId: string; clientId: string; what: Tables['guest_log']['what']; subjectId: string }

/** Notes that a guest read something in a transaction of the practice: one line an hour and thing, as `noteOpening` does in the guest's own. */
export async function noteReading(tx: PracticeTx, { practiceId, personId, clientId, what, subjectId }: Reading): Promise<void> {
  const now = currentTime()
  await sql`insert into guest_log (practice_id, id, person_id, client_id, what, subject_id, hour, at)
    values (${practiceId}, ${uuidv7()}, ${personId}, ${clientId}, ${what}, ${subjectId}, date_trunc('hour', ${now}::timestamptz), ${now})
    on conflict do nothing`.execute(tx)
}
