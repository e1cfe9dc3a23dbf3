import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import type { Appointment, TimeOff } from '#features/visits/appointments/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const ZONE = 'Europe/London'
const today = dayOf(currentTime(), ZONE)
let lastDay = addDays(today, 30)
/** A day that no other test books on. */
const freshDay = () => {
  lastDay = addDays(lastDay, 1)
  return lastDay
}
const at = (day: string, time: string) => instantOf(day, time, ZONE).toISOString()

let server: TestServer
let apprentice: Awaited<ReturnType<TestServer['gareth']['addMember']>>
beforeAll(async () => {
  server = await startTestServer()
  apprentice = await server.gareth.addMember('Ned Young', 'apprentice')
})
afterAll(() => server.stop())

const post = async <T>(url: string, body: object = {}): Promise<T> => (await server.gareth.post(url, body)).json()
const put = (id: string, body: object) => server.gareth.put(`/api/appointments/${id}`, body)
const one = async (id: string): Promise<Appointment> => (await server.gareth.get(`/api/appointments/${id}`)).json()
const textsOf = async (id: string): Promise<Notice[]> => (await server.gareth.get(`/api/notices?appointmentId=${id}`)).json()
const addClient = async (name = 'Marcus Yeo', more: object = {}) =>
  (await post<{ id: string }>('/api/clients', { name, phone: '07700 900118', address: 'Old Forge', ...more })).id
const addHorse = async (clientId: string, name: string, more: object = {}) =>
  (await post<{ id: string }>('/api/horses', { name, clientId, ...more })).id
const book = (day: string, more: object = {}) =>
  post<Appointment>('/api/appointments', { title: 'Solo', startTime: at(day, '13:00'), endTime: at(day, '14:15'), ...more })

describe('a pencilled visit', () => {
  test('is texted to no one: not when it moves, not when it is off, and no reminder goes', async () => {
    const { id, status } = await book(freshDay(), { clientId: await addClient(), status: 'pencilled', sendSmsNotification: true })
    expect(status).toBe('pencilled')
    await put(id, { onDay: freshDay(), sendSmsNotification: true })
    expect((await server.gareth.post(`/api/appointments/${id}/send-reminder`)).json()).toMatchObject({ code: 'visit_is_pencilled' })
    await put(id, { onMyWayAt: currentTime().toISOString() })
    await post(`/api/appointments/${id}/cancel`, { sendSmsNotification: true })
    expect(await textsOf(id)).toEqual([])
  })

  test('is confirmed with one text to each owner, who reads only their own horses', async () => {
    const [marcus, ruth] = [await addClient(), await addClient('Ruth Ockham')]
    const horses = [
      { horseId: await addHorse(marcus, 'Solo'), plannedWork: 'Trim' },
      { horseId: await addHorse(ruth, 'Duchess'), plannedWork: 'Full set new' },
    ]
    const day = freshDay()
    const { id } = await book(day, { title: 'Solo, trim; Duchess, full set new', clientId: marcus, horses, status: 'pencilled' })
    const answer = await put(id, { status: 'booked', sendSmsNotification: true })
    expect(answer.json()).toMatchObject({ status: 'booked' })
    const texts = (await textsOf(id)).sort((a, b) => a.recipient.localeCompare(b.recipient))
    expect(texts.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['booked', 'Marcus Yeo'],
      ['booked', 'Ruth Ockham'],
    ])
    expect(texts[0]?.body).toContain(`your visit (Solo, trim) is booked for ${shortDay(day)} at 13:00`)
    expect(texts[0]?.body).not.toContain('Duchess')
    expect(texts[1]?.body).toContain('(Duchess, full set new)')
  })

  test('is confirmed silently when that is wanted, or without a text where no owner wants confirmations', async () => {
    const quiet = await addClient()
    await server.gareth.put(`/api/clients/${quiet}/sms-preferences`, { enableConfirmations: false })
    const { id } = await book(freshDay(), { clientId: quiet, status: 'pencilled' })
    await put(id, { status: 'booked', sendSmsNotification: true })
    const other = await book(freshDay(), { clientId: await addClient(), status: 'pencilled' })
    await put(other.id, { status: 'booked' })
    expect([await textsOf(id), await textsOf(other.id)]).toEqual([[], []])
  })

  test('that is opened again after it was off is pencilled still', async () => {
    const { id } = await book(freshDay(), { clientId: await addClient(), status: 'pencilled' })
    await post(`/api/appointments/${id}/cancel`, { noShow: true, reason: 'Not caught' })
    expect(await one(id)).toMatchObject({ status: 'no_show', statusReason: 'Not caught' })
    await put(id, { status: 'pencilled' })
    expect(await one(id)).toMatchObject({ status: 'pencilled', statusReason: null })
  })
})

