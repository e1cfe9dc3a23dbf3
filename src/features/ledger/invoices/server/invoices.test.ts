import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Charge, Invoice } from '#features/ledger/invoices/contract.ts'
import { totalsOf } from '#features/ledger/invoices/rules.ts'
import { issueInvoice } from '#features/ledger/invoices/server/issuing.ts'
import type { PriceItem } from '#features/records/prices/contract.ts'
import { addStandardRates } from '#features/records/prices/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let sarah: string
const today = dayOf(currentTime(), 'Europe/London')

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  sarah = await add('/api/clients', { name: 'Sarah Penrose', address: 'Oakfield House, Kington' })
})

const add = async (path: string, body: object) => {
  const answer = await server.gareth.post(path, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string }>().id
}
const studs = (more: object = {}) => add('/api/charges', { clientId: sarah, description: 'Studs', unitPence: 500, ...more })
const issue = async (body: object = {}) => (await server.gareth.post('/api/invoices', { payerClientId: sarah, ...body })).json<Invoice>()
const read = async (id: string) => (await server.gareth.get(`/api/invoices/${id}`)).json<Invoice>()
const codeOf = (answer: { statusCode: number; json: () => unknown }) => `${answer.statusCode} ${(answer.json() as { code?: string }).code}`

/** The connections of a test's server. */
const AT_ONCE = 6

describe('numbers', () => {
  test('have no gap and come once, however many are issued at the same time and however many of those fail', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, (_, n) => add('/api/clients', { name: `Client ${n}` })))
    for (const clientId of clients) await studs({ clientId })
    const before = (await issueFor(await withLine())).number ?? 0
    const issue = (payerClientId: string, n: number) =>
      server.gareth.inPractice(async (tx, actor) => {
        const row = await issueInvoice(tx, actor, uuidv7(), { payerClientId })
        if (n % 3 === 0) throw new Error('the power fails')
        return row.number
      })
    const issued: PromiseSettledResult<number>[] = []
    // As many at a time as there are connections: on a busy machine more would wait for one too long.
    for (let at = 0; at < clients.length; at += AT_ONCE)
      issued.push(...(await Promise.allSettled(clients.slice(at, at + AT_ONCE).map((id, n) => issue(id, at + n)))))
    const numbers = issued.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])).sort((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, at) => before + 1 + at))
    expect(numbers).toHaveLength(13)
    expect((await issueFor(await withLine())).number).toBe(before + 14)
  })

  const withLine = async () => {
    const clientId = await add('/api/clients', { name: 'Next' })
    await studs({ clientId })
    return clientId
  }
  const issueFor = async (payerClientId: string) => (await server.gareth.post('/api/invoices', { payerClientId })).json<Invoice>()
})

