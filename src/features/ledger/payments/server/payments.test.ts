import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Invoice } from '#features/ledger/invoices/contract.ts'
import type { BankLine, Payment } from '#features/ledger/payments/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const today = dayOf(currentTime(), 'Europe/London')
const add = async (path: string, body: object) => {
  const answer = await server.gareth.post(path, body)
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ id: string }>().id
}
const client = (name: string, more: object = {}) => add('/api/clients', { name, ...more })
/** An invoice of one line. */
async function invoice(payerClientId: string, unitPence: number, more: object = {}): Promise<string> {
  const chargeIds = [await add('/api/charges', { clientId: payerClientId, description: 'Trim', unitPence, ...more })]
  return add('/api/invoices', { payerClientId, chargeIds })
}
const pay = (body: object) => add('/api/payments', { method: 'cash', ...body })
const paidOf = async (id: string) => (await server.gareth.get(`/api/invoices/${id}`)).json<Invoice>().paidPence
const allocatedTo = async (id: string) =>
  (await server.gareth.get(`/api/payments/${id}`))
    .json<{ allocations: { invoiceId: string; amountPence: number }[] }>()
    .allocations.map(({ invoiceId, amountPence }) => [invoiceId, amountPence])
/** Puts the day it was due into the past, as time would. */
async function lapse(invoiceId: string, payerId: string, days: number) {
  const on = addDays(today, -days)
  await server.asOwner(`update invoices set due_on = '${on}' where id = '${invoiceId}'`)
  await server.asOwner(`update clients set oldest_due_on = '${on}' where id = '${payerId}'`)
}

test('a payment is allocated to its invoice, the rest to the oldest due, and what is over to the next invoice automatically', async () => {
  const sarah = await client('Sarah Penrose')
  const [first, second] = [await invoice(sarah, 3500), await invoice(sarah, 8500)]
  const payment = await pay({ amountPence: 10_000, invoiceId: second, reference: 'BACS' })
  expect(new Map((await allocatedTo(payment)) as [string, number][])).toEqual(
    new Map([
      [second, 8500],
      [first, 1500],
    ]),
  )
  await pay({ amountPence: 5000, payerClientId: sarah })
  expect([await paidOf(first), await paidOf(second)]).toEqual([3500, 8500])
  expect((await server.gareth.get(`/api/clients/${sarah}`)).json()).toMatchObject({ oldestDueOn: null })
  const third = await invoice(sarah, 4000)
  expect(await paidOf(third)).toBe(3000)
  expect((await server.gareth.get(`/api/clients/${sarah}`)).json()).toMatchObject({ oldestDueOn: today })
})

test('money refunded is owed again, never more than came; a payment removed by mistake is restored with its allocations', async () => {
  const owen = await client('Owen Pritchard')
  const bill = await invoice(owen, 6000)
  const payment = await pay({ amountPence: 6000, invoiceId: bill })
  const refund = await server.gareth.post(`/api/payments/${payment}/refund`, { amountPence: 2000 })
  expect([refund.statusCode, refund.json<Payment>()]).toMatchObject([
    201,
    { amountPence: -2000, method: 'cash', refundsPaymentId: payment },
  ])
  expect(await paidOf(bill)).toBe(4000)
  const codeOf = async (answer: ReturnType<typeof server.gareth.post>) => (await answer).json<{ code: string }>().code
  expect(await codeOf(server.gareth.post(`/api/payments/${payment}/refund`, { amountPence: 4001 }))).toBe('refund_too_much')
  expect(await codeOf(server.gareth.delete(`/api/payments/${payment}`))).toBe('payment_has_refunds')
  expect((await server.gareth.delete(`/api/payments/${refund.json<Payment>().id}`)).statusCode).toBe(204)
  expect(await paidOf(bill)).toBe(6000)
  expect((await server.gareth.delete(`/api/payments/${payment}`)).statusCode).toBe(204)
  expect(await paidOf(bill)).toBe(0)
  const [removed] = (await server.gareth.get('/api/dashboard/activity?limit=1')).json<{ id: string; title: string }[]>()
  expect(removed?.title).toBe('Payment removed: Owen Pritchard')
  expect((await server.gareth.post(`/api/activity/${removed?.id}/undo`)).statusCode).toBe(204)
  expect(await paidOf(bill)).toBe(6000)
})

