import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Invoice } from '#features/ledger/invoices/contract.ts'
import type { Payment } from '#features/ledger/payments/contract.ts'
import { listInvoices } from '#features/ledger/payments/server/allocation-queries.ts'
import { checkoutOf } from '#features/ledger/payments/server/checkout-of.ts'
import { eraseClients } from '#features/office/erasure/server/jobs.ts'
import type { Task } from '#features/visits/tasks/contract.ts'
import { currentMs, setClock } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { takePlacesTo } from '#platform/server/database/places.ts'
import { holdWriters, keepServerColumns, type Row } from '#platform/server/database/rows.ts'
import { Batch, type BatchRow } from '#platform/server/sync/batch.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'
import { checkoutPages, startStripe, stripeEvent } from '#testing/stripe.ts'

const SECRET = 'whsec_of_ours'
const ACCOUNT = 'acct_gareth'
const dataFolder = mkdtempSync(join(tmpdir(), 'pritchel-checkout-'))
const pages = checkoutPages()
let isSilent = false
/** Transactions that waited during a call to the provider. */
const waiting: unknown[] = []

let stripe: Awaited<ReturnType<typeof startStripe>>
let server: TestServer
let sarah: string
beforeAll(async () => {
  stripe = await startStripe(async (asked) => {
    waiting.push(
      ...(await server.asOwner(`select state from pg_stat_activity where datname = current_database() and state like 'idle in %'`)),
    )
    return isSilent ? 'silence' : pages.answer(asked)
  })
  server = await startTestServer({
    mode: 'production',
    stripe: { secretKey: 'sk_test_1', webhookSecrets: [SECRET], baseUrl: stripe.baseUrl },
  })
  await server.gareth.put('/api/money/settings', { bank: { stripeAccount: ACCOUNT } })
  sarah = await add('/api/clients', { name: 'Sarah Penrose' })
})
afterEach(() => resetClock())
afterAll(async () => {
  await server.stop()
  await stripe.stop()
  rmSync(dataFolder, { recursive: true, force: true })
})

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
async function invoice(unitPence: number, payerClientId = sarah): Promise<string> {
  const chargeIds = [await add('/api/charges', { clientId: payerClientId, description: 'Full set', unitPence })]
  return add('/api/invoices', { payerClientId, chargeIds })
}
/** From the office's link, and from the owner's. */
const fromOffice = async (bill: string) =>
  (await server.gareth.post(`/api/invoices/${bill}/checkout`)).json<{ url?: string; code?: string }>()
const fromOwner = (bill: string) => checkoutOf(server.app, server.gareth.practiceId, bill, '/invoice/a-token')
const pageIn = (url: string | undefined) => url?.replace('https://checkout.example/', '') ?? ''

let events = 0
/** A payer pays on a page, and the provider reports it. */
async function pay(page: string, intent: string, bill: string, pence: number) {
  pages.pay(page, intent)
  await sendEvent(page, intent, bill, pence)
}
async function sendEvent(page: string, intent: string, bill: string, pence: number, type = 'checkout.session.completed') {
  const paid = { payment_status: type.endsWith('failed') ? 'unpaid' : 'paid', payment_intent: intent, amount_total: pence, currency: 'gbp' }
  const metadata = { practiceId: server.gareth.practiceId, invoiceId: bill }
  const object = { id: page, object: 'checkout.session', created: Math.floor(currentMs() / 1000), metadata, ...paid }
  const event = stripeEvent(SECRET, { account: ACCOUNT, id: `evt_${++events}`, type, data: { object } })
  const answer = await server.app.inject({ method: 'POST', url: '/api/stripe/payments', ...event })
  expect(answer.statusCode).toBe(204)
}
const ofBill = async (id: string) => (await server.gareth.get(`/api/invoices/${id}`)).json<Invoice>()
const tasks = async () => (await server.gareth.get('/api/tasks')).json<Task[]>()
const payments = async (of: string) => (await server.gareth.get(`/api/payments?clientId=${of}`)).json<Payment[]>()

