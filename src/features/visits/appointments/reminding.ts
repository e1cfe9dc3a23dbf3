import { quietSince, quietUntil } from '#features/core/notices/quiet.ts'
import { HALF_BEGINS, type VisitWords } from '#features/core/notices/rules.ts'
import type { SendingRules } from '#features/core/practice/rules.ts'
import { addDays, clockOf, type Day, instantOf, minutesOf, type WallTime } from '#lib/dates.ts'

/** How long before the quiet hours a day's last reminders go. */
const BEFORE_QUIET_MS = 15 * 60_000

const DAY_MINUTES = 24 * 60

/**
 * When a visit's reminder goes (Spec §5 Reminder timing): a fixed number of hours before, on the clock on the wall, so that a visit at
 * 09:00 is reminded of at 09:00 the day before, regardless of clock changes that night. In quiet hours it waits for their end when that is
 * still before the visit; else it goes before they begin. A stop without a time counts from the beginning of its half of the day.
 */
export function reminderDueAt(
  visit: Pick<VisitWords, 'onDay' | 'time' | 'period'>,
  hours: number,
  quiet: Pick<SendingRules, 'quietFrom' | 'quietTo'>,
  zone: string,
): Date {
  const from = visit.time ?? HALF_BEGINS[visit.period]
  const due = hoursBefore(visit.onDay, from, hours, zone)
  const end = quietUntil(due, quiet, zone)
  if (!end) return due
  if (end < instantOf(visit.onDay, from, zone)) return end
  return new Date((quietSince(due, quiet, zone) ?? due).getTime() - BEFORE_QUIET_MS)
}

function hoursBefore(day: Day, time: WallTime, hours: number, zone: string): Date {
  const minutes = minutesOf(time) - hours * 60
  const days = Math.floor(minutes / DAY_MINUTES)
  return instantOf(addDays(day, days), clockOf(minutes - days * DAY_MINUTES), zone)
}
