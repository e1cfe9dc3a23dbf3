import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { remindOfAll } from '#features/visits/appointments/server/reminders.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf, shortDay } from '#lib/dates.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const ZONE = 'Europe/London'
const today = dayOf(currentTime(), ZONE)
const [mon, tue, wed] = [addDays(today, 40), addDays(today, 41), addDays(today, 42)]
const at = (day: string, time: string) => instantOf(day, time, ZONE).toISOString()

let server: TestServer
let clientId: string
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const post = async <T>(url: string, body?: object): Promise<T> => (await server.gareth.post(url, body)).json()
const put = (url: string, body: object) => server.gareth.put(url, body)
const addClient = async (more: object = {}) =>
  (await post<{ id: string }>('/api/clients', { name: 'Marcus Yeo', phone: '07700 900118', ...more })).id
const timed = (day: string, start = '13:00', end = '14:00') => ({ startTime: at(day, start), endTime: at(day, end) })
const book = (more: object = {}) => post<Appointment>('/api/appointments', { title: 'Solo', clientId, ...timed(mon), ...more })
const wish = (id: string, change: object) => put(`/api/clients/${id}/sms-preferences`, change)

type Planned = { recipient: string; address: string; body: string; state: string; due: string; dies: string; channel: string }
/** Reminders of a visit as they wait, or were left. */
const remindersOf = async (id: string) =>
  (await server.asOwner(`select facts->>'recipient' as recipient, address, body, state, channel, not_before as due, not_after as dies
    from notices where kind = 'reminder' and subject_id = '${id}' order by not_before, facts->>'recipient'`)) as unknown as Planned[]
const dueOf = async (id: string) => (await remindersOf(id)).map(({ due }) => new Date(due).toISOString())

beforeEach(async () => {
  clientId = await addClient()
})

test('a booked visit has its reminder 48 hours before, with its current contents, until the visit begins', async () => {
  const { id } = await book()
  const [reminder, ...others] = await remindersOf(id)
  expect(others).toEqual([])
  expect(reminder).toMatchObject({ state: 'queued', channel: 'sms', address: '+447700900118', recipient: 'Marcus Yeo' })
  expect(reminder?.body).toContain(`(Solo) on ${shortDay(mon)} at 13:00`)
  expect(reminder?.due).toEqual(new Date(at(addDays(mon, -2), '13:00')))
  expect(reminder?.dies).toEqual(new Date(at(mon, '13:00')))
})

test('it moves with the visit, is one however often that moves, and comes back with it', async () => {
  const { id } = await book()
  for (const day of [tue, wed, tue]) await put(`/api/appointments/${id}`, timed(day, '15:00', '16:00'))
  expect(await dueOf(id)).toEqual([at(addDays(tue, -2), '15:00')])
  await post(`/api/appointments/${id}/cancel`, {})
  expect(await remindersOf(id)).toEqual([])
  await post(`/api/appointments/${id}/reopen`)
  expect(await dueOf(id)).toEqual([at(addDays(tue, -2), '15:00')])
  await server.gareth.delete(`/api/appointments/${id}`)
  expect(await remindersOf(id)).toEqual([])
})

test('it follows the client’s wishes, their number, and whether they may be notified at all', async () => {
  const { id } = await book()
  await wish(clientId, { reminderHours: 4 })
  expect(await dueOf(id)).toEqual([at(mon, '09:00')])
  await put(`/api/clients/${clientId}`, { phone: '07700 900300', name: 'Marcus Yeo-Hughes' })
  expect(await remindersOf(id)).toMatchObject([{ address: '+447700900300', recipient: 'Marcus Yeo-Hughes' }])
  await put(`/api/clients/${clientId}`, { preferredChannel: 'email', email: 'm@example.com' })
  expect(await remindersOf(id)).toMatchObject([{ address: 'm@example.com', channel: 'email' }])
  await wish(clientId, { enableReminders: false })
  expect(await remindersOf(id)).toEqual([])
  await wish(clientId, { enableReminders: true })
  await put(`/api/clients/${clientId}`, { preferredChannel: 'none' })
  expect(await remindersOf(id)).toEqual([])
})

