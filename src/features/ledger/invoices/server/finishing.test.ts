import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import type { Charge, Invoice } from '#features/ledger/invoices/contract.ts'
import { visitInvoiceId } from '#features/ledger/invoices/rules.ts'
import { addStandardRates } from '#features/records/prices/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
const today = dayOf(currentTime(), 'Europe/London')
let stop: Awaited<ReturnType<typeof aStop>>

beforeAll(async () => {
  server = await startTestServer()
  await server.gareth.inPractice(addStandardRates)
})
afterAll(() => server.stop())
beforeEach(async () => {
  stop = await aStop()
})

const add = async (path: string, body: object) => {
  const answer = await server.gareth.post(path, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string }>().id
}

/** A yard of two horses of two owners, one with a mobile and one without anything, both done. */
async function aStop() {
  const [sarah, tom] = [
    await add('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' }),
    await add('/api/clients', { name: 'Tom' }),
  ]
  const horses = [
    await add('/api/horses', { name: 'Biscuit', clientId: sarah }),
    await add('/api/horses', { name: 'Merlin', clientId: tom }),
  ]
  const visitId = await add('/api/appointments', {
    ...{ startTime: `${today}T22:00:00Z`, endTime: `${today}T23:00:00Z` },
    horses: horses.map((horseId) => ({ horseId })),
  })
  const visit = (await server.gareth.get(`/api/appointments/${visitId}`)).json<{ horses: { id: string; horseId: string }[] }>()
  for (const { id, horseId } of visit.horses)
    await add('/api/work-entries', { horseId, visitHorseId: id, serviceType: 'Trim', workDate: today })
  return { sarah, tom, visitId }
}

const request = (payerClientId: string, more: object = {}) => ({
  entity: 'invoices' as const,
  action: 'CREATE' as const,
  id: visitInvoiceId(stop.visitId, payerClientId),
  data: { payerClientId, appointmentId: stop.visitId, ...more },
})
const takingBack = (id: string) => ({ entity: 'invoices' as const, action: 'DELETE' as const, id, data: {} })
const invoicesOf = async (clientId: string) => (await server.gareth.get(`/api/invoices?clientId=${clientId}`)).json<Invoice[]>()
const textsTo = async (clientId: string) => (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>()

test('an invoice is issued and its text held, once, however many devices request it and however often', async () => {
  const devices = [server.gareth.device(), server.gareth.device()]
  const ops = devices.map((device) => device.op(request(stop.sarah, { send: 'sms' })))
  for (const [at, device] of devices.entries()) {
    for (let again = 0; again < 2; again++) {
      const { results } = await device.push(ops[at] as (typeof ops)[0])
      expect(results).toMatchObject([{ status: 'applied', row: { totalPence: 3500, sentAt: expect.any(String) } }])
    }
  }
  expect(await invoicesOf(stop.sarah)).toHaveLength(1)
  const texts = await textsTo(stop.sarah)
  expect(texts).toMatchObject([{ kind: 'invoice', state: 'held', channel: 'sms' }])
  expect(Date.parse(texts[0]?.goesAt ?? '')).toBeGreaterThan(Date.parse(texts[0]?.createdAt ?? '') + 60_000)
})

test('a payer who cannot be reached has the invoice, and it shows that it was never sent', async () => {
  const device = server.gareth.device()
  const { results } = await device.push(device.op(request(stop.tom, { send: 'sms' })))
  expect(results).toMatchObject([{ status: 'applied', row: { totalPence: 3500, sentAt: null } }])
  expect(await textsTo(stop.tom)).toEqual([])
})

test('undone in the same push or later, its text never goes, it is credited once, and its work can be invoiced again', async () => {
  const device = server.gareth.device()
  const asked = request(stop.sarah, { send: 'sms' })
  await device.push(device.op(asked), device.op(takingBack(asked.id)))
  await server.gareth.device().push(server.gareth.device().op(takingBack(asked.id)))
  const [credit, invoice, ...more] = (await invoicesOf(stop.sarah)).toSorted((a, b) => a.kind.localeCompare(b.kind))
  expect(more).toEqual([])
  expect(credit).toMatchObject({ kind: 'credit', creditsInvoiceId: asked.id, totalPence: 3500, note: 'Undone' })
  expect(invoice).toMatchObject({ kind: 'invoice', paidPence: 3500, sentAt: null })
  expect(await textsTo(stop.sarah)).toMatchObject([{ state: 'cancelled', stateReason: 'The invoice was undone.' }])
  const again = (await server.gareth.get(`/api/charges?toInvoice=true&clientId=${stop.sarah}`)).json<Charge[]>()
  expect(again).toMatchObject([{ unitPence: 3500, kind: 'work' }])
  const next = { ...asked, id: visitInvoiceId(stop.visitId, stop.sarah, 1) }
  const { results } = await device.push(device.op(next))
  expect(results).toMatchObject([{ status: 'applied', row: { totalPence: 3500 } }])
})

test('an issued invoice is sent by a device without a signal once; one that was sent or credited is not', async () => {
  const device = server.gareth.device()
  const asked = request(stop.sarah)
  const sending = () => ({ entity: 'invoices' as const, action: 'UPDATE' as const, id: asked.id, data: { send: 'sms' } })
  await device.push(device.op(asked))
  for (const from of [device, server.gareth.device()]) {
    const { results } = await from.push(from.op(sending()))
    expect(results).toMatchObject([{ status: 'applied', row: { sentAt: expect.any(String) } }])
  }
  expect(await textsTo(stop.sarah)).toHaveLength(1)
  await device.push(device.op(takingBack(asked.id)))
  await device.push(device.op(sending()))
  expect(await textsTo(stop.sarah)).toMatchObject([{ state: 'cancelled' }])
})

test('an apprentice can neither request an invoice nor undo one', async () => {
  const owner = server.gareth.device()
  const asked = request(stop.sarah)
  await owner.push(owner.op(asked))
  const device = (await server.gareth.addMember('Ned Apprentice', 'apprentice')).device()
  const { results } = await device.push(device.op({ ...request(stop.tom), id: uuidv7() }), device.op(takingBack(asked.id)))
  expect(results).toMatchObject([
    { status: 'rejected', code: 'forbidden' },
    { status: 'rejected', code: 'forbidden' },
  ])
})
