import type { Stripe } from 'stripe'
import { leftOf, numberOf } from '#features/invoices/rules.ts'
import { moneyIn } from '#features/money/server/service.ts'
import type { Money } from '#features/money/settings.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/db.ts'
import type { App, HttpOptions } from '#platform/server/http.ts'
import { actorOfPractice } from '#platform/server/practice-actor.ts'
import { findRow } from '#platform/server/rows.ts'
import { openStripe } from '#platform/server/stripe.ts'

/** Whether what a practice invoices can be paid by card: the server has a provider, and the practice an account there. */
export const takesCards = ({ stripe }: Pick<HttpOptions, 'stripe'>, { bank }: Pick<Money, 'bank'>): boolean =>
  stripe !== undefined && bank.stripeAccount !== ''

/** What is asked of the provider: an invoice's rest, for the practice's own account, and where the payer comes back to. */
type Asked = {
  practiceName: string
  practiceId: string
  account: string
  invoiceId: string
  number: string
  leftPence: number
  backTo: string
}

/**
 * The address of the provider's page where what is left of an invoice is paid by card. `backTo` is a path of ours: paid, its payer comes back to it with
 * `card=paid`. Asked again on a day it is the same page, so that nobody pays twice.
 * @throws cards_off, invoice_not_found, nothing_to_pay, card_page_refused, card_provider_silent
 */
export async function checkoutOf(app: App, practiceId: string, invoiceId: string, backTo: string): Promise<string> {
  const actor = await actorOfPractice(app.db, practiceId, { origin: app.setup.origin })
  const asked = await app.db.withPractice(practiceId, (tx) => toPay(tx, actor, { invoiceId, backTo }))
  return askProvider(app, asked)
}

async function toPay(tx: PracticeTx, actor: Actor, { invoiceId, backTo }: { invoiceId: string; backTo: string }): Promise<Asked> {
  const { bank } = await moneyIn(tx, actor.practiceId)
  const invoice = await findRow(tx, 'invoices', invoiceId)
  if (invoice?.kind !== 'invoice') throw new AppError('invoice_not_found')
  const leftPence = leftOf({ totalPence: invoice.total_pence, paidPence: invoice.paid_pence })
  const { practiceName, practiceId } = actor
  return { practiceName, practiceId, account: bank.stripeAccount, invoiceId, number: numberOf(invoice) ?? '', leftPence, backTo }
}

async function askProvider({ setup }: App, asked: Asked): Promise<string> {
  const { account, leftPence, invoiceId, backTo } = asked
  if (!setup.stripe || account === '') throw new AppError('cards_off')
  if (leftPence <= 0) throw new AppError('nothing_to_pay')
  const stripe = await openStripe(setup.stripe)
  const idempotencyKey = uuidOf('checkout', account, invoiceId, String(leftPence), backTo, dayOf(currentTime(), 'UTC'))
  try {
    const session = await stripe.checkout.sessions.create(sessionOf(setup.origin, asked), { stripeAccount: account, idempotencyKey })
    if (session.url) return session.url
  } catch (error) {
    const { statusCode = 500 } = error as Stripe.errors.StripeError
    throw new AppError(statusCode >= 500 || statusCode === 429 ? 'card_provider_silent' : 'card_page_refused')
  }
  // It was paid on that page already, and we are about to hear of it.
  throw new AppError('nothing_to_pay')
}

function sessionOf(
  origin: string,
  { practiceId, practiceName, invoiceId, number, leftPence, backTo }: Asked,
): Stripe.Checkout.SessionCreateParams {
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
  }
}
