import { sql } from 'kysely'
import { wayTo } from '#features/core/notices/rules.ts'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Who came in by which invitation, and what they see now, as the client reads it. */
type LetIn = { inviteId: string; personId: string; who: string; sees: string }

/**
 * Notifies a client, once, of a person whom the farrier let see what is theirs; with where to end it, if they are in the portal themselves.
 * Returns false where they can't be reached, or want no texts: then it is up to the farrier.
 */
export async function tellHolder(
  tx: PracticeTx,
  actor: Actor,
  clientId: string,
  told: LetIn & { path: `/my/${string}` },
): Promise<boolean> {
  const recipient = recipientOf(await requireClient(tx, clientId))
  if (typeof wayTo(recipient) === 'string') return false
  const { inviteId, who, sees, path } = told
  const link = (await isHolderIn(tx, clientId)) ? { link: actor.origin + path } : {}
  const about = { subjectId: inviteId, eventId: inviteId, respectsQuiet: true }
  await queueWords(tx, actor, 'let_in', recipient, { who, sees, ...link }, about)
  return true
}

/**
 * Notifies everyone whose horse a yard's new manager sees on its board, but for the manager. Returns how many can't be reached.
 */
export async function tellOwnersAtYard(tx: PracticeTx, actor: Actor, yardId: string, told: Omit<LetIn, 'sees'>): Promise<number> {
  const yard = await tx.selectFrom('yards').select('name').where('id', '=', yardId).executeTakeFirstOrThrow()
  const sees = `when your horses are to be in at ${yard.name}`
  let unreached = 0
  for (const clientId of await listShownAt(tx, yardId, told.personId))
    if (!(await tellHolder(tx, actor, clientId, { ...told, sees, path: '/my/settings#farriers' }))) unreached++
  return unreached
}

/** Whether the client is in the portal themselves. */
export const isHolderIn = async (tx: PracticeTx, clientId: string): Promise<boolean> =>
  (await tx
    .selectFrom('client_access')
    .select('person_id')
    .where('client_id', '=', clientId)
    .where('role', '=', 'holder')
    .where('confirmed_at', 'is not', null)
    .where('until', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The clients with a horse that is kept there, or is on a visit there to come, unless they hide it. */
async function listShownAt(tx: PracticeTx, yardId: string, personId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from clients c
    where c.deleted_at is null and c.hides_from_yard is not true
      and exists (
        select from horses h where h.practice_id = c.practice_id and h.client_id = c.id and h.deleted_at is null
          and (h.gone_on is null or h.gone_on > clock_now()::date)
          and (h.yard_id = ${yardId} or exists (
            select from visit_horses l join appointments v on v.practice_id = l.practice_id and v.id = l.appointment_id
            where l.practice_id = h.practice_id and l.horse_id = h.id and l.deleted_at is null and v.yard_id = ${yardId}
              and v.on_day >= clock_now()::date and v.status = 'booked' and v.deleted_at is null)))
      and not exists (
        select from client_access a where a.practice_id = c.practice_id and a.client_id = c.id and a.person_id = ${personId}
          and a.role = 'holder' and a.until is null)
    order by c.id`.execute(tx)
  return rows.map(({ id }) => id)
}
