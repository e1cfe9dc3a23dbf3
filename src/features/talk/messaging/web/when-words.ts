import { type Day, dayOf, shortDay, timeOf } from '#lib/dates.ts'

/** When a message was written, as a list shows it: `06:49` today, else `Tue 24 Nov`. */
export function whenWords(at: string, zone: string, today: Day): string {
  const day = dayOf(at, zone)
  return day === today ? timeOf(at, zone) : shortDay(day)
}
