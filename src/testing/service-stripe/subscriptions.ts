import {
  type Books,
  type Invoice,
  type InvoiceItem,
  type Item,
  newId,
  penceOf,
  Refused,
  requireIn,
  type Subscription,
  wholeOf,
} from '#testing/service-stripe/books.ts'
import { draftInvoice, finalizeInvoice, lineOf, pendingOf, periodLines, standAnew, tryPayment } from '#testing/service-stripe/invoices.ts'
import { note } from '#testing/service-stripe/note.ts'

/** When a month ends that is so many after another; a month without such a day ends with its last. */
function monthsAfter(anchor: number, months: number): number {
  const from = new Date(anchor * 1000)
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1)
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate()
  const day = Math.min(from.getUTCDate(), lastDay)
  return first / 1000 + (day - 1) * 86_400 + (anchor % 86_400)
}

type Wanted = { price: string; quantity: number }

/** A subscription from now on; its first invoice is paid in the same moment. */
export function beginSubscription(books: Books, customer: string, wanted: readonly Wanted[], metadata: Subscription['metadata']) {
  const one: Subscription = {
    ...{ id: newId(books, 'sub'), customer, status: 'active', anchor: books.at, months: 1, start: books.at, end: monthsAfter(books.at, 1) },
    ...{ items: [], metadata, cancelAtEnd: false, canceledAt: null, endedAt: null, latestInvoice: null, created: books.at },
  }
  for (const { price, quantity } of wanted) one.items.push(newItem(books, price, quantity))
  books.subscriptions.set(one.id, one)
  const lines = [
    ...pendingOf(books, one).map((item) => lineOf(books, item)),
    ...periodLines(books, one, { start: one.start, end: one.end }),
  ]
  const period = { start: books.at, end: books.at }
  const invoice = draftInvoice(books, { customer, subscription: one.id, reason: 'subscription_create', lines, period })
  one.latestInvoice = invoice.id
  note(books, 'customer.subscription.created', one)
  finalizeInvoice(books, invoice)
  if (invoice.status === 'open') tryPayment(books, invoice)
  return { subscription: one, invoice }
}

const newItem = (books: Books, price: string, quantity: number): Item => {
  penceOf(books, price)
  return { id: newId(books, 'si'), price, quantity, created: books.at, metadata: {} }
}

export type ItemChange = { id?: unknown; price?: unknown; quantity?: unknown; deleted?: unknown }
export type Change = {
  items?: readonly ItemChange[]
  proration_behavior?: unknown
  proration_date?: unknown
  payment_behavior?: unknown
  cancel_at_period_end?: unknown
  metadata?: Subscription['metadata']
}

/** Changes a subscription, with what is owed for the rest of its period as `proration_behavior` has it. @throws Refused */
export function changeSubscription(books: Books, one: Subscription, change: Change): void {
  if (one.status === 'canceled') throw new Refused(400, 'A canceled subscription can only update its cancellation_details and metadata.')
  const behavior = String(change.proration_behavior ?? 'create_prorations')
  if (!['create_prorations', 'none', 'always_invoice'].includes(behavior)) throw new Refused(400, `Invalid proration_behavior: ${behavior}`)
  const at = change.proration_date === undefined ? books.at : wholeOf(change.proration_date, 'proration_date')
  if (at < one.start || at > one.end) throw new Refused(400, 'Cannot prorate outside of the current period.', { param: 'proration_date' })
  const before = structuredClone(one.items)
  try {
    for (const item of change.items ?? []) changeItem(books, one, item)
    if (one.items.length === 0) throw new Refused(400, 'A subscription must have at least one active plan.')
  } catch (error) {
    one.items = before
    throw error
  }
  const known = new Set(books.invoiceItems.keys())
  if (behavior !== 'none') for (const item of prorated(books, one, before, at)) books.invoiceItems.set(item.id, item)
  if (behavior === 'always_invoice') {
    const refused = invoiceNow(books, one, change.payment_behavior === 'error_if_incomplete')
    if (refused) {
      one.items = before
      for (const id of books.invoiceItems.keys()) if (!known.has(id)) books.invoiceItems.delete(id)
      throw new Refused(402, 'Your card was declined.', { code: 'card_declined', decline_code: 'generic_decline' })
    }
  }
  if (change.cancel_at_period_end !== undefined) one.cancelAtEnd = String(change.cancel_at_period_end) === 'true'
  if (change.metadata) one.metadata = { ...one.metadata, ...change.metadata }
  note(books, 'customer.subscription.updated', one)
}

function changeItem(books: Books, one: Subscription, { id, price, quantity, deleted }: ItemChange): void {
  if (id === undefined) {
    if (one.items.some((item) => item.price === price))
      throw new Refused(400, `Cannot add multiple subscription items with the same plan: ${price}`)
    one.items.push(newItem(books, String(price), quantity === undefined ? 1 : wholeOf(quantity, 'quantity')))
    return
  }
  const item = one.items.find((known) => known.id === id)
  if (!item) throw new Refused(404, `No such subscription item: '${id}'`, { code: 'resource_missing', param: 'items' })
  if (String(deleted) === 'true') {
    one.items = one.items.filter((known) => known !== item)
    return
  }
  if (quantity !== undefined) item.quantity = wholeOf(quantity, 'quantity')
  if (price !== undefined) {
    penceOf(books, price)
    item.price = String(price)
  }
}