describe('an invoice', () => {
  test('of a yard visit is one for each payer, once, and the same request sent again issues nothing', async () => {
    await server.gareth.inPractice(addStandardRates)
    const [tom, livery] = [await add('/api/clients', { name: 'Tom' }), await add('/api/clients', { name: 'Hollybush Livery' })]
    const horses = [
      await add('/api/horses', { name: 'Biscuit', clientId: sarah }),
      await add('/api/horses', { name: 'Merlin', clientId: tom, payerClientId: livery }),
      await add('/api/horses', { name: 'Dolly', clientId: tom }),
    ]
    const appointmentId = await add('/api/appointments', {
      ...{ startTime: `${today}T22:00:00Z`, endTime: `${today}T23:00:00Z` },
      horses: horses.map((horseId) => ({ horseId })),
    })
    const visit = (await server.gareth.get(`/api/appointments/${appointmentId}`)).json<{ horses: { id: string; horseId: string }[] }>()
    for (const { id, horseId } of visit.horses)
      await add('/api/work-entries', { horseId, visitHorseId: id, serviceType: 'Trim', workDate: today })
    const key = { 'idempotency-key': uuidv7() }
    const send = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/invoices/of-visit',
        payload: { appointmentId },
        headers: key,
        cookies: server.gareth.cookies,
      })
    const [first, again] = [await send(), await send()]
    const invoices = first.json<Invoice[]>()
    expect(
      invoices.map(({ payerClientId, totalPence, asWas }) => [
        payerClientId,
        totalPence,
        asWas?.lines[0]?.horseName,
        asWas?.lines[0]?.ownerName,
      ]),
    ).toEqual([
      [sarah, 3500, 'Biscuit', null],
      [livery, 3500, 'Merlin', 'Tom'],
      [tom, 3500, 'Dolly', null],
    ])
    expect(again.json<Invoice[]>().map(({ id }) => id)).toEqual(invoices.map(({ id }) => id))
    expect(codeOf(await server.gareth.post('/api/invoices/of-visit', { appointmentId }))).toBe('422 nothing_to_invoice')
  })

  test('shows both sides and its lines as they were, and nothing changes it or its lines afterwards', async () => {
    await server.gareth.put('/api/practice', { frcNumber: 'D1234' })
    await server.gareth.put('/api/money/settings', {
      invoicing: { dueDays: 14, terms: 'Payment on the day' },
      bank: { sortCode: '20-00-00' },
    })
    const charge = await studs({ quantity: 4 })
    const { id } = await issue()
    const issued = await read(id)
    expect(issued).toMatchObject({ totalPence: 2000, paidPence: 0, issuedOn: today, dueOn: addDays(today, 14), series: 'INV' })
    expect(issued.asWas).toMatchObject({
      practice: { frcNumber: 'D1234', vatNumber: null },
      payer: { name: 'Sarah Penrose', address: 'Oakfield House, Kington' },
      bank: { sortCode: '20-00-00' },
      terms: 'Payment on the day',
    })
    expect(totalsOf(issued.asWas?.lines ?? [])).toEqual({
      netPence: issued.netPence,
      vatPence: issued.vatPence,
      grossPence: issued.totalPence,
    })
    const device = server.gareth.device()
    const touch = (entity: 'invoices' | 'charges', action: 'UPDATE' | 'DELETE', of: string) =>
      device.op({ entity, action, id: of, data: { note: 'n', unitPence: 1 } as never, baseRev: 99 })
    const { results } = await device.push(
      touch('invoices', 'UPDATE', id),
      touch('charges', 'UPDATE', charge),
      touch('charges', 'DELETE', charge),
    )
    expect(results.map(({ code }) => code)).toEqual(['bad_request', 'charge_is_invoiced', 'charge_is_invoiced'])
    await server.gareth.put(`/api/clients/${sarah}`, { name: 'Sarah Smith', address: 'Elsewhere' })
    await server.gareth.put('/api/money/settings', { vat: { isRegistered: true, number: 'GB1' }, invoicing: { terms: 'Other' } })
    await server.gareth.post(`/api/invoices/${id}/credit`, { amountPence: 100, reason: 'A stud came loose' })
    await server.gareth.put('/api/money/settings', { vat: { isRegistered: false } })
    expect((await server.gareth.delete(`/api/invoices/${id}`)).statusCode).toBe(204)
    // What is credited is allocated to it; that is not of the invoice itself.
    expect({ ...(await read(id)), paidPence: 0 }).toEqual(issued)
  })

  test('keeps what the feet had on when it was issued; work that its kind describes fully has none', async () => {
    const horseId = await add('/api/horses', { clientId: sarah, name: 'Biscuit' })
    const shod = { work: 'new', size: '5¼', shoe: 'Fullered' }
    const setup = { NF: shod, OF: shod, NH: { work: 'trim' }, OH: { work: 'trim' } }
    const charge = async (body: object) => {
      const workEntryId = await add('/api/work-entries', { horseId, workDate: today, ...body })
      await add('/api/charges', { workEntryId, unitPence: 9500 })
      return workEntryId
    }
    const work = await charge({ serviceType: 'Front shoes new', setup })
    await charge({ serviceType: 'Trim', setup: { NF: setup.NH, OF: setup.NH, NH: setup.NH, OH: setup.NH } })
    const { id } = await issue()
    await server.gareth.put(`/api/work-entries/${work}`, { setup: { ...setup, NF: { work: 'off' } } })
    const feet = ['Near fore, off fore: New shoe, 5¼ fullered', 'Near hind, off hind: Trim']
    const lines = ((await read(id)).asWas?.lines ?? []).map(({ description, ...line }) => [description, line.feet])
    expect(Object.fromEntries(lines)).toEqual({ 'Front shoes new': feet, Trim: undefined })
  })

  test('is refused when there is nothing, or less than nothing, to invoice; lines invoiced in the meantime are left out', async () => {
    expect(codeOf(await server.gareth.post('/api/invoices', { payerClientId: sarah }))).toBe('422 nothing_to_invoice')
    const discount = await studs({ kind: 'discount', description: 'Regular', unitPence: -100 })
    expect(codeOf(await server.gareth.post('/api/invoices', { payerClientId: sarah }))).toBe('422 invoice_below_nothing')
    const [one, two] = [await studs(), await studs()]
    await issue({ chargeIds: [one, discount] })
    expect(await issue({ chargeIds: [one, two] })).toMatchObject({ totalPence: 500 })
    expect(codeOf(await server.gareth.post('/api/charges', { clientId: sarah, kind: 'extra', unitPence: -1 }))).toBe('400 bad_request')
    expect(codeOf(await server.other.post('/api/invoices', { payerClientId: sarah }))).toBe('404 client_not_found')
  })

  test('is credited in part, by line and whole, never for more than it was, and its lines charged again when that is wanted', async () => {
    const [one, two] = [await studs({ unitPence: 4000 }), await studs({ unitPence: 1000 })]
    const { id } = await issue()
    const credit = (body: object) => server.gareth.post(`/api/invoices/${id}/credit`, { reason: 'Came off', ...body })
    const first = (await credit({ chargeIds: [two], chargeAgain: true })).json<Invoice>()
    expect(first).toMatchObject({
      kind: 'credit',
      series: 'CN',
      creditsInvoiceId: id,
      totalPence: 1000,
      asWas: { creditsNumber: expect.stringMatching(/^INV-/) },
    })
    expect(codeOf(await credit({ chargeIds: [two] }))).toBe('422 credit_too_much')
    expect(codeOf(await credit({ amountPence: 4001 }))).toBe('422 credit_too_much')
    expect((await credit({ amountPence: 1500 })).json<Invoice>().totalPence).toBe(1500)
    expect(codeOf(await credit({ chargeIds: [one] }))).toBe('422 credit_too_much')
    expect((await credit({})).json<Invoice>().totalPence).toBe(2500)
    expect(codeOf(await credit({}))).toBe('422 credit_too_much')
    expect(codeOf(await server.gareth.post(`/api/invoices/${first.id}/credit`, { reason: 'r' }))).toBe('422 credit_of_credit')
    const open = (await server.gareth.get(`/api/charges?toInvoice=true&clientId=${sarah}`)).json<Charge[]>()
    expect(open).toMatchObject([{ unitPence: 1000, invoiceId: null }])
  })

  test('is listed by its status, a page at a time, only to members who see money', async () => {
    for (let n = 0; n < 3; n++) {
      await studs()
      await issue({ dueOn: n === 0 ? addDays(today, -3) : addDays(today, 3) })
    }
    const list = async (query: string) => (await server.gareth.get(`/api/invoices?clientId=${sarah}&${query}`)).json<Invoice[]>()
    // A day gone by is no day to pay by: it is raised to the day of issue.
    expect([(await list('state=open')).length, (await list('state=overdue')).length, (await list('state=paid')).length]).toEqual([3, 0, 0])
    const first = await server.gareth.get(`/api/invoices?clientId=${sarah}&limit=2`)
    const next = /<(.*)>/.exec(String(first.headers.link))?.[1] ?? ''
    const ids = [...first.json<Invoice[]>(), ...(await server.gareth.get(next)).json<Invoice[]>()].map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
    expect((await ned.get('/api/invoices')).statusCode).toBe(403)
    const { rows } = (await ned.device().pull()) as { rows: { entity: string }[] }
    expect(rows.filter(({ entity }) => ['invoices', 'charges', 'money_settings'].includes(entity))).toEqual([])
  })
})

test('registering for VAT puts the standard rate on the lines of the list, and new lines have it', async () => {
  await server.other.inPractice(addStandardRates)
  await server.other.put('/api/money/settings', { vat: { isRegistered: true, rateBp: 1750, number: 'GB123' } })
  const items = (await server.other.get('/api/price-items')).json<PriceItem[]>()
  expect(new Set(items.map(({ vatRateBp }) => vatRateBp))).toEqual(new Set([1750]))
  const client = (await server.other.post('/api/clients', { name: 'Tom' })).json<{ id: string }>().id
  await server.other.post('/api/charges', { clientId: client, description: 'Studs', unitPence: 1000 })
  const invoice = (await server.other.post('/api/invoices', { payerClientId: client })).json<Invoice>()
  expect(invoice).toMatchObject({ netPence: 1000, vatPence: 175, totalPence: 1175, asWas: { practice: { vatNumber: 'GB123' } } })
  expect(codeOf(await server.other.put('/api/money/settings', { invoicing: { prefix: 'CN' } }))).toBe('400 bad_request')
})
