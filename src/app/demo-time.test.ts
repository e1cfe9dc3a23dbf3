import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makePattern } from '#app/demo.ts'
import { cast } from '#db/cast.ts'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import { clockAheadMs, currentMs, machineMs, setClock } from '#lib/clock.ts'
import { dayOf, instantOf, timeOf } from '#lib/dates.ts'
import { demoDayOn } from '#lib/demo-day.ts'
import { openCarriers } from '#platform/server/sending/sending.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
const aheadMs = clockAheadMs()
beforeAll(async () => {
  server = await startTestServer({ demo: { opens: 'copy' } })
})
afterAll(() => server.stop())
afterEach(() => setClock(new Date(machineMs() + aheadMs)))

const ZONE = cast.practice.zone
const MINUTE = 60_000
/** An instant as the database gives it. */
const at = (value: unknown) => new Date(value as Date)
type Visit = { id: string; clientId: string | null; status: string; startTime: string; isCallOnly: boolean }
type User = { practice: { id: string; demo?: { day: string; from: string } } }

/** A visitor who opens the demo at a moment, on the demo practice of that day. */
async function visitAt(moment: string) {
  setClock(moment)
  const config = { demo: { opens: 'copy' as const, ready: 0, most: 100 } }
  await makePattern({ db: server.db, files: server.app.setup.files }, config, demoDayOn(dayOf(moment, ZONE)))
  const answer = await server.app.inject({ method: 'POST', url: '/api/auth/demo' })
  const cookies = { [server.app.cookieName]: answer.cookies[0]?.value ?? '' }
  const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    server.app.inject({ method, url, cookies, ...(payload && { payload }) })
  const get = async <T>(url: string) => (await send('GET', url)).json<T>()
  const { practice } = await get<User>('/api/auth/user')
  return { send, get, practice }
}

/** A visit of the afternoon, by the clock of the demo, to an owner who can be texted. */
async function bookedVisit(send: Awaited<ReturnType<typeof visitAt>>['send'], day: string) {
  const { id: clientId } = (await send('POST', '/api/clients', { name: 'Ann Evans', phone: '07700 900199' })).json<{ id: string }>()
  const [startTime, endTime] = [instantOf(day, '14:00', ZONE).toISOString(), instantOf(day, '15:00', ZONE).toISOString()]
  const visit = (await send('POST', '/api/appointments', { title: 'Bramble', clientId, startTime, endTime })).json<{ id: string }>()
  return { id: visit.id, clientId }
}

const SUNDAY_NIGHT = '2026-11-22T22:30:00Z'

describe('opened at any hour', () => {
  test.each([
    ['at seven in the morning', '2026-11-24T07:00:00Z', '2026-11-24'],
    ['at one', '2026-11-24T13:00:00Z', '2026-11-24'],
    ['at half past ten in the evening', '2026-11-24T22:30:00Z', '2026-11-24'],
    ['on a Sunday', '2026-11-22T15:00:00Z', '2026-11-23'],
    ['on Christmas Day', '2026-12-25T12:00:00Z', '2026-12-29'],
    ['in the night the clocks go back', '2026-10-25T01:30:00Z', '2026-10-26'],
    ['in the night they go forward', '2027-03-28T00:30:00Z', '2027-03-30'],
  ])('%s, it is 10:40 of a working day, and the server goes by that day', async (_name, moment, day) => {
    const { practice, get } = await visitAt(moment)
    expect(practice.demo?.day).toBe(day)
    expect(Math.abs(at(practice.demo?.from).getTime() - currentMs())).toBeLessThan(10 * MINUTE)
    const ofToday = await get<Visit[]>('/api/appointments')
    expect(ofToday).toEqual(await get<Visit[]>(`/api/appointments?date=${day}`))
    expect(ofToday.filter(({ clientId }) => clientId).length).toBeGreaterThan(3)
    const stats = await get<{ todayAppointments: number }>('/api/dashboard/stats')
    expect(stats.todayAppointments).toBe(ofToday.length)
  })
})

