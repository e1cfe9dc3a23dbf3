import { expect, test } from 'vitest'
import { clockChangeOn } from '#lib/clock-change.ts'
import { addDays } from '#lib/dates.ts'

test('in Britain the clocks go forward at 01:00 and back at 02:00, on the last Sundays of March and October', () => {
  expect(clockChangeOn('2027-03-28', 'Europe/London')).toEqual({ way: 'forward', at: '01:00' })
  expect(clockChangeOn('2027-10-31', 'Europe/London')).toEqual({ way: 'back', at: '02:00' })
  expect(clockChangeOn('2027-03-27', 'Europe/London')).toBeUndefined()
})

test('there are two a year, and none where the clock is never changed', () => {
  const count = (zone: string) =>
    Array.from({ length: 365 }, (_, at) => addDays('2027-01-01', at)).filter((day) => clockChangeOn(day, zone)).length
  expect([count('Europe/London'), count('Asia/Kolkata')]).toEqual([2, 0])
})

test('a zone that changes at another hour, and by half an hour, is read rightly', () => {
  expect(clockChangeOn('2026-03-08', 'America/New_York')).toEqual({ way: 'forward', at: '02:00' })
  expect(clockChangeOn('2026-10-04', 'Australia/Lord_Howe')).toEqual({ way: 'forward', at: '02:00' })
})

test('a zone far east of Greenwich, whose day begins on another date there, is read rightly', () => {
  expect(clockChangeOn('2026-09-27', 'Pacific/Auckland')).toEqual({ way: 'forward', at: '02:00' })
  expect(clockChangeOn('2027-04-04', 'Pacific/Auckland')).toEqual({ way: 'back', at: '03:00' })
  expect(clockChangeOn('2026-11-01', 'America/Los_Angeles')).toEqual({ way: 'back', at: '02:00' })
})

test('one day has as many answers as there are zones', () => {
  expect(['Europe/London', 'Asia/Kolkata', 'Europe/London'].map((zone) => clockChangeOn('2028-03-26', zone)?.way)).toEqual([
    'forward',
    undefined,
    'forward',
  ])
})

test('a change at midnight is none of the day that ends with it', () => {
  expect(clockChangeOn('2027-03-27', 'Asia/Beirut')).toBeUndefined()
})
