import { addDays, addMonths, type Day, dayAndYear, mondayOf, monthAndYear, shortDay, type WallTime, weekdayOf } from '#lib/dates.ts'

/**
 * Spec §2 Calendar: Monday to Friday (the default), Monday to Sunday, and the month; §1 names a 6-day week as well; a day has its hours. In
 * this order they are chosen from, and the keys 1 to 5 mean them.
 */
export const VIEWS = ['day', '5-day', '6-day', 'week', 'month'] as const
export type View = (typeof VIEWS)[number]
export const DEFAULT_VIEW: View = '5-day'

/** Spec §9: the most a day's cell shows before "+N more". */
export const SHOWN_PER_DAY = 3
/** Spec §9: month grid. */
const GRID_DAYS = 42

export const isView = (text: string): text is View => VIEWS.some((view) => view === text)

/** The first days of the week `day` is in; weeks start on Monday (Spec §9). */
export const weekDays = (day: Day, count: 5 | 6 | 7): Day[] => daysFrom(mondayOf(day), count)

/** Six weeks from the Monday on or before the first of the month (Spec §2 Calendar). */
export const monthGrid = (day: Day): Day[] => daysFrom(mondayOf(`${day.slice(0, 7)}-01`), GRID_DAYS)

const daysFrom = (first: Day, count: number) => Array.from({ length: count }, (_, index) => addDays(first, index))

const WEEK_LENGTH = { '5-day': 5, '6-day': 6, week: 7 } as const

/** The days a view of `day` shows. */
export function daysOf(view: View, day: Day): Day[] {
  if (view === 'day') return [day]
  return view === 'month' ? monthGrid(day) : weekDays(day, WEEK_LENGTH[view])
}

/** The days after those of a view that end its week: Saturday and Sunday of a 5-day week. */
export const weekendAfter = (view: View, day: Day): Day[] =>
  view === '5-day' || view === '6-day' ? weekDays(day, 7).slice(WEEK_LENGTH[view]) : []

/** From this time of a week's last working day its diary has nothing more to show. */
const WEEK_ENDS: WallTime = '18:00'
const FRIDAY = 5

export type Opening = {
  today: Day
  time: WallTime
  /** 0 is Sunday. */
  workingDays: readonly number[]
  /** The day of what was just booked. */
  bookedOn?: Day | undefined
}

/**
 * A day of the week that a diary opens on, everywhere the same: the week of what was just booked; from Friday 18:00 the coming one, or later
 * where Saturdays or Sundays are worked; else this one.
 */
export function openingDay({ today, time, workingDays, bookedOn }: Opening): Day {
  if (bookedOn) return bookedOn
  const last = workingDays.includes(0) ? FRIDAY + 2 : workingDays.includes(FRIDAY + 1) ? FRIDAY + 1 : FRIDAY
  const weekday = weekdayOf(today) || 7
  const isOver = weekday > last || (weekday === last && time >= WEEK_ENDS)
  return isOver ? addDays(mondayOf(today), 7) : today
}

/** What previous and next step over. */
export const stepOf = (view: View): 'day' | 'week' | 'month' => (view === 'day' || view === 'month' ? view : 'week')

/** Where previous (-1) and next (1) lead: a week, a month in the month view (Spec §2 Calendar), a day in the day view. */
export function stepped(view: View, day: Day, by: -1 | 1): Day {
  if (view === 'month') return addMonths(day, by)
  return addDays(day, view === 'day' ? by : 7 * by)
}

/** The shown day that an arrow leads to from `day`, past the weekend where that is not shown. */
export function dayBeside(view: View, day: Day, by: number): Day {
  const next = addDays(day, by)
  if (daysOf(view, next).includes(next)) return next
  if (by > 0) return addDays(next, (8 - weekdayOf(next)) % 7)
  return addDays(next, view === '5-day' && weekdayOf(next) === 0 ? -2 : -1)
}

/** Spec §2 Calendar, header text: the month and year in month view, else the range, as in `23 to 27 November 2026`; of one day its date. */
export function headerText(view: View, day: Day): string {
  if (view === 'month') return monthAndYear(day)
  if (view === 'day') return `${shortDay(day)} ${day.slice(0, 4)}`
  const days = daysOf(view, day)
  return rangeText(days[0] ?? day, days.at(-1) ?? day)
}

/** From one day to another, with month and year once where they are the same. */
function rangeText(from: Day, to: Day): string {
  if (from.slice(0, 7) === to.slice(0, 7)) return `${dateOf(from)} to ${dateOf(to)} ${monthAndYear(to)}`
  if (from.slice(0, 4) === to.slice(0, 4)) return `${dayAndYear(from).slice(0, -5)} to ${dayAndYear(to)}`
  return `${dayAndYear(from)} to ${dayAndYear(to)}`
}

const dateOf = (day: Day) => Number(day.slice(8))
