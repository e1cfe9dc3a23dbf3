import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Invoice } from '#features/ledger/invoices/contract.ts'
import type { Payment } from '#features/ledger/payments/contract.ts'
import { currentMs } from '#lib/clock.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { startStripe, stripeEvent } from '#testing/stripe.ts'

const SECRET = 'whsec_of_ours'
const ACCOUNT = 'acct_gareth'

let stripe: Awaited<ReturnType<typeof startStripe>>
let server: TestServer
let sarah: string
beforeAll(async () => {
  stripe = await startStripe(({ what, form, account }) => {
    const known = intents.get(what.replace('GET /v1/payment_intents/', ''))
    if (known) return { status: 200, body: known }
    if (what !== 'POST /v1/checkout/sessions') return undefined
    if (account === 'acct_far_away') return 'silence'
    if (account !== ACCOUNT)
      return { status: 403, body: { error: { type: 'invalid_request_error', code: 'account_invalid', message: 'No access' } } }
    return { status: 200, body: { id: 'cs_1', object: 'checkout.session', url: `https://checkout.example/${form.client_reference_id}` } }
  })
  server = await startTestServer({
    mode: 'production',
    stripe: { secretKey: 'sk_test_1', webhookSecrets: ['whsec_of_plans', SECRET], baseUrl: stripe.baseUrl },
  })
  await server.gareth.put('/api/money/settings', { bank: { stripeAccount: ACCOUNT } })
  sarah = await add('/api/clients', { name: 'Sarah Penrose' })
})
afterAll(async () => {
  await server.stop()
  await stripe.stop()
})

/** What the provider knows of payments. */
const intents = new Map<string, object>()

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
async function invoice(unitPence: number): Promise<string> {
  const chargeIds = [await add('/api/charges', { clientId: sarah, description: 'Full set', unitPence })]
  return add('/api/invoices', { payerClientId: sarah, chargeIds })
}
const paidOf = async (id: string) => (await server.gareth.get(`/api/invoices/${id}`)).json<Invoice>().paidPence
const payments = async () => (await server.gareth.get(`/api/payments?clientId=${sarah}`)).json<Payment[]>()
const hook = ({ payload, headers }: ReturnType<typeof stripeEvent>) =>
  server.app.inject({ method: 'POST', url: '/api/stripe/payments', payload, headers })
const sendEvent = (event: object, at?: Date) => hook(stripeEvent(SECRET, { account: ACCOUNT, ...event }, at))

const created = Math.floor(currentMs() / 1000)
const metadataOf = (invoiceId: string) => ({ practiceId: server.gareth.practiceId, invoiceId })
const completed = (id: string, intent: string, invoiceId: string, pence: number, more: object = {}) => ({
  id,
  type: 'checkout.session.completed',
  data: {
    object: {
      ...{
        id: 'cs_1',
        object: 'checkout.session',
        payment_status: 'paid',
        payment_intent: intent,
        amount_total: pence,
        currency: 'gbp',
        created,
      },
      ...{ metadata: metadataOf(invoiceId), ...more },
    },
  },
})
const refunded = (id: string, refund: object) => ({
  id,
  type: 'refund.updated',
  data: { object: { object: 'refund', created, currency: 'gbp', status: 'succeeded', ...refund } },
})

test('a payment the provider reports is recorded once, regardless of how often and by which events', async () => {
  const bill = await invoice(5000)
  const event = completed('evt_1', 'pi_1', bill, 5000)
  expect((await Promise.all([sendEvent(event), sendEvent(event), sendEvent(event)])).map(({ statusCode }) => statusCode)).toEqual([
    204, 204, 204,
  ])
  expect((await sendEvent({ ...event, id: 'evt_2', type: 'checkout.session.async_payment_succeeded' })).statusCode).toBe(204)
  const mine = (await payments()).filter(({ invoiceId, cameBy }) => invoiceId === bill && cameBy === 'card')
  expect(mine).toMatchObject([{ amountPence: 5000, method: 'card', memberId: null }])
  expect(await paidOf(bill)).toBe(5000)
  expect((await server.gareth.delete(`/api/payments/${mine[0]?.id}`)).json()).toMatchObject({ code: 'payment_from_provider' })
  expect((await server.gareth.post(`/api/payments/${mine[0]?.id}/refund`, { amountPence: 1 })).json()).toMatchObject({
    code: 'refund_at_provider',
  })
})

test('a payment counts on the day it was paid, not on that of its page', async () => {
  const bill = await invoice(4500)
  const paidAt = Date.parse('2026-04-06T09:00:00Z') / 1000
  const page = { created: Date.parse('2026-04-05T20:00:00Z') / 1000 }
  expect((await sendEvent({ ...completed('evt_day', 'pi_day', bill, 4500, page), created: paidAt })).statusCode).toBe(204)
  expect((await payments()).find(({ invoiceId }) => invoiceId === bill)).toMatchObject({ receivedOn: '2026-04-06' })
})

