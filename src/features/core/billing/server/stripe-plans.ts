import type { Stripe } from 'stripe'
import type { Subscription } from '#features/core/billing/rules.ts'
import { currentMs } from '#lib/clock.ts'
import { addDays, type Day, dayOf, instantOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { isAtLeast, TIERS, type Tier } from '#lib/plan.ts'
import type { App } from '#platform/server/http/http.ts'
import { openStripe } from '#platform/server/stripe.ts'

/** Stripe as the place where plans are paid: its client, what each plan's price is called there, and the way back to us. */
export type PlanPayments = { client: Stripe; prices: Readonly<Record<Tier, string>>; origin: string }

/** The payment provider for plans; undefined where the operator of the server sets them. */
export async function planPaymentsOf({ setup }: Pick<App, 'setup'>): Promise<PlanPayments | undefined> {
  const { stripe, stripePrices: prices, origin } = setup
  return stripe && prices ? { client: await openStripe(stripe), prices, origin } : undefined
}

type Buyer = { practiceId: string; zone: string; trialEndsOn: Day | null; customer: string | null; email: string | undefined }

/** Stripe lets a subscription begin unpaid only when that lasts two days or more. */
const SHORTEST_TRIAL_MS = 49 * 60 * 60_000

/** A page of Stripe's where a first payment is made; what is left of the free weeks stays free. */
export async function checkoutFor({ client, prices, origin }: PlanPayments, buyer: Buyer, tier: Tier): Promise<string> {
  const { practiceId, customer, email } = buyer
  const freeUntil = trialEnd(buyer)
  const session = await callStripe(
    client.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: prices[tier], quantity: 1 }],
      client_reference_id: practiceId,
      ...(customer ? { customer } : email ? { customer_email: email } : {}),
      subscription_data: { metadata: { practiceId }, ...(freeUntil && { trial_end: freeUntil }) },
      success_url: `${origin}/settings/plan?paid=1`,
      cancel_url: `${origin}/settings/plan`,
      locale: 'en-GB',
    }),
  )
  if (!session.url) throw new AppError('plan_provider_silent')
  return session.url
}

/** Pays another plan from now on: a larger one at once, for what is left of the cycle; a smaller one with the next bill. */
export async function changeSubscription(
  payments: PlanPayments,
  id: string,
  { to, now }: { to: Tier; now: Tier },
): Promise<Stripe.Subscription> {
  const { client, prices } = payments
  const known = await callStripe(client.subscriptions.retrieve(id))
  const item = known.items.data[0]?.id
  const update = (tier: Tier, proration: 'none' | 'always_invoice') =>
    client.subscriptions.update(id, {
      ...(item && { items: [{ id: item, price: prices[tier] }] }),
      proration_behavior: proration,
      payment_behavior: 'error_if_incomplete',
      cancel_at_period_end: false,
    })
  if (isAtLeast(now, to)) return callStripe(update(to, 'none'))
  // A smaller plan may wait for the next cycle; what is left of this one was paid at the price of now.
  if (tierIn(payments, known) !== now) await callStripe(update(now, 'none'))
  return callStripe(update(to, 'always_invoice'))
}

/** Ends a subscription at the end of its cycle. */
export const endSubscription = ({ client }: PlanPayments, id: string): Promise<Stripe.Subscription> =>
  callStripe(client.subscriptions.update(id, { cancel_at_period_end: true }))

/** A page of Stripe's with the card and the bills. */
export async function portalFor({ client, origin }: PlanPayments, customer: string): Promise<string> {
  return (await callStripe(client.billingPortal.sessions.create({ customer, return_url: `${origin}/settings/plan` }))).url
}

/** A subscription as it is now. */
export const fetchSubscription = ({ client }: PlanPayments, id: string): Promise<Stripe.Subscription> =>
  callStripe(client.subscriptions.retrieve(id))

/** The fields of a subscription that we use; undefined when it is for a product we don't sell. */
export function readSubscription(payments: PlanPayments, found: Stripe.Subscription, zone: string): Subscription | undefined {
  const item = found.items.data[0]
  const tier = tierIn(payments, found)
  if (!item || !tier) return undefined
  const endedAt = found.status === 'canceled' ? (found.ended_at ?? item.current_period_end) : item.current_period_end
  return {
    id: found.id,
    state: STATES[found.status] ?? 'awaited',
    tier,
    before: lastDayBefore(item.current_period_start, zone),
    until: lastDayBefore(endedAt, zone),
    isEnding: found.cancel_at_period_end || found.cancel_at !== null,
  }
}

const STATES: Readonly<Record<Stripe.Subscription.Status, Subscription['state']>> = {
  incomplete: 'awaited',
  trialing: 'paid',
  active: 'paid',
  past_due: 'past-due',
  unpaid: 'unpaid',
  paused: 'unpaid',
  canceled: 'over',
  incomplete_expired: 'over',
}

const tierIn = ({ prices }: PlanPayments, { items }: Stripe.Subscription): Tier | undefined =>
  TIERS.find((tier) => prices[tier] === items.data[0]?.price.id)

/** A cycle ends in the second the next one begins. */
const lastDayBefore = (seconds: number, zone: string): Day => dayOf((seconds - 1) * 1000, zone)

function trialEnd({ trialEndsOn, zone }: Buyer): number | undefined {
  const ends = trialEndsOn ? instantOf(addDays(trialEndsOn, 1), '00:00', zone).getTime() : 0
  return ends - currentMs() > SHORTEST_TRIAL_MS ? ends / 1000 : undefined
}

/** @throws card_refused, plan_provider_silent */
async function callStripe<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw new AppError(
      error instanceof Error && 'type' in error && error.type === 'StripeCardError' ? 'card_refused' : 'plan_provider_silent',
    )
  }
}