test('a credit note frees what was paid; two merged clients share allocations, and are apart again when that is undone', async () => {
  const [kept, other] = [await client('Dai Morgan'), await client('D Morgan')]
  const [theirs, others] = [await invoice(kept, 5000), await invoice(other, 3000)]
  await pay({ amountPence: 5000, payerClientId: kept })
  await server.gareth.post(`/api/invoices/${theirs}/credit`, { amountPence: 2000, reason: 'A shoe came off' })
  expect([await paidOf(theirs), await paidOf(others)]).toEqual([5000, 0])
  const merged = await server.gareth.post(`/api/clients/${kept}/merge`, { otherId: other, fields: {} })
  expect(merged.statusCode, merged.body).toBe(200)
  expect(await paidOf(others)).toBe(2000)
  const [line] = (await server.gareth.get('/api/dashboard/activity?limit=1')).json<{ id: string }[]>()
  expect((await server.gareth.post(`/api/activity/${line?.id}/undo`)).statusCode).toBe(204)
  expect(await paidOf(others)).toBe(0)
})

test('a phone that invoices and takes the money without signal has both allocated in one push, and every device receives it', async () => {
  const nia = await client('Nia Rees')
  const old = await invoice(nia, 2000)
  const charge = await add('/api/charges', { clientId: nia, description: 'Full set', unitPence: 9000 })
  const [phone, bill, cash] = [server.gareth.device(), uuidv7(), uuidv7()]
  const { results } = await phone.push(
    phone.op({ entity: 'invoices', action: 'CREATE', id: `offline_${bill}`, data: { payerClientId: nia, chargeIds: [charge] } }),
    phone.op({
      ...{ entity: 'payments', action: 'CREATE', id: `offline_${cash}` },
      data: { payerClientId: nia, amountPence: 9000, method: 'cash', invoiceId: `offline_${bill}` },
    }),
  )
  expect(results.map(({ status, code }) => [status, code])).toEqual([
    ['applied', undefined],
    ['applied', undefined],
  ])
  expect([await paidOf(bill), await paidOf(old)]).toEqual([9000, 0])
  const { rows } = (await phone.pull()) as { rows: { entity: string; data: Record<string, unknown> }[] }
  expect(rows.filter(({ entity, data }) => entity === 'allocations' && data.paymentId === cash)).toMatchObject([
    { data: { invoiceId: bill, creditId: null, amountPence: 9000 } },
  ])
  expect(rows.findLast(({ entity, data }) => entity === 'invoices' && data.id === bill)?.data).toMatchObject({ paidPence: 9000 })
  const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
  const seen = (await ned.device().pull()) as { rows: { entity: string }[] }
  expect(seen.rows.filter(({ entity }) => ['payments', 'allocations', 'invoices'].includes(entity))).toEqual([])
})

test('a client with an overdue account is booked only with an override, which the journal records; another client, and one who has paid, are booked', async () => {
  const [megan, parent] = [await client('Megan Price'), await client('Huw Price')]
  const horse = await add('/api/horses', { name: 'Biscuit', clientId: megan, payerClientId: parent })
  const bill = await invoice(parent, 3500)
  await lapse(bill, parent, 10)
  const visit = {
    clientId: megan,
    horseId: horse,
    title: 'Trim',
    startTime: `${addDays(today, 7)}T09:00:00Z`,
    endTime: `${addDays(today, 7)}T10:00:00Z`,
  }
  const refused = await server.gareth.post('/api/appointments', visit)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'account_overdue', message: expect.stringContaining('Huw Price has unpaid invoices') },
  ])
  const phone = server.gareth.device()
  const direct = { ...visit, clientId: parent, horseId: undefined }
  const { results } = await phone.push(phone.op({ entity: 'appointments', action: 'CREATE', id: uuidv7(), data: direct }))
  expect(results).toMatchObject([{ status: 'rejected', code: 'account_overdue' }])
  const said = await server.gareth.post('/api/appointments', { ...visit, overdueOverride: true })
  expect(said.statusCode, said.body).toBe(201)
  const lines = (await server.gareth.get('/api/dashboard/activity?limit=2')).json<{ title: string }[]>()
  expect(lines.map(({ title }) => title)).toContain('Booked Megan Price though the account is overdue')
  await server.gareth.put('/api/money/settings', { fees: { blocksBookings: false } })
  expect((await server.gareth.post('/api/appointments', visit)).statusCode).toBe(201)
  await server.gareth.put('/api/money/settings', { fees: { blocksBookings: true } })
  await pay({ payerClientId: parent, amountPence: 3500 })
  expect((await server.gareth.post('/api/appointments', visit)).statusCode).toBe(201)
})

const bring = async (text: string) => (await server.gareth.post('/api/bank-lines', { fileName: 'november.csv', text })).json()
const newLines = async () => (await server.gareth.get('/api/bank-lines')).json<BankLine[]>()

