import type { Stripe } from 'stripe'
import type { Period, SubscriptionDays } from '#features/records/services/money-rules.ts'
import { AppError } from '#lib/errors.ts'
import { SERVICES, type Service } from '#lib/plan.ts'
import type { HttpOptions } from '#platform/server/http/http.ts'
import { openStripe, type StripeSettings } from '#platform/server/stripe.ts'

/** Where services are sold: Stripe, what each service's price is called there, and the way back to us. */
export type Selling = { stripe: StripeSettings; prices: Readonly<Record<Service, string>>; origin: string }
/** The same with Stripe's client. */
export type Payments = Selling & { client: Stripe }

/** Where clients pay for services; undefined where nothing is sold: in the test version, and where the operator of the server arranges services. */
export const sellingOf = ({
  mode,
  stripe,
  servicePrices: prices,
  seller,
  origin,
}: Pick<HttpOptions, 'mode' | 'stripe' | 'servicePrices' | 'seller' | 'origin'>): Selling | undefined =>
  mode === 'production' && stripe && prices && seller ? { stripe, prices, origin } : undefined

export const openPayments = async (selling: Selling): Promise<Payments> => ({ ...selling, client: await openStripe(selling.stripe) })

/** A subscription as far as we use it. */
export type ServiceSubscription = SubscriptionDays & {
  id: string
  customer: string
  /** Its end was decided at Stripe: on a page of theirs, or by who runs this server. */
  isEndedThere: boolean
  /** The quantity of each service. */
  has: Partial<Record<Service, number>>
  itemIds: Partial<Record<Service, string>>
}

/** A subscription as it is now. @throws payment_silent */
export const fetchSubscription = async (payments: Payments, id: string): Promise<ServiceSubscription> =>
  readSubscription(payments, await callStripe(() => payments.client.subscriptions.retrieve(id)))

export function readSubscription({ prices }: Pick<Payments, 'prices'>, found: Stripe.Subscription): ServiceSubscription {
  const [first] = found.items.data
  const items = SERVICES.flatMap((service) => {
    const item = found.items.data.find(({ price }) => price.id === prices[service])
    return item ? [{ service, item }] : []
  })
  return {
    id: found.id,
    customer: idIn(found.customer) ?? '',
    state: STATES[found.status] ?? 'paid',
    period: { start: first?.current_period_start ?? found.start_date, end: first?.current_period_end ?? found.start_date },
    isEnding: found.cancel_at_period_end || found.cancel_at !== null,
    isEndedThere: found.cancel_at_period_end && found.metadata.ended !== ENDED_HERE,
    endedAt: found.ended_at,
    has: Object.fromEntries(items.map(({ service, item }) => [service, item.quantity ?? 0])),
    itemIds: Object.fromEntries(items.map(({ service, item }) => [service, item.id])),
  }
}

/** What we write beside an end that was decided here. */
const ENDED_HERE = 'here'

const STATES: Partial<Record<Stripe.Subscription.Status, SubscriptionDays['state']>> = {
  past_due: 'past-due',
  unpaid: 'past-due',
  paused: 'past-due',
  canceled: 'over',
  incomplete_expired: 'over',
}

/** Sets how many of each service are billed from the next month on; what runs is paid already, or billed apart. Any number of times. */
export const setItems = (
  { client, prices }: Payments,
  { id, itemIds }: ServiceSubscription,
  items: Partial<Record<Service, number>>,
): Promise<Stripe.Subscription> =>
  callStripe(() =>
    client.subscriptions.update(id, {
      items: itemsOf(prices, itemIds, items),
      proration_behavior: 'none',
      cancel_at_period_end: false,
      metadata: { ended: '' },
    }),
  )

/** Ends a subscription with its month. */
export const endWithMonth = ({ client }: Payments, id: string) =>
  callStripe(() => client.subscriptions.update(id, { cancel_at_period_end: true, metadata: { ended: ENDED_HERE } }))

const itemsOf = (
  prices: Payments['prices'],
  itemIds: ServiceSubscription['itemIds'],
  items: Partial<Record<Service, number>>,
): Stripe.SubscriptionUpdateParams.Item[] =>
  SERVICES.flatMap((service): Stripe.SubscriptionUpdateParams.Item[] => {
    const [quantity, id] = [items[service], itemIds[service]]
    if (quantity === undefined) return []
    if (quantity > 0) return [id ? { id, quantity } : { price: prices[service], quantity }]
    return id ? [{ id, deleted: true }] : []
  })

/** More of a service, and the moment from which. */
type More = { service: Service; count: number; moment: number }

/**
 * The pence that so many more of a service cost until the next bill, as Stripe works them out for a moment.
 * @throws payment_silent
 */
