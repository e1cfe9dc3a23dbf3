import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSumUp } from '#connectors/sumup/far-side.ts'
import { addSeenLines } from '#features/ledger/payments/server/add-seen-lines.ts'
import { eraseClients } from '#features/office/erasure/server/jobs.ts'
import type { Exchanged } from '#features/office/integrations/contract.ts'
import { resumeConnections } from '#features/office/integrations/server/restored.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { everywhere, foundIn } from '#testing/left-behind.ts'
import { formsOf } from '#testing/secret-forms.ts'
import { resetClock } from '#testing/set-clock.ts'
import { SUMUP, startTakings } from '#testing/takings.ts'

/* A reader of cards, and the lines it becomes. */

const start = (options?: { isReached?: boolean }) => startTakings(startSumUp, options)
let t: Awaited<ReturnType<typeof start>>
const today = () => dayOf(currentTime(), 'Europe/London')
const statementDay = (day: string) => day.split('-').reverse().join('/')
/** Until so many days later. */
const later = (days: number) => setClock(new Date(currentTime().getTime() + days * 86_400_000))
const proposed = async (words: string) =>
  (await t.line(words)).proposals.map(({ by, isSure, payerName, paymentId }) => [by, isSure, payerName, paymentId !== null])

beforeAll(async () => {
  t = await start()
})
afterAll(() => t.stop())
beforeEach(() => setClock(new Date('2026-12-01T12:00:00Z')))
afterEach(async () => {
  t.far.fail(null)
  t.far.reader.empty()
  await t.server.gareth.delete(SUMUP)
  await t.server.asOwner('update bank_lines set payout_id = null, of_line_id = null, payment_id = null, state = $$ignored$$')
  await t.server.asOwner('delete from bank_lines')
  resetClock()
})

test('takings, refunds, fees and payouts are each a line once, however often they are read', async () => {
  expect((await t.connect()).statusCode).toBe(200)
  const id = t.far.reader.take(4567, 'Trim, Biscuit')
  t.far.reader.refund(id, 1000)
  t.far.reader.payOut(today())
  await t.pass()
  later(1)
  await t.pass()
  await t.pass()
  const rows = await t.server.asOwner('select kind, amount_pence, source, file_name from bank_lines order by kind')
  expect(rows).toEqual([
    { kind: 'fee', amount_pence: 77, source: 'card', file_name: 'SumUp' },
    { kind: 'payout', amount_pence: 3490, source: 'card', file_name: 'SumUp' },
    { kind: 'refund', amount_pence: 1000, source: 'card', file_name: 'SumUp' },
    { kind: 'taking', amount_pence: 4567, source: 'card', file_name: 'SumUp' },
  ])
  expect((await t.lines()).map(({ isRefund = false, amountPence, source }) => [isRefund, amountPence, source]).sort()).toEqual([
    [false, 4567, 'card'],
    [true, 1000, 'card'],
  ])
  const log = (await t.server.gareth.get(`${SUMUP}/log`)).json<Exchanged[]>()
  expect(log.map(({ words }) => words)).toEqual(['1 day of fees, 1 payout', '1 card payment, 1 refund'])
  expect(await t.card()).toMatchObject({ status: 'connected', account: 'Gareth Probert Farriery', sentence: null })
  expect(await t.payments()).toEqual([])
})

test('disconnected and connected again, what was read stays, and comes no second time', async () => {
  await t.connect()
  t.far.reader.take(4500, 'Once')
  await t.pass()
  await t.server.gareth.delete(SUMUP)
  await t.server.gareth.delete(SUMUP)
  expect((await t.lines()).filter(({ description }) => description.includes('Once'))).toHaveLength(1)
  await t.connect()
  await t.pass()
  expect((await t.lines()).filter(({ description }) => description.includes('Once'))).toHaveLength(1)
})

test('it is read every half hour, and not with each change made here', async () => {
  await t.connect()
  await t.pass()
  t.far.asked.splice(0)
  await t.pass({ isDue: false })
  expect(t.far.asked).toEqual([])
  await t.server.gareth.post(`${SUMUP}/check`, {})
  await t.pass({ isDue: false })
  expect(t.far.asked.length).toBeGreaterThan(0)
})

