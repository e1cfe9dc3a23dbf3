import { sql } from 'kysely'
import type { GuestRole } from '#features/records/guests/rules.ts'
import { noteEnded } from '#features/records/guests/server/ended-access.ts'
import { endShares } from '#features/records/guests/server/sharing-horses.ts'
import { currentTime } from '#lib/clock.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

type LettingIn = { personId: string; clientId: string; role?: GuestRole; seesMoney?: boolean; how: 'address' | 'invited' | 'handed' }

/** Lets a person see what is a client's, from now on; nothing where they do already. */
export async function letIn(
  tx: PracticeTx,
  { practiceId, memberId }: Pick<Actor, 'practiceId' | 'memberId'>,
  who: LettingIn,
): Promise<void> {
  const { personId, clientId, role = 'holder', seesMoney = role === 'holder', how } = who
  await sql`insert into client_access (practice_id, client_id, person_id, since, role, sees_money, by_member, proven_how, confirmed_at)
    select ${practiceId}, ${clientId}, ${personId}, ${currentTime()}, ${role}, ${seesMoney}, ${memberId}, ${how}, ${currentTime()}
    where not exists (select from client_access k where k.client_id = ${clientId} and k.person_id = ${personId} and k.until is null)`.execute(
    tx,
  )
  await sql`select keep_way(${personId})`.execute(tx)
}

/** Lets in a person whose access waits for the farrier's word, or has ended. */
export async function confirmAccess(tx: PracticeTx, actor: Pick<Actor, 'practiceId' | 'memberId'>, who: LettingIn): Promise<void> {
  await tx
    .updateTable('client_access')
    .set({ confirmed_at: currentTime(), by_member: actor.memberId })
    .where('client_id', '=', who.clientId)
    .where('person_id', '=', who.personId)
    .where('until', 'is', null)
    .where('confirmed_at', 'is', null)
    .execute()
  await letIn(tx, actor, who)
}

/**
 * Ends what a person sees of a client, what anyone does, or what a person does of any client here, and the links they made; it is refused
 * from the next request on, by every server: the database's clock decides when.
 * Returns whether there was anything.
 */
export async function endAccess(
  tx: PracticeTx,
  { personId, clientId }: { personId: string; clientId?: string } | { personId?: string; clientId: string },
): Promise<boolean> {
  let ending = tx.updateTable('client_access').set({ until: sql<Date>`clock_now()` }).where('until', 'is', null)
  if (personId) ending = ending.where('person_id', '=', personId)
  if (clientId) ending = ending.where('client_id', '=', clientId)
  const ended = await ending.returning(['practice_id as practiceId', 'client_id as clientId', 'person_id as personId']).execute()
  for (const access of ended) {
    noteEnded(tx, access)
    // For good: a person who is let in again makes new links.
    await endShares(tx, access)
  }
  return ended.length > 0
}
