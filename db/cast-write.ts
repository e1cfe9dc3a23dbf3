import { type Insertable, sql } from 'kysely'
import { cast, castHorses } from '#db/cast.ts'
import { mondaysBetween, planOfWeek, type Stop } from '#db/cast-plan.ts'
import { clientRows, goneOn, horseRows, preferenceRows, type StopRows, stopRows, yardRows } from '#db/cast-rows.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'
import type { Database, PracticeTx } from '#platform/server/db.ts'
import type { Tables } from '#platform/server/tables.ts'

const YEARS_BACK = 2
const WEEKS_AHEAD = 3
/** A server that was off for longer has a gap in its diary, like a farrier back from a long illness. */
const WEEKS_CAUGHT_UP = 8
const ROWS_AT_ONCE = 500

/**
 * Makes the demo practice if it is missing and brings its diary up to `now`: the next three weeks filled, and what nobody touched of the
 * days gone by done. Safe to run again, and from several servers at once; what a visitor changed, moved or removed stays so.
 */
export async function keepDemo(db: Database, now = new Date()) {
  const today = dayOf(now, cast.practice.zone)
  await seedDirectory(db)
  await db.withPractice(cast.practice.id, async (tx) => {
    const { id } = cast.practice
    const made = await tx
      .insertInto('sync_counters')
      .values({ practice_id: id, epoch: uuidv7() })
      .onConflict((clash) => clash.doNothing())
      .returning('practice_id')
      .executeTakeFirst()
    if (made) return seed(tx, today)
    await tx.selectFrom('sync_counters').select('seq').forUpdate().execute()
    await fillAhead(tx, today)
    await finishPassed(tx, today)
  })
}

async function seedDirectory(db: Database) {
  const { practice, owner } = cast
  await db.withDirectory(async (tx) => {
    await tx
      .insertInto('directory.practices')
      .values({
        id: practice.id,
        name: practice.name,
        slug: practice.slug,
        zone: practice.zone,
        mode: 'demo',
        frc_number: 'D1234',
        working_days: [1, 2, 3, 4, 5],
      })
      .onConflict((clash) => clash.doNothing())
      .execute()
    await tx
      .insertInto('directory.people')
      .values({ id: owner.personId, email: owner.email, first_name: owner.firstName, last_name: owner.lastName })
      .onConflict((clash) => clash.doNothing())
      .execute()
    await tx
      .insertInto('directory.memberships')
      .values({ person_id: owner.personId, practice_id: practice.id, member_id: owner.memberId })
      .onConflict((clash) => clash.doNothing())
      .execute()
  })
}

async function seed(tx: PracticeTx, today: Day) {
  const { owner } = cast
  const rows = pastAndComing(today)
  const entries = rows.flatMap((row) => row.entries)
  const name = `${owner.firstName} ${owner.lastName}`
  await insertAll(tx, 'members', [{ id: owner.memberId, person_id: owner.personId, name, role: 'owner', initials: 'GP' }])
  await insertAll(tx, 'clients', clientRows(today))
  await insertAll(tx, 'sms_preferences', preferenceRows())
  await insertAll(tx, 'yards', yardRows())
  await insertAll(tx, 'horses', horseRows(today, lastServices(entries)))
  await insertOwners(tx, today)
  await insertVisits(tx, rows)
  await insertAll(tx, 'time_off', [
    {
      id: uuidOf('cast', 'course'),
      member_id: owner.memberId,
      from_day: addDays(today, 33),
      to_day: addDays(today, 34),
      kind: 'course',
      title: 'Remedial shoeing course',
    },
  ])
  await tellActivity(
    tx,
    rows.filter((row) => row.visit.status === 'done' && row.visit.on_day >= addDays(today, -7)),
  )
}

// Two years of routine visits, all of this week, and what is booked ahead.
function pastAndComing(today: Day): StopRows[] {
  return mondaysBetween(addDays(today, -YEARS_BACK * 365), addDays(today, WEEKS_AHEAD * 7)).flatMap((monday) =>
    planOfWeek(monday)
      .filter((stop) => isWanted(stop, monday, today))
      .flatMap((stop) => {
        const there = (stop.group?.horses ?? []).filter((horse) => !isAway(horse, stop.day, today))
        if (stop.group && there.length === 0) return []
        const horses = there.map((horse) => ({ horse, clientId: horse.clientId }))
        return [stopRows(stop, horses, stop.day < today && stop.group !== null)]
      }),
  )
}

