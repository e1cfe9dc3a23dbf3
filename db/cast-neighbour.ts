import { cast, castHorse } from '#db/cast.ts'
import { CAST_CLIENTS } from '#db/cast-people.ts'
import { type Day, instantOf } from '#lib/dates.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'
import type { Database } from '#platform/server/database/db.ts'

const idOf = (what: string) => uuidOf('cast', 'neighbour', what)

/**
 * A second practice with the same names as the demo practice: the practice itself, its farrier, a client with the same phone,
 * a horse. For tests that no practice sees another's; the product never makes it.
 */
export const neighbour = {
  practice: { id: idOf('practice'), name: cast.practice.name, slug: 'neighbour' },
  owner: { personId: idOf('person'), memberId: idOf('member'), email: 'gareth.probert@neighbour.example' },
  sarahPenrose: { id: idOf('client') },
  merlin: { id: idOf('horse') },
  visit: { id: idOf('visit') },
}

/** Makes the neighbour, with a visit on `day`. Call once per database. */
export async function seedNeighbour(db: Database, day: Day) {
  const { practice, owner } = neighbour
  await db.withDirectory(async (tx) => {
    await tx.insertInto('directory.practices').values(practice).execute()
    const names = { first_name: cast.owner.firstName, last_name: cast.owner.lastName }
    await tx
      .insertInto('directory.people')
      .values({ id: owner.personId, email: owner.email, ...names })
      .execute()
    const place = { person_id: owner.personId, practice_id: practice.id, member_id: owner.memberId }
    await tx.insertInto('directory.memberships').values(place).execute()
  })
  await db.withPractice(practice.id, async (tx) => {
    const practice_id = practice.id
    const synced = (seq: number) => ({ practice_id, rev: 1, seq, deleted_at: null })
    const sarah = CAST_CLIENTS.sarahPenrose
    const client = { name: sarah.name, phone_as_typed: sarah.phone, phone_e164: '+447700900118', email: sarah.email }
    await tx.insertInto('sync_counters').values({ practice_id, epoch: uuidv7(), seq: 5 }).execute()
    const member = { id: owner.memberId, person_id: owner.personId, name: 'Gareth Probert', role: 'owner' as const, initials: 'GP' }
    await tx
      .insertInto('members')
      .values({ ...member, ...synced(1) })
      .execute()
    await tx
      .insertInto('clients')
      .values({ id: neighbour.sarahPenrose.id, ...client, ...synced(2) })
      .execute()
    await tx
      .insertInto('horses')
      .values({ id: neighbour.merlin.id, client_id: neighbour.sarahPenrose.id, name: castHorse('Merlin').name, ...synced(3) })
      .execute()
    const { zone } = cast.practice
    await tx
      .insertInto('appointments')
      .values({
        id: neighbour.visit.id,
        member_id: owner.memberId,
        client_id: neighbour.sarahPenrose.id,
        title: 'Merlin, front shoes new',
        on_day: day,
        local_start: '09:00',
        local_end: '10:00',
        zone,
        starts_at: instantOf(day, '09:00', zone),
        ends_at: instantOf(day, '10:00', zone),
        ...synced(4),
      })
      .execute()
    await tx
      .insertInto('visit_horses')
      .values({
        id: idOf('line'),
        appointment_id: neighbour.visit.id,
        horse_id: neighbour.merlin.id,
        client_id: neighbour.sarahPenrose.id,
        payer_client_id: neighbour.sarahPenrose.id,
        ...synced(5),
      })
      .execute()
  })
}
