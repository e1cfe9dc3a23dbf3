import type { Stripe } from 'stripe'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { currentMs } from '#lib/clock.ts'
import { openStripe, readStripeEvent } from '#platform/server/stripe.ts'
import { stripeInMemory } from '#testing/service-stripe/memory.ts'
import { PENCE } from '#testing/service-stripe/prices.ts'
import { memoryClient, SERVICE_SECRET, type ServiceStripe, signedEvent, startServiceStripe } from '#testing/service-stripe/server.ts'

const at = (text: string) => new Date(text).getTime()
let now = at('2026-11-25T09:00:00Z')
let stripe: ServiceStripe
let client: Stripe
beforeEach(async () => {
  await stripe?.stop()
  now = at('2026-11-25T09:00:00Z')
  stripe = await startServiceStripe({ now: () => now })
  client = await openStripe(stripe.settings)
})
afterAll(() => stripe.stop())

/** A customer who pays for so many. */
async function buyer(quantity = 2) {
  const session = await client.checkout.sessions.create({
    ...{ mode: 'subscription', customer_email: 'sarah@example.com', success_url: 'https://example.com' },
    line_items: [{ price: 'price_vet', quantity }],
    subscription_data: { metadata: { personId: 'p' } },
  })
  expect(session).toMatchObject({ status: 'open', url: expect.stringContaining(session.id) })
  stripe.pay(session.id)
  const { customer, subscription } = await client.checkout.sessions.retrieve(session.id)
  return { customer: String(customer), subscription: await client.subscriptions.retrieve(String(subscription)) }
}