test('never for the past: a visit booked inside its client’s hours has none, nor has a pencilled one', async () => {
  const soon = await book(timed(addDays(today, 1)))
  expect(await remindersOf(soon.id)).toEqual([])
  const pencilled = await book({ status: 'pencilled' })
  expect(await remindersOf(pencilled.id)).toEqual([])
  await put(`/api/appointments/${pencilled.id}`, { status: 'booked' })
  expect(await dueOf(pencilled.id)).toHaveLength(1)
})

test('a stop without a time is reminded of by its half of the day, counted from when that begins', async () => {
  const { id } = await post<Appointment>('/api/appointments', { title: 'Finn', clientId, isCallOnly: true, callPeriod: 'PM', onDay: mon })
  const [reminder] = await remindersOf(id)
  expect(reminder?.body).toContain('in the afternoon')
  expect(reminder?.body).not.toMatch(/\d\d:\d\d/)
  expect(reminder?.due).toEqual(new Date(at(addDays(mon, -2), '12:00')))
})

test('each owner at a yard has their own, by their own hours; the owner of a horse that has gone has none', async () => {
  const ruth = await addClient({ name: 'Ruth Ockham', phone: '07700 900200' })
  await wish(ruth, { reminderHours: 24 })
  const horse = async (owner: string, name: string) => (await post<{ id: string }>('/api/horses', { name, clientId: owner })).id
  const [bay, grey] = [await horse(clientId, 'Biscuit'), await horse(ruth, 'Gilly')]
  const { id } = await book({ horses: [{ horseId: bay }, { horseId: grey, plannedWork: 'Trim' }] })
  expect((await remindersOf(id)).map(({ recipient }) => recipient)).toEqual(['Marcus Yeo', 'Ruth Ockham'])
  expect((await remindersOf(id))[1]?.body).toContain('(Gilly, trim)')
  await put(`/api/horses/${grey}`, { goneOn: today, goneReason: 'deceased' })
  expect((await remindersOf(id)).map(({ recipient }) => recipient)).toEqual(['Marcus Yeo'])
})

test('the practice’s own words and quiet hours hold for those that wait', async () => {
  const { id } = await book(timed(mon, '09:00', '10:00'))
  await wish(clientId, { reminderHours: 12 })
  expect(await dueOf(id)).toEqual([at(mon, '08:00')])
  await put('/api/settings', {
    wording: { reminder: 'Farrier {day} {time}. {practice}' },
    sending: { quietFrom: '22:00', quietTo: '07:00' },
  })
  expect(await dueOf(id)).toEqual([at(addDays(mon, -1), '21:00')])
  expect((await remindersOf(id))[0]?.body).toBe(`Farrier ${shortDay(mon)} at 09:00. Gareth Probert Farriery`)
  await put('/api/settings', { wording: {}, sending: { quietFrom: '21:00', quietTo: '08:00' } })
})

test('one that a person stopped stays stopped, and one that is on its way is left alone', async () => {
  const [stopped, leaving] = [await book(), await book()]
  const idOf = async (visit: Appointment) =>
    String((await server.asOwner(`select id from notices where kind = 'reminder' and subject_id = '${visit.id}'`))[0]?.id)
  await post(`/api/notices/${await idOf(stopped)}/cancel`)
  await server.asOwner(`update notices set state = 'sending', attempts = 1 where id = '${await idOf(leaving)}'`)
  for (const { id } of [stopped, leaving]) await put(`/api/appointments/${id}`, { title: 'Duo' })
  expect(await remindersOf(stopped.id)).toMatchObject([{ state: 'cancelled' }])
  expect(await remindersOf(leaving.id)).toMatchObject([{ state: 'sending', body: expect.stringContaining('(Solo)') }])
})

