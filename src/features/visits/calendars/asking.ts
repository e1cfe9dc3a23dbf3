import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { isOwnEntry, isPast, moveToDay, type When, whenOf } from '#features/visits/appointments/rules.ts'
import type { CalendarChange } from '#features/visits/calendars/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf, shortDay, timeOf } from '#lib/dates.ts'

/** A visit as a question about it needs it. */
export type AskedVisit = Pick<
  VisitRow,
  | 'id'
  | 'title'
  | 'memberId'
  | 'clientId'
  | 'yardId'
  | 'status'
  | 'isCallComplete'
  | 'isCallOnly'
  | 'callPeriod'
  | 'onDay'
  | 'localStart'
  | 'startTime'
  | 'endTime'
  | 'zone'
>

type Question = Pick<CalendarChange, 'memberId' | 'kind' | 'nowDay' | 'nowStart' | 'nowEnd' | 'state'>

/**
 * Whether a change in a calendar still waits for an answer: not once the visit has begun (a stop without a time: once its day is over), is off,
 * finished or another member's; not when a moved one already is where the calendar has it, or a new entry has become a visit.
 */
export function isAsked(change: Question, visit: AskedVisit, now = currentTime()): boolean {
  const isToCome = (visit.status === 'booked' || visit.status === 'pencilled') && !visit.isCallComplete && !isPast(visit, now)
  if (change.state !== 'open' || !isToCome || visit.memberId !== change.memberId) return false
  return change.kind === 'moved' ? !isThere(change, visit) : change.kind === 'deleted' || isOwnEntry(visit)
}

/** Where a moved visit goes: as long as the calendar has it. One that has no time, here or there, goes to the day alone. */
export const targetOf = ({ nowDay, nowStart, nowEnd }: Question, visit: AskedVisit): When =>
  nowStart && nowEnd && !visit.isCallOnly ? whenOf(nowStart, nowEnd, visit.zone) : moveToDay(visit, nowDay ?? visit.onDay)

function isThere(change: Question, visit: AskedVisit): boolean {
  const { onDay, startTime, endTime } = targetOf(change, visit)
  if (visit.isCallOnly) return onDay === visit.onDay
  return Date.parse(startTime) === Date.parse(visit.startTime) && Date.parse(endTime) === Date.parse(visit.endTime)
}

type Place = { day: Day | null; start: string | null; end: string | null }

/**
 * What happened in the calendar, as its member reads it. `name`: how the visit is called.
 * `Hill Farm, 2 horses: moved in your calendar from Tue 24 Nov, 09:00 to Thu 26 Nov, 14:30.`
 */
export function changeWords(change: CalendarChange, visit: AskedVisit, name: string): string {
  const was = { day: change.wasDay, start: change.wasStart, end: change.wasEnd }
  const now = { day: change.nowDay, start: change.nowStart, end: change.nowEnd }
  const { zone } = visit
  switch (change.kind) {
    case 'deleted':
      return `${name}, ${placeWords(was, zone)}: deleted in your calendar.`
    case 'new':
      return `“${name}” was added in your calendar: ${placeWords(now, zone)}.`
    case 'moved':
      return [`${name}: ${movedWords(was, now, zone)}.`, elsewhere(was, visit)].filter(Boolean).join(' ')
  }
}

function movedWords(was: Place, now: Place, zone: string): string {
  if (was.end && now.end && was.start === now.start)
    return `now ends at ${timeOf(now.end, zone)} in your calendar, not ${timeOf(was.end, zone)}`
  const end = now.end && lengthOf(was) !== lengthOf(now) ? `, until ${timeOf(now.end, zone)}` : ''
  const from =
    was.start && now.start && dayOf(was.start, zone) === dayOf(now.start, zone)
      ? `${timeOf(was.start, zone)} to ${timeOf(now.start, zone)} on ${shortDay(dayOf(now.start, zone))}`
      : `${placeWords(was, zone)} to ${placeWords(now, zone)}`
  return `moved in your calendar from ${from}${end}`
}

/** Where the visit is, when it has been moved here too. */
function elsewhere(was: Place, visit: AskedVisit): string {
  const isMoved = visit.isCallOnly ? was.day !== visit.onDay : was.start && Date.parse(was.start) !== Date.parse(visit.startTime)
  return isMoved ? `Your diary has it on ${visitPlace(visit)}.` : ''
}

/** `Tue 24 Nov, 09:00`; a stop without a time has its day alone. */
export const visitPlace = ({ isCallOnly, onDay, localStart }: Pick<VisitRow, 'isCallOnly' | 'onDay' | 'localStart'>): string =>
  isCallOnly ? shortDay(onDay) : `${shortDay(onDay)}, ${localStart}`

const placeWords = ({ day, start }: Place, zone: string): string =>
  start ? `${shortDay(dayOf(start, zone))}, ${timeOf(start, zone)}` : shortDay(day ?? '')

const lengthOf = ({ start, end }: Place) => (start && end ? Date.parse(end) - Date.parse(start) : null)