describe('as its own library speaks to it', () => {
  test('a first payment by Checkout: a second proof leaves the page open, a day ends it, and one that was paid is over', async () => {
    const one = await client.checkout.sessions.create({ mode: 'subscription', line_items: [{ price: 'price_vet', quantity: 1 }] })
    expect([stripe.pay(one.id, 'needs-proof'), stripe.pay(one.id)]).toEqual([false, true])
    const paid = await client.checkout.sessions.retrieve(one.id, { expand: ['subscription', 'invoice.payments'] })
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', invoice: { status: 'paid', amount_paid: 299 } })
    expect((paid.invoice as Stripe.Invoice).payments?.data).toMatchObject([{ payment: { type: 'payment_intent' } }])
    await expect(client.checkout.sessions.expire(one.id)).rejects.toThrow('can be expired')
    const left = await client.checkout.sessions.create({ mode: 'subscription', line_items: [{ price: 'price_vet', quantity: 1 }] })
    now += 86_400_000
    expect((await client.checkout.sessions.retrieve(left.id)).status).toBe('expired')
  })

  test('what one more costs until the next bill is previewed and billed to the same penny, to the second of a moment', async () => {
    const { subscription } = await buyer(1)
    now = at('2026-12-10T15:20:11Z')
    const moment = now / 1000
    const [item] = subscription.items.data
    const details = {
      items: [{ id: item?.id ?? '', quantity: 2 }],
      proration_behavior: 'create_prorations' as const,
      proration_date: moment,
    }
    const preview = await client.invoices.createPreview({ subscription: subscription.id, subscription_details: details })
    const said = sumOf(preview.lines.data.filter(isProration))
    expect(said).toBe(
      Math.round((598 * (at('2026-12-25T09:00:00Z') - now)) / (30 * 86_400_000)) -
        Math.round((299 * (at('2026-12-25T09:00:00Z') - now)) / (30 * 86_400_000)),
    )
    expect(preview.amount_due).toBe(said + 598)
    expect(await client.invoiceItems.list({ pending: true }).then(({ data }) => data)).toEqual([])
    now += 600_000
    await client.subscriptions.update(subscription.id, details)
    expect(sumOf((await client.invoiceItems.list({ pending: true })).data)).toBe(said)
    now = at('2026-12-25T09:30:00Z')
    const [draft] = (await client.invoices.list({ subscription: subscription.id, limit: 1 })).data
    expect(draft).toMatchObject({ status: 'draft', total: said + 598 })
    now = at('2026-12-25T10:00:00Z')
    expect(await client.invoices.retrieve(draft?.id ?? '')).toMatchObject({ status: 'paid', amount_paid: said + 598 })
  })

  test('a month begins on the day the first did, or on its last; a card that fails leaves it past due until it is paid', async () => {
    now = at('2027-12-31T09:00:00Z')
    await stripe.stop()
    stripe = await startServiceStripe({ now: () => now })
    client = await openStripe(stripe.settings)
    const { customer, subscription } = await buyer(1)
    const ends = async () =>
      new Date(((await client.subscriptions.retrieve(subscription.id)).items.data[0]?.current_period_end ?? 0) * 1000).toISOString()
    now = at('2028-02-01T09:00:00Z')
    expect(await ends()).toBe('2028-02-29T09:00:00.000Z')
    stripe.setCard(customer, 'declined')
    now = at('2028-03-10T09:00:00Z')
    expect(await client.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' })
    expect(await ends()).toBe('2028-03-31T09:00:00.000Z')
    const tried = stripe.newEvents().filter(({ type }) => type === 'invoice.payment_failed')
    expect(tried).toHaveLength(3)
    stripe.setCard(customer, 'good')
    stripe.payOpen(customer)
    expect(await client.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' })
    expect(stripe.paidBy(customer)).toBe(3 * 299)
  })

  test('cancelled, it charges no more and gives nothing back; what is open can be voided, and a customer is forgotten', async () => {
    const { customer, subscription } = await buyer()
    stripe.setCard(customer, 'declined')
    now = at('2026-12-26T09:00:00Z')
    await client.subscriptions.cancel(subscription.id)
    await expect(client.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' })
    stripe.setCard(customer, 'good')
    now = at('2027-02-26T09:00:00Z')
    const [open] = (await client.invoices.list({ customer, status: 'open' })).data
    await client.invoices.voidInvoice(open?.id ?? '')
    expect([stripe.paidBy(customer), stripe.quantitiesOf(customer)]).toEqual([598, {}])
    await client.customers.del(customer)
    expect(await client.customers.retrieve(customer)).toMatchObject({ deleted: true })
    await expect(client.billingPortal.sessions.create({ customer })).rejects.toMatchObject({ statusCode: 404 })
  })

  test('never more is given back than was paid', async () => {
    const { customer, subscription } = await buyer(1)
    const { data } = await client.invoicePayments.list({ invoice: String(subscription.latest_invoice) })
    const intent = String(data[0]?.payment.payment_intent)
    const refund = (amount: number) => client.refunds.create({ payment_intent: intent, amount })
    await refund(200)
    await expect(refund(100)).rejects.toThrow('greater than unrefunded')
    await expect(refund(0.5)).rejects.toThrow('Invalid integer')
    await refund(99)
    await expect(refund(1)).rejects.toMatchObject({ code: 'charge_already_refunded' })
    expect([stripe.paidBy(customer), (await client.refunds.list({ payment_intent: intent })).data.length]).toEqual([0, 2])
  })

  test('less than is ever charged is added to the next bill, and more than ten lines have a page', async () => {
    const { customer, subscription } = await buyer(1)
    const [item] = subscription.items.data
    await client.subscriptions.update(subscription.id, { items: [{ id: item?.id ?? '', quantity: 0 }], proration_behavior: 'none' })
    await client.invoiceItems.create({ customer, subscription: subscription.id, amount: 20 })
    now = at('2026-12-26T09:00:00Z')
    const [small] = (await client.invoices.list({ customer, limit: 1 })).data
    expect(small).toMatchObject({ status: 'paid', amount_paid: 0, total: 20, ending_balance: 20 })
    for (let n = 0; n < 12; n++) await client.invoiceItems.create({ customer, subscription: subscription.id, amount: 10 })
    now = at('2027-01-26T09:00:00Z')
    const [large] = (await client.invoices.list({ customer, limit: 1 })).data
    expect(large).toMatchObject({ amount_paid: 140, lines: { has_more: true } })
    const lines = await client.invoices.listLineItems(large?.id ?? '').autoPagingToArray({ limit: 100 })
    expect(lines).toHaveLength(13)
  })
})

describe('what goes wrong', () => {
  test('a key does its work once in a day, refuses other fields, and is forgotten after it', async () => {
    const { subscription } = await buyer(1)
    const { data } = await client.invoicePayments.list({ invoice: String(subscription.latest_invoice) })
    const refund = (amount: number) =>
      client.refunds.create({ payment_intent: String(data[0]?.payment.payment_intent), amount }, { idempotencyKey: 'seat-1' })
    stripe.failNext('cut')
    const [first, again] = [await refund(50), await refund(50)]
    expect([again.id, stripe.books.refunds.size]).toEqual([first.id, 1])
    await expect(refund(60)).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
    now += 86_400_000
    await refund(50)
    expect(stripe.books.refunds.size).toBe(2)
  })

  test.each([
    ['silence', 'StripeConnectionError'],
    ['busy', 'StripeRateLimitError'],
    ['broken', 'StripeAPIError'],
  ] as const)('%s: nothing was done', async (fault, type) => {
    stripe.failNext(fault, { times: 9 })
    await expect(client.customers.create({})).rejects.toMatchObject({ type })
    stripe.mendAll()
    expect(stripe.books.customers.size).toBe(0)
  })

  test('answered 500 after the work was done, the same key is answered so again', async () => {
    stripe.failNext('lost')
    await expect(client.customers.create({}, { idempotencyKey: 'one' })).rejects.toMatchObject({ type: 'StripeAPIError' })
    expect(stripe.books.customers.size).toBe(1)
  })

  test('its events carry a signature; of another secret, or too old, they are refused', async () => {
    await buyer()
    const events = stripe.newEvents()
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['checkout.session.completed', 'customer.subscription.created', 'invoice.paid']),
    )
    const [event] = events
    if (!event) throw new Error('no event')
    const settings = { secretKey: '', webhookSecrets: ['whsec_other', SERVICE_SECRET] }
    const read = ({ payload, headers }: ReturnType<typeof signedEvent>) =>
      readStripeEvent(settings, Buffer.from(payload), headers['stripe-signature'] ?? '')
    expect(await read(signedEvent(event))).toMatchObject({ id: event.id })
    expect(await read(signedEvent(event, { secret: 'whsec_forged' }))).toBeUndefined()
    expect(await read(signedEvent(event, { at: currentMs() - 301_000 }))).toBeUndefined()
  })
})

test('with no network between, the same library has the same answers', async () => {
  const memory = stripeInMemory({ prices: PENCE, now: () => now })
  const near = await memoryClient(memory)
  const one = await near.checkout.sessions.create({ mode: 'subscription', line_items: [{ price: 'price_para', quantity: 3 }] })
  memory.pay(one.id)
  const { customer } = await near.checkout.sessions.retrieve(one.id)
  expect([memory.paidBy(String(customer)), memory.quantitiesOf(String(customer))]).toEqual([597, { price_para: 3 }])
  memory.failNext('cut')
  await expect(near.customers.create({})).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect(memory.books.customers.size).toBe(2)
})

const sumOf = (lines: readonly { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0)
const isProration = ({ parent }: Stripe.InvoiceLineItem) => parent?.subscription_item_details?.proration === true
