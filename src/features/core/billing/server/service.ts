import type { Stripe } from 'stripe'
import type { Billing, PlanChoice } from '#features/core/billing/contract.ts'
import { planAfter } from '#features/core/billing/rules.ts'
import { findEmail, findPlan, holdPlan, insertEvent, type PlanOwner, updatePlan } from '#features/core/billing/server/queries.ts'
import {
  changeSubscription,
  checkoutFor,
  endSubscription,
  fetchSubscription,
  type PlanPayments,
  planPaymentsOf,
  portalFor,
  readSubscription,
} from '#features/core/billing/server/stripe-plans.ts'
import { trialEndsOn } from '#features/core/practice/rules.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import type { MemberActor } from '#platform/server/actor.ts'
import type { Database, DirectoryTx } from '#platform/server/database/db.ts'
import { planFactsOf } from '#platform/server/database/plan-row.ts'
import type { App } from '#platform/server/http/http.ts'

/** The actions available for the practice's plan. @throws forbidden for all but owners */
export async function billingOf(app: App, actor: MemberActor): Promise<Billing> {
  requireMay(actor, 'runPractice')
  return toBilling(app, await planOf(app.db, actor.practiceId))
}

/**
 * Starts the trial. Registration already starts one, so only a practice whose plan has no end date (in the test version) has none yet.
 * @throws forbidden, trial_used
 */
export async function startTrial(app: App, actor: MemberActor): Promise<Billing> {
  requireMay(actor, 'runPractice')
  const plan = await planOf(app.db, actor.practiceId)
  if (!mayTry(app, plan)) throw new AppError('trial_used')
  const lastDay = trialEndsOn(dayOf(currentTime(), plan.zone))
  await app.db.withDirectory((tx) => updatePlan(tx, plan.id, { tier: 'professional', trial_ends_on: lastDay }))
  return billingOf(app, actor)
}

/**
 * Chooses a plan. With Stripe, a first plan is paid at the address in the response; a paid plan is changed. In the test version nothing is
 * paid and any plan applies at once.
 * @throws forbidden, plans_by_operator, card_refused, plan_provider_silent
 */
export async function choosePlan(app: App, actor: MemberActor, { tier }: PlanChoice): Promise<{ url: string | null }> {
  requireMay(actor, 'runPractice')
  if (app.setup.mode === 'test') {
    await app.db.withDirectory((tx) => updatePlan(tx, actor.practiceId, { tier, next_tier: null }))
    return { url: null }
  }
  const payments = await requirePayments(app)
  const plan = await planOf(app.db, actor.practiceId)
  if (plan.billing_subscription) {
    const id = plan.billing_subscription
    await writeSubscription(app.db, payments, id, () => changeSubscription(payments, id, { to: tier, now: plan.tier }))
    return { url: null }
  }
  const email = await app.db.withDirectory((tx) => findEmail(tx, actor.personId))
  const buyer = { practiceId: plan.id, zone: plan.zone, trialEndsOn: plan.trial_ends_on, customer: plan.billing_customer, email }
  return { url: await checkoutFor(payments, buyer, tier) }
}

/** Ends the plan when the paid period ends; everything can still be read afterwards. @throws forbidden, nothing_paid, plan_provider_silent */
export async function cancelPlan(app: App, actor: MemberActor): Promise<Billing> {
  requireMay(actor, 'runPractice')
  const { billing_subscription: id } = await planOf(app.db, actor.practiceId)
  if (!id) throw new AppError('nothing_paid')
  const payments = await requirePayments(app)
  await writeSubscription(app.db, payments, id, () => endSubscription(payments, id))
  return billingOf(app, actor)
}

/** The address of the page that shows the card and the bills. @throws forbidden, nothing_paid, plan_provider_silent */
export async function portalOf(app: App, actor: MemberActor): Promise<{ url: string }> {
  requireMay(actor, 'runPractice')
  const { billing_customer: customer } = await planOf(app.db, actor.practiceId)
  if (!customer) throw new AppError('nothing_paid')
  return { url: await portalFor(await requirePayments(app), customer) }
}

