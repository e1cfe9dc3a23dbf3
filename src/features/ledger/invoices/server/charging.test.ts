import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Charge } from '#features/ledger/invoices/contract.ts'
import { callOutIdOf, chargeIdOf } from '#features/ledger/invoices/rules.ts'
import { priceItemId } from '#features/records/prices/rules.ts'
import { addStandardRates } from '#features/records/prices/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { writeInBulk } from '#platform/server/database/rows.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let sarah: string
let horse: string
let visit: string
let line: string
const today = currentTime().toISOString().slice(0, 10)

beforeAll(async () => {
  server = await startTestServer()
  await server.gareth.inPractice(addStandardRates)
})
afterAll(() => server.stop())
beforeEach(async () => {
  sarah = await add('/api/clients', { name: 'Sarah Penrose' })
  horse = await add('/api/horses', { name: 'Biscuit', clientId: sarah })
  visit = await add('/api/appointments', {
    startTime: `${today}T22:00:00Z`,
    endTime: `${today}T23:00:00Z`,
    clientId: sarah,
    horseId: horse,
  })
  line = await lineOf(visit)
})

const add = async (path: string, body: object, who: Pick<TestServer['gareth'], 'post'> = server.gareth) => {
  const answer = await who.post(path, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string }>().id
}
const lineOf = async (id: string) =>
  (await server.gareth.get(`/api/appointments/${id}`)).json<{ horses: { id: string }[] }>().horses[0]?.id ?? ''
const trimmed = (more: object = {}) => ({ horseId: horse, visitHorseId: line, serviceType: 'Trim', workDate: today, ...more })
const chargesOf = async (client = sarah) => (await server.gareth.get(`/api/charges?toInvoice=true&clientId=${client}`)).json<Charge[]>()
const prices = async (client?: string) =>
  (await chargesOf(client)).map(({ description, unitPence }) => `${description} ${unitPence}`).sort()
const undoLast = async () => {
  const [last] = (await server.gareth.get('/api/dashboard/activity?limit=1')).json<{ id: string }[]>()
  expect((await server.gareth.post(`/api/activity/${last?.id}/undo`)).statusCode).toBeLessThan(300)
}

test('work is charged as it is recorded, by an apprentice too, and its charge follows it until it is removed, and back', async () => {
  const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
  const work = await add('/api/work-entries', trimmed(), ned)
  expect(await chargesOf()).toMatchObject([
    { id: chargeIdOf(work), payerClientId: sarah, clientId: sarah, appointmentId: visit, visitHorseId: line, horseId: horse, kind: 'work' },
  ])
  await server.gareth.put(`/api/work-entries/${work}`, { serviceType: 'Full set new' })
  expect(await prices()).toEqual(['Full set new 18000'])
  const full = priceItemId(server.gareth.practiceId, 'Full set new')
  await server.gareth.put(`/api/price-items/${full}`, { unitPence: 19_000 })
  await server.gareth.put(`/api/work-entries/${work}`, { findings: 'Thrush', workDate: addDays(today, -1) })
  expect(await chargesOf()).toMatchObject([{ unitPence: 18_000, chargedOn: addDays(today, -1) }])
  await server.gareth.delete(`/api/work-entries/${work}`)
  expect(await prices()).toEqual([])
  await undoLast()
  expect(await prices()).toEqual(['Full set new 19000'])
  await server.gareth.put(`/api/price-items/${full}`, { unitPence: 18_000 })
})

test('a price set by hand stays regardless of later changes to the work, and a charge that a person removed is not made again', async () => {
  const work = await add('/api/work-entries', trimmed())
  const id = await add('/api/charges', { workEntryId: work, unitPence: 3000 })
  expect(id).toBe(chargeIdOf(work))
  await server.gareth.put(`/api/work-entries/${work}`, { serviceType: 'Full set new' })
  await server.gareth.put(`/api/appointments/${visit}`, { tariff: 'out-of-hours' })
  expect(await prices()).toEqual(['Full set new 3000', 'Out-of-hours call-out 5000'])
  const livery = await add('/api/clients', { name: 'Hollybush Livery' })
  await server.gareth.put(`/api/charges/${callOutIdOf(visit)}`, { payerClientId: livery })
  await server.gareth.put(`/api/appointments/${visit}`, { tariff: 'emergency' })
  expect((await chargesOf()).find(({ kind }) => kind === 'call-out')).toMatchObject({
    payerClientId: livery,
    unitPence: 5000,
    isByHand: true,
  })
  await server.gareth.put(`/api/appointments/${visit}`, { tariff: 'standard' })
  expect((await server.gareth.delete(`/api/charges/${id}`)).statusCode).toBe(204)
  await server.gareth.put(`/api/work-entries/${work}`, { serviceType: 'Trim' })
  expect(await prices()).toEqual([])
  await add('/api/charges', { workEntryId: work, unitPence: 2900 })
  expect(await prices()).toEqual(['Full set new 2900'])
})