test('an invoice has a page of the provider for what is left of it, in the account of its practice, and the same one on a second request', async () => {
  const bill = await invoice(9000)
  await add('/api/payments', { invoiceId: bill, amountPence: 2000, method: 'cash' })
  const { url } = await fromOffice(bill)
  expect(url).toMatch(/^https:\/\/checkout\.example\//)
  expect(stripe.asked.at(-1)).toMatchObject({
    account: ACCOUNT,
    form: {
      mode: 'payment',
      'line_items[0][price_data][unit_amount]': '7000',
      'line_items[0][price_data][currency]': 'gbp',
      'payment_intent_data[metadata][practiceId]': server.gareth.practiceId,
      'metadata[invoiceId]': bill,
    },
  })
  expect((await fromOffice(bill)).url).toBe(url)
  const [one, other] = await Promise.all([fromOffice(bill), fromOffice(bill)])
  expect([one.url, other.url]).toEqual([url, url])
  await add('/api/payments', { invoiceId: bill, amountPence: 7000, method: 'cash' })
  expect(await fromOffice(bill)).toMatchObject({ code: 'nothing_to_pay' })
  expect((await server.other.post(`/api/invoices/${bill}/checkout`)).statusCode).toBe(404)
  const ned = await server.gareth.addMember('Ned Pugh', 'apprentice')
  expect((await ned.post(`/api/invoices/${bill}/checkout`)).statusCode).toBe(403)
})

test('only one page of an invoice can be paid: from the office’s link or the owner’s, of another sum, past midnight, or requested at once', async () => {
  const bill = await invoice(9000)
  const before = pages.live()
  const liveNow = () => pages.live().filter((id) => !before.includes(id))
  setClock('2026-11-24T23:55:00Z')
  const office = await fromOffice(bill)
  setClock('2026-11-25T00:05:00Z')
  expect((await fromOffice(bill)).url).toBe(office.url)
  const owner = await fromOwner(bill)
  expect([owner === office.url, liveNow()]).toEqual([false, [pageIn(owner)]])
  expect(stripe.asked.at(-1)?.form.success_url).toBe('http://localhost:3000/invoice/a-token?card=paid')
  await add('/api/payments', { invoiceId: bill, amountPence: 1000, method: 'cash' })
  const less = await fromOwner(bill)
  expect(liveNow()).toEqual([pageIn(less)])
  await Promise.all([fromOwner(bill), fromOffice(bill), fromOwner(bill)].map((asked) => asked.catch(() => undefined)))
  expect(liveNow()).toHaveLength(1)
  for (const id of liveNow()) pages.age(id)
  expect(liveNow()).toEqual([])
  expect(liveNow().includes(pageIn(await fromOwner(bill)))).toBe(false)
  expect(liveNow()).toHaveLength(1)
})

test('a page made while cash for the invoice is being allocated is still its page afterwards', async () => {
  const bill = await invoice(6000)
  const [isRead, isAsked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const settling = server.gareth.inPractice(async (tx, { practiceId }) => {
    await holdWriters(tx)
    const { seq } = await tx.selectFrom('sync_counters').select('seq').executeTakeFirstOrThrow()
    const batch = await Batch.open(tx, { practiceId, seq })
    const [row] = await listInvoices(batch.tx, practiceId, [bill])
    batch.know('invoices', [row as unknown as BatchRow])
    isRead.resolve()
    await isAsked.promise
    await keepServerColumns(batch.tx, row as Row<'invoices'>, 'invoices', { paid_pence: 1000 })
    await batch.flush()
    await takePlacesTo(tx, batch.seq)
  })
  await isRead.promise
  const made = fromOffice(bill)
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await Promise.race([made, expect.poll(() => server.asOwner(waits), { interval: 20 }).not.toEqual([])])
  isAsked.resolve()
  await settling
  const page = pageIn((await made).url)
  expect(await server.asOwner(`select checkout_session as page, paid_pence as paid from invoices where id = '${bill}'`)).toEqual([
    { page, paid: 1000 },
  ])
})

test('a page that was paid is never offered again: not before the provider reports it, and not once the money is refunded the same day', async () => {
  const payer = await add('/api/clients', { name: 'Tom Vaughan' })
  const bill = await invoice(5000, payer)
  const first = pageIn(await fromOwner(bill))
  pages.pay(first, 'pi_1')
  await expect(fromOwner(bill)).rejects.toMatchObject({ code: 'nothing_to_pay' })
  await sendEvent(first, 'pi_1', bill, 5000)
  expect((await ofBill(bill)).paidPence).toBe(5000)
  const [payment] = await payments(payer)
  expect((await server.gareth.post(`/api/payments/${payment?.id}/refund`, { amountPence: 5000, method: 'cash' })).statusCode).toBe(201)
  const second = pageIn(await fromOwner(bill))
  expect(second).not.toBe(first)
  expect(pages.live()).toContain(second)
})

test('money paid on a second page anyway is on account, and a task notifies the farrier until it is seen to', async () => {
  const payer = await add('/api/clients', { name: 'Nia Roberts' })
  const bill = await invoice(8500, payer)
  const old = pageIn((await fromOffice(bill)).url)
  const now = pageIn(await fromOwner(bill))
  await pay(now, 'pi_now', bill, 8500)
  // Its payer had pressed just before it was ended.
  await pay(old, 'pi_old', bill, 8500)
  expect((await ofBill(bill)).paidPence).toBe(8500)
  expect((await payments(payer)).map(({ amountPence }) => amountPence)).toEqual([8500, 8500])
  const { number, series } = await ofBill(bill)
  const name = `${series}-${String(number).padStart(4, '0')}`
  expect((await tasks()).filter(({ clientId }) => clientId === payer).map(({ title }) => title)).toEqual([
    `${name}: £85 more was paid by card than was left to pay. It's on account or has paid the next invoice. Refund it, or leave it.`,
  ])
  const next = await invoice(3500, payer)
  expect((await ofBill(next)).paidPence).toBe(3500)
})

test('a removed payer pays by card after some came in cash: it is recorded, and a task shows what is too much', async () => {
  const payer = await add('/api/clients', { name: 'Rhys Gone' })
  const bill = await invoice(8500, payer)
  const page = pageIn(await fromOwner(bill))
  await add('/api/payments', { invoiceId: bill, amountPence: 2000, method: 'cash' })
  expect((await server.gareth.delete(`/api/clients/${payer}?evenWithOpenMoney=true`)).statusCode).toBe(204)
  await pay(page, 'pi_gone', bill, 8500)
  expect((await payments(payer)).map(({ amountPence }) => amountPence).toSorted()).toEqual([2000, 8500])
  const { number, series } = await ofBill(bill)
  const name = `${series}-${String(number).padStart(4, '0')}`
  const task = (await tasks()).find(({ title }) => title.startsWith(name))
  expect(task).toMatchObject({ clientId: null, title: expect.stringContaining(`${name}: £20 more was paid by card than was left to pay.`) })
})

test('erasing a client leaves no page on which anyone could still pay; the provider’s silence puts it off', async () => {
  const payer = await add('/api/clients', { name: 'Elin Erased' })
  const page = pageIn(await fromOwner(await invoice(8500, payer)))
  const asked = { clientName: 'Elin Erased', evenWithOpenMoney: true }
  const erasureId = await add(`/api/clients/${payer}/erasure`, asked)
  const { files, stripe } = server.app.setup
  const job = eraseClients({
    db: server.db,
    files,
    origin: 'http://localhost:3000',
    dataFolder,
    keyedHash: server.app.setup.keyedHash,
    ...(stripe && { stripe }),
  })
  waiting.length = 0
  isSilent = true
  await expect(job.handle({ practiceId: server.gareth.practiceId, erasureId })).rejects.toMatchObject({ code: 'card_provider_silent' })
  isSilent = false
  expect((await server.gareth.get(`/api/clients/${payer}`)).json()).toMatchObject({ name: 'Elin Erased' })
  await job.handle({ practiceId: server.gareth.practiceId, erasureId })
  expect((await server.gareth.get(`/api/erasures/${erasureId}`)).json()).toMatchObject({ state: 'done' })
  expect(pages.live()).not.toContain(page)
  expect(waiting).toEqual([])
})

test('money for an unknown invoice is noted once, and the owner is notified where to look', async () => {
  const nobodys = uuidv7()
  for (const _ of [1, 2]) await sendEvent('cs_lost', 'pi_lost', nobodys, 4500)
  const told = (await tasks()).filter(({ notes }) => notes?.includes('pi_lost'))
  expect(told.map(({ title }) => title)).toEqual([
    "£45 was paid by card for an invoice that's no longer here. It isn't among your payments: look in Stripe, and refund it if it wasn't owed.",
  ])
  expect(await server.asOwner(`select id from payments where provider_ref = 'pi_lost'`)).toEqual([])
})

test('a payment that was on its way and failed leaves the invoice to be paid on another page', async () => {
  const bill = await invoice(4000)
  const first = pageIn(await fromOwner(bill))
  pages.pay(first, 'pi_slow')
  await expect(fromOwner(bill)).rejects.toMatchObject({ code: 'nothing_to_pay' })
  await sendEvent(first, 'pi_slow', bill, 4000, 'checkout.session.async_payment_failed')
  const second = pageIn(await fromOwner(bill))
  expect(pages.live()).toContain(second)
})

test('no transaction waits for the provider, and after its silence the page is the one there was', async () => {
  const bill = await invoice(2000)
  waiting.length = 0
  const { url } = await fromOffice(bill)
  isSilent = true
  expect(await fromOffice(bill)).toMatchObject({ code: 'card_provider_silent' })
  isSilent = false
  expect((await fromOffice(bill)).url).toBe(url)
  expect(waiting).toEqual([])
})