describe('by the clock of the demo', () => {
  test('what is written carries its time, and the session that of the server', async () => {
    const { practice, send } = await visitAt(SUNDAY_NIGHT)
    const { id } = (await send('POST', '/api/clients', { name: 'Written on Sunday night' })).json<{ id: string }>()
    const [row] = await server.asOwner(
      `select c.created_at, a.at from clients c join activity a on a.entity_id = c.id where c.id = '${id}'`,
    )
    for (const one of [at(row?.created_at), at(row?.at)]) expect([dayOf(one, ZONE), timeOf(one, ZONE)]).toEqual(['2026-11-23', '10:40'])
    const [session] = await server.asOwner(`select expires_at from directory.sessions where practice_id = '${practice.id}'`)
    expect(dayOf(at(session?.expires_at), ZONE)).toBe('2027-02-20')
  })

  test('a practice that is really run has the real time beside it', async () => {
    await visitAt(SUNDAY_NIGHT)
    const { id } = (await server.gareth.post('/api/clients', { name: 'Real' })).json<{ id: string }>()
    const [row] = await server.asOwner(`select created_at from clients where id = '${id}'`)
    expect(dayOf(at(row?.created_at), ZONE)).toBe('2026-11-22')
  })

  test('no visit of its day is past, so its owners can be texted at night, and are before long', async () => {
    const { practice, send } = await visitAt('2026-11-24T22:30:00Z')
    const visit = await bookedVisit(send, '2026-11-24')
    const outcome = await send('POST', `/api/appointments/${visit.id}/send-reminder`)
    expect(outcome.statusCode).toBeLessThan(300)
    const [wake] = await server.asOwner(`select due_at from directory.wakes where practice_id = '${practice.id}'`)
    expect(at(wake?.due_at).getTime()).toBeLessThan(currentMs() + 5 * MINUTE)
    setClock(new Date(currentMs() + 5 * MINUTE))
    await drainPractice(server.db, openCarriers({ mode: 'test', dataFolder: '', origin: '' }), practice.id, { origin: '' })
    const [notice] =
      await server.asOwner(`select state, state_reason, state_at from notices where practice_id = '${practice.id}' and kind = 'reminder'
      order by created_at desc limit 1`)
    expect(['sent', 'delivered', 'simulated']).toContain(notice?.state)
    expect(timeOf(at(notice?.state_at), ZONE)).toBe('10:45')
  })

  test('an owner’s page shows its day and time, by a raw id and by a link, and its links do not end with that day', async () => {
    const { send, practice } = await visitAt(SUNDAY_NIGHT)
    const visit = await bookedVisit(send, '2026-11-23')
    const answer = await server.app.inject(`/api/appointments/today/${visit.clientId}`)
    expect(answer.json<unknown[]>().length).toBeGreaterThan(0)
    const date = String(answer.headers.date)
    expect([dayOf(date, ZONE), timeOf(date, ZONE)]).toEqual(['2026-11-23', '10:40'])
    const links = (await send('POST', `/api/appointments/${visit.id}/send-reminder`)).statusCode
    expect(links).toBeLessThan(300)
    const [notice] = await server.asOwner(`select body from notices where practice_id = '${practice.id}' and kind = 'reminder'
      and subject_id = '${visit.id}' order by created_at desc limit 1`)
    const token = /\/q\/(\w+)/.exec(String(notice?.body))?.[1]
    expect(token).toBeDefined()
    setClock('2026-12-20T12:00:00Z')
    const later = await server.app.inject(`/api/appointments/today/${token}`)
    expect(later.json<unknown[]>().length).toBeGreaterThan(0)
  })

  test('a device whose clock shows another time than the server pushes changes as any other', async () => {
    const { send, get } = await visitAt(SUNDAY_NIGHT)
    const [client] = await get<{ id: string }[]>('/api/clients?limit=1')
    const op = (name: string, k: number) => ({
      ...{ opId: crypto.randomUUID(), endpoint: '/api/clients', entity: 'clients', action: 'UPDATE', deps: [], k },
      ...{ id: client?.id, data: { name }, createdAt: '2026-11-23T10:40:00.000Z' },
    })
    const push = async (deviceId: string, ...ops: object[]) =>
      (await send('POST', '/api/sync/push', { deviceId, schema: 1, ops })).json<{ results: { status: string }[] }>().results
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
    expect(await push(one, op('At 10:40', 1), op('At 10:41', 2))).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
    setClock('2026-11-23T04:55:00Z')
    expect(await push(other, op('After the clock began again', 1))).toMatchObject([{ status: 'applied' }])
    expect((await get<{ name: string }>(`/api/clients/${client?.id}`)).name).toBe('After the clock began again')
  })
})
