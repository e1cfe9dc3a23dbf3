import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { currentMs, currentTime, setClock } from '#lib/clock.ts'
import { dayOf, instantOf } from '#lib/dates.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

let server: TestServer
let names = 0
const today = dayOf(currentTime(), 'Europe/London')
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())
// Each test has the day to itself.
beforeEach(async () => {
  for (const { id } of (await server.gareth.get(`/api/appointments?date=${today}`)).json<Appointment[]>())
    await server.gareth.delete(`/api/appointments/${id}`)
})

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const owner = (name: string, more: object = {}) =>
  add('/api/clients', { name, phone: `07700 9${String(names++).padStart(5, '0')}`, ...more })
const stop = (clientId: string, callNumber: number, more: object = {}) =>
  add('/api/appointments', { title: 'Trim', clientId, onDay: today, isCallOnly: true, callNumber, callPeriod: 'PM', ...more })
const complete = (id: string) => server.gareth.put(`/api/appointments/${id}/complete-call`)
const wantsNext = (clientId: string, nextStopsBefore: number) =>
  server.gareth.put(`/api/clients/${clientId}/sms-preferences`, { nextStopsBefore })
/** What was made of these kinds about a visit, oldest first. */
async function texts(appointmentId: string, ...kinds: string[]): Promise<Notice[]> {
  const all = (await server.gareth.get(`/api/notices?appointmentId=${appointmentId}`)).json<Notice[]>()
  return all.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind)).reverse()
}
const putRound = (body: object) => server.gareth.put('/api/rounds', { memberId: server.gareth.memberId, onDay: today, ...body })

test('the owner of the next stop is notified when the one before is done, with the prep line and a link, and no one else is', async () => {
  await server.gareth.put('/api/settings', { prepLine: 'Caught, with dry legs, please.' })
  const [first, second, third] = [
    await stop(await owner('Ann'), 1),
    await stop(await owner('Tom Vaughan'), 2),
    await stop(await owner('Sue'), 3),
  ]
  await complete(first)
  const [text, ...more] = await texts(second)
  expect(more).toEqual([])
  expect(text).toMatchObject({ kind: 'next', state: 'queued', goesAt: expect.any(String) })
  expect(text?.body).toMatch(
    /^Hi Tom, you're next \(Trim\)\.\nCaught, with dry legs, please\.\nWhere I am: http\S+\/q\/\w+\nGareth Probert/,
  )
  expect(await texts(third)).toEqual([])
  expect(await texts(first)).toEqual([])
})

test('at night no one is notified that they are next, but the owner the farrier drives to is notified at once', async () => {
  const send = async () => ({ state: 'sent' as const, reference: null })
  const drain = () =>
    drainPractice(server.db, { sms: send, email: send, push: send }, server.gareth.practiceId, { origin: 'https://diary.example' })
  try {
    setClock(instantOf(today, '23:20', 'Europe/London'))
    const [first, second] = [await stop(await owner('Ann'), 1), await stop(await owner('Tom'), 2)]
    await complete(first)
    setClock(new Date(currentMs() + 31_000))
    await drain()
    expect(await texts(second, 'next')).toMatchObject([{ state: 'cancelled', stateReason: expect.stringContaining('quiet hours') }])
    await server.gareth.put(`/api/appointments/${second}`, { onMyWayAt: currentTime().toISOString() })
    await drain()
    expect(await texts(second, 'on_my_way')).toMatchObject([{ state: 'sent' }])
  } finally {
    resetClock()
  }
})

test('an owner is notified as many stops before as they wished, once, and not at all when they wished for none', async () => {
  const [tom, sue] = [await owner('Tom'), await owner('Sue')]
  await wantsNext(tom, 2)
  await wantsNext(sue, 0)
  const stops = [await stop(await owner('Ann'), 1), await stop(sue, 2), await stop(tom, 3)]
  await complete(String(stops[0]))
  expect((await texts(String(stops[2])))[0]?.body).toMatch(/^Hi Tom, there is 1 stop before you \(Trim\)\./)
  expect(await texts(String(stops[1]))).toEqual([])
  await complete(String(stops[1]))
  expect(await texts(String(stops[2]), 'next')).toHaveLength(1)
})