test('a statement is imported once however often it is sent; sure lines become payments, one recorded already does not, and all can be undone', async () => {
  const [rhian, tom] = [await client('Rhian Vaughan'), await client('Tom Bowen')]
  const [a, b, c] = [await invoice(rhian, 4100), await invoice(rhian, 5200), await invoice(tom, 7300)]
  const number = (await server.gareth.get(`/api/invoices/${c}`)).json<Invoice>()
  const noted = await pay({ payerClientId: tom, amountPence: 1100, method: 'bank-transfer', receivedOn: '2026-11-18' })
  const day = '19/11/2026'
  const text = [
    'Date,Description,Amount',
    `${day},R VAUGHAN,93.00`,
    `${day},T BOWEN ${number.series}-${number.number},62.00`,
    `18/11/2026,TOM BOWEN,11.00`,
    `${day},CASH IN,20.00`,
    `${day},CASH IN,20.00`,
    `${day},ANVIL SUPPLIES,-24.50`,
    'never,WHAT,1.00',
  ].join('\n')
  expect(await bring(text)).toMatchObject({ added: 5, known: 0, moneyOut: 1, bad: [{ line: 8, words: 'never, WHAT, 1.00' }] })
  expect(await bring(text)).toMatchObject({ added: 0, known: 5 })
  expect(await bring(`${text}\n${day},CASH IN,20.00`)).toMatchObject({ added: 1, known: 5 })
  expect((await server.gareth.post('/api/bank-lines/accept-sure')).json()).toEqual({ accepted: 3, pence: 16_600 })
  expect([await paidOf(a), await paidOf(b), await paidOf(c)]).toEqual([4100, 5200, 7300])
  expect((await server.gareth.post('/api/bank-lines/accept-sure')).json()).toEqual({ accepted: 0, pence: 0 })
  const matched = (await server.gareth.get('/api/bank-lines?state=matched')).json<BankLine[]>()
  const ofRhian = matched.find(({ payerName }) => payerName === 'Rhian Vaughan')
  const ofTom = matched.find(({ paymentId }) => paymentId === noted)
  expect([matched.length, ofTom?.payerName]).toEqual([3, 'Tom Bowen'])
  const reopened = (await server.gareth.post(`/api/bank-lines/${ofRhian?.id}/reopen`)).json<BankLine>()
  expect(reopened).toMatchObject({ state: 'new', paymentId: null })
  expect((await newLines()).find(({ id }) => id === reopened.id)?.proposals[0]).toMatchObject({ by: 'sum', isSure: true })
  expect([await paidOf(a), await paidOf(b)]).toEqual([0, 0])
  await server.gareth.post(`/api/bank-lines/${ofTom?.id}/reopen`)
  expect((await server.gareth.get(`/api/payments/${noted}`)).statusCode).toBe(200)
  const [line] = (await newLines()).filter(({ description }) => description === 'CASH IN')
  expect((await server.gareth.post(`/api/bank-lines/${line?.id}/ignore`)).json()).toMatchObject({ state: 'ignored' })
  // Of several unpaid invoices, the chosen one is paid, though another is older.
  const accepted = await server.gareth.post(`/api/bank-lines/${reopened.id}/accept`, { payerClientId: rhian, invoiceIds: [b] })
  expect(accepted.json()).toMatchObject({ state: 'matched', payerName: 'Rhian Vaughan' })
  expect([await paidOf(a), await paidOf(b)]).toEqual([4100, 5200])
  expect((await server.gareth.post(`/api/bank-lines/${reopened.id}/accept`, { payerClientId: rhian })).json()).toMatchObject({
    code: 'bank_line_taken',
  })
  expect((await server.other.post(`/api/bank-lines/${line?.id}/accept`, { payerClientId: rhian })).statusCode).toBe(404)
  expect((await server.other.get('/api/bank-lines')).json()).toEqual([])
})

test('a payment made of a line and removed opens the line; put back it takes the line with it, unless that is another payment by now', async () => {
  const gwen = await client('Gwen Lewis')
  await bring(`Date,Description,Amount\n17/11/2026,G LEWIS,33.00`)
  const line = (await newLines()).find(({ description }) => description === 'G LEWIS')
  const accept = async () => (await server.gareth.post(`/api/bank-lines/${line?.id}/accept`, { payerClientId: gwen })).json<BankLine>()
  const undoLast = async () => {
    const [last] = (await server.gareth.get('/api/dashboard/activity?limit=1')).json<{ id: string }[]>()
    return () => server.gareth.post(`/api/activity/${last?.id}/undo`)
  }
  const { paymentId } = await accept()
  const change = await server.gareth.put(`/api/payments/${paymentId}`, { method: 'cash' })
  expect(change.json()).toMatchObject({ code: 'payment_from_provider' })
  await server.gareth.delete(`/api/payments/${paymentId}`)
  const putBack = await undoLast()
  expect((await newLines()).some(({ id }) => id === line?.id)).toBe(true)
  expect((await putBack()).statusCode).toBe(204)
  expect((await newLines()).some(({ id }) => id === line?.id)).toBe(false)
  await server.gareth.delete(`/api/payments/${paymentId}`)
  const again = await undoLast()
  await accept()
  expect((await again()).json()).toMatchObject({ code: 'changed_since' })
})

