// Followed by: allocations, VAT by its day and the oldest debt (ledger/payments).

import type { Stripe } from 'stripe'
import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import { listOwners } from '#features/core/practice/server/service.ts'
import { leftOf, numberOf } from '#features/ledger/invoices/rules.ts'
import { refundable } from '#features/ledger/payments/rules.ts'
import { findByRef, forgetCheckout, listRefunds, type PaymentRow } from '#features/ledger/payments/server/queries.ts'
import { takePayment, toPayment } from '#features/ledger/payments/server/service.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import { addTask } from '#features/visits/tasks/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid, uuidOf } from '#lib/ids.ts'
import { pounds } from '#lib/money.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { deleteRow, findRow, holdWriters } from '#platform/server/database/rows.ts'
import type { App } from '#platform/server/http/http.ts'
import { openStripe } from '#platform/server/stripe.ts'
import { stripeRoute } from '#platform/server/stripe-route.ts'

/** Where the provider reports payments of the practices' accounts. */
const CARD_EVENTS_PATH = '/api/stripe/payments'

/**
 * Handles the card provider's events. Each event is remembered once it is done. A payment is recorded once because of its reference, so an
 * event may come twice at a time, late, or before the one it follows from.
 */
export function cardRoutes(app: App) {
  stripeRoute(app, CARD_EVENTS_PATH, async (event) => {
    if (await isKnown(app, event.id)) return
    await takeEvent(app, event)
    await app.db.withDirectory((tx) =>
      tx
        .insertInto('directory.billing_events')
        .values({ id: event.id })
        .onConflict((clash) => clash.doNothing())
        .execute(),
    )
  })
}

const isKnown = async ({ db }: App, id: string): Promise<boolean> =>
  (await db.withDirectory((tx) => tx.selectFrom('directory.billing_events').select('id').where('id', '=', id).executeTakeFirst())) !==
  undefined

async function takeEvent(app: App, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return takeSession(app, event.account, event.data.object, event.created)
    case 'checkout.session.async_payment_failed':
      return freeSession(app, event.account, event.data.object)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return takeRefund(app, event.account, event.data.object)
    // Other events are ignored.
  }
}

/** Money for an invoice, at the provider; `account` is the one the event names. */
type Paid = {
  account: string | undefined
  metadata: Stripe.Metadata | null
  intentId: string
  pence: number
  currency: string | null
  /** When it was paid, in seconds. */
  at: number
}

/** `at`: the time of the event, which is when it was paid; the session is as old as the page. */
async function takeSession(app: App, account: string | undefined, session: Stripe.Checkout.Session, at: number): Promise<void> {
  const { payment_status, payment_intent, amount_total, currency, metadata } = session
  const intentId = idIn(payment_intent)
  if (payment_status !== 'paid' || !intentId) return
  const paid = { account, metadata, intentId, pence: amount_total ?? 0, currency, at }
  await inPracticeOf(app, paid, async (tx, actor, invoiceId) => {
    await recordPaid(tx, actor, paid, invoiceId)
  })
}

/** A payment that was on its way did not come: the invoice may be paid on another page. */
async function freeSession(
  app: App,
  account: string | undefined,
  { id, metadata, amount_total, currency, created }: Stripe.Checkout.Session,
) {
  const failed = { account, metadata, intentId: id, pence: amount_total ?? 0, currency, at: created }
  await inPracticeOf(app, failed, (tx, _, invoiceId) => forgetCheckout(tx, invoiceId, id))
}

/** A refund does not name its invoice; its payment does, and may not have been reported yet. */
async function takeRefund(app: App, account: string | undefined, refund: Stripe.Refund): Promise<void> {
  const intentId = idIn(refund.payment_intent)
  if (!intentId || !account || !app.setup.stripe) return
  const stripe = await openStripe(app.setup.stripe)
  const intent = await stripe.paymentIntents.retrieve(intentId, {}, { stripeAccount: account })
  const { metadata, amount_received: pence, currency, created: at } = intent
  const paid = { account, metadata, intentId, pence, currency, at }
  await inPracticeOf(app, paid, async (tx, actor, invoiceId) => {
    const known = await findByRef(tx, refund.id)
    if (refund.status === 'failed' || refund.status === 'canceled') {
      // The money came back to the practice.
      if (known) await deleteRow(tx, actor, known, 'payments')
    } else if (refund.status === 'succeeded' && !known) {
      const payment = await recordPaid(tx, actor, paid, invoiceId)
      if (!payment) return
      // What was also written down by hand as given back is not given back twice.
      const pence = Math.min(refund.amount, refundable(toPayment(payment), (await listRefunds(tx, payment.id)).map(toPayment)))
      if (pence <= 0) return
      const back = { amountPence: -pence, method: 'card', receivedOn: dayOf(refund.created * 1000, actor.zone) } as const
      await takePayment(tx, actor, uuidOf('payments', refund.id), { ...back, refundsPaymentId: payment.id }, { providerRef: refund.id })
    }
  })
}

