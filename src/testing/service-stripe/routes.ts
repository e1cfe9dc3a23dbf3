import { type Books, newId, Refused, requireIn, type Subscription, wholeOf } from '#testing/service-stripe/books.ts'
import { deleteCustomer, expireSession, giveBack, makeCustomer, openSession } from '#testing/service-stripe/checkout.ts'
import { finalizeInvoice, tryPayment, voidInvoice } from '#testing/service-stripe/invoices.ts'
import * as show from '#testing/service-stripe/shown.ts'
import { cancelSubscription, changeSubscription, type ItemChange, previewInvoice } from '#testing/service-stripe/subscriptions.ts'

/** The fields of a request, as they are nested. */
// biome-ignore lint/suspicious/noExplicitAny: each is read by who knows it
export type Fields = Record<string, any>
type Route = (books: Books, fields: Fields, id: string) => object

/** What is found by `expand`, by the name of the field. */
const EXPANDED: Readonly<Record<string, (books: Books, of: Fields) => unknown>> = {
  latest_invoice: (books, of) => of.latest_invoice && show.showInvoice(books, requireIn(books.invoices, 'invoice', of.latest_invoice)),
  invoice: (books, of) => of.invoice && show.showInvoice(books, requireIn(books.invoices, 'invoice', of.invoice)),
  subscription: (books, of) =>
    of.subscription && show.showSubscription(books, requireIn(books.subscriptions, 'subscription', of.subscription)),
  customer: (books, of) => of.customer && show.showCustomer(requireIn(books.customers, 'customer', of.customer)),
  payment_intent: (books, of) => of.payment_intent && show.showIntent(requireIn(books.intents, 'payment_intent', of.payment_intent)),
  payments: (books, of) =>
    show.listed(show.showPayments(books, requireIn(books.invoices, 'invoice', of.id)), `/v1/invoice_payments?invoice=${of.id}`),
}

/** Puts the objects that `expand` names in place of their ids. */
export function expand(books: Books, body: Fields, path: readonly string[]): void {
  const [name = '', ...rest] = path
  if (body.object === 'list' && name === 'data') {
    for (const one of body.data) expand(books, one, rest)
    return
  }
  const find = EXPANDED[name]
  if (find && (typeof body[name] === 'string' || name === 'payments')) body[name] = find(books, body) ?? body[name]
  if (rest.length > 0 && body[name] && typeof body[name] === 'object') expand(books, body[name], rest)
}

/** Pence, which may be less than none. */
const pencesOf = (value: unknown) => wholeOf(value, 'amount', Number.NEGATIVE_INFINITY)

const isActive = ({ status }: Subscription) => status !== 'canceled'

/** A page of a list, the newest first. */
function pageOf<T extends { id: string }>(
  all: Iterable<T>,
  fields: Fields,
  url: string,
  showOne: (one: T) => object,
  isOldestFirst = false,
) {
  const sorted = isOldestFirst ? [...all] : [...all].reverse()
  const after = fields.starting_after === undefined ? 0 : sorted.findIndex(({ id }) => id === fields.starting_after) + 1
  const limit = wholeOf(fields.limit ?? 10, 'limit', 1)
  if (limit > 100) throw new Refused(400, 'Invalid limit', { param: 'limit' })
  return show.listed(sorted.slice(after, after + limit).map(showOne), url, sorted.length > after + limit)
}

const only = <T>(all: ReadonlyMap<string, T>, is: (one: T) => boolean): T[] => [...all.values()].filter(is)
const isAsked = (asked: unknown, value: unknown) => asked === undefined || asked === value

const subscriptionOf = (books: Books, id: unknown) => requireIn(books.subscriptions, 'subscription', id)
const itemOf = (books: Books, id: string) => {
  const one = [...books.subscriptions.values()].find(({ items }) => items.some((item) => item.id === id))
  if (!one) throw new Refused(404, `No such subscription_item: '${id}'`, { code: 'resource_missing' })
  return one
}
const shownItem = (books: Books, one: Subscription, is: (item: Subscription['items'][number]) => boolean) => {
  const item = one.items.find(is)
  return item ? show.showItem(books, one, item) : {}
}
const changeItem = (books: Books, one: Subscription, item: ItemChange, fields: Fields) =>
  changeSubscription(books, one, {
    ...{ items: [item], proration_behavior: fields.proration_behavior, proration_date: fields.proration_date },
    payment_behavior: fields.payment_behavior,
  })
const invoiceOf = (books: Books, id: string) => requireIn(books.invoices, 'invoice', id)

