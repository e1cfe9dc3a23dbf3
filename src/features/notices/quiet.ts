import type { SendingRules } from '#features/practice/rules.ts'
import { addDays, dayOf, instantOf, timeOf } from '#lib/dates.ts'

/** From when to when, on the clock of the practice, nothing goes that can wait; the same twice: there are no quiet hours. */
type Quiet = Pick<SendingRules, 'quietFrom' | 'quietTo'>

/** When the quiet hours end that a moment lies in; null when it lies in none. Their first minute is quiet, their last moment is not. */
export const quietUntil = (at: Date, quiet: Quiet, zone: string): Date | null => hoursAround(at, quiet, zone)?.to ?? null

/** When the quiet hours began that a moment lies in. */
export const quietSince = (at: Date, quiet: Quiet, zone: string): Date | null => hoursAround(at, quiet, zone)?.from ?? null

// Those that began the day before may reach into this one.
function hoursAround(at: Date, { quietFrom, quietTo }: Quiet, zone: string): { from: Date; to: Date } | undefined {
  if (quietFrom === quietTo) return undefined
  const today = dayOf(at, zone)
  const isOverNight = quietTo < quietFrom
  const firstDay = isOverNight && timeOf(at, zone) < quietTo ? addDays(today, -1) : today
  const from = instantOf(firstDay, quietFrom, zone)
  const to = instantOf(isOverNight ? addDays(firstDay, 1) : firstDay, quietTo, zone)
  return from <= at && at < to ? { from, to } : undefined
}
