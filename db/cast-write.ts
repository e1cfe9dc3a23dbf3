import { cast, type castHorses, FRC_NUMBER } from '#db/cast.ts'
import { expenseRows, tripRows } from '#db/cast-books.ts'
import { insertAll, insertVisits, recordActivity } from '#db/cast-insert.ts'
import { messageRows, threadRows } from '#db/cast-messages.ts'
import { chargeRows, keepAccounts, moneySettingsRows } from '#db/cast-money.ts'
import { BASE } from '#db/cast-places.ts'
import { wantedStops } from '#db/cast-plan.ts'
import { kindRows, priceItemRows, priceOverrideRows } from '#db/cast-prices.ts'
import { recordRequests, rightsRows } from '#db/cast-rights.ts'
import {
  clientRows,
  goneOn,
  horseRows,
  lastServices,
  preferenceRows,
  type StopRows,
  stopRows,
  YEARS_BACK,
  yardRows,
} from '#db/cast-rows.ts'
import { acceptanceRows, insertTerms } from '#db/cast-terms.ts'
import { taskRows, templateRows } from '#db/cast-to-do.ts'
import { fillAhead, finishPassed } from '#db/cast-top-up.ts'
import { settingsId } from '#features/core/practice/rules.ts'
import type { Ownership } from '#features/records/horses/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'

const PREP_LINE = 'Please have them in, with clean dry legs.'

/**
 * Makes the demo practice if it is missing and brings its diary up to `now`: fills the next three weeks, and finishes past visits that no one
 * has changed. Safe to run again, and from several servers at once; a visitor's changes, moves and removals stay.
 */
export async function keepDemo(db: Database, now = currentTime()) {
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
    await addNewKinds(tx)
    await fillAhead(tx, today)
    await finishPassed(tx, today)
    await keepAccounts(tx, today)
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
        frc_number: FRC_NUMBER,
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

/** Adds kinds of work and prices that a demo made by an older version lacks. */
async function addNewKinds(tx: PracticeTx) {
  for (const [table, rows] of [
    ['service_types', kindRows()],
    ['price_items', priceItemRows()],
  ] as const) {
    const here = new Set((await tx.selectFrom(table).select('id').execute()).map(({ id }) => id))
    await insertAll(
      tx,
      table,
      rows.filter(({ id }) => !here.has(id)),
    )
  }
}

async function seed(tx: PracticeTx, today: Day) {
  const { owner } = cast
  const rows = pastAndComing(today)
  const entries = rows.flatMap((row) => row.entries)
  const name = `${owner.firstName} ${owner.lastName}`
  await insertAll(tx, 'members', [{ id: owner.memberId, person_id: owner.personId, name, role: 'owner', initials: 'GP' }])
  await insertAll(tx, 'settings', [{ id: settingsId(cast.practice.id), prep_line: PREP_LINE, base_lat: BASE.lat, base_lng: BASE.lng }])
  await insertAll(tx, 'clients', clientRows(today))
  await insertAll(tx, 'sms_preferences', preferenceRows())
  await insertAll(tx, 'yards', yardRows())
  const horses = horseRows(today, lastServices(entries))
  await insertAll(tx, 'horses', horses)
  await insertOwners(tx, horses)
  await insertAll(tx, 'service_types', kindRows())
  await insertAll(tx, 'work_templates', templateRows())
  await insertAll(tx, 'price_items', priceItemRows())
  await insertAll(tx, 'price_overrides', priceOverrideRows())
  await insertVisits(tx, rows)
  await insertAll(tx, 'money_settings', moneySettingsRows())
  await insertAll(tx, 'charges', chargeRows(rows, today))
  await keepAccounts(tx, today)
  await insertAll(tx, 'expenses', expenseRows(today))
  await insertAll(tx, 'trips', tripRows(rows, today))
  await insertAll(tx, 'tasks', taskRows(today))
  const requests = rightsRows(today)
  await insertAll(tx, 'rights_requests', requests)
  await recordRequests(tx, requests)
  await insertTerms(tx, today)
  await insertAll(tx, 'terms_acceptances', acceptanceRows(today))
  await insertAll(tx, 'threads', threadRows(today))
  await insertAll(tx, 'messages', messageRows(today, rows))
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
  await recordActivity(
    tx,
    rows.filter((row) => row.visit.status === 'done' && row.visit.on_day >= addDays(today, -7)),
  )
}

// Two years of routine visits, all of this week, and visits booked ahead.
function pastAndComing(today: Day): StopRows[] {
  return wantedStops(addDays(today, -YEARS_BACK * 365), today).flatMap((stop) => {
    const there = (stop.group?.horses ?? []).filter((horse) => !isAway(horse, stop.day, today))
    if (stop.group && there.length === 0) return []
    const horses = there.map((horse) => ({ horse, clientId: horse.clientId }))
    return [stopRows(stop, horses, stop.day < today && stop.group !== null)]
  })
}

function isAway(horse: (typeof castHorses)[number], day: Day, today: Day): boolean {
  const gone = goneOn(horse, today)
  return (gone !== null && day >= gone) || (horse.isPaused === true && day >= addDays(today, -30))
}

const insertOwners = (tx: PracticeTx, horses: ReturnType<typeof horseRows>) =>
  tx
    .insertInto('horse_owners')
    .values(
      horses.flatMap(({ id, owners }) =>
        (owners as Ownership[]).map(({ clientId, fromOn, toOn }) => ({
          practice_id: cast.practice.id,
          horse_id: id,
          client_id: clientId,
          from_on: fromOn,
          to_on: toOn,
        })),
      ),
    )
    .execute()