test('a card payment written down already for that sum and day is it, and is not taken twice', async () => {
  await t.connect()
  const invoice = await t.issue('Sarah Penrose', 6100)
  const paid = { payerClientId: invoice.payerClientId, invoiceId: invoice.id, amountPence: 6100, method: 'card', receivedOn: today() }
  const paymentId = await t.add('/api/payments', paid)
  t.far.reader.take(6100, 'Sarah')
  await t.pass()
  expect(await proposed('Sarah')).toEqual([['recorded', true, 'Sarah Penrose', true]])
  const before = (await t.payments()).length
  expect((await t.accept(await t.line('Sarah'), { paymentId })).json()).toMatchObject({ state: 'matched', paymentId })
  expect((await t.payments()).length).toBe(before)
  // Another taking of the same sum is not that payment again.
  t.far.reader.take(6100, 'Other card')
  await t.pass()
  expect((await t.accept(await t.line('Other card'), { paymentId })).statusCode).toBe(409)
})

test('of another day it is only maybe; cash and transfers are not it', async () => {
  await t.connect()
  const clientId = await t.add('/api/clients', { name: 'Tom Vaughan' })
  await t.add('/api/payments', { payerClientId: clientId, amountPence: 5100, method: 'card', receivedOn: addDays(today(), -1) })
  await t.add('/api/payments', { payerClientId: clientId, amountPence: 5200, method: 'cash', receivedOn: today() })
  await t.add('/api/payments', { payerClientId: clientId, amountPence: 5200, method: 'bank-transfer', receivedOn: today() })
  t.far.reader.take(5100, 'Day before')
  t.far.reader.take(5200, 'Not by card')
  await t.pass()
  expect(await proposed('Day before')).toEqual([['recorded', false, 'Tom Vaughan', true]])
  expect(await proposed('Not by card')).toEqual([])
})

test('a payment made online is no taking of the reader', async () => {
  await t.connect()
  const clientId = await t.add('/api/clients', { name: 'Ann Online' })
  const paymentId = await t.add('/api/payments', { payerClientId: clientId, amountPence: 5300, method: 'card', receivedOn: today() })
  await t.server.asOwner(`update payments set provider_ref = 'pi_made_up' where id = '${paymentId}'`)
  t.far.reader.take(5300, 'Not online')
  await t.pass()
  expect(await proposed('Not online')).toEqual([])
  expect((await t.accept(await t.line('Not online'), { paymentId })).statusCode).toBe(400)
})

test('else it is an open invoice of that sum, and each where there are several; accepted it is a card payment', async () => {
  await t.connect()
  const invoice = await t.issue('Owen Rees', 7300)
  const other = await t.issue('Mair Lloyd', 7300)
  t.far.reader.take(7300, 'At the yard')
  await t.pass()
  expect((await proposed('At the yard')).map((one) => one.slice(0, 3)).sort()).toEqual([
    ['amount', false, 'Mair Lloyd'],
    ['amount', false, 'Owen Rees'],
  ])
  await t.accept(await t.line('At the yard'), { payerClientId: invoice.payerClientId, invoiceIds: [invoice.id] })
  expect([await t.leftOf(invoice.id), await t.leftOf(other.id)]).toEqual([0, 7300])
  expect((await t.payments()).find(({ payerClientId }) => payerClientId === invoice.payerClientId)).toMatchObject({
    ...{ method: 'card', amountPence: 7300, receivedOn: today(), cameBy: 'bank' },
  })
})

test('a refund goes back out of the payment of its taking, and undone it is owed as before', async () => {
  await t.connect()
  const invoice = await t.issue('Nia Prosser', 8200)
  const id = t.far.reader.take(8200, 'Nia')
  await t.pass()
  later(0.1)
  t.far.reader.refund(id, 2200)
  await t.pass()
  const refund = async (state = 'new') => t.line('Refund, ', state)
  expect((await refund()).proposals).toEqual([])
  expect((await t.accept(await refund(), {})).statusCode).toBe(400)
  await t.accept(await t.line('Nia'), { payerClientId: invoice.payerClientId, invoiceIds: [invoice.id] })
  expect(await proposed('Refund, ')).toEqual([['refund', true, 'Nia Prosser', true]])
  const [best] = (await refund()).proposals
  expect((await t.accept(await refund(), { paymentId: best?.paymentId })).json()).toMatchObject({
    state: 'matched',
    payerName: 'Nia Prosser',
  })
  expect(await t.leftOf(invoice.id)).toBe(2200)
  await t.act(await refund('matched'), 'reopen')
  expect(await t.leftOf(invoice.id)).toBe(0)
})

