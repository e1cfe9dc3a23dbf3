import type {
  Books,
  Customer,
  Intent,
  Invoice,
  InvoiceItem,
  Item,
  Line,
  Refund,
  Session,
  Subscription,
} from '#testing/service-stripe/books.ts'

const LIVE = { livemode: false }
const GBP = { currency: 'gbp' }

/** Objects as Stripe's API writes them. */
export const showCustomer = ({ id, email, metadata, balance, created, isDeleted }: Customer) =>
  isDeleted
    ? { id, object: 'customer', deleted: true }
    : {
        id,
        object: 'customer',
        email,
        metadata,
        balance,
        created,
        ...GBP,
        ...LIVE,
        invoice_settings: { default_payment_method: 'pm_card' },
      }

const showPrice = (books: Books, id: string) => ({
  ...{ id, object: 'price', active: true, product: `prod_${id}`, type: 'recurring', unit_amount: books.prices[id] ?? 0, ...GBP, ...LIVE },
  recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
})

export { showPrice }

export const showItem = (books: Books, subscription: Subscription, { id, price, quantity, created, metadata }: Item) => ({
  ...{ id, object: 'subscription_item', subscription: subscription.id, quantity, created, metadata, discounts: [] },
  ...{ price: showPrice(books, price), current_period_start: subscription.start, current_period_end: subscription.end },
})

export const showSubscription = (books: Books, one: Subscription) => ({
  ...{ id: one.id, object: 'subscription', customer: one.customer, status: one.status, metadata: one.metadata, ...GBP, ...LIVE },
  ...{ billing_cycle_anchor: one.anchor, cancel_at_period_end: one.cancelAtEnd, cancel_at: one.cancelAtEnd ? one.end : null },
  ...{ canceled_at: one.canceledAt, ended_at: one.endedAt, created: one.created, start_date: one.created },
  ...{ latest_invoice: one.latestInvoice, collection_method: 'charge_automatically', default_payment_method: 'pm_card' },
  ...{ trial_end: null, pending_update: null, pause_collection: null },
  items: listed(
    one.items.map((item) => showItem(books, one, item)),
    `/v1/subscription_items?subscription=${one.id}`,
  ),
})

const pricing = (books: Books, price: string | null) =>
  price === null
    ? null
    : { type: 'price_details', price_details: { price, product: `prod_${price}` }, unit_amount_decimal: String(books.prices[price] ?? 0) }

export const showLine = (books: Books, invoice: string | null, line: Line) => ({
  ...{ id: line.id, object: 'line_item', amount: line.amount, subtotal: line.amount, description: line.description, ...GBP, ...LIVE },
  ...{ period: line.period, quantity: line.quantity, metadata: line.metadata, invoice, subscription: line.subscription },
  ...{ pricing: pricing(books, line.price), discounts: [], discount_amounts: [], taxes: [] },
  parent: line.item
    ? {
        type: 'subscription_item_details',
        invoice_item_details: null,
        subscription_item_details: {
          ...{ subscription: line.subscription, subscription_item: line.item, proration: line.isProration },
          ...{ invoice_item: line.invoiceItem, proration_details: line.isProration ? { credited_items: null } : null },
        },
      }
    : {
        type: 'invoice_item_details',
        invoice_item_details: {
          ...{ invoice_item: line.invoiceItem, proration: line.isProration, proration_details: null, subscription: line.subscription },
        },
        subscription_item_details: null,
      },
})

