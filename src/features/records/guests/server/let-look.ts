import { sql } from 'kysely'
import { noteEnded } from '#features/records/guests/server/ended-access.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Whom a guest or a member lets in, and under which name they know them. */
type LetIn = { personId: string; clientId: string; toName: string | null; byPerson: string | null; byMember: string | null }

/**
 * Lets a person help a client, from now on. For a current helper the last choice holds; no one becomes less than they are. Returns whether
 * they help now.
 */
export async function letHelp(
  tx: PracticeTx,
  { practiceId }: Pick<Actor, 'practiceId'>,
  { personId, clientId, toName, seesMoney, byPerson, byMember }: LetIn & { seesMoney: boolean },
): Promise<boolean> {
  const said = { sees_money: seesMoney, by_person: byPerson, by_member: byMember, to_name: toName }
  const open = await tx
    .selectFrom('client_access')
    .select('role')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('until', 'is', null)
    .where('confirmed_at', 'is not', null)
    .execute()
  if (open.some(({ role }) => role === 'holder')) return false
  const now = currentTime()
  if (open.length === 0)
    await tx
      .insertInto('client_access')
      .values({
        ...{ practice_id: practiceId, client_id: clientId, person_id: personId, since: now, until: null, role: 'helper', ...said },
        ...{ proven_how: 'invited', confirmed_at: now },
      })
      .execute()
  else
    await tx
      .updateTable('client_access')
      .set(said)
      .where('client_id', '=', clientId)
      .where('person_id', '=', personId)
      .where('role', '=', 'helper')
      .where('until', 'is', null)
      .execute()
  await sql`select keep_way(${personId})`.execute(tx)
  return true
}

/** Lets a person look at one horse of a client's, from now on. For one who looks already the last choice holds. */
export async function letLook(
  tx: PracticeTx,
  { practiceId }: Pick<Actor, 'practiceId'>,
  { personId, clientId, horseId, toName, mayAnswer, byPerson, byMember }: LetIn & { horseId: string; mayAnswer: boolean },
): Promise<void> {
  // One that a sale has closed, and is no longer open, stays as it was.
  const said = { to_name: toName, may_answer: mayAnswer, by_person: byPerson, by_member: byMember, from_at: currentTime() }
  const { numUpdatedRows } = await tx
    .updateTable('horse_grants')
    .set(said)
    .where('horse_id', '=', horseId)
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('role', '=', 'sharer')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    await tx
      .insertInto('horse_grants')
      .values({
        ...{ practice_id: practiceId, id: uuidv7(), horse_id: horseId, client_id: clientId, person_id: personId, role: 'sharer', ...said },
        ...{ until_at: null, ended_at: null, ended_by_person: null, ended_by_member: null },
      })
      .execute()
  await sql`select keep_way(${personId})`.execute(tx)
}

type Looks = { grantId: string } | { consentId: string } | { clientId: string; horseId?: string } | { personId: string; clientId?: string }

/** Ends looks at horses, from the next request on and by every server: the database's clock decides when. Returns of which horses. */
export async function endLooks(tx: PracticeTx, actor: Pick<Actor, 'memberId' | 'byPerson'>, looks: Looks) {
  let ending = tx
    .updateTable('horse_grants')
    .set({ ended_at: sql<Date>`clock_now()`, ended_by_person: actor.byPerson ?? null, ended_by_member: actor.memberId })
    .where('ended_at', 'is', null)
  if ('grantId' in looks) ending = ending.where('id', '=', looks.grantId)
  if ('consentId' in looks) ending = ending.where('consent_id', '=', looks.consentId)
  if ('personId' in looks) ending = ending.where('person_id', '=', looks.personId)
  if ('clientId' in looks && looks.clientId) ending = ending.where('client_id', '=', looks.clientId)
  if ('horseId' in looks && looks.horseId) ending = ending.where('horse_id', '=', looks.horseId)
  const ended = await ending
    .returning(['practice_id as practiceId', 'id as grantId', 'horse_id as horseId', 'client_id as clientId', 'person_id as personId'])
    .execute()
  for (const { practiceId, grantId } of ended) noteEnded(tx, { practiceId, grantId })
  return ended
}