export async function previewMore(
  payments: Payments,
  subscription: ServiceSubscription,
  { service, count, moment }: More,
): Promise<number> {
  const { client, prices } = payments
  const { id, has, itemIds } = subscription
  const items = itemsOf(prices, itemIds, { [service]: (has[service] ?? 0) + count })
  const preview = (more?: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails) =>
    callStripe(() => client.invoices.createPreview({ subscription: id, ...(more && { subscription_details: more }) }))
  const goingOn = { cancel_at_period_end: false } as const
  const [now, then, price] = [
    await preview(goingOn),
    await preview({ ...goingOn, items, proration_behavior: 'create_prorations', proration_date: moment }),
    await callStripe(() => client.prices.retrieve(prices[service])),
  ]
  return then.total - now.total - count * (price.unit_amount ?? 0)
}

type Choice = { id: string; personId: string; service: Service; count: number; customer: string | null; email: string | null }

/** A page of Stripe's where a first payment is made: the same one each time for one choice. @throws payment_silent */
export const makeCheckout = (payments: Payments, { id, personId, service, count, customer, email }: Choice) =>
  callStripe(() => {
    const { client, prices, origin } = payments
    const metadata = { checkout: id, person: personId }
    return client.checkout.sessions.create(
      {
        mode: 'subscription',
        line_items: [{ price: prices[service], quantity: count }],
        client_reference_id: id,
        ...(customer ? { customer } : email ? { customer_email: email } : {}),
        metadata,
        subscription_data: { metadata },
        success_url: `${origin}/my/services?paid=${id}`,
        cancel_url: `${origin}/my/services`,
        locale: 'en-GB',
      },
      { idempotencyKey: id },
    )
  })

/**
 * Whether a customer can pay again as the same one: they are there, and Stripe has carried nothing over to their next bill (a last one too
 * small to be charged), so that they pay the sum that was shown. @throws payment_silent
 */
export async function owesNothing({ client }: Payments, customer: string): Promise<boolean> {
  const found = await unlessRefused(() => client.customers.retrieve(customer))
  return found !== undefined && !found.deleted && found.balance === 0
}

/** A page of a first payment as it is now, with its subscription. @throws payment_silent */
export const fetchCheckout = ({ client }: Payments, id: string): Promise<Stripe.Checkout.Session> =>
  callStripe(() => client.checkout.sessions.retrieve(id, { expand: ['subscription'] }))

/** Ends a page, so that no one can pay on it; false when it was paid, or over, before. @throws payment_silent */
export const expireCheckout = async ({ client }: Payments, id: string): Promise<boolean> =>
  (await unlessRefused(() => client.checkout.sessions.expire(id))) !== undefined

/** A page of Stripe's with the card and the receipts. @throws payment_silent */
export const portalFor = async ({ client, origin }: Payments, customer: string): Promise<string> =>
  (await callStripe(() => client.billingPortal.sessions.create({ customer, return_url: `${origin}/my/services` }))).url

/** A bill as far as we use it. `monthly`: what it has of each service for a month; `items`: what was billed apart. */
export type Bill = {
  id: string
  state: 'open' | 'paid' | 'void'
  createdAt: number
  /** The payment that can be given back of. */
  payment: string | null
  payUrl: string | null
  monthly: { service: Service; quantity: number; pence: number; period: Period }[]
  items: string[]
}

/** The bills of a subscription made since a moment, the oldest first. @throws payment_silent */
export async function fetchBills(payments: Payments, subscription: string, since: number): Promise<Bill[]> {
  const { client } = payments
  const listed = await callStripe(() =>
    client.invoices
      .list({ subscription, created: { gte: since }, limit: 100, expand: ['data.payments'] })
      .autoPagingToArray({ limit: 1000 }),
  )
  const bills: Bill[] = []
  for (const invoice of listed.toReversed()) bills.push(await readBill(payments, invoice))
  return bills
}

export const fetchBill = async (payments: Payments, id: string): Promise<Bill> =>
  readBill(payments, await callStripe(() => payments.client.invoices.retrieve(id, { expand: ['payments'] })))

async function readBill({ client, prices }: Payments, invoice: Stripe.Invoice): Promise<Bill> {
  const lines = invoice.lines.has_more
    ? await callStripe(() => client.invoices.listLineItems(invoice.id, { limit: 100 }).autoPagingToArray({ limit: 1000 }))
    : invoice.lines.data
  const payments = invoice.payments?.data ?? []
  return {
    id: invoice.id,
    state: invoice.status === 'paid' ? 'paid' : invoice.status === 'void' || invoice.status === 'uncollectible' ? 'void' : 'open',
    createdAt: invoice.created,
    payment: idIn(payments.find(({ status }) => status === 'paid')?.payment.payment_intent) ?? null,
    payUrl: invoice.status === 'open' ? (invoice.hosted_invoice_url ?? null) : null,
    monthly: lines.flatMap((line) => {
      const price = idIn(line.pricing?.price_details?.price)
      const service = SERVICES.find((one) => prices[one] === price)
      const of = line.parent?.subscription_item_details
      if (!service || !of || of.proration || !line.quantity) return []
      return [{ service, quantity: line.quantity, pence: Math.floor(line.amount / line.quantity), period: line.period }]
    }),
    items: lines.flatMap(({ parent }) => parent?.invoice_item_details?.invoice_item ?? []),
  }
}

