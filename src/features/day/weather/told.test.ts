import { describe, expect, test } from 'vitest'
import { creditOf, dayWeatherOf } from '#features/day/weather/day-weather.ts'
import { packSteps } from '#features/day/weather/steps.ts'
import { weatherAt, weatherLines } from '#features/day/weather/told.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { instantOf } from '#lib/dates.ts'

const ZONE = 'Europe/London'
const DAY = '2026-12-01'
const NIGHT = instantOf(DAY, '05:00', ZONE).getTime()
type Hour = { rain?: number | null; chance?: number | null; gust?: number | null; cold?: number | null }

/** The forecast of a day that is dry, calm and mild but for these hours. */
function forecast(hours: Record<number, Hour>, step: 1 | 3 = 1) {
  const steps = Array.from({ length: 24 / step }, (_, at) => hours[at * step] ?? {})
  const from = instantOf(DAY, '00:00', ZONE).toISOString()
  const value = (given: number | null | undefined, usual: number) => (given === undefined ? usual : given)
  return {
    id: 'f',
    cell: '1,1',
    onDay: DAY,
    madeAt: new Date(NIGHT).toISOString(),
    hours: {
      from,
      stepHours: step,
      rainMm: steps.map(({ rain }) => value(rain, 0)),
      rainChance: steps.map(({ chance }) => value(chance, 90)),
      gustMph: steps.map(({ gust }) => value(gust, 15)),
      coldest: steps.map(({ cold }) => value(cold, 7)),
    },
  }
}
const between = (first: number, last: number, hour: Hour) =>
  Object.fromEntries(Array.from({ length: last - first }, (_, at) => [first + at, hour]))
const visit = (start: string, end: string, more: Partial<VisitRow> = {}) =>
  ({
    status: 'booked',
    clientId: 'c',
    yardId: 'y',
    isCallOnly: false,
    isCallComplete: false,
    callPeriod: 'AM',
    ...whenOn(DAY, start, end, ZONE),
    ...more,
  }) as VisitRow

type WeatherCase = { cover?: boolean | null; now?: number; of?: VisitRow }
function told(hours: ReturnType<typeof forecast>, { cover = false, now = NIGHT, of = visit('10:00', '11:00') }: WeatherCase = {}) {
  const weather = weatherAt(of, cover, hours, now)
  return weather ? weatherLines(weather, ZONE, now) : []
}

describe('rain', () => {
  const wet = forecast(between(9, 12, { rain: 1.2 }))

  test('is shown where there is no cover, as long as it lasts', () => {
    expect(told(wet)).toEqual(['Rain 09:00 to 12:00'])
    expect(told(wet, { cover: true })).toEqual([])
  })

  test('is shown where it is not recorded whether there is cover, as at clients’ own places', () => {
    expect(told(wet, { cover: null })).toEqual(['Rain 09:00 to 12:00'])
    expect(weatherAt(visit('10:00', '11:00'), null, wet, NIGHT)?.isOpen).toBe(false)
    expect(weatherAt(visit('10:00', '11:00'), false, wet, NIGHT)?.isOpen).toBe(true)
  })

  test('before or after the stop is not shown', () => {
    expect(told(wet, { of: visit('12:00', '13:00') })).toEqual([])
    expect(told(wet, { of: visit('08:00', '09:00') })).toEqual([])
    expect(told(wet, { of: visit('08:00', '09:05') })).toEqual(['Rain 09:00 to 12:00'])
  })

  test('that is slight, less likely than not, or not known is not shown', () => {
    expect(told(forecast(between(9, 12, { rain: 0.4 })))).toEqual([])
    expect(told(forecast(between(9, 12, { rain: 3, chance: 49 })))).toEqual([])
    expect(told(forecast(between(9, 12, { rain: null })))).toEqual([])
    expect(told(forecast(between(9, 12, { rain: 0.5, chance: null })))).toEqual(['Rain 09:00 to 12:00'])
  })

  test('is heavy from four millimetres an hour on, in three hours from twelve', () => {
    expect(told(forecast({ 10: { rain: 4.1 } }))).toEqual(['Heavy rain 10:00 to 11:00'])
    expect(told(forecast({ 10: { rain: 4 } }))).toEqual(['Rain 10:00 to 11:00'])
    expect(told(forecast({ 9: { rain: 12.3 } }, 3))).toEqual(['Heavy rain 09:00 to 12:00'])
    expect(told(forecast({ 9: { rain: 1.2 } }, 3))).toEqual([])
  })

  test('has no beginning once it rains, and no end beyond the working day', () => {
    const long = forecast(between(5, 22, { rain: 1 }))
    expect(told(long)).toEqual(['Rain all day'])
    expect(told(forecast(between(5, 14, { rain: 1 })))).toEqual(['Rain until 14:00'])
    expect(told(forecast(between(9, 24, { rain: 1 })))).toEqual(['Rain from 09:00'])
    expect(told(wet, { now: instantOf(DAY, '09:30', ZONE).getTime() })).toEqual(['Rain until 12:00'])
  })

  test('at a stop without a time counts in its half of the day', () => {
    const stop = (callPeriod: 'AM' | 'PM') => visit('00:00', '00:00', { isCallOnly: true, callPeriod })
    expect(told(wet, { of: stop('AM') })).toEqual(['Rain 09:00 to 12:00'])
    expect(told(wet, { of: stop('PM') })).toEqual([])
  })

  test('is shown for open stops only', () => {
    for (const more of [{ isCallComplete: true }, { status: 'cancelled' }, { clientId: null, yardId: null }] as const)
      expect(told(wet, { of: visit('10:00', '11:00', more) })).toEqual([])
  })
})

