import { sql } from 'kysely'
import { asKept } from '#features/records/guests/server/keeping.ts'
import { lookedAs } from '#features/records/guests/server/looking-as.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

type Opened = { personId: string; clientId: string; what: Tables['guest_log']['what']; subjectId: string }

/** The same as `noteOpening`, in a practice's transaction that reads for a guest, after `accessOf` has found whose things they are. */
export async function noteOpened(tx: PracticeTx, { practiceId }: Pick<Actor, 'practiceId'>, opened: Opened): Promise<void> {
  if (lookedAs()) return
  const { personId, clientId, what, subjectId } = asKept(opened)
  const now = currentTime()
  await sql`insert into guest_log (practice_id, id, person_id, client_id, what, subject_id, hour, at)
    values (${practiceId}, ${uuidv7()}, ${personId}, ${clientId}, ${what}, ${subjectId}, date_trunc('hour', ${now}::timestamptz), ${now})
    on conflict do nothing`.execute(tx)
}
