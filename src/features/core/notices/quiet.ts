import { beginsAt, type Facts, type VisitWords } from '#features/core/notices/rules.ts'
import type { SendingRules } from '#features/core/practice/rules.ts'
import { addDays, dayOf, instantOf, timeOf } from '#lib/dates.ts'

/** The times of the practice's clock between which nothing is sent that can wait; equal times: no quiet hours. */
type Quiet = Pick<SendingRules, 'quietFrom' | 'quietTo'>
/** A client who reads about a visit later than this before its start may have got up, or stayed at home, for nothing. */
const SOON_MS = 2 * 60 * 60_000

/** When the quiet hours end that a moment lies in; null when it lies in none. Their first minute is quiet, their last moment is not. */
export const quietUntil = (at: Date, quiet: Quiet, zone: string): Date | null => hoursAround(at, quiet, zone)?.to ?? null

/** When the quiet hours began that a moment lies in. */
export const quietSince = (at: Date, quiet: Quiet, zone: string): Date | null => hoursAround(at, quiet, zone)?.from ?? null

/**
 * Until when a text that a visit is booked, moved or cancelled waits for the end of the quiet hours; null when it goes at once, because it is
 * not quiet, or because a place that it names comes so soon after them that the text would come too late.
 */
export function newsWaitsUntil(places: readonly VisitWords[], at: Date, quiet: Quiet, zone: string): Date | null {
  const loud = quietUntil(at, quiet, zone)
  if (!loud) return null
  const ahead = places.map((place) => beginsAt(place, zone)).filter((begins) => begins > at)
  return ahead.every((begins) => begins.getTime() - loud.getTime() >= SOON_MS) ? loud : null
}

/** Whether a text names a place less than a day ahead. */
export const isSoon = (facts: Facts, now: Date): boolean =>
  placesOf(facts).some((place) => {
    const ahead = beginsAt(place, facts.zone).getTime() - now.getTime()
    return ahead > 0 && ahead < DAY_MS
  })

const DAY_MS = 24 * 60 * 60_000

/** The places that a text names. */
export function placesOf(facts: Facts): VisitWords[] {
  if ('fields' in facts) return []
  return 'visit' in facts ? [facts.visit] : facts.moves.flatMap(({ from, to }) => [from, to])
}

// Quiet hours that began the day before may extend into this day.
function hoursAround(at: Date, { quietFrom, quietTo }: Quiet, zone: string): { from: Date; to: Date } | undefined {
  if (quietFrom === quietTo) return undefined
  const today = dayOf(at, zone)
  const isOverNight = quietTo < quietFrom
  const firstDay = isOverNight && timeOf(at, zone) < quietTo ? addDays(today, -1) : today
  const from = instantOf(firstDay, quietFrom, zone)
  const to = instantOf(isOverNight ? addDays(firstDay, 1) : firstDay, quietTo, zone)
  return from <= at && at < to ? { from, to } : undefined
}
