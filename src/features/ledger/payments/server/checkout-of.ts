import type { Stripe } from 'stripe'
import { leftOf, numberOf } from '#features/ledger/invoices/rules.ts'
import { findByRef, keepCheckout, listCheckouts } from '#features/ledger/payments/server/queries.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import type { Money } from '#features/records/prices/settings.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { findRow } from '#platform/server/database/rows.ts'
import type { App, HttpOptions } from '#platform/server/http/http.ts'
import { openStripe, type StripeSettings } from '#platform/server/stripe.ts'

/** Whether a practice's invoices can be paid by card: the server has a provider, and the practice an account there. */
export const takesCards = ({ stripe }: Pick<HttpOptions, 'stripe'>, { bank }: Pick<Money, 'bank'>): boolean =>
  stripe !== undefined && bank.stripeAccount !== ''

/** The provider's page of an invoice: its session, and the account it was made in. */
type Page = { id: string; account: string }
/** The parameters of a checkout: an invoice's rest, for the practice's own account, and where the payer comes back to. */
type CheckoutParams = {
  practiceName: string
  practiceId: string
  account: string
  invoiceId: string
  number: string
  leftPence: number
  backTo: string
  /** The page made last, unless nothing can come of it, and its id in any case. */
  known: Page | undefined
  lastId: string | null
}

/** Others may be requesting a page for the same invoice; the second caller takes the first's. */
const MOST_TRIES = 3

/**
 * The address of the provider's page where the rest of an invoice is paid by card. `backTo` is a path of ours: after paying, the payer
 * comes back to it with `card=paid`. An invoice has one page that can be paid: a second call returns the same page, or ends it before
 * another is made. A page that was paid is never offered again. The provider is never called within a transaction.
 * @throws cards_off, invoice_not_found, nothing_to_pay, card_page_refused, card_provider_silent
 */
export async function checkoutOf(app: App, practiceId: string, invoiceId: string, backTo: string): Promise<string> {
  const actor = await actorOfPractice(app.db, practiceId, { origin: app.setup.origin })
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const checkout = await app.db.withPractice(practiceId, (tx) => toPay(tx, actor, { invoiceId, backTo }))
    const url = await pageOf(app, checkout)
    if (url) return url
  }
  throw new AppError('card_provider_silent')
}

/**
 * Ends every page on which invoices of a payer could still be paid, before those invoices go. Called outside a transaction.
 * @throws card_provider_silent
 */
export async function endPagesOf({ db, stripe: settings }: { db: Database; stripe?: StripeSettings }, practiceId: string, payerId: string) {
  if (!settings) return
  const pages = await db.withPractice(practiceId, (tx) => listCheckouts(tx, payerId))
  if (pages.length === 0) return
  const stripe = await openStripe(settings)
  for (const page of pages) await endPage(stripe, page)
}

async function toPay(tx: PracticeTx, actor: Actor, { invoiceId, backTo }: { invoiceId: string; backTo: string }): Promise<CheckoutParams> {
  const { bank } = await moneyIn(tx, actor.practiceId)
  const invoice = await findRow(tx, 'invoices', invoiceId)
  if (invoice?.kind !== 'invoice') throw new AppError('invoice_not_found')
  const leftPence = leftOf({ totalPence: invoice.total_pence, paidPence: invoice.paid_pence })
  const { practiceName, practiceId } = actor
  const { checkout_session: id, checkout_account: account } = invoice
  const page = { known: id && account ? { id, account } : undefined, lastId: id }
  return { practiceName, practiceId, account: bank.stripeAccount, invoiceId, number: numberOf(invoice) ?? '', leftPence, backTo, ...page }
}

/** The address of the one page; undefined: another caller made one in the meantime. */
async function pageOf(app: App, checkout: CheckoutParams): Promise<string | undefined> {
  const { account, leftPence, practiceId, invoiceId, backTo, known, lastId } = checkout
  if (!app.setup.stripe || account === '') throw new AppError('cards_off')
  if (leftPence <= 0) throw new AppError('nothing_to_pay')
  const stripe = await openStripe(app.setup.stripe)
  const wanted = sessionOf(app.setup.origin, checkout)
  const current = known && (await findPage(stripe, known))
  if (current?.status === 'complete' && !(await isRecorded(app, practiceId, current))) throw new AppError('nothing_to_pay')
  if (current?.status === 'open' && known) {
    const isSame = known.account === account && current.amount_total === leftPence && current.success_url === wanted.success_url
    if (isSame && current.url) return current.url
    if (!(await endPage(stripe, known))) return undefined
  }
  const idempotencyKey = uuidOf('checkout', account, invoiceId, lastId ?? '', String(leftPence), backTo)
  const made = await callProvider(() => stripe.checkout.sessions.create(wanted, { stripeAccount: account, idempotencyKey }))
  const page = { id: made.id, account }
  const isKept = await app.db.withPractice(practiceId, (tx) => keepCheckout(tx, invoiceId, { before: lastId, page }))
  if (!isKept) await endPage(stripe, page)
  // What was answered before may have been paid since.
  const isNew = isKept && made.lastResponse.headers['idempotent-replayed'] !== 'true'
  return isNew ? (made.url ?? undefined) : undefined
}

/** The page as the provider has it; undefined when it knows none such, or the account is not ours any more. */
const findPage = (stripe: Stripe, { id, account }: Page): Promise<Stripe.Checkout.Session | undefined> =>
  callProvider(() => stripe.checkout.sessions.retrieve(id, {}, { stripeAccount: account })).catch(unlessRefused)

/** Ends a page, so that no one can pay on it; false when it was paid or ended just before. */
const endPage = async (stripe: Stripe, { id, account }: Page): Promise<boolean> =>
  (await callProvider(() => stripe.checkout.sessions.expire(id, {}, { stripeAccount: account })).catch(unlessRefused)) !== undefined

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'card_page_refused') throw error
}

/** Whether the payment made on a page is on record already. */
async function isRecorded(app: App, practiceId: string, { payment_intent: paid }: Stripe.Checkout.Session): Promise<boolean> {
  const ref = typeof paid === 'string' ? paid : paid?.id
  return ref !== undefined && (await app.db.withPractice(practiceId, (tx) => findByRef(tx, ref))) !== undefined
}

/** Calls the provider. @throws card_page_refused, card_provider_silent */
async function callProvider<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    const { statusCode = 500 } = error as Stripe.errors.StripeError
    throw new AppError(statusCode >= 500 || statusCode === 429 ? 'card_provider_silent' : 'card_page_refused')
  }
}

function sessionOf(origin: string, { practiceId, practiceName, invoiceId, number, leftPence, backTo }: CheckoutParams) {
  const [paid, left] = [new URL(backTo, origin), new URL(backTo, origin)]
  paid.searchParams.set('card', 'paid')
  const metadata = { practiceId, invoiceId }
  const product = { name: `Invoice ${number}`, description: practiceName }
  return {
    mode: 'payment',
    client_reference_id: invoiceId,
    line_items: [{ quantity: 1, price_data: { currency: 'gbp', unit_amount: leftPence, product_data: product } }],
    metadata,
    payment_intent_data: { metadata, description: `Invoice ${number}` },
    success_url: paid.href,
    cancel_url: left.href,
  } as const satisfies Stripe.Checkout.SessionCreateParams
}
