import { sql } from 'kysely'
import { CLIENT_SERVICES } from '#features/core/practice/plans.ts'
import { daysOf, graceEnds, momentOf, splitPence } from '#features/records/services/money-rules.ts'
import { type Choice, type PaidPlaces, startCheckout, takeCheckout } from '#features/records/services/server/checkouts.ts'
import {
  billingDay,
  type Customer,
  findCustomer,
  holdCustomer,
  insertCharge,
  listPaidSeats,
} from '#features/records/services/server/customers.ts'
import { endAllOwn } from '#features/records/services/server/end-own.ts'
import { beginSeats } from '#features/records/services/server/seats.ts'
import { settle } from '#features/records/services/server/settle.ts'
import { fetchSubscription, portalFor, previewMore } from '#features/records/services/server/stripe-services.ts'
import type { Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Service } from '#lib/plan.ts'
import type { Database, DirectoryTx } from '#platform/server/database/db.ts'
import type { JobLog } from '#platform/server/database/each-practice.ts'

/** What a press would cost, before it is pressed. */
export type Offer = {
  /** `first`: paid at once, on Stripe's page; `more`: with the next bill. */
  way: 'first' | 'more'
  /** What these horses cost a month, and all that the person then pays a month. */
  monthlyPence: number
  allPence: number
  /** With `first` what is paid at once, with `more` what the next bill has beside the month; nothing for what goes on that was ended. */
  pence: number
  /** None before the first payment. */
  nextBillOn: Day | null
  /** What the sum was worked out for; it goes with the press. */
  moment: number | null
}

/** The offer shown before the press. */
export type ShownOffer = Pick<Offer, 'pence' | 'moment'>

/**
 * What it would cost to begin a service of these horses now. The sum shown holds until midnight.
 * @throws payment_awaited, payment_silent
 */
export async function offerOf(
  places: PaidPlaces,
  { personId, service, horseIds }: Omit<Choice, 'clientId' | 'practiceId'>,
): Promise<Offer> {
  const { known, seats, goOn } = await places.db.withDirectory((tx) => standingOf(tx, personId, service, horseIds))
  const monthlyPence = CLIENT_SERVICES[service].pence * horseIds.length
  const now = seats.filter(({ endsOn }) => endsOn === null).reduce((sum, seat) => sum + CLIENT_SERVICES[seat.service].pence, 0)
  const offer = { monthlyPence, allPence: now + monthlyPence }
  if (!known || known.is_over) return { way: 'first', ...offer, pence: monthlyPence, nextBillOn: null, moment: null }
  if (known.is_past_due) throw new AppError('payment_awaited')
  const subscription = await fetchSubscription(places.payments, known.subscription)
  const moment = momentOf(subscription.period, billingDay())
  const count = horseIds.length - goOn.length
  const pence = count > 0 ? await previewMore(places.payments, subscription, { service, count, moment }) : 0
  return { way: 'more', ...offer, pence, nextBillOn: daysOf(subscription.period).toOn, moment }
}

/**
 * Begins a service of horses for its payer. The first time, the address of Stripe's page is returned, and nothing begins before it is paid.
 * @throws sum_changed unless the sum shown still holds, payment_awaited, payment_silent
 */
export async function beginPaid(places: PaidPlaces, choice: Choice, said: ShownOffer | undefined): Promise<{ url: string | null }> {
  const offer = await offerOf(places, choice)
  if (!said || said.pence !== offer.pence || said.moment !== offer.moment) throw new AppError('sum_changed')
  if (offer.way === 'first') return { url: (await startCheckout(places, choice)) ?? null }
  await places.db.withDirectory((tx) => beginMore(tx, choice, offer))
  await settleSoon(places, choice.personId)
  return { url: null }
}

/** Their seats begin with what they cost until the next bill, which is billed with that. @throws sum_changed */
async function beginMore(
  tx: DirectoryTx,
  { personId, practiceId, service, horseIds }: Choice,
  { pence, nextBillOn }: Offer,
): Promise<void> {
  const customer = await holdCustomer(tx, personId)
  if (!customer || customer.is_over || customer.is_past_due) throw new AppError('sum_changed')
  const today = billingDay()
  const { goOn } = await standingOf(tx, personId, service, horseIds)
  const begun = await beginSeats(tx, { practiceId, horseIds, service, personId, today })
  // Another tab has begun one of them.
  if (begun.size !== horseIds.length - goOn.length) throw new AppError('sum_changed')
  const each = splitPence(pence, begun.size)
  for (const [at, seatId] of [...begun.values()].entries())
    await insertCharge(tx, { customer, seatId, service, pence: each[at] ?? 0, fromOn: today, toOn: nextBillOn ?? today, invoice: null })
}

