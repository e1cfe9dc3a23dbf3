import { cast, FRC_NUMBER } from '#db/cast.ts'
import { recordActivity } from '#db/cast-activity.ts'
import { expenseRows, tripRows } from '#db/cast-books.ts'
import { careNoteRows, insertCarers } from '#db/cast-care.ts'
import { clearPractice } from '#db/cast-clear.ts'
import { insertCastFiles } from '#db/cast-files.ts'
import { inserter } from '#db/cast-insert.ts'
import { booksOf, oldestDue } from '#db/cast-invoices.ts'
import { messageRows, threadRows } from '#db/cast-messages.ts'
import { chargeRows, moneySettingsRows } from '#db/cast-money.ts'
import { BASE } from '#db/cast-places.ts'
import { type Plan, planFor, workingDay } from '#db/cast-plan.ts'
import { askRows, insertAccess, seedGuests } from '#db/cast-portal.ts'
import { kindRows, priceItemRows, priceOverrideRows } from '#db/cast-prices.ts'
import { recordRequests, rightsRows } from '#db/cast-rights.ts'
import { clientRows, horseRows, lastServices, preferenceRows, rowsOf, yardRows } from '#db/cast-rows.ts'
import type { CastFile } from '#db/cast-store.ts'
import { acceptanceRows, insertTerms } from '#db/cast-terms.ts'
import { madeFor, timeOffRows } from '#db/cast-time-off.ts'
import { taskRows, templateRows } from '#db/cast-to-do.ts'
import { settingsId } from '#features/core/practice/rules.ts'
import type { Ownership } from '#features/records/horses/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'

const PREP_LINE = 'Please have them in, with clean dry legs.'
/** The hour of the demo day that the practice is made for: two stops of six are done. */
const DEMO_TIME = '10:40'

/**
 * Makes the demo practice for the day of `now`, or for the Monday after a weekend: one of another day is made again, one of this day stays,
 * with what visitors did in it. Safe to run again, and from several servers at once. `files`, whose bytes are in the store, are put on
 * record when it is made.
 */
export async function keepDemo(db: Database, now = currentTime(), files: readonly CastFile[] = []) {
  const day = dayOf(now, cast.practice.zone)
  const today = workingDay(day)
  await seedDirectory(db)
  if (await db.withPractice(cast.practice.id, (tx) => isMade(tx, today))) return
  // It takes seconds, which no transaction waits for.
  const made = make(planFor(today, day === today))
  await db.withPractice(cast.practice.id, async (tx) => {
    await tx
      .insertInto('sync_counters')
      .values({ practice_id: cast.practice.id, epoch: uuidv7() })
      .onConflict((clash) => clash.doNothing())
      .execute()
    await tx.selectFrom('sync_counters').select('seq').forUpdate().execute()
    if (await isMade(tx, today)) return
    await clearPractice(tx)
    await seed(tx, made, files)
  })
}

const isMade = async (tx: PracticeTx, today: Day): Promise<boolean> =>
  (await tx.selectFrom('time_off').select('id').where('id', '=', madeFor(today)).executeTakeFirst()) !== undefined

type Made = { plan: Plan; rows: ReturnType<typeof rowsOf>; books: ReturnType<typeof booksOf> }

function make(plan: Plan): Made {
  const rows = rowsOf(plan)
  return { plan, rows, books: booksOf(chargeRows(rows), rows, plan.today) }
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
    await seedGuests(tx)
  })
}

async function seed(tx: PracticeTx, { plan, rows, books }: Made, files: readonly CastFile[]) {
  const { today } = plan
  const now = instantOf(today, DEMO_TIME, cast.practice.zone)
  const insert = inserter(tx, now)
  await insertPeople(tx, insert, { plan, dues: oldestDue(books), entries: rows.flatMap((row) => row.entries) })
  await insert(
    'appointments',
    rows.map((row) => row.visit),
  )
  await insert(
    'visit_horses',
    rows.flatMap((row) => row.lines),
  )
  await insert(
    'work_entries',
    rows.flatMap((row) => row.entries),
  )
  await insertCarers(tx, today)
  await insert('care_notes', careNoteRows(today, await insertCastFiles(tx, insert, rows, { files, today })))
  await insert('invoices', books.invoices)
  await insert('charges', books.charges)
  await insert('payments', books.payments)
  await insert('allocations', books.allocations)
  await tx
    .insertInto('invoice_counters')
    .values({ practice_id: cast.practice.id, series: 'INV', next: books.invoices.length + 1 })
    .execute()
  await insert('expenses', expenseRows(today))
  await insert('trips', tripRows(rows, today))
  await insert('tasks', taskRows(today))
  await insertAccess(tx, today)
  await insert('owner_asks', askRows(today))
  await insert('time_off', timeOffRows(today))
  await insertTerms(tx, today)
  await insert('terms_acceptances', acceptanceRows(today))
  await insert('threads', threadRows(today))
  await insert('messages', messageRows(today, rows))
  const requests = rightsRows(today)
  await insert('rights_requests', requests)
  await recordRequests(tx, requests)
  await recordActivity(tx, rows, books, today, now)
}

type PeopleInput = { plan: Plan; dues: ReadonlyMap<string, Day>; entries: Parameters<typeof lastServices>[0] }

/** Who there is, and how the practice works. */
async function insertPeople(tx: PracticeTx, insert: ReturnType<typeof inserter>, { plan, dues, entries }: PeopleInput) {
  const { owner, practice } = cast
  const name = `${owner.firstName} ${owner.lastName}`
  await insert('members', [{ id: owner.memberId, person_id: owner.personId, name, role: 'owner', initials: 'GP' }])
  await insert('settings', [{ id: settingsId(practice.id), prep_line: PREP_LINE, base_lat: BASE.lat, base_lng: BASE.lng }])
  await insert('clients', clientRows(plan.today, dues))
  await insert('sms_preferences', preferenceRows())
  await insert('yards', yardRows())
  const horses = horseRows(plan, lastServices(entries))
  await insert('horses', horses)
  await insertOwners(tx, horses)
  await insert('service_types', kindRows())
  await insert('work_templates', templateRows())
  await insert('price_items', priceItemRows())
  await insert('price_overrides', priceOverrideRows())
  await insert('money_settings', moneySettingsRows())
}

const insertOwners = (tx: PracticeTx, horses: ReturnType<typeof horseRows>) =>
  tx
    .insertInto('horse_owners')
    .values(
      horses.flatMap(({ id, owners }) =>
        (owners as Ownership[]).map(({ clientId, fromOn, toOn, brings = null }) => ({
          practice_id: cast.practice.id,
          horse_id: id,
          client_id: clientId,
          from_on: fromOn,
          to_on: toOn,
          brings,
        })),
      ),
    )
    .execute()
