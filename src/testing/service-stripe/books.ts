/** Times are in seconds, as everywhere in Stripe's API, and sums in pence. */
export const HOUR = 3600
export const DAY = 24 * HOUR

type Metadata = Readonly<Record<string, string>>
type Period = { start: number; end: number }

/** What happens when a card is charged. */
export type Card = 'good' | 'declined' | 'needs-proof'

/** `balance`: what the next invoice has to add, or to leave out where it is below nothing. */
export type Customer = {
  id: string
  email: string | null
  metadata: Metadata
  balance: number
  card: Card
  isDeleted: boolean
  created: number
}
export type Item = { id: string; price: string; quantity: number; created: number; metadata: Metadata }
export type Subscription = Period & {
  id: string
  customer: string
  status: 'active' | 'past_due' | 'canceled'
  /** Each period begins on its day of the month, or on the last one where a month has none such. */
  anchor: number
  months: number
  items: Item[]
  metadata: Metadata
  cancelAtEnd: boolean
  canceledAt: number | null
  endedAt: number | null
  latestInvoice: string | null
  created: number
}
/** What an invoice has to take up; `invoice`: which has. */
export type InvoiceItem = {
  id: string
  customer: string
  subscription: string | null
  item: string | null
  price: string | null
  quantity: number
  amount: number
  description: string
  period: Period
  isProration: boolean
  date: number
  metadata: Metadata
  invoice: string | null
}
export type Line = Omit<InvoiceItem, 'invoice' | 'date' | 'customer'> & { invoiceItem: string | null }
export type Invoice = {
  id: string
  customer: string
  subscription: string | null
  status: 'draft' | 'open' | 'paid' | 'void'
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual'
  lines: Line[]
  total: number
  startingBalance: number
  endingBalance: number
  due: number
  paid: number
  period: Period
  advances: boolean
  attempts: number
  nextAttempt: number | null
  intent: string | null
  created: number
  finalizedAt: number | null
  paidAt: number | null
  voidedAt: number | null
}
export type Intent = { id: string; customer: string; invoice: string; amount: number; refunded: number; created: number }
export type Refund = { id: string; intent: string; amount: number; reason: string | null; metadata: Metadata; created: number }
export type Session = {
  id: string
  status: 'open' | 'complete' | 'expired'
  customer: string | null
  email: string | null
  subscription: string | null
  invoice: string | null
  reference: string | null
  metadata: Metadata
  subscriptionMetadata: Metadata
  items: { price: string; quantity: number }[]
  successUrl: string | null
  cancelUrl: string | null
  expiresAt: number
  created: number
}
export type Event = { id: string; object: 'event'; type: string; created: number; data: { object: object } }

/** All that a Stripe in memory knows. `prices`: pence a month. `retryDays`: how long after each other a failed payment is tried again. */
export type Books = {
  at: number
  prices: Readonly<Record<string, number>>
  retryDays: readonly number[]
  customers: Map<string, Customer>
  subscriptions: Map<string, Subscription>
  invoiceItems: Map<string, InvoiceItem>
  invoices: Map<string, Invoice>
  intents: Map<string, Intent>
  refunds: Map<string, Refund>
  sessions: Map<string, Session>
  events: Event[]
  count: number
}

export const openBooks = (at: number, prices: Books['prices'], retryDays: readonly number[] = [3, 5, 7]): Books => ({
  ...{ at, prices, retryDays, count: 0, events: [] },
  ...{ customers: new Map(), subscriptions: new Map(), invoiceItems: new Map(), invoices: new Map() },
  ...{ intents: new Map(), refunds: new Map(), sessions: new Map() },
})

export const newId = (books: Books, prefix: string): string => `${prefix}_${++books.count}`

/** An answer that refuses. */
export class Refused extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, message: string, more: object = {}) {
    super(message)
    this.status = status
    this.body = { error: { type: status === 402 ? 'card_error' : 'invalid_request_error', message, ...more } }
  }
}

/** @throws Refused as what was never made */
export function requireIn<T>(found: ReadonlyMap<string, T>, what: string, id: unknown): T {
  const one = found.get(String(id))
  if (!one) throw new Refused(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' })
  return one
}

/** The price of one. @throws Refused */
export function penceOf(books: Books, price: unknown): number {
  const pence = books.prices[String(price)]
  if (pence === undefined) throw new Refused(400, `No such price: '${price}'`, { code: 'resource_missing', param: 'price' })
  return pence
}

/** @throws Refused unless it is a whole number, no smaller than `least` */
export function wholeOf(value: unknown, name: string, least = 0): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < least) throw new Refused(400, `Invalid integer: ${value}`, { param: name })
  return number
}
