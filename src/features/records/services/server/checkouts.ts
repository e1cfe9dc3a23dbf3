import type { Selectable } from 'kysely'
import type { Stripe } from 'stripe'
import { factsOf } from '#features/records/services/money-rules.ts'
import { carrySeats, type Places } from '#features/records/services/server/carry-seats.ts'
import { type Customer, findCustomer, insertBack, insertCharge, listCharges } from '#features/records/services/server/customers.ts'
import { findEmail } from '#features/records/services/server/find-email.ts'
import { beginSeats } from '#features/records/services/server/seats.ts'
import {
  type Bill,
  expireCheckout,
  fetchBill,
  fetchCheckout,
  makeCheckout,
  owesNothing,
  type Payments,
  readSubscription,
  type ServiceSubscription,
} from '#features/records/services/server/stripe-services.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'
import type { Service } from '#lib/plan.ts'
import type { Database, DirectoryTx } from '#platform/server/database/db.ts'
import type { DirectoryTables } from '#platform/server/database/directory-tables.ts'

/** Where services are paid. */
export type PaidPlaces = Places & { payments: Payments }

/** What was chosen to be paid for by a first payment. */
type Checkout = Selectable<DirectoryTables['directory.checkouts']>
/** For which horses of whom. */
export type Choice = { personId: string; practiceId: string; clientId: string; service: Service; horseIds: readonly string[] }

/** Others may be choosing for the same person; who comes second takes what the first left. */
const MOST_TRIES = 4

/**
 * The address of Stripe's page where a first payment is made. A person has one that can be paid: pressed twice, or in two tabs, it is the same one, or
 * the one before is ended first. None: it has been paid, and what it was for has begun.
 * @throws payment_silent, sum_changed when something else was paid meanwhile
 */
export async function startCheckout(places: PaidPlaces, choice: Choice): Promise<string | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const open = await places.db.withDirectory((tx) => openOf(tx, choice.personId))
    const row = open ?? (await insertChoice(places.db, choice))
    if (!row) continue
    const page = await pageOf(places, row)
    if (page.status === 'complete') {
      await takeCheckout(places, row.id)
      if (isSame(row, choice)) return undefined
      throw new AppError('sum_changed')
    }
    if (page.status === 'open' && isSame(row, choice) && page.url) return page.url
    if (page.status === 'expired' || (await expireCheckout(places.payments, page.id))) await endChoice(places.db, row.id)
  }
  throw new AppError('payment_silent')
}

/**
 * Begins what was paid for by a first payment, once, whichever reports it: the event, the person who comes back, or the night. A page that
 * is over is ended. Returns whether it has begun.
 * @throws payment_silent
 */
