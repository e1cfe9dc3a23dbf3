import {
  type Books,
  DAY,
  HOUR,
  type Invoice,
  type InvoiceItem,
  type Line,
  newId,
  Refused,
  requireIn,
  type Subscription,
} from '#testing/service-stripe/books.ts'
import { note } from '#testing/service-stripe/note.ts'

/** Less is never charged: it is added to the next invoice (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const LEAST_CHARGE = 30

/** What waits for the next invoice of a subscription, the newest first. */
export const pendingOf = (books: Books, { id, customer }: Pick<Subscription, 'id' | 'customer'>): InvoiceItem[] =>
  [...books.invoiceItems.values()]
    .filter((one) => one.invoice === null && (one.subscription === id || (one.subscription === null && one.customer === customer)))
    .reverse()

/** A line of each item for a whole period. */
export const periodLines = (books: Books, { id, items }: Subscription, period: { start: number; end: number }): Line[] =>
  items
    .map(({ id: item, price, quantity }) => ({
      ...{ id: newId(books, 'il'), subscription: id, item, price, quantity, amount: (books.prices[price] ?? 0) * quantity },
      ...{ description: `${quantity} × ${price}`, period, isProration: false, metadata: {}, invoiceItem: null },
    }))
    .reverse()

export const lineOf = (books: Books, { invoice: _, date: __, customer: ___, id, ...rest }: InvoiceItem): Line => ({
  ...rest,
  id: newId(books, 'il'),
  invoiceItem: id,
})

type Made = Pick<Invoice, 'customer' | 'subscription' | 'reason' | 'lines' | 'period'>

/** A new invoice, a draft: what waits on its lines waits no longer. */
export function draftInvoice(books: Books, made: Made): Invoice {
  const total = sumOf(made.lines)
  const invoice: Invoice = {
    ...{ ...made, id: newId(books, 'in'), status: 'draft', total, startingBalance: 0, endingBalance: 0, due: Math.max(total, 0), paid: 0 },
    ...{ advances: true, attempts: 0, nextAttempt: null, intent: null },
    ...{ created: books.at, finalizedAt: null, paidAt: null, voidedAt: null },
  }
  books.invoices.set(invoice.id, invoice)
  for (const { invoiceItem } of invoice.lines)
    if (invoiceItem) requireIn(books.invoiceItems, 'invoiceitem', invoiceItem).invoice = invoice.id
  note(books, 'invoice.created', invoice)
  return invoice
}

export const sumOf = (lines: readonly Line[]): number => lines.reduce((sum, { amount }) => sum + amount, 0)

/** Fixes the amount due of an invoice: its lines, and what the customer's balance adds or leaves out. */
export function finalizeInvoice(books: Books, invoice: Invoice): void {
  if (invoice.status !== 'draft') throw new Refused(400, "This invoice is already finalized, you can't re-finalize a non-draft invoice.")
  const customer = requireIn(books.customers, 'customer', invoice.customer)
  invoice.startingBalance = customer.balance
  const wanted = invoice.total + customer.balance
  invoice.due = wanted < LEAST_CHARGE ? 0 : wanted
  invoice.endingBalance = wanted < LEAST_CHARGE ? wanted : 0
  customer.balance = invoice.endingBalance
  Object.assign(invoice, { status: 'open', finalizedAt: books.at })
  note(books, 'invoice.finalized', invoice)
  if (invoice.due === 0) paidBy(books, invoice, null)
}

/** Tries to take the amount due of an open invoice. Returns whether it was paid. */
export function tryPayment(books: Books, invoice: Invoice): boolean {
  if (invoice.status !== 'open') throw new Refused(400, `This invoice is ${invoice.status}.`)
  const { card } = requireIn(books.customers, 'customer', invoice.customer)
  const days = books.retryDays[invoice.attempts]
  invoice.attempts++
  if (card === 'good') {
    paidBy(books, invoice, newId(books, 'pi'))
    return true
  }
  invoice.nextAttempt = invoice.advances && days !== undefined ? books.at + days * DAY : null
  note(books, card === 'declined' ? 'invoice.payment_failed' : 'invoice.payment_action_required', invoice)
  standAnew(books, invoice.subscription)
  return false
}

function paidBy(books: Books, invoice: Invoice, intent: string | null) {
  const { id, customer, due } = invoice
  if (intent) books.intents.set(intent, { id: intent, customer, invoice: id, amount: due, refunded: 0, created: books.at })
  Object.assign(invoice, { status: 'paid', paid: due, intent, paidAt: books.at, nextAttempt: null })
  note(books, 'invoice.paid', invoice)
  standAnew(books, invoice.subscription)
}

/** Voids an invoice that was not paid. */
export function voidInvoice(books: Books, invoice: Invoice): void {
  if (invoice.status !== 'open') throw new Refused(400, `You can only void open invoices; this one is ${invoice.status}.`)
  Object.assign(invoice, { status: 'void', voidedAt: books.at, nextAttempt: null })
  // The balance gets back what it took.
  requireIn(books.customers, 'customer', invoice.customer).balance += invoice.startingBalance - invoice.endingBalance
  note(books, 'invoice.voided', invoice)
  standAnew(books, invoice.subscription)
}

/** A subscription is past due while its newest invoice that counts was tried and not paid. */
export function standAnew(books: Books, id: string | null): void {
  const subscription = id === null ? undefined : books.subscriptions.get(id)
  if (!subscription || subscription.status === 'canceled') return
  const newest = [...books.invoices.values()].findLast(
    (one) => one.subscription === id && (one.status === 'paid' || (one.status === 'open' && one.attempts > 0)),
  )
  const status = newest?.status === 'open' ? 'past_due' : 'active'
  if (status === subscription.status) return
  subscription.status = status
  note(books, 'customer.subscription.updated', subscription)
}

/** When something is due that Stripe does automatically with an invoice: an hour after the draft, or when a payment is tried again. */
export const dueOf = ({ status, advances, created, nextAttempt }: Invoice): number =>
  !advances ? Infinity : status === 'draft' ? created + HOUR : status === 'open' ? (nextAttempt ?? Infinity) : Infinity

export function advanceInvoice(books: Books, invoice: Invoice): void {
  if (invoice.status === 'draft') finalizeInvoice(books, invoice)
  if (invoice.status === 'open') tryPayment(books, invoice)
}
