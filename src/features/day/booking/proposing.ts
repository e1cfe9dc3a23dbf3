import type { HorseRow } from '#features/records/horses/contract.ts'
import { isGone, nextDueOn, pauseOn, USUAL_CYCLE_WEEKS } from '#features/records/horses/rules.ts'
import { againstDay, type WorkingLife } from '#features/visits/appointments/availability.ts'
import { minutesOfWork } from '#features/visits/appointments/rules.ts'
import { addDays, clockOf, type Day, daysBetween, minutesOf, shortDay, type WallTime } from '#lib/dates.ts'

/** Spec §5: 09:00 to 10:00 when nothing is planned yet. */
const EMPTY_MINUTES = 60
/** How far from its due day a visit may be moved automatically. */
const SEARCH_DAYS = 21
/** Horses that fall due within so many days of the first go on one visit. */
const TOGETHER_DAYS = 14

/** How long the planned work of a visit takes. */
export const minutesFor = (works: readonly string[]): number =>
  works.length === 0 ? EMPTY_MINUTES : works.reduce((sum, work) => sum + minutesOfWork(work), 0)

/** When a visit that starts then ends; never past midnight. */
export function endFor(start: WallTime, works: readonly string[]): WallTime {
  return clockOf(Math.min(minutesOf(start) + minutesFor(works), 24 * 60 - 1))
}

type Planned = { name: string; work: string }

/** `Solo, full set refit`; `Solo and Finn, trim`; the yard's name for more than two horses there. */
export function titleFor(horses: readonly Planned[], yardName: string | null): string {
  const [first, second] = horses
  if (!first) return ''
  if (horses.length > 2 && yardName) return yardName
  const works = new Set(horses.map((horse) => horse.work.trim().toLowerCase()))
  const [work = ''] = works
  const isSame = works.size === 1
  if (!isSame && horses.length <= 2) return horses.map(({ name, work: own }) => withWork(name, own.trim().toLowerCase())).join('; ')
  const names =
    horses.length === 1
      ? first.name
      : horses.length === 2
        ? `${first.name} and ${second?.name}`
        : `${first.name} and ${horses.length - 1} more`
  return isSame ? withWork(names, work) : names
}

const withWork = (name: string, work: string) => (work ? `${name}, ${work}` : name)

/** A day for the next visit, and why it is not the day itself that was looked for; null: it is. */
export type Proposal = { onDay: Day; dueOn: Day | null; because: string | null }

/**
 * The day on which all of `dues` (null: no cycle known) can be done in time: the first of them, or the nearest day to it the member works,
 * the earlier of two as near. Never before `from`. What is overdue is looked for from `from` on.
 */
export function proposeDay(dues: readonly (Day | null)[], from: Day, life: WorkingLife): Proposal {
  const dueOn = dues.reduce<Day | null>((first, due) => (due !== null && (first === null || due < first) ? due : first), null)
  const wanted = dueOn ?? addDays(from, USUAL_CYCLE_WEEKS.usual * 7)
  const target = wanted < from ? from : wanted
  const onDay = daysAround(target, from).find((day) => againstDay(day, life) === null) ?? target
  return { onDay, dueOn, because: reasonFor({ dueOn, target, onDay }, life) }
}

function reasonFor({ dueOn, target, onDay }: { dueOn: Day | null; target: Day; onDay: Day }, life: WorkingLife): string | null {
  const against = onDay === target ? null : againstDay(target, life)
  if (dueOn === null) return `No cycle set, so ${USUAL_CYCLE_WEEKS.usual} weeks${against ? `; not ${shortDay(target)}: ${against}` : ''}.`
  if (dueOn < target) return `Due ${shortDay(dueOn)}, now past: this is your next working day.`
  return against && `Due ${shortDay(dueOn)}, but ${against}.`
}

function daysAround(day: Day, from: Day): Day[] {
  const steps = Array.from({ length: SEARCH_DAYS }, (_, at) => at + 1)
  return [day, ...steps.flatMap((step) => [addDays(day, -step), addDays(day, step)])].filter((one) => one >= from)
}

/** The nearest suitable days before and after a span of days: for horses that fall due while no one works. */
export function daysBeside(span: { from: Day; to: Day }, today: Day, life: WorkingLife): { before: Day | null; after: Day | null } {
  const steps = Array.from({ length: SEARCH_DAYS }, (_, at) => at + 1)
  const fits = (days: Day[]) => days.find((day) => day >= today && againstDay(day, life) === null) ?? null
  return { before: fits(steps.map((step) => addDays(span.from, -step))), after: fits(steps.map((step) => addDays(span.to, step))) }
}

type DueHorse = Pick<HorseRow, 'nextDue' | 'goneOn' | 'lastService' | 'cycleDays'> & Partial<HorseRow>

/**
 * A horse's next due day as its farrier sees it from a visit of theirs: after work done or planned that day, its cycle from there; else the
 * day on its record. Null: gone, paused with no end, or no cycle.
 */
export function dueAfter(horse: DueHorse, today: Day, worked?: { on: Day; work: string | null }): Day | null {
  if (isGone(horse, today)) return null
  const isNews = worked && (horse.lastService === null || horse.lastService < worked.on)
  const due = isNews ? nextDueOn({ workDate: worked.on, serviceType: worked.work }, horse) : horse.nextDue
  const pause = due === null ? undefined : pauseOn(horse, due)
  return pause ? pause.untilOn : due
}

/** Of those that may come along, the ones that fall due near the first of them. */
export function together<H extends { due: Day | null }>(horses: readonly H[], first: Day): H[] {
  return horses.filter((horse) => horse.due !== null && daysBetween(first, horse.due) <= TOGETHER_DAYS)
}