test('a refund that was recorded already is it', async () => {
  await t.connect()
  const clientId = await t.add('/api/clients', { name: 'Gwen Ellis' })
  const id = t.far.reader.take(6600, 'Gwen')
  await t.pass()
  await t.accept(await t.line('Gwen'), { payerClientId: clientId, invoiceIds: [] })
  const { paymentId } = await t.line('Gwen', 'matched')
  const refundId = await t.add(`/api/payments/${paymentId}/refund`, { amountPence: 600, method: 'card', receivedOn: today() })
  later(0.1)
  t.far.reader.refund(id, 600)
  await t.pass()
  expect(await proposed('Refund, ')).toEqual([['recorded', true, 'Gwen Ellis', true]])
  const before = (await t.payments()).length
  expect((await t.accept(await t.line('Refund, '), { paymentId: refundId })).json()).toMatchObject({
    state: 'matched',
    paymentId: refundId,
  })
  expect((await t.payments()).length).toBe(before)
})

test('one that was cancelled is no line; one that is a payment already gets a refund to accept', async () => {
  await t.connect()
  const clientId = await t.add('/api/clients', { name: 'Dai Pugh' })
  const [open, taken] = [t.far.reader.take(3100, 'Never mind'), t.far.reader.take(3200, 'Dai')]
  await t.pass()
  await t.accept(await t.line('Dai'), { payerClientId: clientId, invoiceIds: [] })
  later(0.1)
  t.far.reader.cancel(open)
  t.far.reader.cancel(taken)
  await t.pass()
  await t.pass()
  expect((await t.lines()).map(({ isRefund, amountPence }) => [isRefund, amountPence])).toEqual([[true, 3200]])
  expect(await proposed('Cancelled: ')).toEqual([['refund', true, 'Dai Pugh', true]])
})

test("the bank's payout is known as one, credits nobody, and is taken once", async () => {
  await t.connect()
  const invoice = await t.issue('Payout Same Sum', 4424)
  t.far.reader.take(4500, 'In the payout')
  const pence = t.far.reader.payOut(today())
  expect(pence).toBe(4424)
  await t.pass()
  later(1)
  await t.pass()
  later(1)
  await t.bring(
    [statementDay(today()), 'SUMUP PAYMENTS LIMITED PID123-SUMUP', '44.24'],
    [statementDay(today()), 'Sum Up Payments PID124', '9.99'],
    [statementDay(today()), 'TFR 9921', '44.24'],
  )
  expect(await proposed('PID123')).toEqual([['payout', true, 'SumUp', false]])
  expect(await proposed('PID124')).toEqual([['payout', false, 'SumUp', false]])
  // It names no reader: either is only maybe.
  expect(await proposed('TFR')).toEqual([
    ['payout', false, 'SumUp', false],
    ['amount', false, 'Payout Same Sum', false],
  ])
  const before = await t.payments()
  expect((await t.accept(await t.line('PID123'), { isPayout: true })).json()).toMatchObject({
    state: 'ignored',
    payoutOf: 'SumUp',
    paymentId: null,
  })
  expect((await t.accept(await t.line('PID124'), { isPayout: true })).json()).toMatchObject({ state: 'ignored' })
  expect(await t.payments()).toEqual(before)
  expect(await t.leftOf(invoice.id)).toBe(4424)
  expect(await proposed('TFR')).toEqual([['amount', false, 'Payout Same Sum', false]])
  expect((await t.accept(await t.line('TFR'), { isPayout: true })).statusCode).toBe(400)
  await t.act(await t.line('PID123', 'ignored'), 'reopen')
  expect(await proposed('PID123')).toEqual([['payout', true, 'SumUp', false]])
})

