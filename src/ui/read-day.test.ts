import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day, daysBetween } from '#lib/dates.ts'
import { type Looks, readDay, writeDay } from '#ui/read-day.ts'

/** A Wednesday. */
const TODAY = '2026-11-25'
const ahead = (typed: string, more: { min?: Day; max?: Day; today?: Day } = {}) => readDay(typed, { today: TODAY, looks: 'ahead', ...more })
const back = (typed: string, more: { min?: Day; max?: Day } = {}) => readDay(typed, { today: TODAY, looks: 'back', ...more })

test.each([
  ['4 jan', '2027-01-04'],
  ['Jan 4', '2027-01-04'],
  ['4th of January', '2027-01-04'],
  ['mon 4 jan', '2027-01-04'],
  ['Mon, 4 Jan 2027', '2027-01-04'],
  ['4 jan 28', '2028-01-04'],
  ['4/1', '2027-01-04'],
  ['04/01/2027', '2027-01-04'],
  ['4.1.27', '2027-01-04'],
  ['4-1', '2027-01-04'],
  ['2027-01-04', '2027-01-04'],
  ['25 nov', '2026-11-25'],
  ['24 nov', '2027-11-24'],
  ['29 feb', '2028-02-29'],
  ['30', '2026-11-30'],
  ['the 4th', '2026-12-04'],
  ['31', '2026-12-31'],
])('in a field that looks ahead, %s is %s: day before month, and the next time it comes', (typed, day) => {
  expect(ahead(typed)).toEqual({ day })
})

test.each([
  ['today', '2026-11-25'],
  ['tomorrow', '2026-11-26'],
  ['tomorrow week', '2026-12-03'],
  ['mon', '2026-11-30'],
  ['Tues', '2026-12-01'],
  ['weds', '2026-12-02'],
  ['on friday', '2026-11-27'],
  ['next mon', '2026-11-30'],
  ['next fri', '2026-12-04'],
  ['this fri', '2026-11-27'],
  ['fri week', '2026-12-04'],
  ['last mon', '2026-11-23'],
  ['last wed', '2026-11-18'],
  ['+6w', '2027-01-06'],
  ['6w', '2027-01-06'],
  ['in 3 weeks', '2026-12-16'],
  ['in six weeks', '2027-01-06'],
  ['a fortnight', '2026-12-09'],
  ['+10d', '2026-12-05'],
  ['2 months', '2027-01-25'],
  ['-1w', '2026-11-18'],
  ['3 days ago', '2026-11-22'],
])('%s is %s', (typed, day) => {
  expect(ahead(typed)).toEqual({ day })
})

test.each([
  ['24 nov', '2026-11-24'],
  ['26 nov', '2025-11-26'],
  ['4/1', '2026-01-04'],
  ['mon', '2026-11-23'],
  ['wed', '2026-11-25'],
  ['last wed', '2026-11-18'],
  ['26', '2026-10-26'],
  ['31', '2026-10-31'],
  ['yesterday', '2026-11-24'],
  ['2w', '2026-11-11'],
  ['+2w', '2026-12-09'],
])('in a field that looks back, %s is %s: the last time it came', (typed, day) => {
  expect(back(typed)).toEqual({ day })
})

test.each([
  ['sometime', "“sometime” isn't a date. Try 4 jan, mon or +6w."],
  ['4 5 6 7', "“4 5 6 7” isn't a date. Try 4 jan, mon or +6w."],
  ['31 feb', 'February 2026 has 28 days.'],
  ['32', 'No month has 32 days.'],
  ['1/31', "There's no month 31. Put the day first, as in 31/12."],
  ['tue 4 jan', "Monday 4 January isn't a Tuesday."],
  ['4 jan 1212', 'The year 1212 is too far away.'],
])('%s gets a sentence: %s', (typed, fault) => {
  expect(ahead(typed)).toEqual({ fault })
})

test('a day outside what the field takes gets a sentence, and an empty box is no day', () => {
  expect(ahead('24/11/2026', { min: TODAY })).toEqual({ fault: 'That day is in the past. Choose today or later.' })
  expect(ahead('1 dec', { min: '2026-12-02' })).toEqual({ fault: 'Choose Wednesday 2 December or later.' })
  expect(back('tomorrow', { max: TODAY })).toEqual({ fault: 'That day is in the future. Choose today or earlier.' })
  expect(back('24 nov', { max: '2026-11-20' })).toEqual({ fault: 'Choose Friday 20 November or earlier.' })
  expect(ahead('  ', { min: TODAY })).toEqual({ day: '' })
})

test('a day is written with its weekday, and with its year where another would be understood', () => {
  expect(writeDay('2027-01-04', { today: TODAY, looks: 'ahead' })).toBe('Mon 4 Jan')
  expect(writeDay('2026-11-24', { today: TODAY, looks: 'ahead' })).toBe('Tue 24 Nov 2026')
  expect(writeDay('2026-11-24', { today: TODAY, looks: 'back' })).toBe('Tue 24 Nov')
  expect(writeDay('2027-11-24', { today: TODAY, looks: 'ahead' })).toBe('Wed 24 Nov 2027')
  expect(writeDay('', { today: TODAY, looks: 'ahead' })).toBe('')
})

const day = fc.integer({ min: -4000, max: 8000 }).map((count) => addDays(TODAY, count))
const looks = fc.constantFrom<Looks>('ahead', 'back')

test('what was written is read as the same day, whenever and wherever', () => {
  fc.assert(
    fc.property(day, day, looks, (today, any, way) => {
      expect(readDay(writeDay(any, { today, looks: way }), { today, looks: way })).toEqual({ day: any })
    }),
  )
})

test('a weekday alone is never further than a week, and on the side the field looks to', () => {
  fc.assert(
    fc.property(day, fc.constantFrom('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'), (today, name) => {
      const on = daysBetween(today, readDay(name, { today, looks: 'ahead' }).day ?? '')
      const ago = daysBetween(readDay(name, { today, looks: 'back' }).day ?? '', today)
      expect([on >= 1 && on <= 7, ago >= 0 && ago <= 6]).toEqual([true, true])
    }),
  )
})

test('any text at all is a day, none, or a sentence', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), looks, (typed, way) => {
      const read = readDay(typed, { today: TODAY, looks: way })
      expect(read.fault ? read.fault.endsWith('.') : /^$|^\d{4}-\d\d-\d\d$/.test(read.day ?? '-')).toBe(true)
    }),
    {
      examples: [
        ['__proto__', 'ahead'],
        ['constructor', 'back'],
      ],
    },
  )
})