/** What each address does, and answers. */
export const ROUTES: Readonly<Record<string, Route>> = {
  'POST customers': (books, fields) => show.showCustomer(makeCustomer(books, fields)),
  'GET customers': (books, fields) =>
    pageOf(
      only(books.customers, (one) => !one.isDeleted && isAsked(fields.email, one.email)),
      fields,
      '/v1/customers',
      show.showCustomer,
    ),
  'GET customers/:id': (books, _, id) => show.showCustomer(requireIn(books.customers, 'customer', id)),
  'POST customers/:id': (books, { email, metadata }, id) => {
    const one = requireIn(books.customers, 'customer', id)
    if (one.isDeleted) throw new Refused(404, `No such customer: '${id}'`, { code: 'resource_missing' })
    if (email !== undefined) one.email = email
    one.metadata = { ...one.metadata, ...metadata }
    return show.showCustomer(one)
  },
  'DELETE customers/:id': (books, _, id) => {
    const one = requireIn(books.customers, 'customer', id)
    deleteCustomer(books, one)
    return show.showCustomer(one)
  },
  'POST checkout/sessions': (books, fields) => show.showSession(books, openSession(books, fields)),
  'GET checkout/sessions': (books, fields) =>
    pageOf(
      only(
        books.sessions,
        (one) =>
          isAsked(fields.customer, one.customer) && isAsked(fields.subscription, one.subscription) && isAsked(fields.status, one.status),
      ),
      fields,
      '/v1/checkout/sessions',
      (one) => show.showSession(books, one),
    ),
  'GET checkout/sessions/:id': (books, _, id) => show.showSession(books, requireIn(books.sessions, 'checkout.session', id)),
  'POST checkout/sessions/:id/expire': (books, _, id) => {
    const one = requireIn(books.sessions, 'checkout.session', id)
    expireSession(books, one)
    return show.showSession(books, one)
  },
  'POST billing_portal/sessions': (books, { customer, return_url }) => {
    const one = requireIn(books.customers, 'customer', customer)
    if (one.isDeleted) throw new Refused(404, `No such customer: '${customer}'`, { code: 'resource_missing' })
    const id = newId(books, 'bps')
    return {
      id,
      object: 'billing_portal.session',
      customer,
      return_url,
      url: `https://portal.example/${id}`,
      created: books.at,
      livemode: false,
    }
  },
  'GET subscriptions': (books, fields) =>
    pageOf(
      only(
        books.subscriptions,
        (one) =>
          isAsked(fields.customer, one.customer) &&
          (fields.status === undefined ? isActive(one) : fields.status === 'all' || one.status === fields.status),
      ),
      fields,
      '/v1/subscriptions',
      (one) => show.showSubscription(books, one),
    ),
  'GET subscriptions/:id': (books, _, id) => show.showSubscription(books, subscriptionOf(books, id)),
  'POST subscriptions/:id': (books, fields, id) => {
    const one = subscriptionOf(books, id)
    changeSubscription(books, one, fields)
    return show.showSubscription(books, one)
  },
  'DELETE subscriptions/:id': (books, fields, id) => {
    const one = subscriptionOf(books, id)
    cancelSubscription(books, one, fields)
    return show.showSubscription(books, one)
  },
  'GET subscription_items': (books, fields) => {
    const one = subscriptionOf(books, fields.subscription)
    return pageOf(one.items, fields, '/v1/subscription_items', (item) => show.showItem(books, one, item), true)
  },
  'GET subscription_items/:id': (books, _, id) => shownItem(books, itemOf(books, id), (item) => item.id === id),
  'POST subscription_items': (books, fields) => {
    const one = subscriptionOf(books, fields.subscription)
    changeItem(books, one, { price: fields.price, quantity: fields.quantity }, fields)
    return shownItem(books, one, (item) => item.price === fields.price)
  },
  'POST subscription_items/:id': (books, fields, id) => {
    const one = itemOf(books, id)
    changeItem(books, one, { id, price: fields.price, quantity: fields.quantity }, fields)
    return shownItem(books, one, (item) => item.id === id)
  },
  'DELETE subscription_items/:id': (books, fields, id) => {
    changeItem(books, itemOf(books, id), { id, deleted: true }, fields)
    return { id, object: 'subscription_item', deleted: true }
  },
  'GET prices/:id': (books, _, id) => {
    requireIn(new Map(Object.entries(books.prices)), 'price', id)
    return show.showPrice(books, id)
  },
  'POST invoices/create_preview': (books, { subscription, subscription_details: details }) => {
    const invoice = previewInvoice(books, subscriptionOf(books, subscription), details ?? {})
    return show.showInvoice(books, invoice)
  },
  'GET invoices': (books, fields) =>
    pageOf(
      only(
        books.invoices,
        (one) =>
          isAsked(fields.customer, one.customer) &&
          isAsked(fields.subscription, one.subscription) &&
          isAsked(fields.status, one.status) &&
          one.created >= Number(fields.created?.gte ?? 0),
      ),
      fields,
      '/v1/invoices',
      (one) => show.showInvoice(books, one),
    ),
  'GET invoices/:id': (books, _, id) => show.showInvoice(books, invoiceOf(books, id)),
  'GET invoices/:id/lines': (books, fields, id) =>
    pageOf(invoiceOf(books, id).lines, fields, `/v1/invoices/${id}/lines`, (line) => show.showLine(books, id, line), true),
  'POST invoices/:id/pay': (books, _, id) => {
    const one = invoiceOf(books, id)
    if (one.status === 'draft') finalizeInvoice(books, one)
    if (one.status === 'open' && !tryPayment(books, one))
      throw new Refused(402, 'Your card was declined.', { code: 'card_declined', decline_code: 'generic_decline' })
    return show.showInvoice(books, one)
  },
  'POST invoices/:id/finalize': (books, fields, id) => {
    const one = invoiceOf(books, id)
    finalizeInvoice(books, one)
    if (fields.auto_advance !== undefined) one.advances = String(fields.auto_advance) === 'true'
    return show.showInvoice(books, one)
  },
  'POST invoices/:id/void': (books, _, id) => {
    const one = invoiceOf(books, id)
    voidInvoice(books, one)
    return show.showInvoice(books, one)
  },
  'GET invoice_payments': (books, fields) => {
    const all = only(books.invoices, (one) => isAsked(fields.invoice, one.id)).flatMap((one) => show.showPayments(books, one))
    return pageOf(all, fields, '/v1/invoice_payments', (one) => one)
  },
  'GET payment_intents/:id': (books, _, id) => show.showIntent(requireIn(books.intents, 'payment_intent', id)),
  'POST invoiceitems': (books, { customer, subscription, amount, description, period, metadata }) => {
    const of = requireIn(books.customers, 'customer', customer)
    const id = newId(books, 'ii')
    const sum = pencesOf(amount)
    books.invoiceItems.set(id, {
      ...{ id, customer: of.id, subscription: subscription ?? null, item: null, price: null, quantity: 1, amount: sum },
      ...{ description: description ?? '', isProration: false, date: books.at, metadata: metadata ?? {}, invoice: null },
      period: period ? { start: Number(period.start), end: Number(period.end) } : { start: books.at, end: books.at },
    })
    return show.showInvoiceItem(books, requireIn(books.invoiceItems, 'invoiceitem', id))
  },
  'GET invoiceitems': (books, fields) =>
    pageOf(
      only(
        books.invoiceItems,
        (one) =>
          isAsked(fields.customer, one.customer) &&
          isAsked(fields.invoice, one.invoice) &&
          (fields.pending === undefined || String(one.invoice === null) === String(fields.pending)),
      ),
      fields,
      '/v1/invoiceitems',
      (one) => show.showInvoiceItem(books, one),
    ),
  'GET invoiceitems/:id': (books, _, id) => show.showInvoiceItem(books, requireIn(books.invoiceItems, 'invoiceitem', id)),
  'POST invoiceitems/:id': (books, { amount, description, metadata }, id) => {
    const one = requireIn(books.invoiceItems, 'invoiceitem', id)
    if (one.invoice !== null) throw new Refused(400, 'You can only update invoice items that are not on an invoice.')
    if (amount !== undefined) one.amount = pencesOf(amount)
    if (description !== undefined) one.description = description
    one.metadata = { ...one.metadata, ...metadata }
    return show.showInvoiceItem(books, one)
  },
  'DELETE invoiceitems/:id': (books, _, id) => {
    const one = requireIn(books.invoiceItems, 'invoiceitem', id)
    const on = one.invoice ? invoiceOf(books, one.invoice) : undefined
    if (on && on.status !== 'draft') throw new Refused(400, 'You can only delete invoice items that are not on a finalized invoice.')
    if (on) on.lines = on.lines.filter(({ invoiceItem }) => invoiceItem !== id)
    if (on) on.total = on.lines.reduce((sum, { amount }) => sum + amount, 0)
    books.invoiceItems.delete(id)
    return { id, object: 'invoiceitem', deleted: true }
  },
  'POST refunds': (books, fields) => show.showRefund(books, giveBack(books, fields)),
  'GET refunds': (books, fields) =>
    pageOf(
      only(books.refunds, (one) => isAsked(fields.payment_intent, one.intent) && isAsked(fields.charge, `ch_${one.intent}`)),
      fields,
      '/v1/refunds',
      (one) => show.showRefund(books, one),
    ),
  'GET refunds/:id': (books, _, id) => show.showRefund(books, requireIn(books.refunds, 'refund', id)),
  'GET events': (books, fields) =>
    pageOf(
      books.events.filter(({ type }) => isAsked(fields.type, type)),
      fields,
      '/v1/events',
      (one) => one,
    ),
}
