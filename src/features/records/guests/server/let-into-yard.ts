import { sql } from 'kysely'
import { noteEnded } from '#features/records/guests/server/ended-access.ts'
import { currentTime } from '#lib/clock.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** `toName`: the name that the farrier gave. */
type LettingIn = { personId: string; yardId: string; toName?: string | null }

/** Makes a person the manager of a yard, from now on. Returns false where they are already. */
export async function letIntoYard(
  tx: PracticeTx,
  { practiceId, memberId }: Pick<Actor, 'practiceId' | 'memberId'>,
  { personId, yardId, toName = null }: LettingIn,
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into yard_access (practice_id, yard_id, person_id, since, to_name, by_member)
    select ${practiceId}, ${yardId}, ${personId}, ${currentTime()}, ${toName}, ${memberId}
    where not exists (select from yard_access k where k.yard_id = ${yardId} and k.person_id = ${personId} and k.until is null)`.execute(tx)
  await sql`select keep_way(${personId})`.execute(tx)
  return numAffectedRows === 1n
}

type Ending = { personId: string; yardId?: string } | { personId?: string; yardId: string }

/**
 * Ends what the manager of a yard sees of it, what anyone does, or what a person does of any yard here; refused from the next request on.
 * Returns what ended.
 */
export async function endYardAccess(tx: PracticeTx, { personId, yardId }: Ending): Promise<{ yardId: string; toName: string | null }[]> {
  let ending = tx.updateTable('yard_access').set({ until: sql<Date>`clock_now()` }).where('until', 'is', null)
  if (personId) ending = ending.where('person_id', '=', personId)
  if (yardId) ending = ending.where('yard_id', '=', yardId)
  const ended = await ending
    .returning(['practice_id as practiceId', 'yard_id as yardId', 'person_id as personId', 'to_name as toName'])
    .execute()
  for (const { practiceId, yardId: of, personId: who } of ended) noteEnded(tx, { practiceId, yardId: of, personId: who })
  return ended
}