export const showInvoice = (books: Books, one: Invoice) => ({
  ...{ id: one.id, object: 'invoice', customer: one.customer, status: one.status, billing_reason: one.reason, ...GBP, ...LIVE },
  ...{ total: one.total, subtotal: one.total, amount_due: one.due, amount_paid: one.paid, amount_remaining: one.due - one.paid },
  ...{ starting_balance: one.startingBalance, ending_balance: one.finalizedAt === null ? null : one.endingBalance },
  ...{ auto_advance: one.advances, attempted: one.attempts > 0, attempt_count: one.attempts, next_payment_attempt: one.nextAttempt },
  ...{ period_start: one.period.start, period_end: one.period.end, created: one.created, collection_method: 'charge_automatically' },
  ...{ hosted_invoice_url: `https://invoice.example/${one.id}`, invoice_pdf: `https://invoice.example/${one.id}/pdf`, metadata: {} },
  status_transitions: { finalized_at: one.finalizedAt, paid_at: one.paidAt, voided_at: one.voidedAt, marked_uncollectible_at: null },
  parent: one.subscription && {
    type: 'subscription_details',
    quote_details: null,
    subscription_details: { subscription: one.subscription, metadata: books.subscriptions.get(one.subscription)?.metadata ?? {} },
  },
  // Ten lines at most: a caller that wants more fetches the pages.
  lines: { ...page(one.lines, 10, (line) => showLine(books, one.id, line)), url: `/v1/invoices/${one.id}/lines` },
})

/** The payment of an invoice; none where nothing was taken. */
export const showPayments = (books: Books, one: Invoice) => {
  const intent = one.intent ? books.intents.get(one.intent) : undefined
  if (!intent) return []
  return [
    {
      ...{
        id: `inpay_${intent.id}`,
        object: 'invoice_payment',
        invoice: one.id,
        is_default: true,
        status: 'paid',
        created: intent.created,
      },
      ...{ amount_paid: intent.amount, amount_requested: intent.amount, ...GBP, ...LIVE },
      payment: { type: 'payment_intent', payment_intent: intent.id },
      status_transitions: { canceled_at: null, paid_at: intent.created },
    },
  ]
}

export const showIntent = (one: Intent) => ({
  ...{ id: one.id, object: 'payment_intent', customer: one.customer, amount: one.amount, amount_received: one.amount, ...GBP, ...LIVE },
  ...{ status: 'succeeded', created: one.created, latest_charge: `ch_${one.id}`, metadata: {} },
})

export const showInvoiceItem = (books: Books, one: InvoiceItem) => ({
  ...{ id: one.id, object: 'invoiceitem', customer: one.customer, amount: one.amount, description: one.description, ...GBP, ...LIVE },
  ...{
    date: one.date,
    period: one.period,
    quantity: one.quantity,
    proration: one.isProration,
    metadata: one.metadata,
    invoice: one.invoice,
  },
  ...{ pricing: pricing(books, one.price), discounts: [] },
  parent: one.subscription && {
    type: 'subscription_details',
    subscription_details: { subscription: one.subscription, ...(one.item && { subscription_item: one.item }) },
  },
})

export const showRefund = (books: Books, one: Refund) => ({
  ...{ id: one.id, object: 'refund', amount: one.amount, payment_intent: one.intent, charge: `ch_${one.intent}`, ...GBP },
  ...{ status: 'succeeded', reason: one.reason, metadata: one.metadata, created: one.created },
  customer: books.intents.get(one.intent)?.customer ?? null,
})

export const showSession = (books: Books, one: Session) => ({
  ...{ id: one.id, object: 'checkout.session', mode: 'subscription', status: one.status, ...GBP, ...LIVE },
  ...{ payment_status: one.status === 'complete' ? 'paid' : 'unpaid', customer: one.customer, customer_email: one.email },
  ...{ subscription: one.subscription, invoice: one.invoice, payment_intent: null, client_reference_id: one.reference },
  ...{ metadata: one.metadata, created: one.created, expires_at: one.expiresAt },
  ...{ success_url: one.successUrl, cancel_url: one.cancelUrl, url: one.status === 'open' ? `https://checkout.example/${one.id}` : null },
  ...{ amount_total: one.items.reduce((sum, { price, quantity }) => sum + (books.prices[price] ?? 0) * quantity, 0) },
})

export const listed = <T>(data: readonly T[], url: string, hasMore = false) => ({ object: 'list', data, has_more: hasMore, url })

/** The first of a list. */
const page = <T>(all: readonly T[], limit: number, show: (one: T) => object) =>
  listed(all.slice(0, limit).map(show), '', all.length > limit)
