import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { currentMs, currentTime, setClock } from '#lib/clock.ts'
import { addDays, dayOf, instantOf, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

const ZONE = 'Europe/London'
const today = dayOf(currentTime(), ZONE)
const [thu, fri, sat] = [addDays(today, 40), addDays(today, 41), addDays(today, 42)]
const at = (day: string, time: string) => instantOf(day, time, ZONE).toISOString()

let server: TestServer
let clientId: string
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const post = async <T>(url: string, body?: object): Promise<T> => (await server.gareth.post(url, body)).json()
const addClient = async (more: object = {}) =>
  (await post<{ id: string }>('/api/clients', { name: 'Marcus Yeo', phone: '07700 900118', ...more })).id
const book = (more: object = {}) =>
  post<Appointment>('/api/appointments', { title: 'Solo', clientId, startTime: at(thu, '13:00'), endTime: at(thu, '14:15'), ...more })
const move = (id: string, day: string, more: object = {}) =>
  server.gareth.put(`/api/appointments/${id}`, {
    startTime: at(day, '13:00'),
    endTime: at(day, '14:15'),
    sendSmsNotification: true,
    ...more,
  })
const textsOf = async (id: string): Promise<Notice[]> => (await server.gareth.get(`/api/notices?appointmentId=${id}`)).json()
const haveGone = (id: string) => server.asOwner(`update notices set state = 'sent' where subject_id = '${id}' and kind <> 'reminder'`)
const remind = (id: string) => server.gareth.post(`/api/appointments/${id}/send-reminder`)

afterEach(() => resetClock())
beforeEach(async () => {
  clientId = await addClient()
})

test('a moved visit holds one text, and more drags join it', async () => {
  const { id } = await book()
  expect((await move(id, fri)).statusCode).toBe(200)
  await move(id, sat)
  const texts = await textsOf(id)
  expect(texts).toMatchObject([{ kind: 'moved', state: 'held', clientId }])
  expect(texts[0]?.body).toContain(`on ${shortDay(thu)} at 13:00 has moved to ${shortDay(sat)} at 13:00`)
})

test('a drag that is undone notifies no one', async () => {
  const { id } = await book()
  await move(id, fri)
  await move(id, thu)
  expect(await textsOf(id)).toMatchObject([{ state: 'cancelled' }])
})

test('a move without texting texts no one, and cancels a text that is no longer true', async () => {
  const { id } = await book()
  await move(id, fri, { sendSmsNotification: false })
  expect(await textsOf(id)).toEqual([])
  await move(id, thu)
  await move(id, sat, { sendSmsNotification: false })
  expect(await textsOf(id)).toMatchObject([{ state: 'cancelled' }])
})

test('no one is texted about a past, a cancelled or a finished visit, or when nothing moved', async () => {
  const past = await book({ startTime: at(addDays(today, -3), '13:00'), endTime: at(addDays(today, -3), '14:00') })
  await move(past.id, addDays(today, -2))
  await move(past.id, fri)
  const cancelled = await book()
  await post(`/api/appointments/${cancelled.id}/cancel`, {})
  await move(cancelled.id, fri)
  const done = await book()
  await server.gareth.put(`/api/appointments/${done.id}`, { isCallComplete: true })
  await move(done.id, fri)
  const still = await book()
  await move(still.id, thu)
  for (const { id } of [past, cancelled, done, still]) expect(await textsOf(id)).toEqual([])
})

test('each owner at a yard is notified once, also with several horses there', async () => {
  const other = await addClient({ name: 'Ruth Ockham', phone: '07700 900200' })
  const horses = []
  for (const owner of [clientId, other, other]) horses.push(await post<{ id: string }>('/api/horses', { name: 'H', clientId: owner }))
  const { id } = await book({ horses: horses.map((horse) => ({ horseId: horse.id })) })
  await move(id, fri)
  expect((await textsOf(id)).map((text) => text.recipient).sort()).toEqual(['Marcus Yeo', 'Ruth Ockham'])
})

test('a client who has no phone, stopped texts, or wants no updates is not notified, and the move stays', async () => {
  const deaf = await addClient({ phone: null })
  const quiet = await addClient()
  await server.gareth.put(`/api/clients/${quiet}/sms-preferences`, { enableUpdates: false })
  for (const owner of [deaf, quiet]) {
    const { id } = await book({ clientId: owner })
    expect((await move(id, fri)).json()).toMatchObject({ onDay: fri })
    expect(await textsOf(id)).toEqual([])
  }
})

test('a stop without a time is announced by its half of the day, never a time', async () => {
  const { id } = await post<Appointment>('/api/appointments', { title: 'Finn', clientId, isCallOnly: true, callPeriod: 'PM', onDay: thu })
  await server.gareth.put(`/api/appointments/${id}`, { onDay: fri, sendSmsNotification: true })
  const [text] = await textsOf(id)
  expect(text?.body).toContain('in the afternoon')
  expect(text?.body).not.toMatch(/\d\d:\d\d/)
})

test('a moved text leaves the same op with its move, once', async () => {
  const { id } = await book()
  const device = server.gareth.device()
  const data = { startTime: at(fri, '13:00'), endTime: at(fri, '14:15'), sendSmsNotification: true }
  const op = device.op({ entity: 'appointments', action: 'UPDATE', id, baseRev: 1, data })
  await device.push(op)
  await device.push(op)
  expect(await textsOf(id)).toHaveLength(1)
})

test('on my way notifies with a link to the queue, and not when it was pressed half an hour ago', async () => {
  const visit = await post<Appointment>('/api/appointments', { title: 'Now', clientId, isCallOnly: true })
  await server.gareth.put(`/api/appointments/${visit.id}`, { onMyWayAt: currentTime().toISOString() })
  const [text] = await textsOf(visit.id)
  expect(text).toMatchObject({ kind: 'on_my_way', state: 'queued' })
  expect(text?.body).toMatch(/\/q\/\w{12}\n/)
  const late = await post<Appointment>('/api/appointments', { title: 'Late', clientId, isCallOnly: true })
  await server.gareth.put(`/api/appointments/${late.id}`, { onMyWayAt: new Date(currentMs() - 31 * 60_000).toISOString() })
  expect(await textsOf(late.id)).toMatchObject([{ state: 'cancelled' }])
})

test('cancelling cancels what waits, and notifies the client on request', async () => {
  const { id } = await book()
  await move(id, fri)
  await post(`/api/appointments/${id}/cancel`, { reason: 'Ill', sendSmsNotification: true })
  const texts = await textsOf(id)
  expect(texts.map((text) => [text.kind, text.state]).sort()).toEqual([
    ['cancelled', 'queued'],
    ['moved', 'cancelled'],
  ])
})

test('a client who has not read of a move is notified of the cancellation by the day they know', async () => {
  const { id } = await book()
  await move(id, fri)
  await post(`/api/appointments/${id}/cancel`, { sendSmsNotification: true })
  const told = (await textsOf(id)).find((text) => text.kind === 'cancelled')
  expect(told?.body).toContain(`on ${shortDay(thu)} at 13:00 is cancelled`)
})

test('an owner with two visits in one text about a move is notified that one is cancelled by the day they know', async () => {
  const { id } = await book()
  const other = await book({ startTime: at(thu, '15:00'), endTime: at(thu, '16:00') })
  await move(id, fri)
  await move(other.id, fri, { startTime: at(fri, '15:00'), endTime: at(fri, '16:00') })
  expect(await textsOf(id)).toMatchObject([{ kind: 'moved', state: 'held' }])
  await post(`/api/appointments/${id}/cancel`, { sendSmsNotification: true })
  const told = (await textsOf(id)).find((text) => text.kind === 'cancelled')
  expect(told?.body).toContain(`on ${shortDay(thu)} at 13:00 is cancelled`)
})

test('a visit that was booked by text, pencilled for another day and confirmed there is announced as a move', async () => {
  const { id } = await book({ sendSmsNotification: true })
  await haveGone(id)
  await move(id, fri, { status: 'pencilled', sendSmsNotification: false })
  await server.gareth.put(`/api/appointments/${id}`, { status: 'booked', sendSmsNotification: true })
  const [text] = await textsOf(id)
  expect(text).toMatchObject({ kind: 'moved', state: 'held' })
  expect(text?.body).toContain(`on ${shortDay(thu)} at 13:00 has moved to ${shortDay(fri)} at 13:00`)
})

async function bookTwo(more: object = {}) {
  const tom = await addClient({ name: 'Tom Price', phone: '07700 900200' })
  const horseOf = async (owner: string) => (await post<{ id: string }>('/api/horses', { name: 'Otis', clientId: owner })).id
  const { id, horses } = await book({ horses: [{ horseId: await horseOf(clientId) }, { horseId: await horseOf(tom) }], ...more })
  return { id, tom, line: horses.find((line) => line.clientId === tom)?.id ?? '' }
}
const textsTo = async (id: string, client: string) =>
  (await textsOf(id)).flatMap((text) => (text.clientId === client ? [[text.kind, text.state]] : []))
const pushLine = (action: 'CREATE' | 'DELETE', id: string, data = {}) => {
  const device = server.gareth.device()
  return device.push(device.op({ entity: 'visit_horses', action, id, data }))
}

test('an owner whose horse is taken off gets neither the booking nor the move that waited, but that the visit on the day they know is off', async () => {
  setClock(at(today, '23:00'))
  const booked = await bookTwo({ sendSmsNotification: true })
  await pushLine('DELETE', booked.line)
  expect(await textsTo(booked.id, booked.tom)).toEqual([['booked', 'cancelled']])
  expect(await textsTo(booked.id, clientId)).toEqual([['booked', 'queued']])
  const moved = await bookTwo({ sendSmsNotification: true })
  await haveGone(moved.id)
  await move(moved.id, fri)
  await pushLine('DELETE', moved.line)
  expect(await textsTo(moved.id, moved.tom)).toEqual([
    ['cancelled', 'queued'],
    ['moved', 'cancelled'],
    ['booked', 'sent'],
  ])
  const off = (await textsOf(moved.id)).find(({ kind }) => kind === 'cancelled')
  expect(off?.body).toContain(`on ${shortDay(thu)} at 13:00 is cancelled`)
})

test('an owner whose horse is added is notified of the booking on request, and no one else is', async () => {
  const { id } = await book({ horses: [{ horseId: (await post<{ id: string }>('/api/horses', { name: 'Otis', clientId })).id }] })
  const [ruth, tom] = [await addClient({ name: 'Ruth Ockham' }), await addClient({ name: 'Tom Price' })]
  for (const [owner, isNotified] of [
    [ruth, true],
    [tom, false],
  ] as const) {
    const { id: horseId } = await post<{ id: string }>('/api/horses', { name: 'Duchess', clientId: owner })
    await pushLine('CREATE', uuidv7(), { appointmentId: id, horseId, sendSmsNotification: isNotified })
  }
  expect((await textsOf(id)).map(({ kind, recipient }) => [kind, recipient])).toEqual([['booked', 'Ruth Ockham']])
})

test('an owner who wants no confirmations is still notified when a visit whose cancellation they read is on again', async () => {
  await server.gareth.put(`/api/clients/${clientId}/sms-preferences`, { enableConfirmations: false })
  const { id } = await book()
  await post(`/api/appointments/${id}/cancel`, { sendSmsNotification: true })
  await haveGone(id)
  await server.gareth.put(`/api/appointments/${id}`, { status: 'booked', sendSmsNotification: true })
  expect((await textsOf(id)).map(({ kind, state }) => [kind, state])).toEqual([
    ['booked', 'queued'],
    ['cancelled', 'sent'],
  ])
})

test('a booking that no one has read of yet is announced at its current time, and not at all when it is cancelled', async () => {
  const moved = await book({ sendSmsNotification: true })
  await move(moved.id, fri)
  const texts = await textsOf(moved.id)
  expect(texts.map(({ kind, state }) => [kind, state])).toEqual([
    ['booked', 'queued'],
    ['booked', 'cancelled'],
  ])
  expect(texts[0]?.body).toContain(`is booked for ${shortDay(fri)} at 13:00`)
  const off = await book({ sendSmsNotification: true })
  await post(`/api/appointments/${off.id}/cancel`, { sendSmsNotification: true })
  expect((await textsOf(off.id)).map(({ kind, state }) => [kind, state])).toEqual([['booked', 'cancelled']])
})

test('a visit booked and moved on a device without a signal is announced once, where it is', async () => {
  const device = server.gareth.device()
  const visit = uuidv7()
  const data = { title: 'Solo', clientId, startTime: at(thu, '13:00'), endTime: at(thu, '14:15'), sendSmsNotification: true }
  const there = { startTime: at(sat, '13:00'), endTime: at(sat, '14:15'), sendSmsNotification: true }
  await device.push(
    device.op({ entity: 'appointments', action: 'CREATE', id: visit, data }),
    device.op({ entity: 'appointments', action: 'UPDATE', id: visit, baseRev: 1, data: there }),
  )
  const texts = await textsOf(visit)
  expect(texts).toMatchObject([{ kind: 'booked', state: 'queued' }])
  expect(texts[0]?.body).toContain(`is booked for ${shortDay(sat)} at 13:00`)
})

test('at night a text about a visit waits until the morning, unless that would be too late for it', async () => {
  setClock(at(thu, '23:30'))
  const far = await book({ startTime: at(addDays(thu, 9), '13:00'), endTime: at(addDays(thu, 9), '14:00'), sendSmsNotification: true })
  expect(await textsOf(far.id)).toMatchObject([{ kind: 'booked', state: 'queued', goesAt: at(fri, '08:00') }])
  const other = await book({ startTime: at(addDays(thu, 9), '15:00'), endTime: at(addDays(thu, 9), '16:00') })
  await move(other.id, addDays(thu, 10))
  expect(await textsOf(other.id)).toMatchObject([{ kind: 'moved', state: 'held', goesAt: at(fri, '08:00') }])
  const early = await book({ startTime: at(fri, '09:00'), endTime: at(fri, '10:00') })
  await post(`/api/appointments/${early.id}/cancel`, { sendSmsNotification: true })
  expect(await textsOf(early.id)).toMatchObject([{ kind: 'cancelled', state: 'queued', goesAt: null }])
})

test('pressing Send Reminder while a text about the move waits sends the move first', async () => {
  const { id } = await book()
  await move(id, fri)
  expect((await remind(id)).statusCode).toBe(200)
  const texts = await textsOf(id)
  expect(texts.map(({ kind, state }) => [kind, state]).sort()).toEqual([
    ['moved', 'queued'],
    ['reminder', 'queued'],
  ])
  expect(texts.find(({ kind }) => kind === 'moved')?.goesAt).toBe(null)
})

test('removing a visit cancels what waits', async () => {
  const { id } = await book()
  await move(id, fri)
  await server.gareth.delete(`/api/appointments/${id}`)
  expect(await textsOf(id)).toMatchObject([{ state: 'cancelled' }])
})

test('a reminder goes once a minute', async () => {
  const { id } = await book()
  const answer = await remind(id)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ state: 'queued', goesAt: null })
  expect((await textsOf(id))[0]?.body).toContain(`${shortDay(thu)} at 13:00`)
  expect((await remind(id)).json()).toMatchObject({ code: 'reminder_just_sent' })
})

test.each([
  ['a client without a phone', async () => book({ clientId: await addClient({ phone: null }) }), 'no_phone'],
  ['an own entry', () => book({ clientId: null }), 'no_client'],
  ['a past visit', () => book({ startTime: at(addDays(today, -1), '13:00'), endTime: at(addDays(today, -1), '14:00') }), 'visit_is_past'],
  [
    'a cancelled visit',
    async () => {
      const visit = await book()
      await post(`/api/appointments/${visit.id}/cancel`, {})
      return visit
    },
    'visit_is_cancelled',
  ],
])('no reminder for %s', async (_, make, code) => {
  const { id } = await make()
  const answer = await remind(id)
  expect([answer.statusCode, answer.json().code]).toEqual([422, code])
})