type Apart = { lineId: string; customer: string; subscription: string; pence: number; period: Period; words: string }

/** Bills something apart, with the next bill, once: Stripe forgets a key after a day, so what is there already is looked for. @throws payment_silent */
export async function billApart({ client }: Payments, { lineId, customer, subscription, pence, period, words }: Apart): Promise<string> {
  const there = await callStripe(() => client.invoiceItems.list({ customer, limit: 100 }))
  const known = there.data.find(({ metadata }) => metadata?.line === lineId)
  if (known) return known.id
  const item = { customer, subscription, amount: pence, currency: 'gbp', description: words, period, metadata: { line: lineId } }
  return (await callStripe(() => client.invoiceItems.create(item, { idempotencyKey: lineId }))).id
}

/** The bill that has what was billed apart; none: it waits for the next one. Undefined: it is gone. @throws payment_silent */
export async function billOfItem({ client }: Payments, item: string): Promise<{ invoice: string | null } | undefined> {
  const found = await unlessRefused(() => client.invoiceItems.retrieve(item))
  return found && { invoice: idIn(found.invoice) ?? null }
}

/** What waits for the next bill costs so much, or nothing. False: it is on a bill already. @throws payment_silent */
export const setApart = async ({ client }: Payments, item: string, pence: number): Promise<boolean> =>
  (await unlessRefused(async () => {
    if (pence > 0) await client.invoiceItems.update(item, { amount: pence })
    else await client.invoiceItems.del(item)
    return true
  })) ?? false

type Refund = { rowId: string; payment: string; pence: number }

/** Gives back of a payment, once a row. Undefined: Stripe refuses, such as when it was given back by hand. @throws payment_silent */
export async function refundOf({ client }: Payments, { rowId, payment, pence }: Refund): Promise<string | undefined> {
  const there = await callStripe(() => client.refunds.list({ payment_intent: payment, limit: 100 }))
  const known = there.data.find(({ metadata }) => metadata?.row === rowId)
  if (known) return known.id
  const refund = { payment_intent: payment, amount: pence, metadata: { row: rowId } }
  return (await unlessRefused(() => client.refunds.create(refund, { idempotencyKey: rowId })))?.id
}

/** Ends a subscription at once: an open bill is no longer paid. Any number of times. @throws payment_silent */
export async function cancelNow(payments: Payments, subscription: string): Promise<void> {
  const { client } = payments
  await unlessRefused(() => client.subscriptions.cancel(subscription, { invoice_now: false, prorate: false }))
  // A bill that is still a draft is made final first: only then can it be void.
  const drafts = await callStripe(() => client.invoices.list({ subscription, status: 'draft', limit: 100 }))
  for (const { id } of drafts.data) await unlessRefused(() => client.invoices.finalizeInvoice(id, { auto_advance: false }))
  const open = await callStripe(() => client.invoices.list({ subscription, status: 'open', limit: 100 }))
  for (const { id } of open.data) await unlessRefused(() => client.invoices.voidInvoice(id))
}

/** Has Stripe forget a customer; what has to be kept of payments stays there. @throws payment_silent */
export const forgetCustomer = async ({ client }: Payments, customer: string): Promise<void> => {
  await unlessRefused(() => client.customers.del(customer))
}

/** Subscriptions that are not over, as they are now. @throws payment_silent */
export async function listSubscriptions(payments: Payments): Promise<ServiceSubscription[]> {
  const found: ServiceSubscription[] = []
  await callStripe(() =>
    payments.client.subscriptions.list({ limit: 100 }).autoPagingEach((one) => void found.push(readSubscription(payments, one))),
  )
  return found
}

const idIn = (named: string | { id: string } | null | undefined): string | undefined => (typeof named === 'string' ? named : named?.id)

/** Undefined where Stripe refuses, such as for what is gone. @throws payment_silent */
async function unlessRefused<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request()
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw silence(error)
  }
}

/** @throws payment_silent */
async function callStripe<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw silence(error)
  }
}

function isRefusal(error: unknown): boolean {
  const { statusCode } = error as Partial<Stripe.errors.StripeError>
  return statusCode === 400 || statusCode === 402 || statusCode === 404
}

const silence = (cause: unknown) => Object.assign(new AppError('payment_silent'), { cause })
