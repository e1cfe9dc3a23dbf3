import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clean,
  dayOrderOf,
  hasMoreThanFlags,
  readBirthYear,
  readCycleDays,
  readDay,
  readFlags,
  readPence,
  readPhones,
  readPostcode,
} from '#features/office/imports/values.ts'
import { addDays } from '#lib/dates.ts'

test('a day is read however a farrier or a program writes it', () => {
  const ways = [
    '24/11/2026',
    '24/11/26',
    '24.11.26',
    '24-11-2026',
    '24 Nov 26',
    '24-Nov-2026',
    '24th November 2026',
    'Tue 24 Nov 2026',
    'Tuesday, 24 November 2026',
    'Nov 24, 2026',
    '2026-11-24',
    '2026-11-24T09:30:00Z',
    '2026/11/24',
    '24/11/2026 09:30',
    '46350',
  ]
  for (const way of ways) expect(readDay(way), way).toBe('2026-11-24')
})

test('what is no day is none, and never another', () => {
  for (const none of ['', 'banana', '31/02/2026', '2026-13-01', '00/01/2026', '35', '6 weeks', 'last Tuesday', '24/11', '123456'])
    expect(readDay(none), none).toBeNull()
})

test('every day of a lifetime is read back from a spreadsheet’s serial number and from figures', () => {
  fc.assert(
    fc.property(fc.integer({ min: 30_000, max: 60_000 }), (serial) => {
      const day = addDays('1899-12-30', serial)
      const [year, month, date] = day.split('-')
      expect(readDay(String(serial))).toBe(day)
      expect(readDay(`${date}/${month}/${year}`)).toBe(day)
      expect(readDay(`${Number(month)}/${Number(date)}/${year}`, 'mdy')).toBe(day)
    }),
  )
})

test('days are British unless the column can only be American', () => {
  expect(dayOrderOf(['01/02/2026', '13/02/2026'])).toBe('dmy')
  expect(dayOrderOf(['01/02/2026', '02/13/2026'])).toBe('mdy')
  expect(dayOrderOf(['01/02/2026', '02/13/2026', '14/02/2026'])).toBe('dmy')
  expect(dayOrderOf([])).toBe('dmy')
})

test('money is read in pence, whichever mark separates the pence', () => {
  const ways: [string, number | null][] = [
    ['£35', 3500],
    ['35.00', 3500],
    ['35,00', 3500],
    ['1,250.50', 125_050],
    ['GBP 35', 3500],
    ['£ 85 each', 8500],
    ['35.0000', 3500],
    ['free', null],
    ['35-40', null],
    ['-5', null],
  ]
  for (const [way, pence] of ways) expect(readPence(way), way).toBe(pence)
})

test('a cycle is read in days, and nothing but a cycle', () => {
  const ways: [string, number | null][] = [
    ['6', 42],
    ['6 wks', 42],
    ['6w', 42],
    ['every 6 weeks', 42],
    ['6-8 weeks', 42],
    ['42 days', 42],
    ['2 months', 60],
    ['6 weekly', 42],
    ['0', null],
    ['90', null],
    ['banana', null],
  ]
  for (const [way, days] of ways) expect(readCycleDays(way), way).toBe(days)
})

test('a birth year is read from an age, a year or a day', () => {
  const ways: [string, number | null][] = [
    ['12', 2014],
    ['12yo', 2014],
    ['rising 5', 2022],
    ['2014', 2014],
    ['born 2014', 2014],
    ['12/05/2014', 2014],
    ['old', null],
    ['2030', null],
    ['99', null],
  ]
  for (const [way, year] of ways) expect(readBirthYear(way, '2026-11-21'), way).toBe(year)
})

test('a mobile comes first, and the nought a spreadsheet took is put back', () => {
  expect(readPhones('01544 123456 / 07700 900222')).toEqual(['07700 900222', '01544 123456'])
  expect(readPhones('7700900345')).toEqual(['07700900345'])
  expect(readPhones('+44 7700 900345')).toEqual(['+44 7700 900345'])
  expect(readPhones(' n/a ')).toEqual([])
})

test('flags are those the app knows where it knows them', () => {
  expect(readFlags('Kicks! needs sedation; head shy')).toEqual(['kicks', 'needs-sedation', 'head shy'])
  expect(readFlags('kicks, needs sedation')).toEqual(['kicks', 'needs-sedation'])
  expect(readFlags('')).toEqual([])
  expect([hasMoreThanFlags('kicks, needs sedation'), hasMoreThanFlags('kicks with the near hind')]).toEqual([false, true])
})

test('a cell that only states an unknown value is empty', () => {
  for (const nothing of ['-', 'n/a', 'N/A', '?', 'none', 'TBC', ' ', '—']) expect(clean(nothing), nothing).toBe('')
  expect(clean(' None the Wiser ')).toBe('None the Wiser')
})

test('a postcode is written as on a letter', () => {
  expect(readPostcode('hr69qs')).toBe('HR6 9QS')
  expect(readPostcode('near Leo')).toBe('NEAR LEO')
})
