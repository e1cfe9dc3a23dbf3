import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const ZONE = 'Europe/London'
const today = dayOf(currentTime(), ZONE)
const at = (day: string, time: string) => instantOf(day, time, ZONE).toISOString()

let server: TestServer
let start = addDays(today, 30)
let [thu, fri, mon] = ['', '', '']
let marcus: string
let visits: Appointment[]
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const post = async <T>(url: string, body: object = {}): Promise<T> => (await server.gareth.post(url, body)).json()
const book = (time: string, more: object = {}) =>
  post<Appointment>('/api/appointments', {
    title: `Visit ${time}`,
    clientId: marcus,
    startTime: at(thu, time),
    endTime: at(thu, `${Number(time.slice(0, 2)) + 1}:00`),
    ...more,
  })
const one = async (id: string): Promise<Appointment> => (await server.gareth.get(`/api/appointments/${id}`)).json()
/** Of this test's client. */
const texts = async (): Promise<Notice[]> =>
  (await server.gareth.get('/api/notices?limit=200')).json<Notice[]>().filter((text) => text.clientId === marcus)
const idOf = (at: number) => visits[at]?.id ?? ''
const move = (body: object = {}) =>
  server.gareth.post('/api/days/move', {
    reason: 'Weather',
    sendSmsNotification: true,
    moves: [
      { appointmentId: idOf(0), onDay: fri },
      { appointmentId: idOf(1), onDay: mon },
    ],
    ...body,
  })
type Item = { id: string; title: string; canUndo: boolean }
const journal = async (limit = 3) => (await server.gareth.get(`/api/dashboard/activity?limit=${limit}`)).json<Item[]>()
const undo = (id: string | undefined) => server.gareth.post(`/api/activity/${id}/undo`)

beforeEach(async () => {
  start = addDays(start, 10)
  ;[thu, fri, mon] = [start, addDays(start, 1), addDays(start, 4)]
  marcus = (await post<{ id: string }>('/api/clients', { name: 'Marcus Yeo', phone: '07700 900118' })).id
  visits = [await book('09:00'), await book('11:00')]
})

test('every visit keeps its time, each owner is notified once of all of theirs, and the journal has one line', async () => {
  const before = await journal(1)
  const answer = await move()
  expect(answer.statusCode).toBe(200)
  expect(answer.json<Appointment[]>().map(({ onDay, localStart }) => [onDay, localStart])).toEqual([
    [fri, '09:00'],
    [mon, '11:00'],
  ])
  const told = await texts()
  expect(told).toMatchObject([{ kind: 'moved', state: 'held' }])
  expect(told[0]?.body).toContain(`Visit 09:00: ${shortDay(thu)} at 09:00, now ${shortDay(fri)} at 09:00`)
  expect(told[0]?.body).toContain(`Visit 11:00: ${shortDay(thu)} at 11:00, now ${shortDay(mon)} at 11:00`)
  const [line, next] = await journal(2)
  expect(line).toMatchObject({ title: `Moved 2 visits of ${shortDay(thu)}`, canUndo: true })
  expect(next?.id).toBe(before[0]?.id)
})

test('one undo puts every visit back and stops the text', async () => {
  await move()
  const [line] = await journal(1)
  expect((await undo(line?.id)).statusCode).toBeLessThan(300)
  expect((await one(idOf(0))).onDay).toBe(thu)
  expect((await one(idOf(1))).onDay).toBe(thu)
  expect(await texts()).toMatchObject([{ state: 'cancelled' }])
  expect((await undo(line?.id)).json()).toMatchObject({ code: 'undone_already' })
})

test('once a text has gone, undo names its recipients and changes nothing', async () => {
  await move()
  const [text] = await texts()
  await server.gareth.post(`/api/notices/${text?.id}/hand-over`, { via: 'sms' })
  const [line] = (await journal(5)).filter((item) => item.canUndo)
  const answer = await undo(line?.id)
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'text_has_gone'])
  expect(answer.json().message).toContain('Marcus Yeo')
  expect((await one(idOf(0))).onDay).toBe(fri)
})

test('a visit that went another way since stays where it went', async () => {
  await move()
  const [line] = await journal(1)
  await server.gareth.put(`/api/appointments/${idOf(0)}`, { onDay: mon })
  expect((await undo(line?.id)).statusCode).toBeLessThan(300)
  expect((await one(idOf(0))).onDay).toBe(mon)
  expect((await one(idOf(1))).onDay).toBe(thu)
})

test('a device moves the day visit by visit as one action, and undoes it the same way', async () => {
  const device = server.gareth.device()
  const act = { id: uuidv7(), reason: 'I am ill' }
  const op = (at: number, day: string, time: string, k: number) =>
    device.op({
      entity: 'appointments',
      action: 'UPDATE',
      id: idOf(at),
      baseRev: k,
      data: { startTime: instantOf(day, time, ZONE).toISOString(), onDay: day, sendSmsNotification: true, dayMove: act },
    })
  const before = await journal(1)
  await device.push(op(0, fri, '09:00', 1), op(1, mon, '11:00', 1))
  expect((await one(idOf(1))).onDay).toBe(mon)
  const [line, next] = await journal(2)
  expect([line?.canUndo, next?.id]).toEqual([true, before[0]?.id])
  expect(await texts()).toMatchObject([{ state: 'held' }])
  await device.push(op(0, thu, '09:00', 2), op(1, thu, '11:00', 2))
  expect((await one(idOf(0))).onDay).toBe(thu)
  expect(await texts()).toMatchObject([{ state: 'cancelled' }])
  expect((await journal(1))[0]?.id).toBe(before[0]?.id)
})

test('moved without texting notifies no one', async () => {
  await move({ sendSmsNotification: false })
  expect(await texts()).toEqual([])
})

test.each([
  ['a visit nobody has', () => [{ appointmentId: uuidv7(), onDay: fri }], 404, 'appointment_not_found'],
  ['no visit', () => [], 400, 'bad_request'],
  ['no day', () => [{ appointmentId: idOf(0), onDay: 'soon' }], 400, 'bad_request'],
])('%s moves nothing at all', async (_, moves, status, code) => {
  const answer = await move({ moves: [{ appointmentId: idOf(0), onDay: fri }, ...moves()].slice(moves().length ? 0 : 1) })
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  expect((await one(idOf(0))).onDay).toBe(thu)
})

test('no other practice can move it, and no signed-out user', async () => {
  const body = { moves: [{ appointmentId: idOf(0), onDay: fri }] }
  expect((await server.other.post('/api/days/move', body)).json()).toMatchObject({ code: 'appointment_not_found' })
  expect((await server.app.inject({ method: 'POST', url: '/api/days/move', payload: body })).statusCode).toBe(401)
  expect((await one(idOf(0))).onDay).toBe(thu)
})
