import type { HorseRow, HorseStatus } from '#features/horses/contract.ts'
import { addDays, type Day, daysBetween } from '#lib/dates.ts'

/** From this many days before it is due, a horse is due soon: a round can still be bent to fit it in. */
const DUE_SOON_DAYS = 7
/** Cycles a farrier would name, in weeks: laminitic 3–5, in work 4–5, generally 6–8 (product.md, UK facts). */
export const USUAL_CYCLE_WEEKS = { from: 3, to: 12, usual: 6 } as const

/** Flags the app knows by name; a farrier may write others. */
const HORSE_FLAGS = [
  { value: 'kicks', label: 'Kicks' },
  { value: 'bites', label: 'Bites' },
  { value: 'needs-sedation', label: 'Needs sedation' },
  { value: 'vet-present', label: 'Vet present' },
  { value: 'needs-holder', label: 'Needs a holder' },
] as const

/** The flags to offer for a horse: those known by name, then its own, always in one order. */
export const offeredFlags = (own: readonly string[]): string[] => {
  const known: string[] = HORSE_FLAGS.map((flag) => flag.value)
  return [...known, ...own.filter((flag) => !known.includes(flag)).sort()]
}

/** A flag in words; an unknown one as it was written. */
export const flagLabel = (flag: string): string => HORSE_FLAGS.find((known) => known.value === flag)?.label ?? flag

/** The day the next service is due; null without a cycle or a service to count from. */
export const nextDueOn = (lastServiceOn: Day | null, cycleDays: number | null): Day | null =>
  lastServiceOn && cycleDays ? addDays(lastServiceOn, cycleDays) : null

type Dues = Pick<HorseRow, 'nextDue' | 'pausedUntil' | 'goneOn'>

/**
 * How a horse stands on a day. Due today is not yet overdue. Without a due date, paused (until the day itself) or gone: none.
 * Spec §3 status, §4 colours.
 */
export function statusOf(horse: Dues, today: Day): HorseStatus {
  if (isGone(horse, today) || isPaused(horse, today) || !horse.nextDue) return 'none'
  if (horse.nextDue < today) return 'overdue'
  return horse.nextDue <= addDays(today, DUE_SOON_DAYS) ? 'due-soon' : 'current'
}

/** Dead, sold or moved away: kept for its history, never due. */
export const isGone = (horse: Pick<HorseRow, 'goneOn'>, today: Day): boolean => horse.goneOn !== null && horse.goneOn <= today

const isPaused = (horse: Pick<HorseRow, 'pausedUntil'>, today: Day): boolean => horse.pausedUntil !== null && horse.pausedUntil > today

/** Why a horse has the status none, in two or three words. */
export function whyNoStatus(horse: Dues & Pick<HorseRow, 'goneReason' | 'cycleDays'>, today: Day): string {
  if (isGone(horse, today)) return GONE[horse.goneReason ?? 'moved']
  if (isPaused(horse, today)) return 'Paused'
  return horse.cycleDays ? 'No service yet' : 'No cycle yet'
}

const GONE = { deceased: 'Deceased', sold: 'Sold', moved: 'Moved away', retired: 'Retired' } as const
/** Reasons to be gone, as a farrier says them. */
export const GONE_REASONS = Object.entries(GONE).map(([value, label]) => ({ value: value as keyof typeof GONE, label }))

/** `7 days over`, `today`, `tomorrow`, `in 6 weeks`: beside the date, so that nobody has to count. */
export function dueInWords(nextDue: Day, today: Day): string {
  const days = daysBetween(today, nextDue)
  if (days < 0) return days === -1 ? '1 day over' : `${-days} days over`
  if (days <= 1) return days === 0 ? 'today' : 'tomorrow'
  return days < 14 ? `in ${days} days` : `in ${Math.round(days / 7)} weeks`
}

/** Years of age in the year of `today`: a horse turns one on the first of January after its birth year. */
export const ageOf = (birthYear: number | null, today: Day): number | null => (birthYear === null ? null : yearOf(today) - birthYear)

/** The birth year that makes a horse this old today. */
export const birthYearOf = (age: number, today: Day): number => yearOf(today) - age

const yearOf = (day: Day) => Number(day.slice(0, 4))

/** What of a work entry tells when a horse was last served. */
export type Service = { workDate: Day; resetsCycle: boolean }

/** The last day among them that counts for the cycle; null: none did. */
export function lastServiceOf(entries: readonly Service[]): Day | null {
  const days = entries.filter((entry) => entry.resetsCycle).map((entry) => entry.workDate)
  return days.reduce<Day | null>((latest, day) => (latest && latest > day ? latest : day), null)
}

/**
 * A horse as it stands with what this device knows and the server may not: `entries` are all its work entries here when any of them
 * waits to be sent, else undefined and the server's own last service holds. The due date follows the cycle shown either way.
 */
export function withLocalWork<H extends Pick<HorseRow, 'lastService' | 'nextDue' | 'cycleDays'>>(
  horse: H,
  entries: readonly Service[] | undefined,
): H {
  const lastService = entries ? lastServiceOf(entries) : horse.lastService
  return { ...horse, lastService, nextDue: nextDueOn(lastService, horse.cycleDays) }
}