test('a visit booked on a device notifies its owners once the device has sent whose horses are on it', async () => {
  const [marcus, ruth] = [await addClient(), await addClient('Ruth Ockham')]
  const [solo, duchess] = [await addHorse(marcus, 'Solo'), await addHorse(ruth, 'Duchess')]
  const device = server.gareth.device()
  const [id, day] = [uuidv7(), freshDay()]
  const line = (horseId: string, place: number) =>
    device.op({ entity: 'visit_horses', action: 'CREATE', id: uuidv7(), data: { appointmentId: id, horseId, place } })
  await device.push(
    device.op({
      entity: 'appointments',
      action: 'CREATE',
      id,
      data: { title: 'Yard', clientId: marcus, startTime: at(day, '09:00'), endTime: at(day, '10:00') },
    }),
    line(solo, 0),
    line(duchess, 1),
    device.op({ entity: 'appointments', action: 'UPDATE', id, baseRev: 0, data: { status: 'booked', sendSmsNotification: true } }),
  )
  expect((await textsOf(id)).map(({ recipient }) => recipient).sort()).toEqual(['Marcus Yeo', 'Ruth Ockham'])
})

describe('what has been', () => {
  test('a finished visit stays as it was when client, yard and address change, until it is opened again', async () => {
    const clientId = await addClient()
    const yard = await post<{ id: string }>('/api/yards', { name: 'Hollybush', address: 'Ashford' })
    const { id } = await book(freshDay(), { clientId, yardId: yard.id })
    await put(id, { isCallComplete: true })
    await server.gareth.put(`/api/clients/${clientId}`, { name: 'Marcus Renamed', address: 'Elsewhere' })
    await server.gareth.put(`/api/yards/${yard.id}`, { name: 'Hollybush Renamed', address: 'Moved' })
    expect(await one(id)).toMatchObject({
      clientName: 'Marcus Yeo',
      location: 'Hollybush, Ashford',
      asWas: { clientName: 'Marcus Yeo', yardName: 'Hollybush', location: 'Hollybush, Ashford' },
    })
    for (const change of [{ onDay: today }, { clientId: null }, { yardId: null }, { location: 'x' }, { horses: [] }]) {
      const answer = await put(id, change)
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'visit_is_done'])
    }
    expect((await put(id, { notes: 'Left a glove' })).statusCode).toBe(200)
    await post(`/api/appointments/${id}/reopen`)
    expect(await one(id)).toMatchObject({ clientName: 'Marcus Renamed', asWas: null })
  })

  test('a visit on a past day can no longer be moved, but changes a device made on that day are accepted', async () => {
    const yesterday = addDays(today, -1)
    const { id } = await book(yesterday, { clientId: await addClient() })
    const move = { startTime: at(today, '13:00'), endTime: at(today, '14:15'), sendSmsNotification: true }
    const answer = await put(id, move)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'visit_is_past'])
    const device = server.gareth.device()
    const { results } = await device.push(device.op({ entity: 'appointments', action: 'UPDATE', id, baseRev: 1, data: move }))
    expect(results).toMatchObject([{ status: 'applied' }])
    expect(await textsOf(id)).toEqual([])
  })
})

