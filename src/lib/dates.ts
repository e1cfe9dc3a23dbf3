import { tzOffset } from '@date-fns/tz/tzOffset'

/** A calendar day, `yyyy-MM-dd`; a wall time, `HH:mm`. */
export type Day = string
export type WallTime = string

const two = (n: number) => String(n).padStart(2, '0')
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const utc = (day: Day) => new Date(`${day}T00:00:00Z`)

/**
 * The instant of a wall time on a day in a zone. In the hour that a clock change skips, the time moves on by an hour; in the hour it repeats,
 * the first one is used.
 */
export function instantOf(day: Day, time: WallTime, zone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const wall = Date.UTC(year, month - 1, date, hour, minute)
  // What the clock was ahead of UTC a day before is what both hours go by.
  const early = wall - aheadAt(wall - DAY_MS, zone)
  const late = wall - aheadAt(early, zone)
  return new Date(late === early || aheadAt(late, zone) === wall - late ? late : early)
}

/* Clocks are changed on a quarter of an hour: what holds as it begins holds until it ends. */
const QUARTER_MS = 15 * MINUTE_MS
const MOST_KEPT = 9999
const ahead = new Map<string, number>()

/** The offset of a zone's clocks from UTC at an instant, in milliseconds; positive is ahead. */
export function aheadAt(instant: number, zone: string): number {
  const quarter = Math.floor(instant / QUARTER_MS)
  const key = zone + quarter
  const known = ahead.get(key)
  if (known !== undefined) return known
  const found = tzOffset(zone, new Date(quarter * QUARTER_MS)) * MINUTE_MS
  if (ahead.size >= MOST_KEPT) ahead.clear()
  ahead.set(key, found)
  return found
}

/** Day an instant falls on in a zone. */
export function dayOf(instant: Date | string | number, zone: string): Day {
  const at = shownAt(instant, zone)
  return `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`
}

/** Wall time of an instant in a zone, to the minute. */
export function timeOf(instant: Date | string | number, zone: string): WallTime {
  const at = shownAt(instant, zone)
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
}

/** What a zone's clock and calendar show at an instant, as if that were UTC. */
function shownAt(instant: Date | string | number, zone: string): Date {
  const at = new Date(instant).getTime()
  return new Date(at + aheadAt(at, zone))
}

export const addDays = (day: Day, count: number): Day => new Date(utc(day).getTime() + count * DAY_MS).toISOString().slice(0, 10)

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((utc(to).getTime() - utc(from).getTime()) / DAY_MS)

/** 0 is Sunday, as the spec counts them. */
export const weekdayOf = (day: Day): number => utc(day).getUTCDay()

/** The Monday on or before (Spec §9: weeks start on Monday). */
export const mondayOf = (day: Day): Day => addDays(day, -((weekdayOf(day) + 6) % 7))

/** Same date in another month, or that month's last day. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + count, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return `${first.getUTCFullYear()}-${two(first.getUTCMonth() + 1)}-${two(Math.min(date, last))}`
}

/** Minutes since midnight of a wall time. */
export function minutesOf(time: WallTime): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** `09:15` of minutes since midnight. */
export const clockOf = (minutes: number): WallTime => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

// Not of the browser's formatters: to make four of them took nearly half of the time in which the app starts.
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

/** `Tue 24 Nov`. */
export const shortDay = (day: Day): string => `${shortWeekday(day)} ${utc(day).getUTCDate()} ${month3(day)}`

/** `24 Nov 2026`. */
export const dayAndYear = (day: Day): string => `${utc(day).getUTCDate()} ${month3(day)} ${day.slice(0, 4)}`

/** `Tuesday 24 November`. */
export const longDay = (day: Day): string => `${longWeekday(day)} ${utc(day).getUTCDate()} ${longMonth(day)}`

/** `November 2026`. */
export const monthAndYear = (day: Day): string => `${longMonth(day)} ${day.slice(0, 4)}`

export const shortWeekday = (day: Day): string => longWeekday(day).slice(0, 3)

/** `Tuesday`. */
export const longWeekday = (day: Day): string => WEEKDAYS[weekdayOf(day)] ?? ''

const longMonth = (day: Day) => MONTHS[utc(day).getUTCMonth()] ?? ''
const month3 = (day: Day) => longMonth(day).slice(0, 3)
