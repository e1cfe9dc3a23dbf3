import { bankHolidayOn } from '#lib/bank-holidays.ts'
import { addDays, type Day, mondayOf } from '#lib/dates.ts'

/** The Monday of a week that is all still to come: no bank holiday is in it, nor in the one after, whenever the tests run. */
export function ordinaryMonday(today: Day): Day {
  let monday = addDays(mondayOf(today), 14)
  while (Array.from({ length: 14 }, (_, at) => addDays(monday, at)).some((day) => bankHolidayOn(day, 'wales'))) monday = addDays(monday, 7)
  return monday
}
