import { type Selectable, sql } from 'kysely'
import { type Back, BILLING_ZONE, backsOf, type Charge, type factsOf, type PaidSeat } from '#features/records/services/money-rules.ts'
import { noteServiceNotice } from '#features/records/services/server/note-service-notice.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'
import type { DirectoryTables } from '#platform/server/database/directory-tables.ts'

/** Who pays, and their payment status. */
export type Customer = Selectable<DirectoryTables['directory.customers']>
/** A line of what was charged or given back. */
export type MoneyRow = Selectable<DirectoryTables['directory.seat_money']>

/** The day by which all is billed. */
export const billingDay = (): Day => dayOf(currentTime(), BILLING_ZONE)

export const findCustomer = (tx: DirectoryTx, personId: string): Promise<Customer | undefined> =>
  tx.selectFrom('directory.customers').selectAll().where('person_id', '=', personId).executeTakeFirst()

/** The same, held until the transaction ends. */
export const holdCustomer = (tx: DirectoryTx, personId: string): Promise<Customer | undefined> =>
  tx.selectFrom('directory.customers').selectAll().where('person_id', '=', personId).forUpdate().executeTakeFirst()

/** A person's seats, as far as money goes. */
export async function listPaidSeats(tx: DirectoryTx, personId: string): Promise<(PaidSeat & { practiceId: string })[]> {
  const rows = await tx.selectFrom('directory.seats').selectAll().where('person_id', '=', personId).orderBy('id').execute()
  return rows.map(({ id, service, from_on, ends_on, ended_why, practice_id }) => ({
    ...{ id, service, fromOn: from_on, endsOn: ends_on, why: ended_why, practiceId: practice_id },
  }))
}

/** What a customer was charged, the oldest first. */
export async function listCharges(tx: DirectoryTx, customer: string): Promise<(Charge & { row: MoneyRow })[]> {
  const rows = await tx
    .selectFrom('directory.seat_money')
    .selectAll()
    .where('customer', '=', customer)
    .where('kind', '=', 'charge')
    .orderBy('from_on')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, seatId: row.seat_id, service: row.service, pence: row.pence, fromOn: row.from_on, toOn: row.to_on },
    ...{ isFirst: row.is_first, row },
  }))
}

type ToCharge = {
  customer: Pick<Customer, 'person_id' | 'customer'>
  seatId: string
  service: Charge['service']
  pence: number
  fromOn: Day
  toOn: Day
  /** None: with the next bill. */
  invoice: string | null
}

/** Writes down what a seat is charged for some days, once; nothing of nothing. Returns whether it did. */
export async function insertCharge(
  tx: DirectoryTx,
  { customer, seatId, service, pence, fromOn, toOn, invoice }: ToCharge,
): Promise<boolean> {
  if (pence <= 0 || toOn <= fromOn) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('directory.seat_money')
    .values({
      ...{ id: uuidv7(), person_id: customer.person_id, customer: customer.customer, seat_id: seatId, kind: 'charge', service, pence },
      ...{ from_on: fromOn, to_on: toOn, invoice, done_at: invoice ? currentTime() : null },
      is_first: sql<boolean>`exists (
        select from directory.seats s where s.id = ${seatId} and not exists (
          select from directory.seats o
          where o.person_id = s.person_id and o.horse_id = s.horse_id and o.service = s.service and o.id < s.id))`,
    })
    .onConflict((same) => same.columns(['seat_id', 'from_on', 'kind']).doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Records what must be given back to a person by the state of their seats: each charge once. In the transaction that ends a seat. */
export async function planBacks(tx: DirectoryTx, personId: string): Promise<void> {
  const customer = await findCustomer(tx, personId)
  if (!customer) return
  const charges = await listCharges(tx, customer.customer)
  await insertBacks(tx, backsOf(charges, await listPaidSeats(tx, personId), billingDay()), charges)
}

/** The same of a seat that never had a user: all of it. */
export async function planAllBack(tx: DirectoryTx, seatId: string, why: string): Promise<void> {
  const rows = await tx.selectFrom('directory.seat_money').selectAll().where('seat_id', '=', seatId).where('kind', '=', 'charge').execute()
  for (const row of rows) await insertBack(tx, row, { pence: row.pence, why })
}

async function insertBacks(tx: DirectoryTx, backs: readonly Back[], charges: readonly { id: string; row: MoneyRow }[]): Promise<void> {
  const rows = new Map(charges.map(({ id, row }) => [id, row]))
  for (const { of, pence, why } of backs) {
    const row = rows.get(of.id)
    if (row) await insertBack(tx, row, { pence, why })
  }
}

/** Of one charge at most once. */
export async function insertBack(tx: DirectoryTx, of: MoneyRow, { pence, why }: { pence: number; why: string }): Promise<void> {
  const { person_id, customer, seat_id, service, from_on, to_on } = of
  await tx
    .insertInto('directory.seat_money')
    .values({ id: uuidOf('back', of.id), person_id, customer, seat_id, kind: 'back', service, pence, from_on, to_on, of_id: of.id, why })
    .onConflict((same) => same.column('of_id').doNothing())
    .execute()
}

/** All of a charge was never paid. */
export async function voidCharge(tx: DirectoryTx, of: MoneyRow): Promise<void> {
  await insertBack(tx, of, { pence: of.pence, why: 'unpaid' })
  await tx
    .updateTable('directory.seat_money')
    .set({ pence: of.pence, way: 'void', done_at: currentTime() })
    .where('of_id', '=', of.id)
    .where('done_at', 'is', null)
    .execute()
  await tx
    .updateTable('directory.seat_money')
    .set({ done_at: currentTime() })
    .where('id', '=', of.id)
    .where('done_at', 'is', null)
    .execute()
}

type Facts = ReturnType<typeof factsOf> & { pay_url: string | null }

/** Records a subscription's state, and copies to a practice what it must know of it. Returns whether something changed. */
export async function writeFacts(tx: DirectoryTx, known: Customer, facts: Facts): Promise<boolean> {
  const isSame = (Object.keys(facts) as (keyof Facts)[]).every((name) => facts[name] === known[name])
  if (isSame) return false
  await tx.updateTable('directory.customers').set(facts).where('person_id', '=', known.person_id).execute()
  if (facts.paid_until !== known.paid_until || facts.is_past_due !== known.is_past_due) await countSeats(tx, known.person_id)
  // Notified at once; the key is the same as the morning's.
  if (facts.is_past_due) await noteServiceNotice(tx, { personId: known.person_id, kind: 'failed', key: facts.paid_until })
  return true
}

/** Their seats have changed, as far as practices go. */
const countSeats = (tx: DirectoryTx, personId: string) =>
  sql`update directory.seats set rev = rev + 1
    where person_id = ${personId} and (ends_on is null or ends_on >= ${billingDay()}::date)`.execute(tx)
