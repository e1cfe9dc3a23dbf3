import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '#connectors/kit/refusal.ts'
import { weather } from '#connectors/weather/connector.ts'
import { say, startDataHub } from '#connectors/weather/far-side.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { setClock } from '#lib/clock.ts'
import { openReach } from '#platform/server/reach.ts'
import { answersSuite } from '#testing/answers-suite.ts'
import { resetClock } from '#testing/set-clock.ts'

const PLACE = { lat: 52.227, lng: -2.745 }
const NOW = new Date('2026-11-28T08:20:00Z')
let far: Awaited<ReturnType<typeof startDataHub>>

const wireWith = (key = far.credentials.key) =>
  openWire({
    fetch: openReach({ reach: [far.host] }),
    manifest: weather.manifest,
    credentials: { ...far.credentials, key },
  })
const refusalOf = (asking: Promise<unknown>) =>
  asking.then(
    () => 'answered',
    (error) => (error instanceof Refusal ? { kind: error.kind, afterMs: error.afterMs, says: error.sentence } : error),
  )
const refusal = () => refusalOf(weather.weather.hourly(wireWith(), PLACE))

beforeAll(async () => {
  far = await startDataHub()
})
afterAll(() => far.stop())
beforeEach(() => setClock(NOW))
afterEach(() => {
  resetClock()
  far.answer(undefined)
  far.allow(Number.POSITIVE_INFINITY)
  far.forecast(() => ({ rainMm: 0, chance: 5, gust: 4, coldest: 9 }))
})

const IN_THE_MORNING = { kind: 'later', afterMs: expect.any(Number) }
answersSuite('DataHub', weather.manifest, (wire) => weather.weather.hourly(wire, PLACE), IN_THE_MORNING)

describe('a forecast', () => {
  test('is requested by position alone, by the hour for two days', async () => {
    far.asked.splice(0)
    const spells = await weather.weather.hourly(wireWith(), PLACE)
    expect(far.asked).toEqual([{ steps: 'hourly', ...PLACE }])
    expect(spells).toHaveLength(49)
    expect(spells.at(-1)?.start.toISOString()).toBe('2026-11-30T07:00:00.000Z')
  })

  test('or three hours at a time for a week', async () => {
    const spells = await weather.weather.threeHourly(wireWith(), PLACE)
    expect(spells.map(({ hours }) => hours)).toEqual(Array(57).fill(3))
    expect(spells.at(-1)?.start.toISOString()).toBe('2026-12-05T03:00:00.000Z')
  })

  test('names the end of each step: its amounts are of the hours before', async () => {
    far.forecast((end) => (end.toISOString().startsWith('2026-11-28T10:00') ? { rainMm: 1.2, chance: 80, gust: 20, coldest: -1.5 } : {}))
    const spells = await weather.weather.hourly(wireWith(), PLACE)
    expect(spells.filter(({ rainMm }) => rainMm !== null)).toEqual([
      { start: new Date('2026-11-28T09:00:00Z'), hours: 1, rainMm: 1.2, rainChance: 80, gustMph: 45, coldest: -1.5 },
    ])
  })

  test('in which parameters are missing, or are none, has nulls for them', async () => {
    const properties = {
      timeSeries: [{ time: '2026-11-28T10:00Z', totalPrecipAmount: 'much', windGustSpeed10m: 10, screenTemperature: 3 }],
    }
    far.answer((answer) => say(answer, 200, { type: 'FeatureCollection', features: [{ properties }] }))
    expect(await weather.weather.hourly(wireWith(), PLACE)).toEqual([
      { start: new Date('2026-11-28T09:00:00Z'), hours: 1, rainMm: null, rainChance: null, gustMph: 22, coldest: 3 },
    ])
  })
})

describe('a key', () => {
  test('is proven by one request', async () => {
    far.asked.splice(0)
    expect(await weather.check(wireWith())).toEqual({ account: 'Weather DataHub' })
    expect(far.asked).toHaveLength(1)
  })

  test.for(['wrong', '', 'expired.key.of-last-year'])('that is refused (%j) is to be entered again', async (key) => {
    expect(await refusalOf(weather.check(wireWith(key)))).toMatchObject({ kind: 'sign_in', says: expect.stringContaining('key') })
  })

  test('for another product may not do this', async () => {
    far.answer((answer) => say(answer, 403, { code: '900908', message: 'Resource forbidden' }))
    expect(await refusal()).toMatchObject({ kind: 'not_allowed', says: expect.stringContaining('Global Spot') })
  })

  test('whose calls are used up waits as long as the answer wants', async () => {
    far.answer((answer) => say(answer, 429, {}, { 'retry-after': '900' }))
    expect(await refusal()).toMatchObject({ kind: 'later', afterMs: 900_000, says: expect.stringContaining('used up') })
  })

  test('or until the next day begins, when the answer gives no time', async () => {
    far.allow(0)
    const { kind, afterMs } = await refusal()
    expect([kind, Math.round(afterMs / 60_000)]).toEqual(['later', 15 * 60 + 40])
  })
})

describe('an answer', () => {
  test.for([
    ['half of it', '{"features":[{"properties":{"timeSer'],
    ['no place', '{"features":[]}'],
    ['no time', '{"features":[{"properties":{"timeSeries":[{"screenTemperature":3}]}}]}'],
    ['a time that is none', '{"features":[{"properties":{"timeSeries":[{"time":"tomorrow"}]}}]}'],
  ])('of %s is tried again, and says so', async ([, body]) => {
    far.answer((answer) => say(answer, 200, body))
    expect(await refusal()).toMatchObject({ kind: 'later', says: expect.stringContaining("can't be read") })
  })

  test('of more steps than a week has is not read', async () => {
    const timeSeries = Array(401).fill({ time: '2026-11-28T10:00Z' })
    far.answer((answer) => say(answer, 200, { features: [{ properties: { timeSeries } }] }))
    expect(await refusal()).toMatchObject({ kind: 'later' })
  })

  test('of a place it knows nothing of is refused', async () => {
    expect(await refusalOf(weather.weather.hourly(wireWith(), { lat: 95, lng: 0 }))).toMatchObject({
      kind: 'refused',
      says: expect.stringContaining('400'),
    })
  })
})
