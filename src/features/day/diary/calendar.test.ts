import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dayBeside,
  daysOf,
  headerText,
  monthGrid,
  openingDay,
  stepped,
  VIEWS,
  weekDays,
  weekendAfter,
} from '#features/day/diary/calendar.ts'
import { addDays, weekdayOf } from '#lib/dates.ts'

const day = fc.integer({ min: 0, max: 4000 }).map((count) => addDays('2026-01-01', count))

test('a month is 42 days from the Monday on or before the first', () => {
  const grid = monthGrid('2026-11-24')
  expect([grid.length, grid[0], grid[6], grid.at(-1)]).toEqual([42, '2026-10-26', '2026-11-01', '2026-12-06'])
})

test('a week of 5, 6 or 7 days starts on Monday', () => {
  expect(weekDays('2026-11-29', 5)).toEqual(['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'])
  expect(weekDays('2026-11-23', 7).at(-1)).toBe('2026-11-29')
  fc.assert(fc.property(day, (any) => weekdayOf(weekDays(any, 6)[0] ?? '') === 1))
})

test('every weekday is on the grid it names, in every view', () => {
  fc.assert(
    fc.property(day, fc.constantFrom(...VIEWS), (any, view) => {
      const isShown = daysOf(view, any).includes(any)
      const isWeekend = [0, 6].includes(weekdayOf(any))
      expect(isShown).toBe(view === '5-day' ? !isWeekend : view === '6-day' ? weekdayOf(any) !== 0 : true)
    }),
  )
})

test('the header shows the month, or the range with the common part once', () => {
  expect(headerText('month', '2026-11-24')).toBe('November 2026')
  expect(headerText('day', '2026-11-24')).toBe('Tue 24 Nov 2026')
  expect(headerText('5-day', '2026-11-24')).toBe('23 to 27 November 2026')
  expect(headerText('week', '2026-12-01')).toBe('30 Nov to 6 Dec 2026')
  expect(headerText('week', '2026-12-31')).toBe('28 Dec 2026 to 3 Jan 2027')
})

test('previous and next step a week, a month in month view, a day in the day view', () => {
  expect(stepped('5-day', '2026-11-24', 1)).toBe('2026-12-01')
  expect(stepped('week', '2026-11-24', -1)).toBe('2026-11-17')
  expect(stepped('month', '2027-01-31', 1)).toBe('2027-02-28')
  expect(stepped('day', '2026-11-30', 1)).toBe('2026-12-01')
})

test('an arrow past the end of the week leads to the next day that is shown', () => {
  expect(dayBeside('5-day', '2026-11-27', 1)).toBe('2026-11-30')
  expect(dayBeside('5-day', '2026-11-30', -1)).toBe('2026-11-27')
  expect(dayBeside('6-day', '2026-11-28', 1)).toBe('2026-11-30')
  expect(dayBeside('6-day', '2026-11-30', -1)).toBe('2026-11-28')
  expect(dayBeside('week', '2026-11-28', 1)).toBe('2026-11-29')
  fc.assert(
    fc.property(day, fc.constantFrom(...VIEWS), fc.constantFrom(-1, 1), (any, view, by) => {
      const next = dayBeside(view, any, by)
      expect(daysOf(view, next)).toContain(next)
    }),
  )
})

test('the weekend is what the view leaves out of its week', () => {
  expect(weekendAfter('5-day', '2026-11-24')).toEqual(['2026-11-28', '2026-11-29'])
  expect(weekendAfter('6-day', '2026-11-24')).toEqual(['2026-11-29'])
  expect([weekendAfter('week', '2026-11-24'), weekendAfter('month', '2026-11-24'), weekendAfter('day', '2026-11-24')]).toEqual([[], [], []])
})

describe('the week a diary opens on', () => {
  const [WED, FRI, SAT, SUN, NEXT] = ['2026-11-25', '2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30']
  const opens = (today: string, time: string, workingDays = [1, 2, 3, 4, 5], bookedOn?: string) =>
    openingDay({ today, time, workingDays, bookedOn })

  test('is this one until Friday 18:00, and from then the coming one', () => {
    expect([opens(WED, '23:59'), opens(FRI, '17:59')]).toEqual([WED, FRI])
    expect([opens(FRI, '18:00'), opens(SAT, '00:00'), opens(SUN, '23:59')]).toEqual([NEXT, NEXT, NEXT])
    expect(opens(NEXT, '00:00')).toBe(NEXT)
  })

  test('is this one for longer where the weekend is worked', () => {
    expect([opens(FRI, '20:00', [1, 6]), opens(SAT, '18:00', [1, 6])]).toEqual([FRI, NEXT])
    expect([opens(SUN, '17:59', [0, 1, 2]), opens(SUN, '18:00', [0, 1, 2])]).toEqual([SUN, NEXT])
  })

  test('is always that of what was just booked', () => {
    expect([opens(WED, '09:00', [1, 2], '2027-01-04'), opens(SUN, '09:00', [1, 2], WED)]).toEqual(['2027-01-04', WED])
  })

  test('is never past, and at most a week away', () => {
    fc.assert(
      fc.property(
        day,
        fc.constantFrom('00:00', '17:59', '18:00', '23:59'),
        fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
        (today, time, days) => {
          const on = opens(today, time, days)
          expect(on >= today && on <= addDays(today, 7)).toBe(true)
        },
      ),
    )
  })
})
