import { CLIENT_SERVICES } from '#features/core/practice/plans.ts'
import { chargedSeats, daysOf, factsOf, graceEnds, mendOf, wantedOf } from '#features/records/services/money-rules.ts'
import { carrySeats } from '#features/records/services/server/carry-seats.ts'
import type { PaidPlaces } from '#features/records/services/server/checkouts.ts'
import {
  billingDay,
  type Customer,
  findCustomer,
  holdCustomer,
  insertBack,
  insertCharge,
  listCharges,
  listPaidSeats,
  planBacks,
  voidCharge,
  writeFacts,
} from '#features/records/services/server/customers.ts'
import { endAllOwn } from '#features/records/services/server/end-own.ts'
import { giveBack } from '#features/records/services/server/give-back.ts'
import { endSeat, holdSeat } from '#features/records/services/server/seats.ts'
import {
  type Bill,
  billApart,
  cancelNow,
  endWithMonth,
  fetchBills,
  fetchSubscription,
  type ServiceSubscription,
  setApart,
  setItems,
} from '#features/records/services/server/stripe-services.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayAndYear, instantOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import { SERVICES } from '#lib/plan.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'

/** Others may change what is wanted during the call to Stripe. */
const MOST_TRIES = 5
/** A bill is made a moment after its month begins. */
const DAYS_BEFORE = 2

const turns = new Map<string, Promise<unknown>>()

/**
 * Corrects all that a person pays: records Stripe's answer on the subscription and its bills, bills what was begun, sets quantities to what
 * goes on, gives back what must be, and updates practices. Any number of times, and cut short anywhere, it does nothing twice. Returns its
 * changes, in words for the log.
 * @throws payment_silent
 */
export async function settle(places: PaidPlaces, personId: string): Promise<readonly string[]> {
  // One after the other: an older answer could be written down last.
  const turn = (turns.get(personId) ?? Promise.resolve()).catch(() => undefined).then(() => settleOnce(places, personId, true))
  turns.set(personId, turn)
  try {
    return await turn
  } finally {
    if (turns.get(personId) === turn) turns.delete(personId)
  }
}

async function settleOnce(places: PaidPlaces, personId: string, isFirst: boolean): Promise<readonly string[]> {
  const { db, payments } = places
  const known = await db.withDirectory((tx) => findCustomer(tx, personId))
  if (!known) return []
  const subscription = await fetchSubscription(payments, known.subscription)
  const since = instantOf(addDays(known.billed_from, -DAYS_BEFORE), '00:00', 'UTC').getTime() / 1000
  const bills = await fetchBills(payments, known.subscription, since)
  const done = [...(await db.withDirectory((tx) => takeDown(tx, personId, subscription, bills)))]
  done.push(...(await billAll(places, personId, subscription)))
  done.push(...(await agree(places, personId, subscription, bills)))
  done.push(...(await giveBack(places, personId, bills)))
  let isOverElsewhere = false
  for (const practiceId of await db.withDirectory((tx) => practicesOf(tx, personId)))
    if ((await carrySeats(places, practiceId)).includes(personId)) isOverElsewhere = true
  return isOverElsewhere && isFirst ? [...done, ...(await settleOnce(places, personId, false))] : done
}

/** Where a person's seats are that are not long over. */
async function practicesOf(tx: DirectoryTx, personId: string): Promise<string[]> {
  const long = addDays(billingDay(), -60)
  const seats = await listPaidSeats(tx, personId)
  return [...new Set(seats.flatMap(({ practiceId, endsOn }) => (endsOn === null || endsOn > long ? [practiceId] : [])))]
}

/** Records Stripe's answer. */
async function takeDown(tx: DirectoryTx, personId: string, subscription: ServiceSubscription, bills: readonly Bill[]): Promise<string[]> {
  const known = await holdCustomer(tx, personId)
  // Another one has begun meanwhile.
  if (!known || known.subscription !== subscription.id) return []
  const done: string[] = []
  for (const bill of bills) if (await takeBill(tx, known, bill)) done.push(`bill ${bill.id} is ${bill.state}`)
  const facts = factsFrom(known, subscription, bills)
  if (await writeFacts(tx, known, facts)) done.push(`paid until ${facts.paid_until}${facts.is_past_due ? ', past due' : ''}`)
  const over = overOn(facts, subscription)
  if (over && (await endAllSeats(tx, personId, over))) done.push(`all seats end on ${over.endsOn}: ${over.why}`)
  // Once: what goes on after that goes on.
  if (subscription.isEndedThere && !known.is_ending && (await endAllOwn(tx, personId)))
    done.push('all seats end: that was decided at Stripe')
  await planBacks(tx, personId)
  return done
}

/** A subscription that Stripe gave up while a payment was awaited is waited for as any other. */
function factsFrom(known: Customer, subscription: ServiceSubscription, bills: readonly Bill[]) {
  const facts = factsOf(subscription)
  const isLate = known.is_past_due && subscription.state === 'over' && bills.every(({ state }) => state !== 'paid')
  const late = isLate ? { paid_until: known.paid_until, is_past_due: true } : {}
  const payUrl = bills.findLast((bill) => bill.state === 'open')?.payUrl ?? null
  return { ...facts, ...late, pay_url: facts.is_past_due ? payUrl : null }
}

/** When payment ends. */
function overOn(facts: Pick<Customer, 'is_past_due' | 'paid_until'>, { state }: ServiceSubscription) {
  if (facts.is_past_due) {
    const endsOn = graceEnds(facts.paid_until)
    return endsOn < billingDay() ? { endsOn, why: 'unpaid' as const } : undefined
  }
  return state === 'over' ? { endsOn: facts.paid_until, why: 'operator' as const } : undefined
}

