import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { say, startDataHub } from '#connectors/weather/far-side.ts'
import { cellOf, middleOf } from '#features/day/weather/cells.ts'
import type { Exchanged, Integration } from '#features/office/integrations/contract.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import { openReach } from '#platform/server/reach.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

const ZONE = 'Europe/London'
const NOON = new Date('2026-12-01T12:00:00Z')
const [TODAY, HOUR_MS] = [dayOf(NOON, ZONE), 3_600_000]
const KILN_LANE = { lat: 52.2479, lng: -2.8145 }
let far: Awaited<ReturnType<typeof startDataHub>>
let server: TestServer
let yard: string

const far2 = (host: string) => ({ reach: openReach({ reach: [host] }), reachable: [host], farOrigins: { weather: `http://${host}` } })
/** The worker: everything that is due, or that has changed. */
async function pass(more: object = {}, practice = server.gareth) {
  await takeExchanges(server.db, new Date(currentTime().getTime() + HOUR_MS))
  const log = { error: (details: object) => Promise.reject(details) }
  const run = { isTestVersion: true, origin: 'http://localhost:3000', db: server.db, vault: server.app.setup.vault, log }
  await exchangePractice({ ...run, ...far2(far.host), ...more }, practice.practiceId)
}
/** The requests since the last look. */
const asked = () => far.asked.splice(0).map(({ steps, lat, lng }) => `${steps} ${lat} ${lng}`)
const at = ({ lat, lng } = KILN_LANE, steps = 'hourly') => {
  const middle = middleOf(cellOf({ lat, lng }))
  return `${steps} ${middle.lat} ${middle.lng}`
}
const place = (lat: number, lng: number) => ({ lat, lng, positionSource: 'pin' })
const addYard = async (name: string, { lat, lng } = KILN_LANE) =>
  (await server.gareth.post('/api/yards', { name, ...place(lat, lng) })).json<{ id: string }>().id
