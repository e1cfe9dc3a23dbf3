import { sql } from 'kysely'
import { noteEnded } from '#features/records/guests/server/ended-access.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Ends today what a leaving person pays for here; the vet's access ends with it. */
export async function endServices(tx: PracticeTx, { personId }: { personId: string }): Promise<void> {
  const { rows } = await sql<{ practiceId: string; serviceId: string; endsOn: Day }>`
    update horse_services set ends_on = greatest(from_on, clock_now()::date), ended_why = 'owner'
    where person_id = ${personId} and (ends_on is null or ends_on > clock_now()::date)
    returning practice_id as "practiceId", id as "serviceId", ends_on as "endsOn"`.execute(tx)
  for (const ended of rows) noteEnded(tx, ended)
}