test('fees are added to the expenses by one tap, once; or left out', async () => {
  await t.connect()
  await t.pass()
  for (const ahead of [0, 1, 2]) {
    t.far.reader.take(10_000)
    t.far.reader.payOut(addDays(today(), ahead))
  }
  later(3)
  await t.pass()
  const [first, second, third] = await t.fees()
  expect([first, second, third].map((fee) => [fee?.name, fee?.pence])).toEqual(Array(3).fill(['SumUp', 169]))
  const answer = (ids: readonly (string | undefined)[], as: string) => t.server.gareth.post('/api/card-fees', { ids, as })
  for (let nth = 0; nth < 2; nth++) await answer([first?.id, second?.id], 'expense')
  expect((await answer([third?.id], 'nothing')).json()).toEqual([])
  const expenses = (await t.expenses()).filter(({ supplier }) => supplier === 'SumUp')
  expect(
    expenses.map(({ category, totalPence, vatPence, method, description }) => [category, totalPence, vatPence, method, description]),
  ).toEqual(Array(2).fill(['finance', 169, 0, 'card', 'SumUp fees']))
  expect(expenses.map(({ spentOn }) => spentOn)).toEqual([first?.onDay, second?.onDay])
  // Removed it is answered for too.
  await t.server.gareth.delete(`/api/expenses/${first?.id}`)
  expect(await t.fees()).toEqual([])
})

test('all that is sure is accepted at once, and what is counted as taken is not a payout', async () => {
  await t.connect()
  await t.pass()
  const clientId = await t.add('/api/clients', { name: 'Sure Thing' })
  await t.add('/api/payments', { payerClientId: clientId, amountPence: 5700, method: 'card', receivedOn: today() })
  t.far.reader.take(5700, 'Sure')
  const pence = t.far.reader.payOut(today())
  later(1)
  await t.pass()
  await t.bring([statementDay(today()), 'SUMUP PID125', (pence / 100).toFixed(2)])
  expect((await t.server.gareth.post('/api/bank-lines/accept-sure', {})).json()).toEqual({ accepted: 2, pence: 5700 })
})

test('a payment seen in the bank is no taking: a card line and a line of the bank are never the same payment', async () => {
  await t.connect()
  const clientId = await t.add('/api/clients', { name: 'Twice Over' })
  t.far.reader.take(5900, 'By card')
  await t.pass()
  await t.accept(await t.line('By card'), { payerClientId: clientId, invoiceIds: [] })
  const { paymentId } = await t.line('By card', 'matched')
  await t.bring([statementDay(today()), 'OVER T', '59.00'])
  expect((await t.accept(await t.line('OVER T'), { paymentId })).statusCode).toBe(400)
})

test('what accounting saw paid and the reader took is settled once', async () => {
  await t.connect()
  const invoice = await t.issue('Settled Once', 8900)
  const [{ id: connectionId } = {}] = await t.server.asOwner("select id from connections where connector = 'sumup'")
  const books = { source: 'accounting', connectionId: String(connectionId), name: 'FreeAgent', memberId: t.server.gareth.memberId } as const
  await t.server.gareth.inPractice((tx) =>
    addSeenLines(tx, books, [{ ref: 'freeagent:1', onDay: today(), description: `${invoice.number}, Settled Once`, amountPence: 8900 }]),
  )
  t.far.reader.take(8900, 'At the yard')
  await t.pass()
  await t.accept(await t.line('Settled Once'), { payerClientId: invoice.payerClientId, invoiceIds: [invoice.id] })
  expect(await proposed('At the yard')).toEqual([['recorded', true, 'Settled Once', true]])
  const { paymentId } = await t.line('Settled Once', 'matched')
  expect((await t.accept(await t.line('At the yard'), { paymentId })).json()).toMatchObject({ state: 'matched', paymentId })
  expect((await t.payments()).filter(({ payerClientId }) => payerClientId === invoice.payerClientId)).toHaveLength(1)
})

test('a key that is refused connects nothing; one revoked later stops it, and its owner has one task', async () => {
  expect((await t.connect({ apiKey: 'sup_sk_wrong' })).json()).toMatchObject({ code: 'key_refused' })
  expect((await t.connect({ account: '' })).json()).toMatchObject({ code: 'address_required' })
  await t.connect()
  await t.pass()
  t.far.fail('revoked')
  for (let nth = 0; nth < 3; nth++) await t.pass()
  expect(await t.card()).toMatchObject({ status: 'error', sentence: expect.stringContaining('SumUp refused the key') })
  const tasks = await t.server.asOwner("select title from tasks where title like 'SumUp%'")
  expect(tasks).toEqual([{ title: 'SumUp has stopped' }])
})