test('no one is notified twice: not of a stop that is opened and done again, nor after an on my way', async () => {
  const [first, second] = [await stop(await owner('Ann'), 1), await stop(await owner('Tom'), 2)]
  await server.gareth.put(`/api/appointments/${second}`, { onMyWayAt: currentTime().toISOString() })
  await complete(first)
  expect((await texts(second)).map(({ kind }) => kind)).toEqual(['on_my_way'])
})

test('opening a stop again cancels what waits, and on my way replaces it', async () => {
  const [first, second] = [await stop(await owner('Ann'), 1), await stop(await owner('Tom'), 2)]
  await complete(first)
  await server.gareth.post(`/api/appointments/${first}/reopen`)
  expect(await texts(second, 'next')).toMatchObject([{ state: 'cancelled', stateReason: 'The stop before was reopened.' }])
  await complete(first)
  expect((await texts(second, 'next')).map(({ state }) => state)).toEqual(['cancelled', 'queued'])
  await server.gareth.put(`/api/appointments/${second}`, { onMyWayAt: currentTime().toISOString() })
  expect((await texts(second)).map(({ kind, state }) => [kind, state])).toEqual([
    ['next', 'cancelled'],
    ['next', 'cancelled'],
    ['on_my_way', 'queued'],
  ])
})

test('an owner who has stopped texts, has no number or is only pencilled in is not notified', async () => {
  const quiet = await owner('Quiet', { preferredChannel: 'none' })
  const [first, second] = [await stop(await owner('Ann'), 1), await stop(quiet, 2)]
  await complete(first)
  expect(await texts(second)).toEqual([])
  const [third, fourth] = [await stop(await owner('Sue'), 3), await stop(await owner('Pencil'), 4, { status: 'pencilled' })]
  await complete(second)
  await complete(third)
  expect(await texts(fourth)).toEqual([])
})

test('a finish that a device sends half an hour late notifies no one', async () => {
  const [first, second] = [await stop(await owner('Ann'), 1), await stop(await owner('Tom'), 2)]
  const completedAt = new Date(currentMs() - 31 * 60_000).toISOString()
  await server.gareth.put(`/api/appointments/${first}`, { isCallComplete: true, completedAt })
  expect(await texts(second)).toEqual([])
})

test('running late notifies each named owner once, with the delay and the reason', async () => {
  const tom = await owner('Tom')
  const stops = [await stop(tom, 1), await stop(tom, 2), await stop(await owner('Sue'), 3)]
  const tell = stops.slice(0, 2).map((appointmentId) => ({ appointmentId, clientId: tom }))
  await putRound({ state: 'late', lateMinutes: 30, reason: 'Van trouble', tell })
  expect((await texts(String(stops[0])))[0]?.body).toMatch(
    /^Hi Tom, I'm running about 30 minutes late today \(Trim\)\. Van trouble\.\nWhere I am: http/,
  )
  for (const other of stops.slice(1)) expect(await texts(String(other))).toEqual([])
  await putRound({ state: 'running' })
  expect(await texts(String(stops[0]))).toHaveLength(1)
})

test('a round that ends early notifies those it will not reach', async () => {
  const emma = await owner('Emma')
  const horseId = await add('/api/horses', { name: 'Nutmeg', clientId: emma })
  const visit = (
    await server.gareth.post('/api/appointments', {
      title: 'Nutmeg, trim',
      horseId,
      onDay: today,
      isCallOnly: true,
      callNumber: 1,
      callPeriod: 'PM',
    })
  ).json<Appointment>()
  await server.gareth.put(`/api/visit-horses/${visit.horses[0]?.id}`, { outcome: 'not_done', reason: 'Not reached: weather' })
  await putRound({ state: 'finished', reason: 'Weather', tell: [{ appointmentId: visit.id, clientId: emma }] })
  expect(await texts(visit.id, 'not_reached')).toMatchObject([
    {
      state: 'queued',
      body: expect.stringMatching(/^Hi Emma, I'm sorry, I can't reach you today \(Nutmeg, trim\)\. Weather\.\nI'll be in touch/),
    },
  ])
})

test('no one can be notified of a visit of another practice', async () => {
  const clientId = await owner('Tom')
  const tell = [{ appointmentId: await stop(clientId, 1), clientId }]
  const theirs = { memberId: server.other.memberId, onDay: today, state: 'late', lateMinutes: 15, tell }
  expect((await server.other.put('/api/rounds', theirs)).statusCode).toBe(404)
})