test('gusts of a gale are shown where there is no cover', () => {
  expect(told(forecast({ 10: { gust: 45 } }))).toEqual(['Gusts 45 mph'])
  expect(told(forecast({ 10: { gust: 39 } }))).toEqual([])
  expect(told(forecast({ 10: { gust: 45 } }), { cover: true })).toEqual([])
})

describe('ice', () => {
  test('is shown anywhere, also for the hour before, while the ground has not thawed', () => {
    const cold = forecast(between(0, 10, { cold: -2 }))
    expect(told(cold, { cover: true, of: visit('09:00', '10:00') })).toEqual(['Ice until 10:00'])
    expect(told(cold, { cover: true, of: visit('10:00', '11:00') })).toEqual(['Ice until 10:00'])
    expect(told(cold, { cover: true, of: visit('11:00', '12:00') })).toEqual([])
  })

  test('in the evening begins, and above freezing there is none', () => {
    const evening = forecast(between(16, 24, { cold: 0 }))
    expect(told(evening, { of: visit('16:00', '17:00') })).toEqual(['Ice from 16:00'])
    expect(told(forecast(between(0, 24, { cold: 0.1 })))).toEqual([])
    expect(told(forecast(between(0, 24, { cold: null })))).toEqual([])
    expect(told(forecast(between(0, 24, { cold: -1 })))).toEqual(['Ice all day'])
  })
})

test('several at once: ice first, then rain, then wind', () => {
  expect(told(forecast({ 10: { rain: 5, gust: 50, cold: -1 } }))).toEqual([
    'Ice 10:00 to 11:00',
    'Heavy rain 10:00 to 11:00',
    'Gusts 50 mph',
  ])
})

test('nothing is shown without a forecast, or once its hours are over', () => {
  expect(weatherAt(visit('10:00', '11:00'), false, undefined, NIGHT)).toBeUndefined()
  expect(told(forecast(between(9, 12, { rain: 2 })), { now: instantOf(DAY, '12:00', ZONE).getTime() })).toEqual([])
})