test('a forged event, one signed long ago, and one changed on its way are refused and change nothing', async () => {
  const bill = await invoice(4000)
  const event = completed('evt_3', 'pi_3', bill, 4000)
  const body = { account: ACCOUNT, ...event }
  const good = stripeEvent(SECRET, body)
  const late = new Date(currentMs() - 301_000)
  for (const wrong of [
    stripeEvent('whsec_of_nobody', body),
    stripeEvent(SECRET, body, late),
    { ...good, payload: good.payload.replace('4000', '9000') },
    { ...good, headers: { 'content-type': 'application/json' } as Record<string, string> },
    { ...good, headers: { ...good.headers, 'stripe-signature': 't=1,v1=00' } },
  ]) {
    const answer = await hook(wrong as typeof good)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'wrong_signature'])
  }
  expect(await paidOf(bill)).toBe(0)
  expect((await sendEvent(event, new Date(currentMs() - 290_000))).statusCode).toBe(204)
  expect(await paidOf(bill)).toBe(4000)
})

test('another account’s report on our invoice, an unpaid one and one not in pounds are passed over', async () => {
  const bill = await invoice(3000)
  const event = completed('evt_4', 'pi_4', bill, 3000)
  const wrong = [
    { ...event, account: 'acct_somebody' },
    { ...completed('evt_5', 'pi_5', bill, 3000, { payment_status: 'unpaid' }) },
    { ...completed('evt_6', 'pi_6', bill, 3000, { currency: 'eur' }) },
    { ...completed('evt_7', 'pi_7', bill, 3000, { metadata: {} }) },
    { ...completed('evt_8', 'pi_8', bill, 3000, { metadata: { practiceId: server.other.practiceId, invoiceId: bill } }) },
    { id: 'evt_9', type: 'customer.created', data: { object: {} } },
  ]
  for (const each of wrong) expect((await sendEvent(each)).statusCode).toBe(204)
  expect(await paidOf(bill)).toBe(0)
})

test('a refund reported before its payment records both, once; one that fails later is no longer owed', async () => {
  const bill = await invoice(6000)
  const metadata = metadataOf(bill)
  intents.set('pi_9', { id: 'pi_9', object: 'payment_intent', amount_received: 6000, currency: 'gbp', created, metadata })
  const refund = { id: 're_1', payment_intent: 'pi_9', amount: 1500 }
  expect((await sendEvent(refunded('evt_10', refund))).statusCode).toBe(204)
  expect((await sendEvent(refunded('evt_11', refund))).statusCode).toBe(204)
  expect((await sendEvent(completed('evt_12', 'pi_9', bill, 6000))).statusCode).toBe(204)
  const mine = (await payments()).filter(({ amountPence }) => amountPence === 6000 || amountPence === -1500)
  expect(mine.map(({ amountPence, cameBy }) => [amountPence, cameBy]).sort()).toEqual([
    [-1500, 'card'],
    [6000, 'card'],
  ])
  expect(await paidOf(bill)).toBe(4500)
  expect((await sendEvent(refunded('evt_13', { ...refund, status: 'failed' }))).statusCode).toBe(204)
  expect(await paidOf(bill)).toBe(6000)
  // Most of it was given back in cash by then: what the provider gives back is counted as far as the payment goes, not refused again and again.
  const [card] = mine.filter(({ amountPence }) => amountPence === 6000)
  expect((await server.gareth.post(`/api/payments/${card?.id}/refund`, { amountPence: 5000, method: 'cash' })).statusCode).toBe(201)
  expect((await sendEvent(refunded('evt_15', { id: 're_3', payment_intent: 'pi_9', amount: 1500 }))).statusCode).toBe(204)
  expect((await payments()).filter(({ amountPence }) => amountPence === -1000)).toHaveLength(1)
  // Another sale of theirs.
  intents.set('pi_10', { id: 'pi_10', object: 'payment_intent', amount_received: 100, currency: 'gbp', created, metadata: {} })
  expect((await sendEvent(refunded('evt_14', { id: 're_2', payment_intent: 'pi_10', amount: 100 }))).statusCode).toBe(204)
})

test('without an account the provider is not called; an account it does not know, and silence, give a sentence', async () => {
  const bill = await invoice(1000)
  const before = stripe.asked.length
  await server.gareth.put('/api/money/settings', { bank: { stripeAccount: '' } })
  expect((await server.gareth.post(`/api/invoices/${bill}/checkout`)).json()).toMatchObject({ code: 'cards_off' })
  expect(stripe.asked.length).toBe(before)
  await server.gareth.put('/api/money/settings', { bank: { stripeAccount: 'acct_typed_wrong' } })
  expect((await server.gareth.post(`/api/invoices/${bill}/checkout`)).json()).toMatchObject({ code: 'card_page_refused' })
  await server.gareth.put('/api/money/settings', { bank: { stripeAccount: 'acct_far_away' } })
  expect((await server.gareth.post(`/api/invoices/${bill}/checkout`)).json()).toMatchObject({ code: 'card_provider_silent' })
})
