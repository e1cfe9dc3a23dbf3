import { addDays, addMonths, type Day, dayAndYear, mondayOf, monthAndYear } from '#lib/dates.ts'

/** Spec §2 Calendar: Monday to Friday (the default), Monday to Sunday, and the month; §1 names a 6-day week as well. */
export const VIEWS = ['5-day', '6-day', 'week', 'month'] as const
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
export const daysOf = (view: View, day: Day): Day[] => (view === 'month' ? monthGrid(day) : weekDays(day, WEEK_LENGTH[view]))

/** Where previous (-1) and next (1) lead: a week, or a month in the month view (Spec §2 Calendar). */
export const stepped = (view: View, day: Day, by: -1 | 1): Day => (view === 'month' ? addMonths(day, by) : addDays(day, 7 * by))

/** Spec §2 Calendar, header text: the month and year in month view, else the range, as in `23 to 27 November 2026`. */
export function headerText(view: View, day: Day): string {
  if (view === 'month') return monthAndYear(day)
  const days = daysOf(view, day)
  return rangeText(days[0] ?? day, days.at(-1) ?? day)
}

/** From one day to another, saying month and year once where they are the same. */
function rangeText(from: Day, to: Day): string {
  if (from.slice(0, 7) === to.slice(0, 7)) return `${dateOf(from)} to ${dateOf(to)} ${monthAndYear(to)}`
  if (from.slice(0, 4) === to.slice(0, 4)) return `${dateOf(from)} ${monthAndYear(from).slice(0, -5)} to ${dateOf(to)} ${monthAndYear(to)}`
  return `${dayAndYear(from)} to ${dayAndYear(to)}`
}

const dateOf = (day: Day) => Number(day.slice(8))