test('a transfer that was recorded is one line of a statement; a second line of the same sum is refused as taken', async () => {
  const nia = await client('Nia Roberts')
  await bring('Date,Description,Amount\n16/11/2026,N ROBERTS,85.00\n16/11/2026,N ROBERTS,85.00')
  const noted = await pay({ payerClientId: nia, amountPence: 8500, method: 'bank-transfer', receivedOn: '2026-11-16' })
  const [first, second] = (await newLines()).filter(({ description }) => description === 'N ROBERTS')
  const accept = (id: string | undefined, body: object) => server.gareth.post(`/api/bank-lines/${id}/accept`, body)
  // As from two tabs, or by two members at once.
  const answers = await Promise.all([first, second].map((line) => accept(line?.id, { paymentId: noted })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const refused = answers.findIndex(({ statusCode }) => statusCode === 409)
  expect(answers[refused]?.json()).toMatchObject({ code: 'transfer_matched', message: expect.stringContaining('another line') })
  const twice = `update bank_lines set state = 'matched', payment_id = '${noted}' where description = 'N ROBERTS'`
  await expect(server.asOwner(twice)).rejects.toThrow('bank_lines_one_payment')
  expect((await accept([first, second][refused]?.id, { payerClientId: nia })).statusCode).toBe(200)
})

test('in any order of invoices, payments, refunds, removals and credits the books of the database balance', async () => {
  const LEDGER = `
    select (select sum(total_pence) from invoices i where i.payer_client_id = c.id and kind = 'invoice') as invoiced,
      (select sum(total_pence) from invoices i where i.payer_client_id = c.id and kind = 'credit') as credited,
      (select sum(amount_pence) from payments p where p.payer_client_id = c.id and deleted_at is null) as came,
      (select sum(total_pence - paid_pence) from invoices i where i.payer_client_id = c.id and kind = 'invoice') as owed,
      (select sum(a.amount_pence) from allocations a join invoices i on i.id = a.invoice_id
        where i.payer_client_id = c.id and a.deleted_at is null) as settled,
      (select sum(paid_pence) from invoices i where i.payer_client_id = c.id and kind = 'invoice') as paid,
      (select min(due_on) from invoices i where i.payer_client_id = c.id and kind = 'invoice' and paid_pence < total_pence) is not distinct
        from c.oldest_due_on as told
    from clients c where c.id = `
  const step = fc.tuple(
    fc.constantFrom('invoice', 'payment', 'payment', 'refund', 'remove', 'credit'),
    fc.integer({ min: 1, max: 9000 }),
    fc.nat(9),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
      const payer = await client('Law Abiding')
      const [bills, payments]: [string[], string[]] = [[await invoice(payer, 5000)], []]
      for (const [what, pence, which] of steps) {
        const [bill, payment] = [bills[which % bills.length], payments[which % Math.max(1, payments.length)]]
        if (what === 'invoice') bills.push(await invoice(payer, pence))
        if (what === 'payment')
          payments.push(await pay({ payerClientId: payer, amountPence: pence, ...(which > 4 && { invoiceId: bill }) }))
        if (what === 'refund' && payment) await server.gareth.post(`/api/payments/${payment}/refund`, { amountPence: pence })
        if (what === 'remove' && payment) await server.gareth.delete(`/api/payments/${payment}`)
        if (what === 'credit') await server.gareth.post(`/api/invoices/${bill}/credit`, { amountPence: pence, reason: 'Law' })
      }
      const [row] = await server.asOwner(`${LEDGER} '${payer}'`)
      const [invoiced, credited, came, owed, settled, paid] = ['invoiced', 'credited', 'came', 'owed', 'settled', 'paid'].map((name) =>
        Number(row?.[name] ?? 0),
      )
      const onAccount = (came ?? 0) + (credited ?? 0) - (settled ?? 0)
      expect(paid).toBe(settled)
      expect((owed ?? 0) - onAccount).toBe((invoiced ?? 0) - (credited ?? 0) - (came ?? 0))
      expect(Math.min(owed ?? 0, onAccount)).toBe(0)
      expect(row?.told).toBe(true)
    }),
    { numRuns: 6 },
  )
})