async function endAllSeats(tx: DirectoryTx, personId: string, end: { endsOn: Day; why: 'unpaid' | 'operator' }): Promise<boolean> {
  const late = (await listPaidSeats(tx, personId)).filter(({ endsOn }) => endsOn === null || endsOn > end.endsOn)
  for (const seat of late) {
    const held = await holdSeat(tx, seat)
    if (held) await endSeat(tx, held, end)
  }
  return late.length > 0
}

/** Writes down what a bill is for, seat by seat, once. Returns whether it was news. */
async function takeBill(tx: DirectoryTx, known: Customer, bill: Bill): Promise<boolean> {
  const before = await listCharges(tx, known.customer)
  if (bill.items.length > 0) {
    await tx
      .updateTable('directory.seat_money')
      .set({ invoice: bill.id })
      .where('customer', '=', known.customer)
      .where('item', 'in', bill.items)
      .where('invoice', 'is', null)
      .execute()
  }
  const isNew = !before.some(({ row }) => row.invoice === bill.id && row.item === null)
  if (isNew) await chargeMonth(tx, known, bill)
  if (bill.state === 'void')
    for (const { row } of await listCharges(tx, known.customer)) if (row.invoice === bill.id) await voidCharge(tx, row)
  return isNew && bill.monthly.length > 0
}

async function chargeMonth(tx: DirectoryTx, known: Customer, bill: Bill): Promise<void> {
  const seats = await listPaidSeats(tx, known.person_id)
  for (const { service, quantity, pence, period } of bill.monthly) {
    const days = daysOf(period)
    const charges = await listCharges(tx, known.customer)
    const own = chargedSeats(seats, charges, { service, quantity, fromOn: days.fromOn }).map(({ id }) => id)
    // What was billed for no one is given back.
    const nobodys = Array.from({ length: quantity - own.length }, (_, at) => uuidOf('nobody', bill.id, service, String(at)))
    for (const seatId of [...own, ...nobodys])
      await insertCharge(tx, { customer: known, seatId, service, pence, ...days, invoice: bill.id })
    for (const { row } of await listCharges(tx, known.customer))
      if (nobodys.includes(row.seat_id)) await insertBack(tx, row, { pence: row.pence, why: 'operator' })
  }
}

/** Bills what was begun within a month, with the next bill. */
async function billAll({ db, payments }: PaidPlaces, personId: string, subscription: ServiceSubscription): Promise<string[]> {
  const known = await db.withDirectory((tx) => findCustomer(tx, personId))
  if (!known || known.subscription !== subscription.id) return []
  const waiting = (await db.withDirectory((tx) => listCharges(tx, known.customer))).filter(({ row }) => !row.done_at && !row.invoice)
  for (const { row } of waiting) {
    if (subscription.state === 'over') await db.withDirectory((tx) => voidCharge(tx, row))
    else {
      const period = { start: secondOf(row.from_on), end: secondOf(row.to_on) }
      const words = `${CLIENT_SERVICES[row.service].name}, ${dayAndYear(row.from_on)} to ${dayAndYear(addDays(row.to_on, -1))}`
      const { customer } = known
      const item = await billApart(payments, { lineId: row.id, customer, subscription: subscription.id, pence: row.pence, period, words })
      await db.withDirectory((tx) =>
        tx.updateTable('directory.seat_money').set({ item, done_at: currentTime() }).where('id', '=', row.id).execute(),
      )
    }
  }
  return waiting.map(({ row }) => `billed ${row.pence}p apart`)
}

const secondOf = (day: Day): number => instantOf(day, '00:00', 'UTC').getTime() / 1000

/** Has Stripe bill what goes on, and nothing else. */
async function agree(
  { db, payments }: PaidPlaces,
  personId: string,
  first: ServiceSubscription,
  bills: readonly Bill[],
): Promise<string[]> {
  const done: string[] = []
  let subscription = first
  for (let tries = 0; tries < MOST_TRIES && subscription.state !== 'over'; tries++) {
    const wanted = wantedOf(await db.withDirectory((tx) => listPaidSeats(tx, personId)))
    const isLate = subscription.state === 'past-due' && SERVICES.every((service) => wanted[service] === 0)
    const mend = mendOf(wanted, subscription.has, subscription.isEnding)
    if (!mend && !isLate) break
    if (isLate) {
      await cancelNow(payments, subscription.id)
      await dropApart({ db, payments }, personId)
    } else if (mend?.what === 'end') await endWithMonth(payments, subscription.id)
    else if (mend) await setItems(payments, subscription, mend.items)
    done.push(isLate ? 'ended at once' : mend?.what === 'items' ? `quantities are ${JSON.stringify(wanted)}` : 'ends with its month')
    subscription = await fetchSubscription(payments, subscription.id)
    await db.withDirectory((tx) => takeDown(tx, personId, subscription, bills))
  }
  return done
}

/** What still waited for a bill that will not come. */
async function dropApart({ db, payments }: Pick<PaidPlaces, 'db' | 'payments'>, personId: string): Promise<void> {
  const known = await db.withDirectory((tx) => findCustomer(tx, personId))
  if (!known) return
  for (const { row } of await db.withDirectory((tx) => listCharges(tx, known.customer)))
    if (row.item && !row.invoice && (await setApart(payments, row.item, 0))) await db.withDirectory((tx) => voidCharge(tx, row))
}