/**
 * Runs `work` in the practice that money is for. Money that names none, or one whose account it did not come to, belongs to someone else:
 * anyone may write anything next to a payment of their own account.
 */
async function inPracticeOf(app: App, paid: Paid, work: (tx: PracticeTx, actor: Actor, invoiceId: string) => Promise<void>): Promise<void> {
  const { practiceId, invoiceId } = paid.metadata ?? {}
  if (!practiceId || !invoiceId || !isUuid(practiceId) || !isUuid(invoiceId) || paid.pence <= 0 || paid.currency !== 'gbp') return
  const actor = await actorOfPractice(app.db, practiceId, { opId: uuidOf('card', paid.intentId), origin: app.setup.origin }).catch(
    unlessGone,
  )
  if (!actor) return
  await app.db.withPractice(practiceId, async (tx) => {
    await holdWriters(tx)
    const { bank } = await moneyIn(tx, practiceId)
    if (bank.stripeAccount !== '' && bank.stripeAccount === paid.account) await work(tx, actor, invoiceId)
  })
}

/**
 * The payment of an intent, recorded unless it is; notifies the member who issued the invoice. Money above what was left of the invoice is
 * allocated to the payer's next one or stays on account, and a task shows that until it is seen to. Undefined: the invoice no longer
 * exists.
 */
async function recordPaid(tx: PracticeTx, actor: Actor, paid: Paid, invoiceId: string): Promise<PaymentRow | undefined> {
  const { intentId, pence, at } = paid
  const known = await findByRef(tx, intentId)
  if (known) return known
  const invoice = await findRow(tx, 'invoices', invoiceId)
  if (invoice?.kind !== 'invoice') return tellUnknown(tx, actor, paid)
  const came = { amountPence: pence, method: 'card', receivedOn: dayOf(at * 1000, actor.zone), invoiceId } as const
  const payment = await takePayment(tx, actor, uuidOf('payments', intentId), came, { providerRef: intentId })
  if (!invoice.member_id) return payment
  const tooMuch = pence - leftOf({ totalPence: invoice.total_pence, paidPence: invoice.paid_pence })
  await alertMembers(tx, actor, {
    memberIds: [invoice.member_id],
    title: 'Paid by card',
    body: `${numberOf(invoice)}: ${pounds(pence)}${tooMuch > 0 ? `, ${pounds(tooMuch)} more than was left to pay` : ''}`,
    path: `/money?tab=invoices&invoice=${invoiceId}`,
  })
  if (tooMuch > 0) {
    const title = `${numberOf(invoice)}: ${pounds(tooMuch)} more was paid by card than was left to pay. It's on account or has paid the next invoice. Refund it, or leave it.`
    const payer = await findRow(tx, 'clients', invoice.payer_client_id)
    // A task names no removed client.
    const clientId = payer && !payer.deleted_at ? payer.id : null
    await addTask(tx, { ...actor, memberId: invoice.member_id }, uuidOf('tasks', intentId), { title, clientId, dueOn: today(actor) })
  }
  return payment
}

/**
 * Money for an invoice that was deleted while its page was open: its payer is unknown, so it is recorded nowhere and the owners are
 * notified.
 */
async function tellUnknown(tx: PracticeTx, actor: Actor, { intentId, pence }: Paid): Promise<undefined> {
  const id = uuidOf('tasks', intentId)
  const memberIds = await listOwners(tx)
  const [memberId] = memberIds
  if (!memberId || (await findRow(tx, 'tasks', id))) return
  const title = `${pounds(pence)} was paid by card for an invoice that's no longer here. It isn't among your payments: look in Stripe, and refund it if it wasn't owed.`
  const task = { title, notes: `Stripe calls it ${intentId}.`, dueOn: today(actor) }
  await addTask(tx, { ...actor, memberId }, id, task)
  const body = `${pounds(pence)} for an invoice that's no longer here. A task says what to do.`
  await alertMembers(tx, actor, { memberIds, title: 'Paid by card', body, path: '/tasks' })
}

const today = ({ zone }: Actor): Day => dayOf(currentTime(), zone)

const idIn = (named: string | { id: string } | null): string | undefined => (typeof named === 'string' ? named : named?.id)

function unlessGone(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}