test('the tariff of a visit may be set before or after: the call-out and the dearer work follow, and go again', async () => {
  await server.gareth.put(`/api/appointments/${visit}`, { tariff: 'emergency' })
  expect(await prices()).toEqual([])
  await add('/api/work-entries', trimmed())
  expect(await prices()).toEqual(['Emergency call-out 2500', 'Trim 3500'])
  await server.gareth.put(`/api/appointments/${visit}`, { tariff: 'out-of-hours' })
  expect(await prices()).toEqual(['Out-of-hours call-out 5000', 'Trim 6125'])
  await server.gareth.put(`/api/appointments/${visit}`, { tariff: 'standard' })
  expect(await prices()).toEqual(['Trim 3500'])
  await server.gareth.put(`/api/appointments/${visit}`, { tariff: 'emergency' })
  await server.gareth.delete(`/api/charges/${callOutIdOf(visit)}`)
  await add('/api/work-entries', trimmed({ serviceType: 'Front refit' }))
  expect(await prices()).toEqual(['Front refit 7000', 'Trim 3500'])
})

test('the payer is whom the visit names for the horse, and a call-out goes with the first', async () => {
  const livery = await add('/api/clients', { name: 'Hollybush Livery' })
  const theirs = await add('/api/horses', { name: 'Merlin', clientId: sarah, payerClientId: livery })
  const other = await add('/api/appointments', {
    ...{ startTime: `${today}T22:00:00Z`, endTime: `${today}T23:00:00Z`, tariff: 'emergency' },
    horses: [{ horseId: theirs }, { horseId: horse }],
  })
  const { horses } = (await server.gareth.get(`/api/appointments/${other}`)).json<{ horses: { id: string; horseId: string }[] }>()
  for (const { id, horseId } of horses) await add('/api/work-entries', trimmed({ horseId, visitHorseId: id }))
  expect((await chargesOf()).map(({ kind, payerClientId }) => `${kind} ${payerClientId === livery ? 'livery' : 'sarah'}`).sort()).toEqual([
    'call-out livery',
    'work livery',
    'work sarah',
  ])
})

test('work without a price on the list is charged once it has one; old or imported work is no one’s debt', async () => {
  const bar = `Bar shoes ${uuidv7()}`
  await add('/api/work-entries', trimmed({ serviceType: bar }))
  expect(await prices()).toEqual([])
  await add('/api/price-items', { serviceType: bar, unitPence: 9900 })
  expect(await prices()).toEqual([`${bar} 9900`])
  const old = await add('/api/work-entries', trimmed({ visitHorseId: null, workDate: addDays(today, -40) }))
  await server.gareth.put(`/api/work-entries/${old}`, { serviceType: 'Front refit' })
  await server.gareth.inPractice(async (tx, actor) => {
    await writeInBulk(tx)
    const { recordWork } = await import('#features/visits/work/server/service.ts')
    await recordWork(tx, actor, uuidv7(), { horseId: horse, serviceType: 'Trim', workDate: today })
  })
  expect(await prices()).toEqual([`${bar} 9900`])
})

test('a day without a signal comes in one push: work, a price set by hand and the invoice of both', async () => {
  const device = server.gareth.device()
  const [work, more, invoice] = [uuidv7(), uuidv7(), uuidv7()]
  const create = (entity: 'work_entries' | 'charges' | 'invoices', id: string, data: object) =>
    device.op({ entity, action: 'CREATE', id, data: data as never })
  const { results } = await device.push(
    create('work_entries', work, trimmed()),
    create('work_entries', more, trimmed({ serviceType: 'Front refit' })),
    create('charges', chargeIdOf(more), { workEntryId: more, unitPence: 6500 }),
    device.op({ entity: 'charges', action: 'UPDATE', id: chargeIdOf(work), data: { unitPence: 3400 }, baseRev: 0 }),
    create('charges', uuidv7(), { appointmentId: visit, kind: 'discount', description: 'Regular', unitPence: -400 }),
    create('invoices', invoice, { payerClientId: sarah, appointmentId: visit }),
    create('invoices', uuidv7(), { payerClientId: sarah, appointmentId: visit }),
  )
  expect(results.map(({ status, code }) => code ?? status)).toEqual([...Array(6).fill('applied'), 'nothing_to_invoice'])
  expect(results[5]?.row).toMatchObject({ totalPence: 9500, appointmentId: visit, number: expect.any(Number) })
  expect(await prices()).toEqual([])
  const held = ((await device.pull()) as { rows: { entity: string; data: { invoiceId?: string } }[] }).rows
  expect(held.filter(({ entity }) => entity === 'charges').length).toBeGreaterThanOrEqual(3)
})