function isWanted(stop: Stop, monday: Day, today: Day): boolean {
  const isThisWeek = addDays(monday, 7) > today && monday <= today
  // On a Sunday tomorrow is next week's, and a bare Monday would look wrong.
  if (isThisWeek || stop.day === addDays(today, 1)) return true
  return stop.day < today ? stop.isRoutine : stop.isBookedAhead
}

function isAway(horse: (typeof castHorses)[number], day: Day, today: Day): boolean {
  const gone = goneOn(horse, today)
  return (gone !== null && day >= gone) || (horse.isPaused === true && day >= addDays(today, -30))
}

const lastServices = (entries: StopRows['entries']): Map<string, Day> => {
  const last = new Map<string, Day>()
  for (const { horse_id, work_date, resets_cycle } of entries) {
    if (resets_cycle && work_date > (last.get(horse_id) ?? '')) last.set(horse_id, work_date)
  }
  return last
}

const insertOwners = (tx: PracticeTx, today: Day) =>
  tx
    .insertInto('horse_owners')
    .values(
      castHorses.map((horse) => ({
        practice_id: cast.practice.id,
        horse_id: horse.id,
        client_id: horse.clientId,
        from_on: addDays(today, -YEARS_BACK * 365),
        to_on: null,
      })),
    )
    .execute()

async function insertVisits(tx: PracticeTx, rows: StopRows[]) {
  await insertAll(
    tx,
    'appointments',
    rows.map((row) => row.visit),
  )
  await insertAll(
    tx,
    'visit_horses',
    rows.flatMap((row) => row.lines),
  )
  await insertAll(
    tx,
    'work_entries',
    rows.flatMap((row) => row.entries),
  )
}

/** Books what the plan has for the weeks ahead, and the routine of weeks the server slept through, unless it is there or was removed. */
async function fillAhead(tx: PracticeTx, today: Day) {
  const wanted = mondaysBetween(addDays(today, -WEEKS_CAUGHT_UP * 7), addDays(today, WEEKS_AHEAD * 7)).flatMap((monday) =>
    planOfWeek(monday).filter((stop) => isWanted(stop, monday, today)),
  )
  const known = await idsAmong(
    tx,
    wanted.map((stop) => stop.id),
  )
  const missing = wanted.filter((stop) => !known.has(stop.id))
  if (missing.length === 0) return
  const horses = await horsesToShoe(tx)
  const rows = missing.flatMap((stop) => {
    const there = (stop.group?.horses ?? []).flatMap((horse) => {
      const now = horses.get(horse.id)
      return now && !(now.paused_until && now.paused_until > stop.day) ? [{ horse, clientId: now.client_id }] : []
    })
    return stop.group && there.length === 0 ? [] : [stopRows(stop, there, false)]
  })
  await insertVisits(tx, rows)
}

