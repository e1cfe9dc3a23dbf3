import { besideOf } from '#features/core/practice/beside-of.ts'
import { letIn } from '#features/records/guests/server/let-in.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf, instantOf } from '#lib/dates.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'
import type { Database, DirectoryTx, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'

const NAME = 'Rees and Daughter Farriers'
const FARRIER = { name: 'Megan Rees', initials: 'MR' }
const PONY = { name: 'Pip', breed: 'Welsh Section A', color: 'Grey', birth_year: 2011 }
/** Days since the pony was trimmed, until it is due, and until it is booked. */
const DAYS = { done: 35, due: 14, booked: 13 }
const TRIM = { NF: { work: 'trim' }, OF: { work: 'trim' }, NH: { work: 'trim' }, OH: { work: 'trim' } }

/**
 * Has the owner of a copy of the demo see a second farrier beside it: a small practice with one pony of theirs, made at the first press. It is a copy
 * as the other is, kept and deleted as all are.
 */
export async function seatWithSecond(db: Database, copyId: string, personId: string): Promise<void> {
  const practiceId = besideOf(copyId)
  const { day, zone } = await db.withDirectory((tx) => addBeside(tx, copyId, practiceId))
  const owner = await db.withPractice(copyId, (tx) =>
    tx
      .selectFrom('client_access as a')
      .innerJoin('clients as c', 'c.id', 'a.client_id')
      .select('c.name')
      .where('a.person_id', '=', personId)
      .executeTakeFirstOrThrow(),
  )
  const actor = await actorOfPractice(db, practiceId, { origin: '' })
  await db.withPractice(practiceId, async (tx) => {
    const clientId = idOf(practiceId, 'client')
    await addRows(tx, { practiceId, clientId, clientName: owner.name, day, zone })
    await letIn(tx, actor, { personId, clientId, how: 'handed' })
  })
}

const idOf = (practiceId: string, what: string) => uuidOf('demo', 'beside', practiceId, what)

/** The practice with its farrier, where it is not there yet; whose day and time are those of the copy. */
async function addBeside(tx: DirectoryTx, copyId: string, id: string): Promise<{ day: Day; zone: string }> {
  const { nation, zone, tier, trial_ends_on, demo_day, demo_from } = await tx
    .selectFrom('directory.practices')
    .selectAll()
    .where('id', '=', copyId)
    .executeTakeFirstOrThrow()
  const person = idOf(id, 'person')
  await tx
    .insertInto('directory.practices')
    .values({ id, name: NAME, slug: `demo-${id}`, nation, zone, tier, trial_ends_on, demo_day, demo_from, mode: 'demo' })
    .onConflict((there) => there.column('id').doUpdateSet({ demo_from }))
    .execute()
  const [first_name = '', last_name = ''] = FARRIER.name.split(' ')
  const member = { person_id: person, practice_id: id, member_id: idOf(id, 'member') }
  const now = currentTime()
  const copy = { practice_id: id, person_id: person, made_at: now, given_at: now, state: 'given' as const }
  await tx
    .insertInto('directory.people')
    .values({ id: person, first_name, last_name })
    .onConflict((there) => there.doNothing())
    .execute()
  await tx
    .insertInto('directory.memberships')
    .values(member)
    .onConflict((there) => there.doNothing())
    .execute()
  await tx
    .insertInto('directory.demo_copies')
    .values(copy)
    .onConflict((there) => there.column('practice_id').doUpdateSet({ given_at: now, state: 'given' }))
    .execute()
  return { day: demo_day ?? dayOf(now, zone), zone }
}

type Second = { practiceId: string; clientId: string; clientName: string; day: Day; zone: string }

/** Its farrier, the client, the pony with what was done to it, and the visit to come. */
async function addRows(tx: PracticeTx, { practiceId, clientId, clientName, day, zone }: Second): Promise<void> {
  const counter = await tx
    .insertInto('sync_counters')
    .values({ practice_id: practiceId, epoch: uuidv7(), seq: 6 })
    .onConflict((there) => there.doNothing())
    .returning('seq')
    .execute()
  // It is there already.
  if (counter.length === 0) return
  const synced = (what: string, seq: number) => ({ practice_id: practiceId, id: idOf(practiceId, what), rev: 1, seq, deleted_at: null })
  const [member, client, pony] = [synced('member', 1), synced('client', 2), synced('pony', 3)]
  const [work, visit, line] = [synced('work', 4), synced('visit', 5), synced('line', 6)]
  const [done, booked] = [addDays(day, -DAYS.done), addDays(day, DAYS.booked)]
  await tx
    .insertInto('members')
    .values({ ...member, ...FARRIER, person_id: idOf(practiceId, 'person'), role: 'owner' })
    .execute()
  await tx
    .insertInto('clients')
    .values({ ...client, name: clientName })
    .execute()
  await tx
    .insertInto('horses')
    .values({
      ...{ ...pony, ...PONY, client_id: clientId, cycle_days: DAYS.done + DAYS.due },
      ...{ last_service_on: done, last_service_type: 'Trim', next_due_on: addDays(day, DAYS.due) },
    })
    .execute()
  await tx
    .insertInto('work_entries')
    .values({
      ...{ ...work, horse_id: pony.id, member_id: member.id, service_type: 'Trim', work_date: done },
      ...{ setup: TRIM, findings: 'Stands well. A little long in the toe behind.' },
      ...{ visit_horse_id: null, description: null, recommendations: null },
    })
    .execute()
  await tx
    .insertInto('appointments')
    .values({
      ...{ ...visit, member_id: member.id, client_id: clientId, title: 'Pip, trim', on_day: booked, zone },
      ...{
        local_start: '14:00',
        local_end: '14:30',
        starts_at: instantOf(booked, '14:00', zone),
        ends_at: instantOf(booked, '14:30', zone),
      },
    })
    .execute()
  await tx
    .insertInto('visit_horses')
    .values({ ...line, appointment_id: visit.id, horse_id: pony.id, client_id: clientId, payer_client_id: clientId, planned_work: 'Trim' })
    .execute()
}
