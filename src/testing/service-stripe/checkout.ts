import {
  type Books,
  type Card,
  type Customer,
  DAY,
  newId,
  penceOf,
  type Refund,
  Refused,
  requireIn,
  type Session,
  wholeOf,
} from '#testing/service-stripe/books.ts'
import { note } from '#testing/service-stripe/note.ts'
import { beginSubscription, end } from '#testing/service-stripe/subscriptions.ts'

type Metadata = Session['metadata']

export function makeCustomer(books: Books, { email, metadata }: { email?: unknown; metadata?: Metadata }): Customer {
  const id = newId(books, 'cus')
  const one: Customer = {
    ...{ id, email: email === undefined ? null : String(email), metadata: metadata ?? {}, balance: 0 },
    ...{ card: 'good', isDeleted: false, created: books.at },
  }
  books.customers.set(id, one)
  note(books, 'customer.created', one)
  return one
}

/** Forgets a customer, and ends what they have at once. */
export function deleteCustomer(books: Books, one: Customer): void {
  if (one.isDeleted) throw new Refused(404, `No such customer: '${one.id}'`, { code: 'resource_missing' })
  for (const subscription of books.subscriptions.values())
    if (subscription.customer === one.id && subscription.status !== 'canceled') end(books, subscription)
  Object.assign(one, { isDeleted: true, email: null, metadata: {} })
  note(books, 'customer.deleted', one)
}

export type SessionWanted = {
  mode?: unknown
  customer?: unknown
  customer_email?: unknown
  client_reference_id?: unknown
  line_items?: readonly { price?: unknown; quantity?: unknown }[]
  metadata?: Metadata
  subscription_data?: { metadata?: Metadata }
  success_url?: unknown
  cancel_url?: unknown
  expires_at?: unknown
}

/** A page where a first payment is made. It is open for a day. @throws Refused */
export function openSession(books: Books, wanted: SessionWanted): Session {
  if (wanted.mode !== 'subscription') throw new Refused(400, `Only subscriptions are sold here, not ${wanted.mode}.`)
  if (!wanted.line_items?.length) throw new Refused(400, 'line_items is required.', { param: 'line_items' })
  if (wanted.customer !== undefined && wanted.customer_email !== undefined)
    throw new Refused(400, 'You may only specify one of these parameters: customer, customer_email.')
  if (wanted.customer !== undefined && requireIn(books.customers, 'customer', wanted.customer).isDeleted)
    throw new Refused(404, `No such customer: '${wanted.customer}'`, { code: 'resource_missing', param: 'customer' })
  const expiresAt = wanted.expires_at === undefined ? books.at + DAY : wholeOf(wanted.expires_at, 'expires_at')
  if (expiresAt < books.at + 1800 || expiresAt > books.at + DAY)
    throw new Refused(400, 'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.')
  const text = (value: unknown) => (value === undefined ? null : String(value))
  const one: Session = {
    ...{ id: newId(books, 'cs'), status: 'open', customer: text(wanted.customer), email: text(wanted.customer_email) },
    ...{ subscription: null, invoice: null, reference: text(wanted.client_reference_id), metadata: wanted.metadata ?? {} },
    ...{ subscriptionMetadata: wanted.subscription_data?.metadata ?? {}, expiresAt, created: books.at },
    ...{ successUrl: text(wanted.success_url), cancelUrl: text(wanted.cancel_url) },
    items: wanted.line_items.map(({ price, quantity }) => {
      penceOf(books, price)
      return { price: String(price), quantity: wholeOf(quantity ?? 1, 'quantity', 1) }
    }),
  }
  books.sessions.set(one.id, one)
  return one
}

/**
 * Pays on the page. A card that is declined, or wants a second proof, leaves it open for another card, or for the same one once it is
 * proven. Returns whether it was paid.
 */
export function paySession(books: Books, one: Session, card: Card = 'good'): boolean {
  if (one.status !== 'open') throw new Error(`${one.id} is ${one.status}`)
  if (card !== 'good') return false
  const customer = one.customer
    ? requireIn(books.customers, 'customer', one.customer)
    : makeCustomer(books, { email: one.email ?? 'card@example.com' })
  customer.card = 'good'
  const { subscription, invoice } = beginSubscription(books, customer.id, one.items, one.subscriptionMetadata)
  Object.assign(one, { status: 'complete', customer: customer.id, subscription: subscription.id, invoice: invoice.id })
  note(books, 'checkout.session.completed', one)
  return true
}

export function expireSession(books: Books, one: Session): void {
  if (one.status !== 'open') throw new Refused(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
  one.status = 'expired'
  note(books, 'checkout.session.expired', one)
}

type RefundWanted = { payment_intent?: unknown; charge?: unknown; amount?: unknown; reason?: unknown; metadata?: Metadata }

/** Gives money back, never more than was paid. @throws Refused */
export function giveBack(books: Books, wanted: RefundWanted): Refund {
  const intent = requireIn(books.intents, 'payment_intent', wanted.payment_intent ?? String(wanted.charge).replace(/^ch_/, ''))
  const left = intent.amount - intent.refunded
  if (left === 0) throw new Refused(400, `Charge ch_${intent.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const amount = wanted.amount === undefined ? left : wholeOf(wanted.amount, 'amount', 1)
  if (amount > left)
    throw new Refused(400, `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, { param: 'amount' })
  intent.refunded += amount
  const reason = wanted.reason === undefined ? null : String(wanted.reason)
  const one: Refund = { id: newId(books, 're'), intent: intent.id, amount, reason, metadata: wanted.metadata ?? {}, created: books.at }
  books.refunds.set(one.id, one)
  note(books, 'refund.created', one)
  return one
}