describe('a day', () => {
  const at = (start: string, end: string, hours: ReturnType<typeof forecast>) => weatherAt(visit(start, end), false, hours, NIGHT)
  const dayOf = (hours: ReturnType<typeof forecast>, times = ['08:00', '10:00', '14:00', '16:00']) =>
    dayWeatherOf(
      times.map((time) => at(time, `${Number(time.slice(0, 2)) + 1}:00`.padStart(5, '0'), hours)),
      ZONE,
    )

  test('is worth moving when several stops, and half of them, are hit', () => {
    expect(dayOf(forecast(between(8, 12, { rain: 5 })))).toMatchObject({
      open: 4,
      reason: { kind: 'rain', words: 'Heavy rain all morning', hit: 2 },
    })
    expect(dayOf(forecast(between(8, 9, { rain: 5 })))).toMatchObject({ reason: null })
    expect(dayOf(forecast(between(8, 12, { rain: 5 })), ['08:00', '10:00', '13:00', '14:00', '15:00'])).toMatchObject({ reason: null })
    expect(dayOf(forecast(between(8, 9, { rain: 5 })), ['08:00'])).toMatchObject({ reason: null })
    expect(dayOf(forecast({}))).toBeUndefined()
  })

  test.for([
    [between(7, 19, { rain: 1 }), 'Rain all day'],
    [between(10, 12, { rain: 1 }), 'Rain in the morning'],
    [between(12, 18, { rain: 1 }), 'Rain all afternoon'],
    [between(14, 18, { rain: 1 }), 'Rain in the afternoon'],
    [between(10, 15, { rain: 1 }), 'Rain 10:00 to 15:00'],
    [between(10, 24, { rain: 1 }), 'Rain from 10:00'],
    [between(0, 24, { gust: 52 }), 'Gusts of 52 mph'],
    [between(0, 11, { cold: -3 }), 'Ice in the morning'],
  ] as const)('has its reason in words (%#)', ([hours, reason]) => {
    expect(dayOf(forecast(hours), ['10:00', '10:30', '14:00', '14:30'])?.reason?.words).toBe(reason)
  })

  test('counts the stops that have what it is moved for, and no others', () => {
    const both = [
      ...['10:00', '11:00', '12:00'].map((time) => at(time, '13:00', forecast({ 12: { rain: 5 } }))),
      at('08:00', '09:00', forecast({ 8: { cold: -2 } })),
    ]
    expect(dayWeatherOf(both, ZONE)?.reason).toMatchObject({ kind: 'rain', hit: 3 })
    expect(dayWeatherOf([both[0], both[3]], ZONE)?.reason).toBeNull()
  })

  test('shows whose forecast it is, and once it is six hours old of when', () => {
    const made = new Date(NIGHT).toISOString()
    expect(creditOf(made, ZONE, NIGHT + 6 * 3_600_000)).toBe('Powered by Met Office data.')
    expect(creditOf(made, ZONE, NIGHT + 7 * 3_600_000)).toBe('Forecast of 05:00, 7 hours ago. Powered by Met Office data.')
    expect(creditOf(made, ZONE, NIGHT + 30 * 3_600_000)).toBe('Forecast of more than a day ago. Powered by Met Office data.')
  })
})

describe('what a service gives', () => {
  const given = (start: string, hours: number, rainMm: number | null = 1) => ({
    ...{ start: new Date(start), hours, rainMm, rainChance: 80, gustMph: 20, coldest: 4.26 },
  })
  const [from, to] = [new Date('2026-12-01T00:00:00Z').getTime(), new Date('2026-12-02T00:00:00Z').getTime()]

  test('is kept for its day, and what it left out is not known', () => {
    const steps = [
      given('2026-11-30T23:00Z', 1),
      given('2026-12-01T00:00Z', 1),
      given('2026-12-01T02:00Z', 1),
      given('2026-12-02T00:00Z', 1),
    ]
    expect(packSteps(steps, from, to)).toEqual({
      from: '2026-12-01T00:00:00.000Z',
      stepHours: 1,
      rainMm: [1, null, 1],
      rainChance: [80, null, 80],
      gustMph: [20, null, 20],
      coldest: [4.3, null, 4.3],
    })
  })

  test('three hours over midnight belong to both days', () => {
    const summer = new Date('2026-06-30T23:00:00Z').getTime()
    expect(packSteps([given('2026-06-30T21:00Z', 3), given('2026-07-01T00:00Z', 3)], summer, summer + 86_400_000)).toMatchObject({
      from: '2026-06-30T21:00:00.000Z',
      stepHours: 3,
      rainMm: [1, 1],
    })
  })

  test('nothing of a day is a forecast that knows nothing', () => {
    expect(packSteps([], from, to)).toMatchObject({ from: '2026-12-01T00:00:00.000Z', rainMm: [] })
  })
})