type PayerState = { known: Customer | undefined; seats: Awaited<ReturnType<typeof listPaidSeats>>; goOn: readonly string[] }

/** Which of these horses have it until a day that is paid already, and only go on. */
async function standingOf(tx: DirectoryTx, personId: string, service: Service, horseIds: readonly string[]): Promise<PayerState> {
  const known = await findCustomer(tx, personId)
  const { rows } = await sql<{ horseId: string }>`
    select s.horse_id as "horseId" from directory.seats s
    where s.person_id = ${personId} and s.service = ${service} and s.horse_id = any (${[...horseIds]}::uuid[])
      and s.ended_why = 'owner' and s.ends_on >= ${billingDay()}::date
      and not exists (select from directory.seat_money b where b.seat_id = s.id and b.kind = 'back')`.execute(tx)
  return { known, seats: await listPaidSeats(tx, personId), goOn: rows.map(({ horseId }) => horseId) }
}

/** Ends all that a person pays for, in all practices, by one press. Returns whether there was something. */
export async function endAll(places: PaidPlaces, personId: string): Promise<boolean> {
  const ended = await places.db.withDirectory((tx) => endAllOwn(tx, personId))
  if (ended) await settleSoon(places, personId)
  return ended
}

/** Begins what a person who comes back from Stripe's page has paid for; false while that isn't known. */
export async function takeReturn(places: PaidPlaces, personId: string, checkoutId: string): Promise<boolean> {
  const own = await places.db.withDirectory((tx) =>
    tx.selectFrom('directory.checkouts').select('id').where('id', '=', checkoutId).where('person_id', '=', personId).executeTakeFirst(),
  )
  return own ? takeCheckout(places, own.id).catch(unlessSilent(false)) : false
}

/** A page of Stripe's with the card and the receipts. @throws nothing_paid, payment_silent */
export async function cardPage({ db, payments }: PaidPlaces, personId: string): Promise<string> {
  const known = await db.withDirectory((tx) => findCustomer(tx, personId))
  if (!known) throw new AppError('nothing_paid')
  return portalFor(payments, known.customer)
}

/** Corrects what a person pays; where Stripe doesn't answer, the night does it: the decision is kept here. */
export async function settleSoon(places: PaidPlaces, personId: string, log?: JobLog): Promise<void> {
  await settle(places, personId).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    log?.error({ err: error, personId }, 'the payment provider was silent')
  })
}

const unlessSilent =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (error instanceof AppError && error.code === 'payment_silent') return otherwise
    throw error
  }

/** What a person pays, as recorded here: no provider is called. */
type PersonMoney = {
  hasCustomer: boolean
  monthlyPence: number
  nextBillOn: Day | null
  /** The next bill: the month, and what was begun since the last one. */
  nextPence: number
  isPastDue: boolean
  graceEndsOn: Day | null
  /** Where an open bill is paid, and proven if the bank asks for that. */
  payUrl: string | null
  /** Something was paid, begun or ended that Stripe doesn't know of yet, or is still given back. */
  isOnItsWay: boolean
}

/** What a person pays; undefined: they never paid anything. */
export async function moneyOf(db: Database, personId: string): Promise<PersonMoney | undefined> {
  return db.withDirectory(async (tx) => {
    const known = await findCustomer(tx, personId)
    if (!known) return undefined
    const seats = await listPaidSeats(tx, personId)
    const monthlyPence = seats.filter(({ endsOn }) => endsOn === null).reduce((sum, one) => sum + CLIENT_SERVICES[one.service].pence, 0)
    const rows = await tx.selectFrom('directory.seat_money').selectAll().where('customer', '=', known.customer).execute()
    const waiting = rows.filter((row) => row.kind === 'charge' && row.invoice === null)
    const backs = rows.filter(({ of_id, kind }) => kind === 'back' && waiting.some(({ id }) => id === of_id))
    const sum = (some: typeof rows) => some.reduce((total, { pence }) => total + pence, 0)
    const nextPence = monthlyPence + sum(waiting) - sum(backs)
    const isPastDue = known.is_past_due && !known.is_over
    return {
      ...{ hasCustomer: true, monthlyPence, nextPence, isPastDue },
      nextBillOn: nextPence > 0 && !known.is_over ? known.billed_to : null,
      graceEndsOn: isPastDue ? graceEnds(known.paid_until) : null,
      payUrl: isPastDue ? known.pay_url : null,
      isOnItsWay: rows.some(({ done_at }) => done_at === null),
    }
  })
}
