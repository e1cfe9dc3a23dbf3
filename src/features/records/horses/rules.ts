import type { CycleRule, HorseRow, HorseStatus, Pause } from '#features/records/horses/contract.ts'
import { addDays, type Day, daysBetween } from '#lib/dates.ts'

/** A horse is due soon from this many days before its due date: early enough to fit it into a round. */
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

/** The flags to offer for a horse: the known ones, then its own, always in the same order. */
export const offeredFlags = (own: readonly string[]): string[] => {
  const known: string[] = HORSE_FLAGS.map((flag) => flag.value)
  return [...known, ...own.filter((flag) => !known.includes(flag)).sort()]
}

/** A flag in words; an unknown one as it was written. */
export const flagLabel = (flag: string): string => HORSE_FLAGS.find((known) => known.value === flag)?.label ?? flag

/** Days from one service to the next; with `winterDays`, `days` is the summer's. */
type Cycle = Pick<CycleRule, 'days' | 'winterDays'>
/** A local copy from an older build may lack the newer fields. */
type Cycles = Pick<HorseRow, 'cycleDays'> & Partial<Pick<HorseRow, 'winterCycleDays' | 'cycleRules'>>

/** The cycle that a kind of work starts: its own rule, else the horse's cycle; null: none. */
function cycleAfter(horse: Cycles, serviceType: string | null): Cycle | null {
  const rule = horse.cycleRules?.find((one) => one.serviceType === serviceType)
  if (rule) return rule
  return horse.cycleDays ? { days: horse.cycleDays, winterDays: horse.winterCycleDays ?? null } : null
}

/** The day the next service is due; null without a cycle or a service to count from. A later service is never due earlier. */
export function nextDueOn(last: LastService | null, horse: Cycles): Day | null {
  const cycle = last && cycleAfter(horse, last.serviceType)
  return cycle ? endOf(cycle, last.workDate) : null
}

/** Every day of a season is its share of a whole cycle, so that one across the turn is part summer, part winter. In whole numbers. */
function endOf({ days, winterDays }: Cycle, from: Day): Day {
  if (winterDays === null) return addDays(from, days)
  let left = days * winterDays
  let day = from
  for (;;) {
    const share = isWinter(day) ? days : winterDays
    const turn = nextTurn(day)
    const inSeason = daysBetween(day, turn)
    const needed = Math.ceil(left / share)
    if (needed <= inSeason) return addDays(day, needed)
    left -= inSeason * share
    day = turn
  }
}

/** Grass and feet grow from April to September. */
const isWinter = (day: Day): boolean => day.slice(5) < '04-01' || day.slice(5) >= '10-01'

function nextTurn(day: Day): Day {
  const [year, date] = [yearOf(day), day.slice(5)]
  if (date < '04-01') return `${year}-04-01`
  return date < '10-01' ? `${year}-10-01` : `${year + 1}-04-01`
}

/** `6 weeks`, `6 weeks 2 days`. */
export function weeksInWords(days: number): string {
  const [weeks, rest] = [Math.floor(days / 7), days % 7]
  const words = [weeks && `${weeks} ${weeks === 1 ? 'week' : 'weeks'}`, rest && `${rest} ${rest === 1 ? 'day' : 'days'}`]
  return words.filter(Boolean).join(' ')
}

type Rest = Partial<Pick<HorseRow, 'pauses'>>
type Dues = Pick<HorseRow, 'nextDue' | 'goneOn'> & Rest

/**
 * A horse's status on a day. Due today is not yet overdue. Without a due date, paused (until the day it is back) or gone: none. Spec §3
 * status, §4 colours.
 */
export function statusOf(horse: Dues, today: Day): HorseStatus {
  if (isGone(horse, today) || pauseOn(horse, today) || !horse.nextDue) return 'none'
  if (horse.nextDue < today) return 'overdue'
  return horse.nextDue <= addDays(today, DUE_SOON_DAYS) ? 'due-soon' : 'current'
}

/** Dead, sold or moved away: kept for its history, never due. */
export const isGone = (horse: Pick<HorseRow, 'goneOn'>, today: Day): boolean => horse.goneOn !== null && horse.goneOn <= today

/** The pause a horse is in on a day. */
export const pauseOn = (horse: Rest, day: Day): Pause | undefined =>
  horse.pauses?.findLast((pause) => pause.fromOn <= day && (pause.untilOn === null || pause.untilOn > day))

/** The pauses with one more; a pause that has not ended by its start ends there. */
export const withPause = (pauses: readonly Pause[], pause: Pause): Pause[] => [...endedBy(pauses, pause.fromOn), pause]

/** The pauses, all ended on a day; a pause that begins later is dropped. */
export const endedBy = (pauses: readonly Pause[], on: Day): Pause[] =>
  pauses
    .filter((pause) => pause.fromOn < on)
    .map((pause) => (pause.untilOn === null || pause.untilOn > on ? { ...pause, untilOn: on } : pause))

/** Why a horse has the status none, in two or three words. */
export function whyNoStatus(horse: Dues & Pick<HorseRow, 'goneReason'>, today: Day): string {
  if (isGone(horse, today)) return GONE[horse.goneReason ?? 'moved']
  const pause = pauseOn(horse, today)
  return pause?.reason ?? (pause ? 'Paused' : 'No date yet')
}

/** Reasons to pause, in a farrier's words; others are typed. */
export const PAUSE_REASONS = ['Box rest', 'Turned away', 'In foal', 'Lame'] as const

const GONE = { deceased: 'Deceased', sold: 'Sold', moved: 'Moved away', retired: 'Retired' } as const
/** Reasons to be gone, in a farrier's words. */
export const GONE_REASONS = Object.entries(GONE).map(([value, label]) => ({ value: value as keyof typeof GONE, label }))

/** `7 days over`, `today`, `tomorrow`, `in 6 weeks`: shown next to the date, so that no one has to count. */
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

/** The work a cycle counts from; its kind may not be known. */
export type LastService = { workDate: Day; serviceType: string | null }

/** The fields of a work entry that decide when a horse was last served; for one day the last recorded entry counts. */
export type Service = { id: string; workDate: Day; serviceType: string; resetsCycle: boolean }

/** The last of the entries that restarts the cycle; null: none did. */
export const lastServiceOf = (entries: readonly Service[]): Service | null =>
  entries
    .filter((entry) => entry.resetsCycle)
    .toSorted(inTime)
    .at(-1) ?? null

/** Oldest first. */
export const inTime = (a: Service, b: Service): number =>
  a.workDate === b.workDate ? (a.id < b.id ? -1 : 1) : a.workDate < b.workDate ? -1 : 1

/**
 * A horse with work that this device has and the server may lack. `entries` are all its local work entries when any of them waits to be
 * sent; else undefined, and the server's last service applies. Either way the due date follows the horse's cycle as shown.
 */
export function withLocalWork<H extends Pick<HorseRow, 'lastService' | 'nextDue'> & Partial<Pick<HorseRow, 'lastServiceType'>> & Cycles>(
  horse: H,
  entries: readonly Service[] | undefined,
): H {
  const last = entries ? lastServiceOf(entries) : known(horse)
  return { ...horse, lastService: last?.workDate ?? null, lastServiceType: last?.serviceType ?? null, nextDue: nextDueOn(last, horse) }
}

const known = ({
  lastService,
  lastServiceType = null,
}: Pick<HorseRow, 'lastService'> & Partial<Pick<HorseRow, 'lastServiceType'>>): LastService | null =>
  lastService ? { workDate: lastService, serviceType: lastServiceType } : null