describe('time off', () => {
  const holiday = (more: object = {}) => ({
    fromDay: addDays(today, 10),
    toDay: addDays(today, 20),
    kind: 'holiday',
    title: 'Anglesey',
    ...more,
  })
  const listed = async () => (await server.gareth.get('/api/time-off')).json<TimeOff[]>()

  test('is noted, listed while it is not over, changed and undone', async () => {
    const { id } = await post<TimeOff>('/api/time-off', holiday())
    await post('/api/time-off', holiday({ fromDay: '2026-01-05', toDay: '2026-01-06', title: 'Over' }))
    await post(
      '/api/time-off',
      holiday({ fromDay: today, toDay: today, localStart: '09:00', localEnd: '10:30', kind: 'personal', title: '' }),
    )
    expect((await listed()).map(({ title, kind }) => [title, kind])).toEqual([
      ['', 'personal'],
      ['Anglesey', 'holiday'],
    ])
    const changed = await server.gareth.put(`/api/time-off/${id}`, { toDay: addDays(today, 12), coverNote: 'Tom covers' })
    expect(changed.json()).toMatchObject({ toDay: addDays(today, 12), coverNote: 'Tom covers', title: 'Anglesey' })
    expect((await server.gareth.delete(`/api/time-off/${id}`)).statusCode).toBe(204)
    expect((await server.gareth.put(`/api/time-off/${id}`, { title: 'x' })).json()).toMatchObject({ code: 'time_off_not_found' })
    expect(await listed()).toHaveLength(1)
  })

  test.each([
    ['the end first', holiday({ toDay: today }), 422, 'wrong_order'],
    ['hours the wrong way round', holiday({ toDay: addDays(today, 10), localStart: '12:00', localEnd: '09:00' }), 422, 'wrong_order'],
    ['no such member', holiday({ memberId: uuidv7() }), 404, 'member_not_found'],
    ['no such kind', holiday({ kind: 'lazy' }), 400, 'bad_request'],
    ['no day', { kind: 'ill', toDay: today }, 400, 'bad_request'],
  ])('with %s is refused', async (_, body, status, code) => {
    const answer = await server.gareth.post('/api/time-off', body)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  })

  test('changing one end alone cannot turn it round', async () => {
    const { id } = await post<TimeOff>('/api/time-off', holiday())
    expect((await server.gareth.put(`/api/time-off/${id}`, { toDay: today })).json()).toMatchObject({ code: 'wrong_order' })
  })

  test('is visible to its own practice alone, and needs signing in', async () => {
    const { id } = await post<TimeOff>('/api/time-off', holiday())
    expect((await server.other.get('/api/time-off')).json()).toEqual([])
    for (const answer of [
      await server.other.put(`/api/time-off/${id}`, { title: 'x' }),
      await server.other.delete(`/api/time-off/${id}`),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'time_off_not_found'])
    }
    expect((await server.app.inject({ method: 'GET', url: '/api/time-off' })).statusCode).toBe(401)
  })
})

describe('an apprentice', () => {
  test('plans nothing: no visit, no move, no horse, no time off', async () => {
    const day = freshDay()
    const clientId = await addClient()
    const horseId = await addHorse(clientId, 'Solo')
    const visit = await book(day, { clientId })
    const refused = [
      await apprentice.post('/api/appointments', { title: 'x', isCallOnly: true }),
      await apprentice.put(`/api/appointments/${visit.id}`, { onDay: freshDay() }),
      await apprentice.post(`/api/appointments/${visit.id}/cancel`, {}),
      await apprentice.delete(`/api/appointments/${visit.id}`),
      await apprentice.post('/api/days/move', { moves: [{ appointmentId: visit.id, onDay: freshDay() }] }),
      await apprentice.post('/api/visit-horses', { appointmentId: visit.id, horseId }),
      await apprentice.post('/api/time-off', { fromDay: day, toDay: day, kind: 'ill' }),
    ]
    expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual(refused.map(() => [403, 'forbidden']))
    expect(await one(visit.id)).toMatchObject({ onDay: day, status: 'booked', horses: [] })
  })

  test('reads the diary and finishes a visit', async () => {
    const { id } = await book(freshDay(), { clientId: await addClient() })
    expect((await apprentice.get(`/api/appointments/${id}`)).statusCode).toBe(200)
    expect((await apprentice.put(`/api/appointments/${id}`, { isCallComplete: true })).json()).toMatchObject({ status: 'done' })
  })
})

test('two farriers have two rounds and two queues', async () => {
  const nia = await server.gareth.addMember('Nia Farrow', 'farrier')
  const niaId = (await nia.get('/api/auth/user')).json<{ memberId: string }>().memberId
  const [marcus, ruth] = [await addClient(), await addClient('Ruth Ockham')]
  const stop = (clientId: string, memberId: string, callNumber: number) =>
    post<Appointment>('/api/appointments', { title: 'Stop', isCallOnly: true, callNumber, onDay: today, clientId, memberId })
  const gareth = [await stop(await addClient('First'), server.gareth.memberId, 1), await stop(marcus, server.gareth.memberId, 2)]
  const hers = await stop(ruth, niaId, 1)
  const tracker = async (id: string) => (await server.app.inject({ method: 'GET', url: `/api/call-tracker/${id}` })).json()
  await put(gareth[0]?.id ?? '', { isCallComplete: true })
  expect(await tracker(marcus)).toMatchObject({ callNumber: 2, currentCallNumber: 2 })
  expect(await tracker(ruth)).toMatchObject({ callNumber: 1, currentCallNumber: 1 })
  const day = (await server.gareth.get(`/api/appointments?date=${today}`)).json<Appointment[]>()
  const members = day.map((visit) => visit.memberId)
  expect(members.toSorted()).toEqual(members)
  expect(day.filter((visit) => visit.memberId === niaId).map((visit) => visit.id)).toEqual([hers.id])
})
