import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  clockOf,
  dayAndYear,
  dayOf,
  daysBetween,
  instantOf,
  longDay,
  minutesOf,
  mondayOf,
  monthAndYear,
  shortDay,
  shortWeekday,
  timeOf,
  weekdayOf,
} from '#lib/dates.ts'

const LONDON = 'Europe/London'
const iso = (day: string, time: string, zone = LONDON) => instantOf(day, time, zone).toISOString()

test('a wall time is an hour earlier in summer than the same time in winter', () => {
  expect([iso('2026-11-24', '09:05'), iso('2026-07-24', '09:05')]).toEqual(['2026-11-24T09:05:00.000Z', '2026-07-24T08:05:00.000Z'])
})

test('in the hour the clock skips a time moves on by that hour; in the one it repeats the first is meant', () => {
  expect(iso('2027-03-28', '01:30')).toBe('2027-03-28T01:30:00.000Z')
  expect(timeOf('2027-03-28T01:30:00Z', LONDON)).toBe('02:30')
  expect(iso('2027-10-31', '01:30')).toBe('2027-10-31T00:30:00.000Z')
})

test('after the change the times of that day go by the new clock', () => {
  expect([iso('2027-03-28', '09:00'), iso('2027-10-31', '09:00')]).toEqual(['2027-03-28T08:00:00.000Z', '2027-10-31T09:00:00.000Z'])
})

test('an instant is a day and a time of its zone, whichever way it is given', () => {
  const late = '2026-07-31T23:07:00Z'
  const given = [late, new Date(late), Date.parse(late)]
  expect(given.map((instant) => dayOf(instant, LONDON))).toEqual(['2026-08-01', '2026-08-01', '2026-08-01'])
  expect(given.map((instant) => timeOf(instant, LONDON))).toEqual(['00:07', '00:07', '00:07'])
  expect([dayOf(late, 'America/New_York'), timeOf(late, 'America/New_York')]).toEqual(['2026-07-31', '19:07'])
  expect(dayOf('2026-12-31T12:00:00Z', LONDON)).toBe('2026-12-31')
})

test('days are counted over the ends of months, years and clock changes', () => {
  expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1), addDays('2027-03-27', 2)]).toEqual([
    '2027-01-01',
    '2028-02-29',
    '2027-03-29',
  ])
  expect(daysBetween('2027-03-27', '2027-03-29')).toBe(2)
  expect(daysBetween('2027-01-01', '2026-12-31')).toBe(-1)
  expect(daysBetween('2026-11-24', '2026-11-24')).toBe(0)
})

test('a week begins on Monday, and Sunday is day 0', () => {
  expect(['2026-11-22', '2026-11-23', '2026-11-28'].map(weekdayOf)).toEqual([0, 1, 6])
  expect(['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-29'].map(mondayOf)).toEqual([
    '2026-11-16',
    '2026-11-23',
    '2026-11-23',
    '2026-11-23',
  ])
})

test('the same date of another month, or its last day', () => {
  expect(addMonths('2026-11-24', 1)).toBe('2026-12-24')
  expect(addMonths('2026-11-04', 3)).toBe('2027-02-04')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
  expect(addMonths('2026-08-31', 3)).toBe('2026-11-30')
})

test('a wall time and the minutes since midnight are the same thing', () => {
  expect(['00:00', '09:15', '23:59'].map(minutesOf)).toEqual([0, 555, 1439])
  expect([0, 555, 1439].map(clockOf)).toEqual(['00:00', '09:15', '23:59'])
})

test('days are written as a British diary writes them', () => {
  expect([shortDay('2026-11-24'), shortDay('2026-09-06')]).toEqual(['Tue 24 Nov', 'Sun 6 Sep'])
  expect([dayAndYear('2026-11-24'), dayAndYear('2026-09-06')]).toEqual(['24 Nov 2026', '6 Sep 2026'])
  expect(longDay('2026-11-24')).toBe('Tuesday 24 November')
  expect(monthAndYear('2026-11-24')).toBe('November 2026')
  expect(['2026-11-23', '2026-11-29'].map(shortWeekday)).toEqual(['Mon', 'Sun'])
})