async function book(days: number, yardId = yard, time = '14:00') {
  const startTime = instantOf(addDays(TODAY, days), time, ZONE)
  const endTime = new Date(startTime.getTime() + HOUR_MS)
  const body = { title: 'Trim', yardId, startTime, endTime, memberId: server.gareth.memberId }
  const answer = await server.gareth.post('/api/appointments', body)
  if (answer.statusCode !== 200 && answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<{ id: string }>().id
}
const connect = (enabled = true) =>
  server.gareth.put('/api/integrations/weather', { enabled, settings: enabled ? { apiKey: far.credentials.key } : {} })
const card = async (practice = server.gareth) =>
  (await practice.get('/api/integrations')).json<Integration[]>().find(({ id }) => id === 'weather')
const log = async () =>
  (await server.gareth.get('/api/integrations/weather/log')).json<Exchanged[]>().map(({ verb, count }) => `${verb} ${count}`)
const rows = (more = '') =>
  server.asOwner(
    `select cell, on_day::text as day, hours, made_at from place_forecasts where deleted_at is null ${more} order by on_day, cell`,
  )
/** The place of the last write: while it stays, nothing was written. */
const written = async () =>
  (await server.asOwner(`select seq from sync_counters where practice_id = '${server.gareth.practiceId}'`))[0]?.seq
const connection = async () => (await server.asOwner(`select * from connections where connector = 'weather'`))[0]
const reset = async () => {
  for (const table of ['place_forecasts', 'connection_log', 'connections']) await server.asOwner(`delete from ${table}`)
  await server.asOwner(`update appointments set deleted_at = now()`)
}

describe('the weather', () => {
  beforeAll(async () => {
    far = await startDataHub()
    server = await startTestServer({ own: true, ...far2(far.host) })
  })
  afterAll(async () => {
    await server.stop()
    await far.stop()
  })
  beforeEach(async () => {
    await setClock(NOON)
    await reset()
    yard = await addYard('Kiln Lane')
    const answer = await connect()
    if (answer.statusCode !== 200) throw new Error(answer.body)
    asked()
  })
  afterEach(() => {
    resetClock()
    far.answer(undefined)
    far.allow(Number.POSITIVE_INFINITY)
  })

  test('is requested once a square, by the hour for today and tomorrow, by three hours for the three days after', async () => {
    const near = await addYard('Kiln Lane Stables', { lat: 52.2481, lng: -2.8141 })
    const other = await addYard('Hill Farm', { lat: 52.4, lng: -2.7 })
    for (const days of [0, 1, 2, 3, 4, 5]) await book(days)
    await book(0, near, '16:00')
    await book(4, other)
    await pass()
    expect(asked()).toEqual([at(), at(KILN_LANE, 'three-hourly'), at({ lat: 52.4, lng: -2.7 }, 'three-hourly')])
    expect((await rows()).map(({ day }) => day)).toEqual([0, 1, 2, 3, 4, 4].map((days) => addDays(TODAY, days)))
    expect(await log()).toEqual(['read 3'])
    expect(await card()).toMatchObject({ status: 'connected', account: 'Weather DataHub', sentence: null, isRehearsed: false })
  })

  test('is not requested where there is no open stop, or none whose place is known', async () => {
    const nowhere = (await server.gareth.post('/api/yards', { name: 'Nowhere' })).json<{ id: string }>().id
    await book(0, nowhere)
    const [done, off] = [await book(0), await book(1)]
    await server.gareth.put(`/api/appointments/${done}`, { isCallComplete: true })
    await server.gareth.put(`/api/appointments/${off}`, { status: 'cancelled' })
    await book(-1)
    await pass()
    expect(asked()).toEqual([])
    expect(await log()).toEqual([])
  })

  test('nothing new asks and writes nothing; after three hours it is read again', async () => {
    await book(0)
    await book(3)
    await pass()
    asked()
    const before = await written()
    for (const minutes of [1, 60, 179]) {
      setClock(new Date(NOON.getTime() + minutes * 60_000))
      await pass()
    }
    expect(asked()).toEqual([])
    expect(await written()).toBe(before)
    setClock(new Date(NOON.getTime() + 181 * 60_000))
    await pass()
    expect(asked()).toHaveLength(2)
    expect((await rows()).map(({ made_at }) => (made_at as Date).getTime() > NOON.getTime() + 3 * HOUR_MS)).toEqual([true, true])
  })

  test('a stop that is booked meanwhile gets its request at once, and alone', async () => {
    await book(0)
    await pass()
    asked()
    await book(0, await addYard('Hill Farm', { lat: 52.4, lng: -2.7 }))
    await pass()
    expect(asked()).toEqual([at({ lat: 52.4, lng: -2.7 })])
  })

  test('yesterday’s is removed, and the next day is read', async () => {
    await book(0)
    await book(1)
    await pass()
    setClock(new Date('2026-12-02T00:05:00Z'))
    await pass()
    expect((await rows()).map(({ day }) => day)).toEqual([addDays(TODAY, 1)])
    expect(new Date(String((await connection())?.next_at)).toISOString()).toMatch(/^2026-12-02T03:05/)
  })

  test('comes to devices as it was given', async () => {
    far.forecast((end) => ({ rainMm: end.toISOString().startsWith('2026-12-01T15') ? 2.5 : 0, chance: 80, gust: 10, coldest: 4 }))
    await book(0)
    await pass()
    const [row] = await rows()
    const hours = row?.hours as { from: string; stepHours: number; rainMm: number[]; gustMph: number[] }
    expect(hours).toMatchObject({ from: '2026-12-01T11:00:00.000Z', stepHours: 1 })
    expect(hours.rainMm).toEqual([0, 0, 0, 2.5, ...Array(9).fill(0)])
    expect(new Set(hours.gustMph)).toEqual(new Set([22]))
  })

  test('a pass never requests more than 300 a day, nearest days first, and its card says so', async () => {
    await book(4)
    await book(0, await addYard('Hill Farm', { lat: 52.4, lng: -2.7 }))
    await server.asOwner(`update connections set calls_on = '2026-12-01', calls = 299 where connector = 'weather'`)
    await pass()
    expect(asked()).toEqual([at({ lat: 52.4, lng: -2.7 })])
    expect(await card()).toMatchObject({ status: 'connected', sentence: expect.stringContaining('used up') })
    expect((await connection())?.next_at).toEqual(new Date('2026-12-02T00:00:00Z'))
    await pass()
    expect(asked()).toEqual([])
    setClock(new Date('2026-12-02T00:01:00Z'))
    await pass()
    expect(asked()).toContain(at(KILN_LANE, 'three-hourly'))
    expect(await card()).toMatchObject({ sentence: null })
  })

  test('a 429 waits until the next day, and keeps what came before it', async () => {
    await book(0)
    await book(0, await addYard('Hill Farm', { lat: 52.4, lng: -2.7 }), '16:00')
    far.allow(1)
    await pass()
    expect(await rows()).toHaveLength(1)
    expect(await card()).toMatchObject({ status: 'connected', sentence: expect.stringContaining('used up') })
    expect(Number((await connection())?.next_at)).toBeCloseTo(Number(new Date('2026-12-02T00:00:00Z')), -4)
    asked()
    await pass()
    expect(asked()).toEqual([])
    expect((await connection())?.calls).toBe(2)
  })

  test('a key that is refused stops it, with one task, until it is entered again', async () => {
    await book(0)
    far.answer((answer) => say(answer, 401, {}))
    await pass()
    await pass()
    expect(asked()).toHaveLength(1)
    expect(await card()).toMatchObject({ status: 'error', sentence: expect.stringContaining('refused the key') })
    far.answer(undefined)
    await connect()
    await pass()
    expect(await card()).toMatchObject({ status: 'connected', sentence: null })
    expect(await rows()).toHaveLength(1)
  })

  test('a service that is down gets another request later, and nothing known is lost', async () => {
    await book(0)
    await pass()
    setClock(new Date(NOON.getTime() + 4 * HOUR_MS))
    far.answer((answer) => say(answer, 503, ''))
    await pass()
    expect(await rows()).toHaveLength(1)
    expect(await card()).toMatchObject({ status: 'connected', sentence: expect.stringContaining('not answering') })
  })

  test('an answer that knows nothing of the day is not requested again and again', async () => {
    await book(0)
    far.answer((answer) => say(answer, 200, { features: [{ properties: { timeSeries: [] } }] }))
    await pass()
    await pass()
    expect(asked()).toHaveLength(1)
  })

  test.for(['off', 'disconnected'])('switched %s, all of it is removed', async (how) => {
    await book(0)
    await pass()
    expect(await rows()).toHaveLength(1)
    const answer = how === 'off' ? await connect(false) : await server.gareth.delete('/api/integrations/weather')
    expect(answer.statusCode).toBe(200)
    expect(await rows()).toEqual([])
  })

  test('disconnected by taking out what is there, it ends automatically', async () => {
    await server.gareth.delete('/api/integrations/weather?there=remove')
    await pass()
    expect(await connection()).toBeUndefined()
  })

  test('is the owner’s alone, and another practice has none of it', async () => {
    await book(0)
    await pass()
    expect(await card(server.other)).toMatchObject({ enabled: false })
    const theirs = await server.asOwner(`select 1 from place_forecasts where practice_id = '${server.other.practiceId}'`)
    expect(theirs).toEqual([])
  })

  test('in the test version nothing leaves: what would have been requested is logged word for word, once', async () => {
    await book(0)
    const elsewhere = { reachable: [], farOrigins: {} }
    await pass(elsewhere)
    await pass(elsewhere)
    expect(asked()).toEqual([])
    const [line, ...more] = (await server.gareth.get('/api/integrations/weather/log')).json<Exchanged[]>()
    const { lat, lng } = middleOf(cellOf(KILN_LANE))
    expect(line).toMatchObject({ verb: 'rehearsed', count: 1, words: `by the hour at ${lat}, ${lng}` })
    expect(more).toEqual([])
    await book(3)
    await pass(elsewhere)
    expect(await log()).toEqual(['rehearsed 2', 'rehearsed 1'])
    expect(await rows()).toEqual([])
  })
})