test('a service that is busy is read again when it wants, and its lines come then', async () => {
  await t.connect()
  t.far.reader.take(4100, 'Patience')
  t.far.fail('busy for 2 minutes')
  await t.pass()
  expect(await t.card()).toMatchObject({ status: 'connected' })
  t.far.fail(null)
  await t.pass()
  expect(await t.line('Patience')).toMatchObject({ amountPence: 4100 })
})

test('after a restore it goes on where the backup was, and each is a line once', async () => {
  await t.connect()
  t.far.reader.take(4200, 'Before')
  await t.pass()
  const [{ cursor } = {}] = await t.server.asOwner("select cursor from connections where connector = 'sumup'")
  t.far.reader.take(4300, 'After')
  await t.pass()
  await t.server.asOwner("delete from bank_lines where description like 'After%'")
  await t.server.asOwner(
    `update connections set cursor = '${cursor}', leased_until = clock_now() + interval '1 hour' where connector = 'sumup'`,
  )
  await t.server.gareth.inPractice((tx, actor) =>
    resumeConnections(tx, { practiceId: actor.practiceId } as Parameters<typeof resumeConnections>[1]),
  )
  await t.pass()
  expect((await t.lines()).map(({ amountPence }) => amountPence).sort()).toEqual([4200, 4300])
})

test('its key stands nowhere, and nobody else may connect it or see its lines', async () => {
  await t.connect()
  await t.pass()
  const { gareth } = t.server
  const answers = await Promise.all(
    ['/api/integrations', `${SUMUP}/log`, '/api/bank-lines'].map(async (path) => (await gareth.get(path)).body),
  )
  const places = await everywhere({ server: t.server, members: [gareth], written: [], answers })
  expect(foundIn(places, formsOf(t.far.credentials.key))).toEqual([])
  const cai = await gareth.addMember('Cai Rowe', 'farrier')
  expect((await cai.put(SUMUP, { enabled: false })).statusCode).toBe(403)
  const apprentice = await gareth.addMember('Ifan Bowen', 'apprentice')
  for (const path of ['/api/bank-lines', '/api/card-fees']) expect((await apprentice.get(path)).statusCode).toBe(403)
  expect((await apprentice.post('/api/card-fees', { ids: ['x'], as: 'expense' })).statusCode).toBe(403)
})

test('an erased client is in no words of their takings, which stay as sums, and do not come again', async () => {
  await t.connect()
  const { id: invoiceId, payerClientId: clientId } = await t.issue('Zebedee Quill', 7000)
  const id = t.far.reader.take(7700, 'Zebedee Quill, trim')
  t.far.reader.refund(id, 700)
  await t.pass()
  await t.accept(await t.line('Zebedee'), { payerClientId: clientId, invoiceIds: [invoiceId] })
  const { paymentId } = await t.line('Zebedee', 'matched')
  await t.accept(await t.line('Refund'), { paymentId: paymentId ?? '' })
  const erasureId = await t.add(`/api/clients/${clientId}/erasure`, { clientName: 'Zebedee Quill' })
  const { files, keyedHash } = t.server.app.setup
  const places = { db: t.server.db, files, dataFolder: t.server.filesFolder, keyedHash, origin: 'http://localhost:3000' }
  await eraseClients(places).handle({ practiceId: t.server.gareth.practiceId, erasureId })
  await t.pass()
  expect(await t.server.asOwner('select kind, amount_pence, description, state from bank_lines order by kind')).toEqual([
    { kind: 'refund', amount_pence: 700, description: '', state: 'matched' },
    { kind: 'taking', amount_pence: 7700, description: '', state: 'matched' },
  ])
})

test('in the test version nothing is requested: the key is not tried, and what would be read stands on the card once', async () => {
  const rehearsing = await start({ isReached: false })
  try {
    expect((await rehearsing.connect()).json()).toMatchObject({ enabled: true, account: null, isRehearsed: true })
    for (let nth = 0; nth < 3; nth++) await rehearsing.pass()
    expect(rehearsing.far.asked).toEqual([])
    const log = (await rehearsing.server.gareth.get(`${SUMUP}/log`)).json<Exchanged[]>()
    expect(log.map(({ verb, words }) => [verb, words])).toEqual([['rehearsed', expect.stringContaining('card payments since yesterday')]])
    expect(await rehearsing.lines()).toEqual([])
  } finally {
    await rehearsing.stop()
  }
})
