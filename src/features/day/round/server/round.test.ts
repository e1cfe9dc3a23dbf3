import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { roundId } from '#features/day/round/rules.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let day: Day
let days = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
// Each test has a day of its own, so that none sees another's stops.
beforeEach(() => {
  day = addDays('2098-01-04', ++days)
})

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const owner = (name: string) => add('/api/clients', { name })
const book = async (hour: number, more: object = {}) => {
  const time = (h: number) => `${day}T${String(h).padStart(2, '0')}:00:00Z`
  const visit = { title: 'Trim', startTime: time(hour), endTime: time(hour + 1), ...more }
  return (await server.gareth.post('/api/appointments', visit)).json<Appointment>()
}
const advance = (id: string, k: unknown) => server.gareth.put(`/api/appointments/${id}/advance-call`, { currentCallNumber: k })
const complete = (id: string) => server.gareth.put(`/api/appointments/${id}/complete-call`)
const order = async () => (await server.gareth.get(`/api/appointments?date=${day}`)).json<Appointment[]>().map(({ id }) => id)

test('advancing brings a stop to the head of the open ones', async () => {
  const clientId = await owner('Sarah Penrose')
  const stops = [await book(8, { clientId }), await book(9, { clientId }), await book(10, { clientId }), await book(11, { clientId })]
  const [first, second, third, fourth] = stops.map(({ id }) => id)
  await complete(String(first))
  const answer = await advance(String(third), 4)
  expect(answer.json()).toEqual({ currentCallNumber: 2, callNumber: 4, isCallComplete: false })
  expect(await order()).toEqual([first, fourth, second, third])
})

test('advancing to a stop that is done or not there is refused in a sentence', async () => {
  const clientId = await owner('Tom')
  const { id } = await book(9, { clientId })
  expect((await advance(id, 2)).json()).toMatchObject({ code: 'bad_request', message: expect.stringContaining('no open stop') })
  await complete(id)
  expect((await advance(id, 1)).statusCode).toBe(400)
  for (const junk of [0, 100, 'one', null]) expect((await advance(id, junk)).statusCode).toBe(400)
})

test('finishing a stop does every open horse and writes its work, so that the next due date follows', async () => {
  const clientId = await owner('Sarah')
  const biscuit = await add('/api/horses', { name: 'Biscuit', clientId, cycleDays: 42 })
  const merlin = await add('/api/horses', { name: 'Merlin', clientId, cycleDays: 42 })
  const visit = await book(9, { clientId, horses: [{ horseId: biscuit, plannedWork: 'Front refit' }, { horseId: merlin }] })
  await server.gareth.put(`/api/visit-horses/${visit.horses[1]?.id}`, { outcome: 'not_done', reason: 'Lame, vet first' })
  const done = (await complete(visit.id)).json<Appointment>()
  expect(done).toMatchObject({ isCallComplete: true, status: 'done' })
  expect(done.horses.map(({ outcome }) => outcome)).toEqual(['done', 'not_done'])
  const work = await server.gareth.get(`/api/horses/${biscuit}/work-entries`)
  expect(work.json()).toMatchObject([{ serviceType: 'Front refit', workDate: day, visitHorseId: visit.horses[0]?.id }])
  const horse = async (id: string) => (await server.gareth.get(`/api/horses/${id}`)).json<HorseRow>()
  expect(await horse(biscuit)).toMatchObject({ lastService: day, nextDue: addDays(day, 42) })
  expect(await horse(merlin)).toMatchObject({ lastService: null, nextDue: null })
})

test('finishing a stop again changes nothing, and one without horses is finished too', async () => {
  const clientId = await owner('Sarah')
  const horseId = await add('/api/horses', { name: 'Biscuit', clientId })
  const visit = await book(9, { clientId, horseId })
  await complete(visit.id)
  expect((await complete(visit.id)).statusCode).toBe(200)
  expect((await server.gareth.get(`/api/horses/${horseId}/work-entries`)).json()).toHaveLength(1)
  const bare = await book(10, { clientId })
  expect((await complete(bare.id)).json()).toMatchObject({ isCallComplete: true, horses: [] })
})

test('without a plan, the horse’s last work is recorded', async () => {
  const clientId = await owner('Ann')
  const horseId = await add('/api/horses', { name: 'Fern', clientId })
  await add('/api/work-entries', { horseId, serviceType: 'Full set new', workDate: '2026-10-01' })
  await complete((await book(9, { clientId, horseId })).id)
  expect((await server.gareth.get(`/api/horses/${horseId}/work-entries`)).json()[0]).toMatchObject({ serviceType: 'Full set new' })
})