export async function takeCheckout(places: PaidPlaces, id: string): Promise<boolean> {
  const row = await places.db.withDirectory((tx) =>
    tx.selectFrom('directory.checkouts').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  if (!row || row.ended_at) return row?.done_at !== undefined && row.done_at !== null
  const page = await pageOf(places, row)
  if (page.status === 'expired') await endChoice(places.db, id)
  const paid = await paidOf(places.payments, page)
  if (!paid) return false
  await places.db.withDirectory((tx) => begin(tx, id, paid))
  await carrySeats(places, row.practice_id)
  return true
}

const openOf = (tx: DirectoryTx, personId: string): Promise<Checkout | undefined> =>
  tx.selectFrom('directory.checkouts').selectAll().where('person_id', '=', personId).where('ended_at', 'is', null).executeTakeFirst()

/** Undefined: another was made meanwhile. */
const insertChoice = (db: Database, { personId, practiceId, clientId, service, horseIds }: Choice): Promise<Checkout | undefined> =>
  db.withDirectory((tx) =>
    tx
      .insertInto('directory.checkouts')
      .values({ id: uuidv7(), person_id: personId, practice_id: practiceId, client_id: clientId, service, horse_ids: [...horseIds] })
      .onConflict((same) => same.column('person_id').where('ended_at', 'is', null).doNothing())
      .returningAll()
      .executeTakeFirst(),
  )

const endChoice = (db: Database, id: string) =>
  db.withDirectory((tx) =>
    tx.updateTable('directory.checkouts').set({ ended_at: currentTime() }).where('id', '=', id).where('ended_at', 'is', null).execute(),
  )

const isSame = (row: Checkout, { practiceId, clientId, service, horseIds }: Choice): boolean =>
  row.practice_id === practiceId &&
  row.client_id === clientId &&
  row.service === service &&
  [...row.horse_ids].sort().join() === [...horseIds].sort().join()

/** The page of a choice: the one that was made, even if we were cut short before we wrote down which. */
async function pageOf({ db, payments }: PaidPlaces, row: Checkout): Promise<Stripe.Checkout.Session> {
  if (row.session) return fetchCheckout(payments, row.session)
  const { customer, email } = await db.withDirectory((tx) => payerOf(tx, row.person_id))
  const { id, person_id: personId, service, horse_ids } = row
  const clean = customer && (await owesNothing(payments, customer)) ? customer : null
  const wanted = { id, personId, service, count: horse_ids.length, customer: clean, email }
  const made = await makeCheckout(payments, wanted).catch(async (error: unknown) => {
    // Its key answers this for a day, and the page was given to no one: what is chosen next has another.
    await endChoice(db, id)
    throw error
  })
  await db.withDirectory((tx) => tx.updateTable('directory.checkouts').set({ session: made.id }).where('id', '=', id).execute())
  // What was answered before may have been paid since.
  return fetchCheckout(payments, made.id)
}

async function payerOf(tx: DirectoryTx, personId: string): Promise<{ customer: string | null; email: string | null }> {
  const known = await findCustomer(tx, personId)
  return { customer: known?.customer ?? null, email: (await findEmail(tx, personId)) ?? null }
}

type Paid = { subscription: ServiceSubscription; bill: Bill }

async function paidOf(payments: Payments, page: Stripe.Checkout.Session): Promise<Paid | undefined> {
  const { subscription, invoice } = page
  const invoiceId = typeof invoice === 'string' ? invoice : invoice?.id
  if (page.status !== 'complete' || page.payment_status === 'unpaid' || !subscription || typeof subscription === 'string' || !invoiceId)
    return undefined
  return { subscription: readSubscription(payments, subscription), bill: await fetchBill(payments, invoiceId) }
}

async function begin(tx: DirectoryTx, id: string, { subscription, bill }: Paid): Promise<void> {
  const row = await tx.selectFrom('directory.checkouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row || row.done_at) return
  const facts = factsOf(subscription)
  const customer = { person_id: row.person_id, customer: subscription.customer }
  const ids = { customer: subscription.customer, subscription: subscription.id }
  await leaveBefore(tx, row.person_id, subscription.customer)
  const isNew = { began_on: facts.billed_from, pay_url: null }
  await tx
    .insertInto('directory.customers')
    .values({ person_id: row.person_id, ...ids, ...isNew, ...facts })
    .onConflict((same) => same.column('person_id').doUpdateSet({ ...ids, ...isNew, ...facts }))
    .execute()
  await beginPaid(tx, row, { customer, bill, fromOn: facts.billed_from, toOn: facts.billed_to })
  const now = currentTime()
  await tx.updateTable('directory.checkouts').set({ done_at: now, ended_at: now }).where('id', '=', id).execute()
}

/** Who comes back as another customer is forgotten as the one before. */
async function leaveBefore(tx: DirectoryTx, personId: string, customer: string): Promise<void> {
  const before = await tx
    .selectFrom('directory.customers')
    .select(['customer', 'subscription'])
    .where('person_id', '=', personId)
    .where('customer', '<>', customer)
    .executeTakeFirst()
  if (before)
    await tx
      .insertInto('directory.left_customers')
      .values(before)
      .onConflict((same) => same.doNothing())
      .execute()
}

type Days = { customer: Pick<Customer, 'person_id' | 'customer'>; bill: Bill; fromOn: string; toOn: string }

/** A seat for each horse; of one that has the service by now, all is given back. */
async function beginPaid(tx: DirectoryTx, row: Checkout, { customer, bill, fromOn, toOn }: Days): Promise<void> {
  const { practice_id: practiceId, horse_ids: horseIds, service, person_id: personId } = row
  const pence = bill.monthly.find((line) => line.service === service)?.pence ?? 0
  const begun = await beginSeats(tx, { practiceId, horseIds, service, personId, today: fromOn })
  for (const horseId of horseIds) {
    const seatId = begun.get(horseId) ?? uuidOf('unneeded', row.id, horseId)
    await insertCharge(tx, { customer, seatId, service, pence, fromOn, toOn, invoice: bill.id })
  }
  for (const charge of await listCharges(tx, customer.customer))
    if (charge.row.invoice === bill.id && ![...begun.values()].includes(charge.seatId))
      await insertBack(tx, charge.row, { pence: charge.pence, why: 'operator' })
}
