import { expect, test } from 'vitest'
import { TABLE } from '#lib/bank-holiday-table.ts'
import { bankHolidayOn, type Nation } from '#lib/bank-holidays.ts'
import { addDays, weekdayOf } from '#lib/dates.ts'
import { listBankHolidays } from '../../scripts/list-bank-holidays.ts'

const NATIONS: Nation[] = ['england', 'wales', 'scotland', 'northern-ireland']
const everywhere = (day: string) => NATIONS.map((nation) => bankHolidayOn(day, nation))

test('the table still matches date-holidays', () => {
  expect(TABLE.trim().split('\n')).toEqual(listBankHolidays(2024, 2040))
})

test('Good Friday 2026 is a holiday everywhere, Easter Monday everywhere but in Scotland', () => {
  expect(everywhere('2026-04-03')).toEqual(['Good Friday', 'Good Friday', 'Good Friday', 'Good Friday'])
  expect(everywhere('2026-04-06')).toEqual(['Easter Monday', 'Easter Monday', undefined, 'Easter Monday'])
})

test('Scotland keeps 2 January, St Andrew’s Day and a summer holiday of its own', () => {
  expect(everywhere('2026-01-02')).toEqual([undefined, undefined, '2 January', undefined])
  expect(everywhere('2026-11-30')).toEqual([undefined, undefined, 'St Andrew’s Day', undefined])
  expect(bankHolidayOn('2026-08-03', 'scotland')).toBe('Summer bank holiday')
  expect(bankHolidayOn('2026-08-31', 'england')).toBe('Summer bank holiday')
  expect(bankHolidayOn('2026-08-31', 'scotland')).toBeUndefined()
  expect(bankHolidayOn('2026-06-15', 'scotland')).toBe('World Cup bank holiday')
})

test('Northern Ireland keeps 17 March and 12 July, or the Monday after', () => {
  expect(everywhere('2027-03-17')).toEqual([undefined, undefined, undefined, 'St Patrick’s Day'])
  expect(bankHolidayOn('2027-07-12', 'northern-ireland')).toBe('Battle of the Boyne')
  expect(bankHolidayOn('2026-07-13', 'northern-ireland')).toBe('Battle of the Boyne (substitute day)')
})

test('a holiday at the weekend has a substitute on a working day', () => {
  expect(bankHolidayOn('2026-12-28', 'england')).toBe('Boxing Day (substitute day)')
  expect(bankHolidayOn('2027-12-27', 'wales')).toBe('Christmas Day (substitute day)')
  expect(bankHolidayOn('2027-12-28', 'scotland')).toBe('Boxing Day (substitute day)')
  expect(bankHolidayOn('2025-12-01', 'scotland')).toBe('St Andrew’s Day (substitute day)')
  expect(bankHolidayOn('2033-01-03', 'england')).toBe('New Year’s Day (substitute day)')
})

test('every year has eight working days off in England, nine in Scotland, ten in Northern Ireland', () => {
  const workingDaysOff = (year: number, nation: Nation) => {
    let count = 0
    for (let day = `${year}-01-01`; day < `${year + 1}`; day = addDays(day, 1))
      if (weekdayOf(day) % 6 && bankHolidayOn(day, nation)) count++
    return count
  }
  for (let year = 2024; year <= 2040; year++) {
    const counts = [workingDaysOff(year, 'england'), workingDaysOff(year, 'scotland'), workingDaysOff(year, 'northern-ireland')]
    expect([year, ...counts]).toEqual([year, 8, year === 2026 ? 10 : 9, 10])
  }
})

test('the table names no holiday outside its years', () => {
  expect([bankHolidayOn('2023-12-25', 'england'), bankHolidayOn('2041-12-25', 'england')]).toEqual([undefined, undefined])
})