/** Visits of the plan on days gone by that nobody touched were done as planned. */
async function finishPassed(tx: PracticeTx, today: Day) {
  const open = await tx
    .selectFrom('appointments')
    .select(['id', 'on_day', 'client_id'])
    .where('on_day', '<', today)
    .where('status', '=', 'booked')
    .where('rev', '=', 1)
    .where('client_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  if (open.length === 0) return
  const days = open.map((visit) => visit.on_day).sort()
  const plan = mondaysBetween(days[0] ?? today, today).flatMap(planOfWeek)
  const stops = plan.filter((stop) => open.some((visit) => visit.id === stop.id))
  const done: StopRows[] = []
  for (const stop of stops) {
    const rows = await doneRows(tx, stop)
    if (rows) done.push(rows)
  }
  for (const rows of done) await writeDone(tx, rows)
  await insertAll(
    tx,
    'work_entries',
    done.flatMap((rows) => rows.entries),
  )
  await keepServices(
    tx,
    done.flatMap((rows) => rows.entries),
  )
  await tellActivity(tx, done)
}

// With the horses the visit has now; one somebody touched makes it theirs.
async function doneRows(tx: PracticeTx, stop: Stop): Promise<StopRows | undefined> {
  const lines = await tx
    .selectFrom('visit_horses')
    .select(['horse_id', 'client_id', 'rev'])
    .where('appointment_id', '=', stop.id)
    .orderBy('place')
    .execute()
  if (lines.some((line) => line.rev > 1)) return undefined
  const horses = lines.flatMap((line) => {
    const horse = stop.group?.horses.find((one) => one.id === line.horse_id)
    return horse ? [{ horse, clientId: line.client_id }] : []
  })
  return horses.length === lines.length && horses.length > 0 ? stopRows(stop, horses, true) : undefined
}

async function writeDone(tx: PracticeTx, { visit, lines }: StopRows) {
  let seq = await takeSeqs(tx, lines.length + 1)
  const { status, is_call_complete, completed_at, as_was } = visit
  await tx
    .updateTable('appointments')
    .set({ status, is_call_complete, completed_at, as_was, rev: 2, seq: seq++ })
    .where('id', '=', visit.id)
    .execute()
  for (const { id, outcome, completed_at } of lines) {
    await tx.updateTable('visit_horses').set({ outcome, completed_at, rev: 2, seq: seq++ }).where('id', '=', id).execute()
  }
}

async function keepServices(tx: PracticeTx, entries: StopRows['entries']) {
  for (const [id, day] of lastServices(entries)) {
    await tx
      .updateTable('horses')
      .set((eb) => ({ last_service_on: day, next_due_on: sql<Day | null>`${day}::date + cycle_days`, rev: eb('rev', '+', 1) }))
      .set({ seq: await takeSeqs(tx, 1) })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_service_on', 'is', null), eb('last_service_on', '<', day)]))
      .execute()
  }
}

const idsAmong = async (tx: PracticeTx, ids: string[]) =>
  new Set((await tx.selectFrom('appointments').select('id').where('id', 'in', ids).execute()).map((row) => row.id))

async function horsesToShoe(tx: PracticeTx) {
  const rows = await tx
    .selectFrom('horses as h')
    .innerJoin('clients as c', 'c.id', 'h.client_id')
    .select(['h.id', 'h.client_id', 'h.paused_until'])
    .where('h.deleted_at', 'is', null)
    .where('h.gone_on', 'is', null)
    .where('c.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** As the farrier would have: one line of Recent Activity per finished visit. */
async function tellActivity(tx: PracticeTx, rows: StopRows[]) {
  if (rows.length === 0) return
  await tx
    .insertInto('activity')
    .values(
      rows.map(({ visit }) => ({
        practice_id: cast.practice.id,
        id: uuidOf('cast', 'activity', visit.id),
        at: visit.completed_at as Date,
        member_id: cast.owner.memberId,
        device_id: null,
        entity: 'appointments',
        entity_id: visit.id,
        verb: 'completed',
        before: null,
        after: { title: visit.title, status: 'done' },
      })),
    )
    .onConflict((clash) => clash.doNothing())
    .execute()
}

type CastTable =
  | 'members'
  | 'clients'
  | 'sms_preferences'
  | 'yards'
  | 'horses'
  | 'appointments'
  | 'visit_horses'
  | 'work_entries'
  | 'time_off'
type CastRow<T extends CastTable> = Omit<Insertable<Tables[T]>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>

async function insertAll<T extends CastTable>(tx: PracticeTx, table: T, rows: CastRow<T>[]) {
  let seq = await takeSeqs(tx, rows.length)
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const values = rows.slice(at, at + ROWS_AT_ONCE).map((row) => rowOf(row, seq++))
    await tx
      .insertInto(table)
      .values(values as never)
      .execute()
  }
}

// practice_id, rev and seq as a write by hand would have given them.
const rowOf = <T extends CastTable>(row: CastRow<T>, seq: number) => ({
  ...row,
  practice_id: cast.practice.id,
  rev: 1,
  seq,
  deleted_at: null,
})

/** The first of `count` places in the practice's order of commits. */
async function takeSeqs(tx: PracticeTx, count: number): Promise<number> {
  const { seq } = await tx
    .updateTable('sync_counters')
    .set((eb) => ({ seq: eb('seq', '+', count) }))
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq - count + 1
}
