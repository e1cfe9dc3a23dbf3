import { bankHolidayOn } from '#lib/bank-holidays.ts'
import { addDays, type Day, weekdayOf } from '#lib/dates.ts'

/** The working day that a demo opened on a day shows: the day itself, or the next that is neither of a weekend nor a bank holiday. */
export function demoDayOn(day: Day): Day {
  const isFree = weekdayOf(day) % 6 === 0 || bankHolidayOn(day, 'england') !== undefined
  return isFree ? demoDayOn(addDays(day, 1)) : day
}
