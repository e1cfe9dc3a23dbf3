import { sql } from 'kysely'
import { letIn } from '#features/records/guests/server/let-in.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'

/**
 * A person outside a demo practice who sees it as an owner does: of two horses, who are in today's round where they can be. They are the
 * same each time, and in a visitor's copy the copy's own. Nothing but this practice opens to them, and no address proves them.
 * @throws Error where the practice has no such owner
 */
export async function seatDemoOwner(db: Database, practiceId: string): Promise<{ personId: string }> {
  const actor = await actorOfPractice(db, practiceId, { origin: '' })
  const { clientId, seated } = await db.withPractice(practiceId, (tx) => findOwner(tx, dayOf(currentTime(), actor.zone)))
  if (seated) return { personId: seated }
  const personId = uuidOf('demo-owner', practiceId)
  await db.withDirectory((tx) =>
    tx
      .insertInto('directory.people')
      .values({ id: personId, email: null })
      .onConflict((clash) => clash.doNothing())
      .execute(),
  )
  await db.withPractice(practiceId, (tx) => letIn(tx, actor, { personId, clientId, how: 'handed' }))
  return { personId }
}

/**
 * The vet or the para-professional who looks after horses of a demo practice, and sees of it what they were let into, and nothing else. Nothing proves
 * them either. @throws Error where the practice has none
 */
export async function seatDemoCarer(db: Database, practiceId: string): Promise<{ personId: string }> {
  const carer = await db.withPractice(practiceId, (tx) =>
    tx
      .selectFrom('horse_grants')
      .select('person_id as personId')
      .where('role', '<>', 'sharer')
      .where('ended_at', 'is', null)
      // The vet, who has the most to look at.
      .orderBy('role', 'desc')
      .orderBy('from_at')
      .executeTakeFirst(),
  )
  if (!carer) throw new Error('nobody looks after a horse of the demo')
  return carer
}

/** One who is in already, no matter what has come of their visits since; else whose visit is next, to be let in. */
async function findOwner(tx: PracticeTx, today: Day): Promise<{ clientId: string; seated: string | null }> {
  const { rows } = await sql<{ clientId: string; seated: string | null }>`
    select c.id as "clientId", seat.person_id as seated from clients c
    left join lateral (
      select k.person_id from client_access k
      where k.client_id = c.id and k.role = 'holder' and k.until is null and k.confirmed_at is not null order by k.since limit 1) as seat on true
    where c.deleted_at is null and c.portal is distinct from false and (
      select count(*) from horses h where h.client_id = c.id and h.deleted_at is null and h.gone_on is null) = 2
    order by seat.person_id is null, (
      select min(a.on_day) from visit_horses l join appointments a on a.practice_id = l.practice_id and a.id = l.appointment_id
      where l.client_id = c.id and l.deleted_at is null and a.deleted_at is null and a.status = 'booked' and a.on_day >= ${today}),
      c.name, c.id
    limit 1`.execute(tx)
  const [owner] = rows
  if (!owner) throw new Error('the demo has no owner of two horses')
  return owner
}