test('a cancelled visit is not finished', async () => {
  const { id } = await book(9, { clientId: await owner('Sarah') })
  await server.gareth.post(`/api/appointments/${id}/cancel`, {})
  expect((await complete(id)).json()).toMatchObject({ code: 'visit_is_cancelled' })
})

test('a round has one state for a member and a day, wherever it is recorded', async () => {
  const memberId = server.gareth.memberId
  const first = await server.gareth.put('/api/rounds', { memberId, onDay: day, state: 'late', lateMinutes: 30, reason: 'Traffic' })
  expect(first.json()).toMatchObject({ id: roundId(memberId, day), state: 'late', lateMinutes: 30, reason: 'Traffic' })
  const second = await server.gareth.put('/api/rounds', { memberId, onDay: day, state: 'running', lateMinutes: null })
  expect(second.json()).toMatchObject({ id: roundId(memberId, day), state: 'running', lateMinutes: null, reason: 'Traffic' })
  const refused = [
    { memberId: server.other.memberId, onDay: day },
    { memberId: uuidv7(), onDay: day },
  ]
  for (const body of refused) expect((await server.gareth.put('/api/rounds', body)).json()).toMatchObject({ code: 'member_not_found' })
  expect((await server.gareth.put('/api/rounds', { memberId, onDay: day, state: 'lost' })).statusCode).toBe(400)
})

test('two devices record how the round goes, and the last one counts', async () => {
  const { memberId } = server.gareth
  const [phone, tablet] = [server.gareth.device(), server.gareth.device()]
  const id = roundId(memberId, day)
  const create = (state: string) => ({ entity: 'rounds' as const, action: 'CREATE' as const, id, data: { memberId, onDay: day, state } })
  expect((await phone.push(phone.op(create('running')))).results[0]).toMatchObject({ status: 'applied', rev: 1 })
  expect((await tablet.push(tablet.op(create('paused')))).results[0]).toMatchObject({ status: 'applied', rev: 2 })
  const update = { entity: 'rounds' as const, action: 'UPDATE' as const, id, baseRev: 1, data: { state: 'late', lateMinutes: 15 } }
  expect((await phone.push(phone.op(update))).results[0]).toMatchObject({ status: 'applied', row: { state: 'late', lateMinutes: 15 } })
})

test('a stop finished on a device is one batch: outcome, work, visit', async () => {
  const clientId = await owner('Sarah')
  const horseId = await add('/api/horses', { name: 'Biscuit', clientId, cycleDays: 42 })
  const visit = await book(9, { clientId, horseId })
  const line = String(visit.horses[0]?.id)
  const device = server.gareth.device()
  const completedAt = `${day}T09:40:00.000Z`
  const { results } = await device.push(
    device.op({ entity: 'visit_horses', action: 'UPDATE', id: line, baseRev: 1, data: { outcome: 'done', completedAt } }),
    device.op({
      entity: 'work_entries',
      action: 'CREATE',
      id: uuidv7(),
      data: { horseId, visitHorseId: line, serviceType: 'Trim', workDate: day },
    }),
    device.op({ entity: 'appointments', action: 'UPDATE', id: visit.id, baseRev: 1, data: { isCallComplete: true, completedAt } }),
  )
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
  expect(results[2]?.row).toMatchObject({ isCallComplete: true, status: 'done' })
})

test('the figures of Home count today, the active, the present and the overdue', async () => {
  const before = (await server.gareth.get('/api/dashboard/stats')).json<Record<string, number>>()
  const today = dayOf(currentTime(), 'Europe/London')
  day = today
  const clientId = await owner('Counted')
  const away = await owner('Away')
  await server.gareth.put(`/api/clients/${away}`, { isActive: false })
  await book(9, { clientId })
  const off = await book(10, { clientId })
  await server.gareth.post(`/api/appointments/${off.id}/cancel`, {})
  await book(11, { title: 'Dentist', clientId: null })
  const overdue = await add('/api/horses', { name: 'Over', clientId, cycleDays: 42 })
  const paused = await add('/api/horses', {
    name: 'Box rest',
    clientId,
    cycleDays: 42,
    pauses: [{ fromOn: today, untilOn: addDays(today, 9), reason: 'Box rest' }],
  })
  await add('/api/horses', { name: 'Gone', clientId, goneOn: '2026-01-01', goneReason: 'deceased' })
  for (const horseId of [overdue, paused]) await add('/api/work-entries', { horseId, serviceType: 'Trim', workDate: addDays(today, -50) })
  const after = (await server.gareth.get('/api/dashboard/stats')).json<Record<string, number>>()
  const more = Object.fromEntries(Object.entries(after).map(([key, value]) => [key, value - (before[key] ?? 0)]))
  expect(more).toEqual({ todayAppointments: 1, activeClients: 1, horsesManaged: 2, overdueServices: 1 })
  expect((await server.other.get('/api/dashboard/stats')).json()).toEqual({
    todayAppointments: 0,
    activeClients: 0,
    horsesManaged: 0,
    overdueServices: 0,
  })
})

