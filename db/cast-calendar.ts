import { bankHolidayOn } from '#lib/bank-holidays.ts'
import { addDays, type Day, mondayOf, weekdayOf } from '#lib/dates.ts'

/** Minutes of work and driving that fit into a day, and into a Saturday morning. */
const FULL_DAY_MINUTES = 490
const SATURDAY_MINUTES = 190
/** A day on which he is on a course: a stop or two that someone must cover. */
const COURSE_MINUTES = 100

const SATURDAY = 6
const SUNDAY = 0
const THURSDAY = 4
/**
 * By the weekday of the demo day, the day spent in the forge and the day he teaches; the other three are rounds, the demo day and the one after
 * it among them. With 95 horses there is not more.
 */
const OTHER_DAYS: Readonly<Record<number, { forge: number; school: number }>> = {
  1: { forge: 5, school: 3 },
  2: { forge: 1, school: 4 },
  3: { forge: 5, school: 2 },
  4: { forge: 1, school: 3 },
  5: { forge: 4, school: 2 },
}
/** Days from the Monday of the demo day's week to the course: Thursday and Friday of the week after next. */
const COURSE = { from: 17, to: 18 }

/** How much longer or shorter than usual the feet wait, by month: growth and the season's work in spring, little in winter. */
const WAITING: readonly number[] = [1.36, 1.24, 0.92, 0.8, 0.8, 0.86, 0.94, 0.98, 0.96, 0.98, 1.04, 1.2]

/** The course of the weeks ahead. */
export const courseOf = (today: Day) => ({ from: addDays(mondayOf(today), COURSE.from), to: addDays(mondayOf(today), COURSE.to) })

/** The last and the next Christmas break as seen from a day. */
export const christmasOf = (year: number) => ({ from: `${year}-12-24`, to: `${year + 1}-01-02` })

/** A week in August. */
export function summerBreakOf(year: number) {
  const from = mondayOf(`${year}-08-14`)
  return { from, to: addDays(from, 5) }
}

/** What else fills a day: the forge, or the school. Undefined: a round, or a day off. */
export function otherWorkOn(day: Day, today: Day): 'forge' | 'school' | undefined {
  const { forge, school } = OTHER_DAYS[weekdayOf(today)] ?? { forge: 5, school: 3 }
  const weekday = weekdayOf(day)
  return isAway(day, today) || isOnCourse(day, today) ? undefined : weekday === forge ? 'forge' : weekday === school ? 'school' : undefined
}

function isOnCourse(day: Day, today: Day): boolean {
  const { from, to } = courseOf(today)
  return from <= day && day <= to
}

/**
 * How many minutes of stops a day takes. Sundays are free; so are the days in the forge and at the school, holidays and three Saturdays
 * of four. The demo day and the one
 * after it are always worked: someone who looks at the demo at Christmas wants to see a round.
 */
export function minutesOn(day: Day, today: Day): number {
  const weekday = weekdayOf(day)
  if (weekday === SUNDAY) return 0
  if (weekday === SATURDAY) return day === addDays(today, 1) || (isWorkedSaturday(day) && !isAway(day, today)) ? SATURDAY_MINUTES : 0
  if (day === today || day === addDays(today, 1)) return FULL_DAY_MINUTES
  if (isAway(day, today) || otherWorkOn(day, today)) return 0
  return isOnCourse(day, today) ? COURSE_MINUTES : FULL_DAY_MINUTES
}

/** The usual wait of so many days, as the month makes it. */
export const waitIn = (month: Day, days: number): number => Math.round(days * (WAITING[Number(month.slice(5, 7)) - 1] ?? 1))

/** Whether shoes come off for the winter about now. */
export const isWinter = (day: Day): boolean => day.slice(5) >= '11-01' || day.slice(5) < '03-01'

/** One in four. */
const isWorkedSaturday = (day: Day) => Math.round(Date.parse(mondayOf(day)) / (7 * 86_400_000)) % 4 === 1

function isAway(day: Day, today: Day): boolean {
  // The week of the demo day is an ordinary one, except the three days on which no one calls a farrier.
  if (mondayOf(day) === mondayOf(today) && !['12-25', '12-26', '01-01'].includes(day.slice(5))) return false
  const year = Number(day.slice(0, 4))
  const breaks = [christmasOf(year - 1), christmasOf(year), summerBreakOf(year)]
  return breaks.some(({ from, to }) => from <= day && day <= to) || bankHolidayOn(day, 'england') !== undefined
}

/** The Thursday on which the emergency of last week came. */
export const lastThursday = (today: Day): Day => addDays(mondayOf(today), THURSDAY - 8)
