import { expect, test } from 'vitest'
import { daylightOf, daylightWords } from '#features/visits/appointments/daylight.ts'

const LUDLOW = { lat: 52.3676, lng: -2.7181 }
const YARD = { ...LUDLOW, hasLights: false }
const visit = {
  onDay: '2026-11-24',
  localStart: '15:00',
  localEnd: '16:30',
  zone: 'Europe/London',
  isCallOnly: false,
  tariff: 'standard',
  isCallComplete: false,
  status: 'booked',
  clientId: 'c1',
  yardId: 'y1',
} as const
const at = (yard: typeof YARD | undefined, others = [] as { lat: number; lng: number }[]) => ({ yard, client: undefined, others })
const daylightWith = (change: Partial<Parameters<typeof daylightOf>[0]>) => daylightOf({ ...visit, ...change }, at(YARD))

test('a visit that ends after sunset, or within half an hour of it, is warned of', () => {
  const found = daylightWith({})
  expect(found && daylightWords(found)).toMatch(/^Sunset 16:0\d, no lights$/)
  expect(daylightWith({ localEnd: '15:45' })).toBeDefined()
  expect(daylightWith({ localEnd: '15:15' })).toBeUndefined()
  expect(daylightWith({ onDay: '2026-06-24' })).toBeUndefined()
})

test('a stop without a time, a cancelled visit and an own entry have no sunset', () => {
  expect(daylightWith({ isCallOnly: true })).toBeUndefined()
  expect(daylightWith({ status: 'cancelled' })).toBeUndefined()
  expect(daylightWith({ clientId: null, yardId: null })).toBeUndefined()
})

test('without a position of its own the practice’s other places are used, and without any there is no sunset', () => {
  expect(daylightOf(visit, at(undefined, [LUDLOW]))).toEqual({ sunset: daylightWith({})?.sunset, hasLights: null })
  expect(daylightOf(visit, at(undefined))).toBeUndefined()
  expect(daylightOf(visit, { yard: undefined, client: LUDLOW, others: [] })?.sunset).toBe(daylightWith({})?.sunset)
})