/** What the rest of the period costs at the second of a change: what was taken so far back, and what is taken now. */
function* prorated(books: Books, one: Subscription, before: readonly Item[], at: number): Generator<InvoiceItem> {
  const period = { start: at, end: one.end }
  const rest = (item: Item) => Math.round((penceOf(books, item.price) * item.quantity * (one.end - at)) / (one.end - one.start))
  const made = (item: Item, amount: number, words: string): InvoiceItem => ({
    ...{ id: newId(books, 'ii'), customer: one.customer, subscription: one.id, item: item.id, price: item.price, quantity: item.quantity },
    ...{ amount, description: `${words} on ${item.quantity} × ${item.price}`, period, isProration: true },
    ...{ date: books.at, metadata: {}, invoice: null },
  })
  for (const id of new Set([...before, ...one.items].map((item) => item.id))) {
    const [old, now] = [before.find((item) => item.id === id), one.items.find((item) => item.id === id)]
    if (old && now && old.quantity === now.quantity && old.price === now.price) continue
    if (old && old.quantity > 0) yield made(old, -rest(old), 'Unused time')
    if (now && now.quantity > 0) yield made(now, rest(now), 'Remaining time')
  }
}

/** Bills at once what waits. Returns whether it was refused, and undone, as `isAllOrNothing` requires. */
function invoiceNow(books: Books, one: Subscription, isAllOrNothing = false): boolean {
  const pending = pendingOf(books, one)
  if (pending.length === 0) return false
  const { card } = requireIn(books.customers, 'customer', one.customer)
  const total = pending.reduce((sum, { amount }) => sum + amount, 0)
  if (isAllOrNothing && card !== 'good' && total > 0) return true
  const lines = pending.map((item) => lineOf(books, item))
  const period = { start: books.at, end: books.at }
  const invoice = draftInvoice(books, { customer: one.customer, subscription: one.id, reason: 'subscription_update', lines, period })
  one.latestInvoice = invoice.id
  finalizeInvoice(books, invoice)
  if (invoice.status === 'open') tryPayment(books, invoice)
  return false
}

type Cancel = { prorate?: unknown; invoice_now?: unknown }

/** Ends a subscription now. What its customer still owes is no longer collected automatically, and nothing is given back. */
export function cancelSubscription(books: Books, one: Subscription, { prorate, invoice_now: now }: Cancel = {}): void {
  if (one.status === 'canceled') throw new Refused(404, `No such subscription: '${one.id}'`, { code: 'resource_missing' })
  const before = structuredClone(one.items)
  if (String(prorate) === 'true')
    for (const item of prorated(books, { ...one, items: [] }, before, books.at)) books.invoiceItems.set(item.id, item)
  if (String(now) === 'true') invoiceNow(books, one)
  end(books, one)
}

export function end(books: Books, one: Subscription): void {
  Object.assign(one, { status: 'canceled', canceledAt: books.at, endedAt: books.at })
  for (const invoice of books.invoices.values())
    if (invoice.customer === one.customer && (invoice.status === 'open' || invoice.status === 'draft'))
      Object.assign(invoice, { advances: false, nextAttempt: null })
  note(books, 'customer.subscription.deleted', one)
}

/** The next period begins: its invoice is a draft for an hour, with what has waited. */
export function renew(books: Books, one: Subscription): void {
  const period = { start: one.start, end: one.end }
  const waiting = pendingOf(books, one).map((item) => lineOf(books, item))
  if (one.cancelAtEnd) {
    if (waiting.length > 0)
      draftInvoice(books, { customer: one.customer, subscription: one.id, reason: 'subscription_cycle', lines: waiting, period })
    const left = [...books.invoices.values()].filter(({ subscription, status }) => subscription === one.id && status === 'draft')
    end(books, one)
    for (const invoice of left) invoice.advances = true
    return
  }
  one.months++
  Object.assign(one, { start: one.end, end: monthsAfter(one.anchor, one.months) })
  const lines = [...waiting, ...periodLines(books, one, { start: one.start, end: one.end })]
  one.latestInvoice = draftInvoice(books, { customer: one.customer, subscription: one.id, reason: 'subscription_cycle', lines, period }).id
  note(books, 'customer.subscription.updated', one)
}

/** The next invoice as it would be after a change; nothing is changed. @throws Refused */
export function previewInvoice(books: Books, one: Subscription, change: Change): Invoice {
  const copy = structuredClone(books)
  const of = requireIn(copy.subscriptions, 'subscription', one.id)
  const { proration_behavior: behavior, ...rest } = change
  changeSubscription(copy, of, { ...rest, proration_behavior: behavior === 'always_invoice' ? 'create_prorations' : behavior })
  if (behavior === 'always_invoice') {
    const lines = pendingOf(copy, of).map((item) => lineOf(copy, item))
    const period = { start: copy.at, end: copy.at }
    return asPreview(draftInvoice(copy, { customer: of.customer, subscription: of.id, reason: 'subscription_update', lines, period }))
  }
  if (of.cancelAtEnd) throw new Refused(404, 'No upcoming invoices for customer', { code: 'invoice_upcoming_none' })
  copy.at = of.end
  renew(copy, of)
  standAnew(copy, of.id)
  return asPreview(requireIn(copy.invoices, 'invoice', of.latestInvoice))
}

const asPreview = (invoice: Invoice): Invoice => ({ ...invoice, id: invoice.id.replace('in_', 'upcoming_in_') })
