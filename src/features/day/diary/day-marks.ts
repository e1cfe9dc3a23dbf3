import type { Member } from '#features/core/practice/contract.ts'
import { diaryMembers } from '#features/core/practice/rules.ts'
import type { Span } from '#features/day/diary/hours.ts'
import type { Busy } from '#features/visits/appointments/busy.ts'
import type { TimeOff } from '#features/visits/appointments/contract.ts'
import { awayOn, isWholeDay, timeOffTitle } from '#features/visits/appointments/rules.ts'
import { bankHolidayOn, type Nation } from '#lib/bank-holidays.ts'
import { clockChangeOn } from '#lib/clock-change.ts'
import { addDays, type Day, minutesOf, type WallTime } from '#lib/dates.ts'

const DAY_MINUTES = 24 * 60

/** A member is away, or has an own entry in the diary. */
export type Away = {
  timeOff: TimeOff
  title: string
  /** `09:00 to 12:00`, `from 13:00`; null: all day. */
  hours: string | null
  /** The hours of the day it takes. */
  span: Span
  /** The members, where several go out; `Everyone` when all are away. */
  who: string | null
  /** No member of the shown diary works: all day, and not only one of several. */
  isClosed: boolean
}

/** A member is busy by a calendar of theirs. */
export type BusyMark = {
  id: string
  /** `14:00 to 15:00`, `until 11:00`; null: all day. */
  hours: string | null
  span: Span
  /** The calendar, of the reader's own; null: of a colleague's. */
  source: string | null
  /** The member, where several go out. */
  who: string | null
}

/** What makes a day different, besides its visits. */
export type DayMarks = {
  away: readonly Away[]
  busy: readonly BusyMark[]
  /** `Good Friday`. */
  holiday: string | undefined
  /** `Clocks go forward 01:00`. */
  clocks: string | undefined
}

type MarksInput = {
  timeOff: readonly TimeOff[]
  busy: readonly Busy[]
  /** Who reads it. */
  readerId: string
  members: readonly Member[]
  /** Whose diary is shown; empty for everyone's. */
  memberId: string | null
  nation: Nation
  zone: string
}

/** The marks of a span of days, both ends in; a day without any is not in it. */
export function marksOf(from: Day, to: Day, known: MarksInput): ReadonlyMap<Day, DayMarks> {
  const marks = new Map<Day, DayMarks>()
  const near = known.timeOff.filter(
    (off) => off.fromDay <= to && from <= off.toDay && (!known.memberId || !off.memberId || off.memberId === known.memberId),
  )
  const busyNear = known.busy.filter(
    (one) => one.fromDay <= to && from <= one.toDay && (!known.memberId || one.memberId === known.memberId),
  )
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const away = near.flatMap((off) => awayFor(day, off, known))
    const busy = busyNear.flatMap((one) => busyFor(day, one, known)).sort((a, b) => a.span.from - b.span.from)
    const [holiday, clocks] = [bankHolidayOn(day, known.nation), clocksOn(day, known.zone)]
    if (away.length + busy.length > 0 || holiday || clocks)
      marks.set(day, { away: away.sort((a, b) => a.span.from - b.span.from), busy, holiday, clocks })
  }
  return marks
}

function awayFor(day: Day, timeOff: TimeOff, { members, memberId }: MarksInput): Away[] {
  const away = awayOn(timeOff, day)
  if (!away) return []
  const span = { from: minutesOf(away.from), to: minutesOf(away.to) }
  const who = whoIs(timeOff.memberId, members)
  const isAll = memberId !== null || timeOff.memberId === null || who === null
  return [{ timeOff, title: timeOffTitle(timeOff), hours: hoursInWords(away), span, who, isClosed: isAll && isWholeDay(away) }]
}

function busyFor(day: Day, { source, ...busy }: Busy, { members, readerId }: MarksInput): BusyMark[] {
  const hours = awayOn(busy, day)
  if (!hours) return []
  const isOwn = busy.memberId === readerId
  const span = { from: minutesOf(hours.from), to: minutesOf(hours.to) }
  return [{ id: busy.id, hours: hoursInWords(hours), span, source: isOwn ? source : null, who: whoIs(busy.memberId, members) }]
}

/** `Busy 09:00 to 10:00, 14:00 to 15:00 (Family)`, a line for each member. */
export function busyLines(busy: readonly BusyMark[]): string[] {
  const byWho = Map.groupBy(busy, ({ who }) => who)
  return [...byWho].map(([who, marks]) => {
    const times = new Set(marks.map(({ hours, source }) => [hours ?? 'all day', source && `(${source})`].filter(Boolean).join(' ')))
    return [`Busy ${[...times].join(', ')}`, who].filter(Boolean).join(', ')
  })
}

function hoursInWords(away: { from: WallTime; to: WallTime }): string | null {
  if (isWholeDay(away)) return null
  if (minutesOf(away.to) === DAY_MINUTES) return `from ${away.from}`
  return minutesOf(away.from) === 0 ? `until ${away.to}` : `${away.from} to ${away.to}`
}

function whoIs(memberId: string | null, members: readonly Member[]): string | null {
  if (diaryMembers(members).length < 2) return null
  return memberId ? (members.find(({ id }) => id === memberId)?.initials ?? null) : 'Everyone'
}

function clocksOn(day: Day, zone: string): string | undefined {
  const change = clockChangeOn(day, zone)
  return change && `Clocks go ${change.way} ${change.at}`
}