test('after a manual reminder no automatic one goes that day', async () => {
  await wish(clientId, { reminderHours: 2 })
  const tomorrow = await book(timed(addDays(today, 1), '23:00', '23:30'))
  const later = await book()
  for (const { id } of [tomorrow, later]) expect((await server.gareth.post(`/api/appointments/${id}/send-reminder`)).statusCode).toBe(200)
  const states = async (id: string) => (await remindersOf(id)).map(({ state, due }) => [state, due !== null])
  const isSoon = Date.parse(at(addDays(today, 1), '20:45')) - currentMs() < 24 * 60 * 60_000
  expect(await states(tomorrow.id)).toEqual([
    [isSoon ? 'cancelled' : 'queued', true],
    ['queued', false],
  ])
  expect(await states(later.id)).toEqual([
    ['queued', true],
    ['queued', false],
  ])
})

test('reminders to come are a list of their own, the soonest first, page by page', async () => {
  const visits = [await book(timed(wed)), await book(timed(mon)), await book(timed(tue))]
  const ours = `clientId=${clientId}`
  expect(await (await server.gareth.get(`/api/notices?${ours}`)).json()).toEqual([])
  const first = await server.gareth.get(`/api/notices?coming=true&limit=2&${ours}`)
  expect(first.json<{ goesAt: string }[]>().map(({ goesAt }) => goesAt)).toEqual([mon, tue].map((day) => at(addDays(day, -2), '13:00')))
  const next = await server.gareth.get(/<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '')
  expect(next.json()).toMatchObject([{ appointmentId: visits[0]?.id, kind: 'reminder', state: 'queued' }])
  expect((await server.gareth.get(`/api/notices?coming=true&after=${Buffer.from('["x","y"]').toString('base64url')}`)).statusCode).toBe(400)
})

test('once it has gone it is in the outbox by when it was due, page by page', async () => {
  const planned = await book()
  const idOf = `(select id from notices where subject_id = '${planned.id}')`
  const other = await book({ sendSmsNotification: true })
  await server.asOwner(`update notices set state = 'sent', not_before = clock_now() + interval '1 minute' where id = ${idOf}`)
  const first = await server.gareth.get(`/api/notices?limit=1&clientId=${clientId}`)
  expect(first.json()).toMatchObject([{ appointmentId: planned.id, state: 'sent' }])
  const next = await server.gareth.get(/<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '')
  expect(next.json()).toMatchObject([{ appointmentId: other.id, kind: 'booked' }])
})

test('a device’s queue of bookings has all of theirs planned with it', async () => {
  const device = server.gareth.device()
  const ids = Array.from({ length: 40 }, (_, n) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`)
  const create = (id: string) =>
    device.op({ entity: 'appointments', action: 'CREATE', id, data: { title: 'Trim', clientId, ...timed(mon) } })
  const before = await planned()
  const { results } = await device.push(...ids.map(create))
  expect(results.every(({ status }) => status === 'applied')).toBe(true)
  for (const id of [ids[0] ?? '', ids[39] ?? '']) expect(await dueOf(id)).toHaveLength(1)
  expect((await planned()) - before).toBe(40)
})

/** Reminders there are, to count those a push planned. */
const planned = async () => Number((await server.asOwner(`select count(*)::int as n from notices where kind = 'reminder'`))[0]?.n)

test('visits that were written past the services are found at night, and nothing is planned twice', async () => {
  const { id } = await book()
  await server.asOwner(`delete from notices where subject_id = '${id}'`)
  await server.asOwner(
    `update appointments set on_day = '${wed}', starts_at = '${at(wed, '13:00')}', ends_at = '${at(wed, '14:00')}' where id = '${id}'`,
  )
  for (const _ of [1, 2]) await server.gareth.inPractice((tx, actor) => remindOfAll(tx, actor))
  expect(await dueOf(id)).toEqual([at(addDays(wed, -2), '13:00')])
})

test('a worker is woken for the first of them', async () => {
  const wakeOf = async () =>
    (await server.asOwner(`select due_at from directory.wakes where practice_id = '${server.other.practiceId}'`))[0]?.due_at
  const client = (await server.other.post('/api/clients', { name: 'Ned', phone: '07700 900119' })).json<{ id: string }>()
  for (const day of [wed, mon, tue]) await server.other.post('/api/appointments', { title: 'T', clientId: client.id, ...timed(day) })
  expect(await wakeOf()).toEqual(new Date(at(addDays(mon, -2), '13:00')))
})