/**
 * Handles an event from Stripe about a subscription, each event once. The event shows only that something happened: the state of the
 * subscription is fetched again, so the order of events does not matter.
 */
export async function takeBillingEvent(app: App, event: Stripe.Event): Promise<void> {
  const id = subscriptionIn(event)
  const payments = id && (await planPaymentsOf(app))
  if (!payments) return
  await writeSubscription(app.db, payments, id, () => fetchSubscription(payments, id), event.id)
}

/** @throws plans_by_operator */
async function requirePayments(app: App): Promise<PlanPayments> {
  const payments = await planPaymentsOf(app)
  if (!payments) throw new AppError('plans_by_operator')
  return payments
}

async function planOf(db: Database, practiceId: string): Promise<PlanOwner> {
  const plan = await db.withDirectory((tx) => findPlan(tx, practiceId))
  if (!plan) throw new AppError('practice_not_found')
  return plan
}

const toBilling = (app: App, plan: PlanOwner): Billing => ({
  by: app.setup.mode === 'test' ? 'nobody' : app.setup.stripe && app.setup.stripePrices ? 'stripe' : 'operator',
  isSubscribed: plan.billing_subscription !== null,
  hasPortal: plan.billing_customer !== null,
  mayTry: mayTry(app, plan),
  wishes: plan.wishes as Billing['wishes'],
})

const mayTry = (app: App, plan: PlanOwner): boolean => app.setup.mode === 'test' && plan.trial_ends_on === null && plan.paid_until === null

/** The subscription an event is about; undefined: the event concerns no plan. */
function subscriptionIn({ type, data: { object } }: Stripe.Event): string | undefined {
  if (object.object === 'subscription') return object.id
  if (type !== 'checkout.session.completed' || object.object !== 'checkout.session') return undefined
  return typeof object.subscription === 'string' ? object.subscription : object.subscription?.id
}

const turns = new Map<string, Promise<unknown>>()

/**
 * Fetches or changes a subscription and stores its new state. Calls for one subscription run one after the other; otherwise an older
 * response could be stored last.
 */
async function writeSubscription(
  db: Database,
  payments: PlanPayments,
  id: string,
  request: () => Promise<Stripe.Subscription>,
  eventId?: string,
): Promise<void> {
  const turn = (turns.get(id) ?? Promise.resolve())
    .catch(() => undefined)
    .then(async () => {
      const found = await request()
      await db.withDirectory(async (tx) => {
        if (eventId && !(await insertEvent(tx, eventId))) return
        await writePlan(tx, payments, found)
      })
    })
  turns.set(id, turn)
  try {
    await turn
  } finally {
    if (turns.get(id) === turn) turns.delete(id)
  }
}

async function writePlan(tx: DirectoryTx, payments: PlanPayments, found: Stripe.Subscription): Promise<void> {
  const { practiceId = '' } = found.metadata
  const row = isUuid(practiceId) ? await holdPlan(tx, practiceId) : undefined
  const subscription = row && readSubscription(payments, found, row.zone)
  const change = subscription && planAfter({ ...planFactsOf(row), subscription: row.billing_subscription }, subscription)
  if (!change) return
  await updatePlan(tx, practiceId, {
    ...(change.tier && { tier: change.tier }),
    ...(change.paidUntil !== undefined && { paid_until: change.paidUntil }),
    ...(change.nextTier !== undefined && { next_tier: change.nextTier }),
    ...(change.isPastDue !== undefined && { is_past_due: change.isPastDue }),
    ...(change.isEnding !== undefined && { is_ending: change.isEnding }),
    ...(change.subscription !== undefined && { billing_subscription: change.subscription }),
    billing_customer: typeof found.customer === 'string' ? found.customer : found.customer.id,
  })
}
