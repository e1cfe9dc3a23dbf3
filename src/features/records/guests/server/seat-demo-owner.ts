import { sql } from 'kysely'
import { letIn } from '#features/records/guests/server/let-in.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Database } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'

/**
 * Somebody outside a demo practice who sees it as an owner does: of two horses, with a visit to come. They are the same each time, and in a visitor's
 * copy the copy's own. Nothing but this practice opens to them, and no address proves them.
 * @throws Error where the practice has no such owner
 */
export async function seatDemoOwner(db: Database, practiceId: string): Promise<{ personId: string }> {
  const actor = await actorOfPractice(db, practiceId, { origin: '' })
  const { clientId, seated } = await db.withPractice(practiceId, findOwner)
  if (seated) return { personId: seated }
  const personId = uuidv7()
  await db.withDirectory((tx) => tx.insertInto('directory.people').values({ id: personId, email: null }).execute())
  await db.withPractice(practiceId, (tx) => letIn(tx, actor, { personId, clientId, how: 'handed' }))
  return { personId }
}

async function findOwner(tx: Parameters<typeof letIn>[0]): Promise<{ clientId: string; seated: string | null }> {
  const { rows } = await sql<{ clientId: string; seated: string | null }>`
    select c.id as "clientId", (
      select k.person_id from client_access k where k.practice_id = c.practice_id and k.client_id = c.id and k.until is null limit 1) as seated
    from clients c
    where c.deleted_at is null and c.email is not null and (
      select count(*) from horses h where h.practice_id = c.practice_id and h.client_id = c.id and h.deleted_at is null and h.gone_on is null) = 2
    order by exists (
      select from visit_horses l join appointments a on a.practice_id = l.practice_id and a.id = l.appointment_id
      where l.practice_id = c.practice_id and l.client_id = c.id and a.status = 'booked' and a.deleted_at is null) desc, c.name, c.id
    limit 1`.execute(tx)
  const [owner] = rows
  if (!owner) throw new Error('the demo has no owner of two horses')
  return owner
}
