import { TABLE } from '#lib/bank-holiday-table.ts'
import type { Day } from '#lib/dates.ts'

/** Nations of the United Kingdom as a practice names its own; England and Wales share their bank holidays. */
export type Nation = 'england' | 'wales' | 'scotland' | 'northern-ireland'

const LETTER: Record<Nation, string> = { england: 'E', wales: 'E', scotland: 'S', 'northern-ireland': 'N' }

/**
 * The name of the bank holiday on a day, as in `Good Friday` or `Boxing Day (substitute day)`; undefined on an ordinary day and outside the
 * years of the table (2024 to 2040). Holidays proclaimed for one year after it was made are not in it.
 */
export function bankHolidayOn(day: Day, nation: Nation): string | undefined {
  days ??= readTable()
  return days.get(LETTER[nation] + day)
}

let days: Map<string, string> | undefined

function readTable(): Map<string, string> {
  const found = new Map<string, string>()
  for (const line of TABLE.split('\n')) {
    const [day = '', where = ''] = line.split(' ', 2)
    const name = line.slice(day.length + where.length + 2)
    for (const letter of where) found.set(letter + day, name)
  }
  return found
}
