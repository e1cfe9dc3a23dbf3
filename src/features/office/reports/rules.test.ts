import { expect, test } from 'vitest'
import {
  cellWords,
  changeInWords,
  daysInWords,
  daysOf,
  percentOf,
  rangeProblem,
  timeliness,
  yearBefore,
} from '#features/office/reports/rules.ts'
import { addDays } from '#lib/dates.ts'

test('a month and a year cover the days so far, thirty days end today, and a custom range is as given', () => {
  expect(daysOf({ range: 'this-month' }, '2026-11-24')).toEqual({ from: '2026-11-01', to: '2026-11-24' })
  expect(daysOf({ range: 'last-30-days' }, '2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' })
  expect(daysOf({ range: 'this-year' }, '2026-01-01')).toEqual({ from: '2026-01-01', to: '2026-01-01' })
  const custom = { range: 'custom' as const, from: '2025-04-06', to: '2026-04-05' }
  expect(daysOf(custom, '2026-11-24')).toEqual({ from: '2025-04-06', to: '2026-04-05' })
  expect(rangeProblem(custom)).toBeUndefined()
})

test('a custom range wants both days, in their order, within twenty years', () => {
  expect(rangeProblem({ range: 'custom', from: '2026-01-01' })).toBe('report_range_missing')
  expect(rangeProblem({ range: 'custom', from: '2026-01-02', to: '2026-01-01' })).toBe('report_range_wrong')
  expect(rangeProblem({ range: 'custom', from: '2006-01-01', to: '2026-01-01' })).toBeUndefined()
  expect(rangeProblem({ range: 'custom', from: '2006-01-01', to: '2026-01-02' })).toBe('report_range_long')
})

test('ranges of days are worded as shortly as possible, and the year before a leap day is the 28th', () => {
  expect(daysInWords({ from: '2026-01-01', to: '2026-11-24' })).toBe('1 Jan to 24 Nov 2026')
  expect(daysInWords({ from: '2025-12-28', to: '2026-01-03' })).toBe('28 Dec 2025 to 3 Jan 2026')
  expect(daysInWords({ from: '2026-11-24', to: '2026-11-24' })).toBe('24 Nov 2026')
  expect(yearBefore({ from: '2024-02-29', to: '2024-03-31' })).toEqual({ from: '2023-02-28', to: '2023-03-31' })
})

test('a service is on time within a week of the day it was due, before or after; then early, late up to two weeks, and later', () => {
  const came = (days: number) => timeliness('2026-11-01', addDays('2026-11-01', days))
  expect([-300, -8, -7, 0, 7, 8, 14, 15].map(came)).toEqual(['early', 'early', 'onTime', 'onTime', 'onTime', 'late', 'late', 'later'])
})

test('shares and changes of nothing are left out', () => {
  expect([percentOf(43, 50), percentOf(0, 0)]).toEqual([86, null])
  expect([changeInWords(108, 100), changeInWords(97, 100), changeInWords(1000, 999), changeInWords(5, 0)]).toEqual([
    'up 8%',
    'down 3%',
    'the same',
    undefined,
  ])
})

test('cells are read as people write them', () => {
  expect([
    cellWords('day', '2026-11-24'),
    cellWords('money', -3550),
    cellWords('count', 1186),
    cellWords('figure', 0.123456789),
    cellWords('text', null),
  ]).toEqual(['24 Nov 2026', '-£35.50', '1,186', '0.123457', ''])
})
