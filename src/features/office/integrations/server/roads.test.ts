import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openrouteservice, valhalla } from '#connectors/roads/far-side.ts'
import type { PublicStop, TravelTable } from '#features/day/round/contract.ts'
import { tableId } from '#features/day/round/rules.ts'
import { eraseClients } from '#features/office/erasure/server/jobs.ts'
import type { Exchanged, Integration } from '#features/office/integrations/contract.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { addDays, type Day, dayOf, instantOf, shortDay } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { LatLng } from '#lib/position.ts'
import type { SyncRow } from '#lib/sync.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import { openReach } from '#platform/server/reach.ts'
import { DRAWN } from '#testing/roads-lengths.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* Road times of a practice's next days, from a double of openrouteservice and from a real Valhalla: both have the drawn map. */

const ZONE = 'Europe/London'
let far: Awaited<ReturnType<typeof openrouteservice.start>>
let server: TestServer
let today: Day
let isTestVersion = false

const at = (day: Day, time: string) => instantOf(day, time, ZONE)
/** The worker: everything that is due, or that has changed. */
const pass = async (hosts = [far.host]) => {
  await takeExchanges(server.db, new Date(currentTime().getTime() + 3_600_000))
  const run = { reachable: isTestVersion ? [] : hosts, isTestVersion, origin: 'http://localhost:3000', farOrigins: { roads: far.address } }
  const log = { error: (details: object) => Promise.reject(details) }
  const reach = openReach({ reach: hosts })
  await exchangePractice({ ...run, db: server.db, vault: server.app.setup.vault, reach, log }, server.gareth.practiceId)
}
const put = (settings: object, enabled = true) => server.gareth.put('/api/integrations/roads', { enabled, settings })
const connect = async () => {
  const answer = await put({ apiKey: far.credentials.key })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
const card = async () => (await server.gareth.get('/api/integrations')).json<Integration[]>().find(({ id }) => id === 'roads')
const logged = async () =>
  (await server.gareth.get('/api/integrations/roads/log')).json<Exchanged[]>().map(({ verb, words }) => [verb, words])
const yard = async (name: string, { lat, lng }: LatLng) =>
  (await server.gareth.post('/api/yards', { name, lat, lng, positionSource: 'pin' })).json<{ id: string }>().id
const book = async (yardId: string, day: Day, time = '09:00') => {
  const answer = await server.gareth.post('/api/appointments', {
    ...{ title: 'Trim for Mrs Secret', startTime: at(day, time), endTime: at(day, `${time.slice(0, 3)}45`) },
    ...{ yardId, memberId: server.gareth.memberId },
  })
  return answer.json<{ id: string }>().id
}
const tables = async () =>
  (await server.gareth.get(`/api/sync/pull?deviceId=${uuidv7()}&since=0&isNew=true&limit=1000&name=phone`))
    .json<{ rows: SyncRow[] }>()
    .rows.filter(({ entity, deleted }) => entity === 'travel_tables' && !deleted)
    .map(({ data }) => data as unknown as TravelTable)
const table = async (day: Day) => (await tables()).find(({ onDay }) => onDay === day)
const written = async () => (await server.asOwner('select max(seq) as seq from travel_tables'))[0]?.seq
const matrices = () => far.asked.filter((line) => line.includes('/v2/matrix'))

beforeAll(async () => {
  // Regardless of the day, it is a morning with a round ahead.
  setClock(instantOf(dayOf(currentTime(), ZONE), '08:00', ZONE))
  far = await openrouteservice.start()
  server = await startTestServer({
    own: true,
    reach: openReach({ reach: ['127.0.0.1'] }),
    reachable: ['127.0.0.1'],
    farOrigins: { roads: far.address },
  })
  today = dayOf(currentTime(), ZONE)
})
afterAll(async () => {
  await server.stop()
  await far.stop()
})

describe('road times', () => {
  const places = { south: '', north: '', southEast: '', lost: '' }
  beforeAll(async () => {
    for (const name of ['south', 'north', 'southEast', 'lost'] as const) places[name] = await yard(`${name} Secret Farm`, DRAWN[name])
  })
  beforeEach(async () => {
    isTestVersion = false
    far.fail(null)
    await server.gareth.delete('/api/integrations/roads')
    await server.gareth.inPractice((tx) => tx.updateTable('appointments').set({ deleted_at: currentTime() }).execute())
    await server.asOwner('delete from travel_tables')
    await connect()
    await pass()
    far.asked.length = 0
  })

  test('of a day come by one request, without names, and to devices', async () => {
    const day = addDays(today, 2)
    await book(places.south, day)
    await book(places.north, day, '11:00')
    await book(places.lost, day, '13:00')
    await pass()
    expect(matrices()).toHaveLength(1)
    expect(far.asked.join()).not.toMatch(/Secret|Farm|Trim|Gareth/)
    const found = await table(day)
    expect(found).toMatchObject({ id: tableId(server.gareth.memberId, day), memberId: server.gareth.memberId, engine: 'openrouteservice' })
    const indexOf = ({ lat, lng }: LatLng) => found?.places.findIndex(([a, b]) => a === lat && b === lng) ?? -1
    const [south, north, lost] = [indexOf(DRAWN.south), indexOf(DRAWN.north), indexOf(DRAWN.lost)]
    expect(found?.legs[south]?.[north]?.[0]).toBeCloseTo(15.85, 1)
    expect(found?.legs[south]?.[lost]).toBeNull()
    expect(await card()).toMatchObject({ status: 'connected', sentence: null, account: 'openrouteservice' })
    expect((await logged())[0]).toEqual(['read', `3 places of ${shortDay(day)}`])
    expect(await server.asOwner(`select 1 from activity where entity = 'travel_tables'`)).toEqual([])
  })

  test('are requested again only where a place is new: not with nothing new, nor in another order, nor of fewer places', async () => {
    const day = addDays(today, 1)
    const first = await book(places.south, day)
    const second = await book(places.north, day, '11:00')
    await pass()
    const before = await written()
    far.asked.length = 0
    await pass()
    await server.gareth.put(`/api/appointments/${first}`, { roundRank: 'z' })
    await server.gareth.put(`/api/appointments/${second}`, { startTime: at(day, '15:00'), endTime: at(day, '16:00') })
    await pass()
    expect([await written(), far.asked]).toEqual([before, []])
    const third = await book(places.southEast, day, '12:00')
    await pass()
    expect([matrices().length, (await table(day))?.places.length]).toEqual([1, 3])
    await server.gareth.delete(`/api/appointments/${third}`)
    await pass()
    expect([matrices().length, (await table(day))?.places.length]).toEqual([1, 2])
    expect((await table(day))?.legs[0]?.[1]?.[0]).toBeCloseTo(15.85, 1)
    await server.gareth.delete(`/api/appointments/${second}`)
    await pass()
    expect([matrices().length, await table(day)]).toEqual([1, undefined])
  })

  test('begin at the base, and reach seven days', async () => {
    await server.gareth.put('/api/settings', { base: { lat: DRAWN.bridge.lat, lng: DRAWN.bridge.lng } })
    for (const ahead of [0, 6, 7]) await book(places.south, addDays(today, ahead), '18:00')
    await pass()
    expect((await tables()).map(({ onDay, places: points }) => [onDay, points]).sort()).toEqual(
      [0, 6].map((ahead) => [
        addDays(today, ahead),
        [
          [52.2, -2.9],
          [52.2, -2.8],
        ],
      ]),
    )
    await server.gareth.put('/api/settings', { base: null })
  })

  test('are in the range an owner reads: the way round by the bridge takes longer than the line across', async () => {
    const tom = await server.gareth.post('/api/clients', { name: 'Tom Vaughan', ...DRAWN.north, positionSource: 'pin' })
    const { id: clientId } = tom.json<{ id: string }>()
    await book(places.south, today, '12:00')
    const whose = { title: 'Trim', clientId, memberId: server.gareth.memberId }
    const placed = { isCallOnly: true, callNumber: 2, callPeriod: 'PM', startTime: at(today, '08:00'), endTime: at(today, '08:00') }
    await server.gareth.post('/api/appointments', { ...whose, ...placed })
    await pass()
    const [stop] = (await server.app.inject({ url: `/api/appointments/today/${clientId}` })).json<PublicStop[]>()
    // Left at 12:45; 15.85 km at 50 km/h and three minutes are 13:07, of which a third of 45 minutes goes off. The line across would be 12:30.
    expect(stop?.arrivalRange).toMatchObject({ from: at(today, '12:45').toISOString(), to: at(today, '13:30').toISOString() })
  })

  test('of a silent source come later, and what came before it stays', async () => {
    const day = addDays(today, 1)
    await book(places.south, day)
    await book(places.north, day, '11:00')
    far.fail('busy')
    await pass()
    expect(await card()).toMatchObject({ status: 'connected', sentence: 'It is not answering. We keep trying.' })
    expect(await tables()).toEqual([])
    far.fail(null)
    await server.gareth.post('/api/integrations/roads/check', {})
    await pass()
    expect([(await tables()).length, (await card())?.sentence]).toEqual([1, null])
  })

  test('that a source has none of are not requested again, and the rest of the days come', async () => {
    const atSea = [await yard('At sea', { lat: 10, lng: 10 }), await yard('More sea', { lat: 10, lng: 10.1 })]
    for (const [index, id] of atSea.entries()) await book(id, addDays(today, 1), `1${index}:00`)
    await book(places.south, addDays(today, 2))
    await book(places.north, addDays(today, 2), '11:00')
    await pass()
    expect(await table(addDays(today, 1))).toMatchObject({
      engine: null,
      legs: [
        [null, null],
        [null, null],
      ],
    })
    expect((await table(addDays(today, 2)))?.engine).toBe('openrouteservice')
    expect(await logged()).toContainEqual(['failed', expect.stringMatching(/^2 places of .*: It has no roads for some of these places/)])
    far.asked.length = 0
    await pass()
    expect(far.asked).toEqual([])
  })

  test('go when they are switched off', async () => {
    await book(places.south, addDays(today, 1))
    await book(places.north, addDays(today, 1), '11:00')
    await pass()
    expect(await tables()).toHaveLength(1)
    await put({}, false)
    expect(await tables()).toEqual([])
    expect(JSON.stringify(await server.asOwner('select places, legs from travel_tables'))).not.toMatch(/52/)
  })

  test('are only rehearsed in the test version: it logs once what would have gone', async () => {
    const day = addDays(today, 3)
    await server.asOwner('delete from connection_log')
    await book(places.south, day)
    await book(places.north, day, '11:00')
    isTestVersion = true
    await pass()
    await pass()
    expect([far.asked, await tables()]).toEqual([[], []])
    expect(await logged()).toEqual([['rehearsed', `2 places of ${shortDay(day)}`]])
  })

  test('hold no place of a client who was erased', async () => {
    const named = { name: 'Mair Erased', ...DRAWN.north, positionSource: 'pin' }
    const client = (await server.gareth.post('/api/clients', named)).json<{ id: string; name: string }>()
    const day = addDays(today, 1)
    await book(places.south, day)
    await server.gareth.post('/api/appointments', {
      ...{ title: 'Trim', startTime: at(day, '11:00'), endTime: at(day, '12:00'), clientId: client.id, memberId: server.gareth.memberId },
    })
    await pass()
    expect(await tables()).toHaveLength(1)
    const { id } = (await server.gareth.post(`/api/clients/${client.id}/erasure`, { clientName: client.name })).json<{ id: string }>()
    const folders = {
      db: server.db,
      files: server.app.setup.files,
      dataFolder: server.filesFolder,
      keyedHash: server.app.setup.keyedHash,
      origin: 'http://localhost:3000',
    }
    await eraseClients(folders).handle({ practiceId: server.gareth.practiceId, erasureId: id })
    expect(await server.asOwner('select 1 from travel_tables')).toEqual([])
  })

  test('an owner alone connects them, and a wrong key is refused at once', async () => {
    const { put: putAs } = await server.gareth.addMember('Ann Office', 'office')
    expect((await putAs('/api/integrations/roads', { enabled: true, settings: { apiKey: 'x' } })).statusCode).toBe(403)
    const wrong = await put({ apiKey: 'wrong key altogether' })
    expect([wrong.statusCode, wrong.json<{ message: string }>().message]).toEqual([
      422,
      'openrouteservice refused the key. Enter it again.',
    ])
    await server.gareth.delete('/api/integrations/roads')
    expect((await put({ apiKey: '' })).json()).toMatchObject({ code: 'key_required' })
  })
})

describe.skipIf(valhalla.missing)(`road times of one's own server${valhalla.missing ? ` (missing: ${valhalla.missing})` : ''}`, () => {
  test('need its address alone', async () => {
    const own = await valhalla.start()
    onTestFinished(own.stop)
    await server.gareth.delete('/api/integrations/roads')
    const day = addDays(today, 4)
    await book(await yard('Left', DRAWN.south), day)
    await book(await yard('Right', DRAWN.southEast), day, '11:00')
    const answer = await put({ address: own.address, apiKey: '' })
    expect(answer.json()).toMatchObject({ enabled: true, status: 'connected', account: expect.stringMatching(/^Valhalla 3\.\d+\.\d+ at /) })
    expect(answer.json<Integration>().settings.apiKey).toBeUndefined()
    await pass([own.host])
    expect(await table(day)).toMatchObject({ engine: 'valhalla' })
    expect((await table(day))?.legs[0]?.[1]?.[0]).toBeCloseTo(5.45, 1)
  })
})
