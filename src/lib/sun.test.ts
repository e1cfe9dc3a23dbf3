import { expect, test } from 'vitest'
import { minutesOf } from '#lib/dates.ts'
import { sunsetOn } from '#lib/sun.ts'

const LONDON = { lat: 51.5074, lng: -0.1278 }
const LUDLOW = { lat: 52.3676, lng: -2.7181 }
const LERWICK = { lat: 60.1549, lng: -1.1494 }
const ZONE = 'Europe/London'
const minutes = (time: string | undefined) => minutesOf(time ?? '00:00')

test('sunset matches the almanac within two minutes, in summer time and in winter time', () => {
  const almanac = [
    ['2026-06-21', LONDON, '21:21'],
    ['2026-12-21', LONDON, '15:53'],
    ['2026-03-20', LONDON, '18:14'],
    ['2026-11-24', LONDON, '15:59'],
  ] as const
  for (const [day, place, time] of almanac)
    expect(Math.abs(minutes(sunsetOn(day, place, ZONE)) - minutes(time)), day).toBeLessThanOrEqual(2)
})

test('further west the sun sets later, further north earlier in winter', () => {
  const at = (place: { lat: number; lng: number }) => minutes(sunsetOn('2026-12-21', place, ZONE))
  expect(at(LUDLOW)).toBeGreaterThan(at(LONDON))
  expect(at(LERWICK)).toBeLessThan(at(LONDON))
})

test('where the sun does not set there is no sunset', () => {
  expect(sunsetOn('2026-06-21', { lat: 75, lng: 20 }, 'Europe/Oslo')).toBeUndefined()
})
