import { describe, expect, test } from 'vitest'
import { dayOf, instantOf, timeOf } from '#lib/dates.ts'
import { demoMs } from '#lib/demo-clock.ts'
import { demoDayOn } from '#lib/demo-day.ts'

const ZONE = 'Europe/London'
const MINUTE = 60_000
const shownAt = (day: string, from: string, minutes: number) => {
  const ms = demoMs({ day, from }, ZONE, Date.parse(from) + minutes * MINUTE)
  return `${dayOf(ms, ZONE)} ${timeOf(ms, ZONE)}`
}

describe("a demo's clock", () => {
  const OPENINGS = ['2026-11-24T07:00:00Z', '2026-11-24T13:00:00Z', '2026-11-24T22:30:00Z', '2026-11-22T15:00:00Z', '2026-12-25T12:00:00Z']
  // Clocks go forward on the first of these days and back on the second, both at 01:00 UTC.
  const CHANGES = ['2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']

  test.each([...OPENINGS, ...CHANGES])('opened at %s it shows 10:40 of a working day, and ticks on', (from) => {
    const day = demoDayOn(dayOf(from, ZONE))
    expect([0, 1, 379].map((minutes) => shownAt(day, from, minutes))).toEqual([`${day} 10:40`, `${day} 10:41`, `${day} 16:59`])
  })

  test('starts again at 10:40 when it would pass 17:00, as often as it takes', () => {
    const from = '2026-11-24T22:30:00Z'
    expect([380, 381, 760, 7 * 24 * 60].map((minutes) => shownAt('2026-11-24', from, minutes))).toEqual([
      '2026-11-24 10:40',
      '2026-11-24 10:41',
      '2026-11-24 10:40',
      '2026-11-24 14:00',
    ])
  })

  test('before its beginning, as on a device whose clock is behind, it shows the beginning', () => {
    expect(shownAt('2026-11-24', '2026-11-24T22:30:00Z', -90)).toBe('2026-11-24 10:40')
  })

  test('shows the hours of summer on a day of summer', () => {
    const ms = demoMs({ day: '2027-03-29', from: '2027-03-28T00:30:00Z' }, ZONE, Date.parse('2027-03-28T00:30:00Z'))
    expect(new Date(ms)).toEqual(instantOf('2027-03-29', '10:40', ZONE))
    expect(new Date(ms).toISOString()).toBe('2027-03-29T09:40:00.000Z')
  })
})

describe('the day a demo shows', () => {
  test.each([
    ['a working day shows itself', '2026-11-24', '2026-11-24'],
    ['a Saturday shows Monday', '2026-11-21', '2026-11-23'],
    ['a Sunday shows Monday', '2026-11-22', '2026-11-23'],
    ['Christmas Day on a Friday shows the Tuesday after the holiday', '2026-12-25', '2026-12-29'],
    ['Good Friday shows Tuesday', '2027-03-26', '2027-03-30'],
    ['both Sundays of a clock change show Monday', '2026-10-25', '2026-10-26'],
    ['and in spring', '2027-03-28', '2027-03-30'],
  ])('%s', (_name, day, shown) => {
    expect(demoDayOn(day)).toBe(shown)
  })
})