test('activity reads as a farrier would say it, newest first', async () => {
  const clientId = await owner('Sarah Penrose')
  const horseId = await add('/api/horses', { name: 'Biscuit', clientId })
  const visit = await book(9, { clientId, horseId })
  await server.gareth.put(`/api/appointments/${visit.id}`, {
    onDay: '2098-02-26',
    startTime: '2098-02-26T09:00:00Z',
    endTime: '2098-02-26T10:00:00Z',
  })
  await server.gareth.put(`/api/appointments/${visit.id}`, { roundRank: 'm' })
  await complete(visit.id)
  const answer = await server.gareth.get('/api/dashboard/activity?limit=6')
  const items = answer.json<{ title: string; description: string }[]>()
  expect(items.map(({ title }) => title)).toEqual([
    'Biscuit, trim done',
    'Finished Sarah Penrose',
    'Moved Sarah Penrose to Wed 26 Feb',
    expect.stringMatching(/^Booked Sarah Penrose for \w{3} \d+ Jan$/),
    'Added horse Biscuit',
    'Added client Sarah Penrose',
  ])
  expect(items[0]?.description).toMatch(/by Gareth Probert$/)
  expect((await server.other.get('/api/dashboard/activity')).json()).toEqual([])
})

test('activity shows the past: titles and names as they were when each thing was done', async () => {
  const { gareth } = server
  const add = async (path: string, body: object) => (await gareth.post(path, body)).json<{ id: string }>().id
  const when = { startTime: '2098-02-03T09:00:00Z', endTime: '2098-02-03T10:00:00Z' }
  const own = await add('/api/appointments', { ...when, title: 'From tab one' })
  for (const title of ['Renamed in tab one', 'Renamed in tab two']) await gareth.put(`/api/appointments/${own}`, { title })
  const maiden = await add('/api/clients', { name: 'Megan Bevan' })
  const other = await add('/api/clients', { name: 'Alun Rees' })
  const visit = await add('/api/appointments', { ...when, clientId: maiden })
  await gareth.put(`/api/clients/${maiden}`, { name: 'Megan Price' })
  await gareth.put(`/api/appointments/${visit}`, { notes: 'Dogs' })
  await gareth.put(`/api/appointments/${visit}`, { clientId: other })
  await gareth.post(`/api/appointments/${visit}/cancel`, {})
  const said = (await gareth.get('/api/dashboard/activity?limit=10')).json<{ title: string }[]>().map(({ title }) => title)
  expect(said.toReversed()).toEqual([
    'Booked From tab one for Mon 3 Feb',
    'Changed the visit to Renamed in tab one',
    'Changed the visit to Renamed in tab two',
    'Added client Megan Bevan',
    'Added client Alun Rees',
    'Booked Megan Bevan for Mon 3 Feb',
    'Changed Megan Price',
    'Changed the visit to Megan Price',
    'Changed the visit to Alun Rees',
    'Cancelled: Alun Rees',
  ])
})

test('no signed-out user and no other practice moves the round', async () => {
  const { id } = await book(9, { clientId: await owner('Private') })
  for (const [path, body] of [
    [`/api/appointments/${id}/advance-call`, { currentCallNumber: 1 }],
    [`/api/appointments/${id}/complete-call`, undefined],
    ['/api/rounds', { memberId: server.gareth.memberId, onDay: day }],
  ] as const) {
    expect((await server.app.inject({ method: 'PUT', url: path, ...(body ? { payload: body } : {}) })).statusCode).toBe(401)
    expect((await server.other.put(path, body)).statusCode).toBe(404)
  }
  for (const path of ['/api/dashboard/stats', '/api/dashboard/activity'])
    expect((await server.app.inject({ url: path })).statusCode).toBe(401)
})
