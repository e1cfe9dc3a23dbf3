import type { WorkingDay } from '#features/core/practice/contract.ts'
import type { Busy } from '#features/visits/appointments/busy.ts'
import type { TimeOff, VisitRow } from '#features/visits/appointments/contract.ts'
import { awayOn, isOff, isWholeDay, overlaps, timeOffTitle, type When } from '#features/visits/appointments/rules.ts'
import { bankHolidayOn, type Nation } from '#lib/bank-holidays.ts'
import { capital } from '#lib/capital.ts'
import { clockOf, type Day, longDay, minutesOf, type WallTime, weekdayOf } from '#lib/dates.ts'
import { distanceKm, drivingMinutes, milesOf, roadKm } from '#lib/distance.ts'
import type { LatLng } from '#lib/position.ts'

/** Nearer than this is the same place. */
const SAME_PLACE_KM = 0.2

/** When a member works. `who` is their name where it is not the reader's own diary. */
export type WorkingLife = {
  memberId: string
  who?: string | undefined
  hours: readonly WorkingDay[]
  timeOff: readonly TimeOff[]
  /** By calendars of members elsewhere. */
  busy: readonly Busy[]
  nation: Nation
  bufferMinutes: number
}

/** A sentence next to the day or the time of a visit that is being booked. It never blocks the booking (product.md, Not doing). */
export type Warning = { about: 'day' | 'time'; text: string }

/** Why a member would rather not work on a day, as the end of a sentence: `it is a bank holiday (Boxing Day)`; null: a day like any other. */
export function againstDay(day: Day, life: WorkingLife): string | null {
  const off = timeOffOn(day, life).find(({ away }) => isWholeDay(away))?.off
  if (off) return `${subject(life)} away (${timeOffTitle(off)})`
  const holiday = bankHolidayOn(day, life.nation)
  if (holiday) return `it's a bank holiday (${holiday})`
  const busy = busyOn(day, life).find(({ hours }) => isWholeDay(hours))
  if (busy) return `${subject(life)} busy all day${sourceOf(busy, life)}`
  return hoursOn(day, life) ? null : `${longDay(day).split(' ')[0]} isn't a working day`
}

/** A visit being booked, or another of its day, with its position. */
export type Placed = Pick<VisitRow, 'id' | 'memberId' | 'status' | 'isCallOnly' | 'clientId' | 'yardId' | 'title' | 'location'> &
  Pick<When, 'onDay' | 'startTime' | 'endTime' | 'localStart' | 'localEnd'> & { position: LatLng | null }

/** All warnings about the time of a visit; `others` are the other visits of its day, of any member. */
export function warningsFor(visit: Placed, others: readonly Placed[], life: WorkingLife, today: Day): Warning[] {
  const against = againstDay(visit.onDay, life)
  const isGone = visit.onDay < today
  return [
    ...(isGone ? [day('This day is past, so nobody is texted about it.')] : []),
    ...(against ? [day(`${capital(against)}.`)] : []),
    ...(visit.isCallOnly
      ? []
      : [
          ...awayHours(visit, life),
          ...busyHours(visit, life),
          ...outsideHours(visit, life),
          ...clashes(visit, others),
          ...tooNear(visit, others, life),
        ]),
  ]
}

const day = (text: string): Warning => ({ about: 'day', text })
const time = (text: string): Warning => ({ about: 'time', text })

function awayHours(visit: Placed, life: WorkingLife): Warning[] {
  return timeOffOn(visit.onDay, life)
    .filter(({ away }) => !isWholeDay(away) && away.from < visit.localEnd && visit.localStart < away.to)
    .map(({ off, away }) => time(`${capital(subject(life))} away ${away.from} to ${away.to} (${timeOffTitle(off)}).`))
}

function busyHours(visit: Placed, life: WorkingLife): Warning[] {
  const then = busyOn(visit.onDay, life).filter(
    ({ hours }) => !isWholeDay(hours) && hours.from < visit.localEnd && visit.localStart < hours.to,
  )
  const who = life.who ? `${life.who} is busy then` : 'Busy then'
  // Of a colleague's calendars the same hours read the same.
  return [...new Set(then.map((busy) => `${who}${sourceOf(busy, life)}, ${busy.hours.from} to ${busy.hours.to}.`))].map(time)
}

function outsideHours({ onDay, localStart, localEnd }: Placed, life: WorkingLife): Warning[] {
  const hours = hoursOn(onDay, life)
  if (!hours || (localStart >= hours.startTime && localEnd <= hours.endTime)) return []
  return [time(`Outside working hours: ${hours.startTime} to ${hours.endTime}.`)]
}

function clashes(visit: Placed, others: readonly Placed[]): Warning[] {
  const found = overlaps(visit, others)
  if (found.length === 0) return []
  return [time(`Double booking: ${found.map((other) => `${nameOf(other)} ${other.localStart} to ${other.localEnd}`).join(', ')}.`)]
}

/** Too little time to get there from the visit before, or on to the one after. */
function tooNear(visit: Placed, others: readonly Placed[], life: WorkingLife): Warning[] {
  const timed = others.filter((other) => other.id !== visit.id && other.memberId === visit.memberId && !other.isCallOnly && !isOff(other))
  const before = timed.filter((other) => other.endTime <= visit.startTime).sort((a, b) => (a.endTime < b.endTime ? 1 : -1))[0]
  const after = timed.filter((other) => other.startTime >= visit.endTime).sort((a, b) => (a.startTime < b.startTime ? -1 : 1))[0]
  return [
    ...(before ? gapWarning(before, visit, `after ${nameOf(before)}`, life) : []),
    ...(after ? gapWarning(visit, after, `before ${nameOf(after)}`, life) : []),
  ]
}

function gapWarning(from: Placed, to: Placed, beside: string, { bufferMinutes }: WorkingLife): Warning[] {
  if (isAtHome(from) || isAtHome(to) || isSamePlace(from, to)) return []
  const gap = Math.round((Date.parse(to.startTime) - Date.parse(from.endTime)) / 60_000)
  const drive = from.position && to.position ? driveOf(from.position, to.position) : null
  if (gap >= Math.max(bufferMinutes, drive?.minutes ?? 0)) return []
  const only = gap === 0 ? `No time ${beside}` : `Only ${gap} minutes ${beside}`
  if (drive && drive.minutes >= bufferMinutes) return [time(`${only}: about ${drive.minutes} minutes to drive, ${drive.miles} miles.`)]
  return [time(`${only}: you leave ${bufferMinutes} minutes between places.`)]
}

/** Straight-line distance, lengthened as roads are; minutes rounded up to the next five, because no more is known. */
export function driveOf(from: LatLng, to: LatLng): { minutes: number; miles: number } {
  const km = roadKm(from, to)
  return { minutes: Math.ceil(drivingMinutes(km) / 5) * 5, miles: Math.round(milesOf(km)) }
}

/** An own entry: its place is unknown. */
const isAtHome = ({ clientId, yardId, position }: Placed) => !clientId && !yardId && !position

function isSamePlace(a: Placed, b: Placed): boolean {
  if (a.position && b.position) return distanceKm(a.position, b.position) < SAME_PLACE_KM
  if (a.yardId || b.yardId) return a.yardId === b.yardId
  return a.clientId === b.clientId || (a.location !== null && a.location === b.location)
}

const hoursOn = (onDay: Day, { hours }: WorkingLife) => hours.find((one) => one.dayOfWeek === weekdayOf(onDay) && one.isWorking)

const timeOffOn = (onDay: Day, { timeOff, memberId }: WorkingLife) =>
  timeOff.flatMap((off) => {
    const away = off.memberId && off.memberId !== memberId ? null : awayOn(off, onDay)
    return away ? [{ off, away }] : []
  })

const busyOn = (onDay: Day, { busy, memberId }: WorkingLife) =>
  busy.flatMap(({ source, ...span }) => {
    const hours = span.memberId === memberId ? awayOn(span, onDay) : null
    return hours ? [{ source, hours }] : []
  })

/** What a colleague's calendar is called, is theirs alone to read. */
const sourceOf = ({ source }: Pick<Busy, 'source'>, { who }: WorkingLife) => (who ? '' : ` by your calendar “${source}”`)

const subject = ({ who }: WorkingLife) => (who ? `${who} is` : "you're")
const nameOf = (visit: Placed) => visit.title || 'another visit'

type Wanted = { memberId: string; minutes: number; preferred: WallTime }

/** The first start from `preferred` on at which a visit of so many minutes overlaps none of the others; `preferred` when there is none. */
export function freeStart(others: readonly Placed[], { memberId, minutes, preferred }: Wanted, { bufferMinutes }: WorkingLife): WallTime {
  const taken = others.filter((other) => other.memberId === memberId && !other.isCallOnly && !isOff(other))
  const isFree = (start: number) =>
    start + minutes <= DAY_MINUTES &&
    taken.every((other) => start + minutes <= minutesOf(other.localStart) || start >= minutesOf(other.localEnd))
  const starts = [minutesOf(preferred), ...taken.map((other) => quarterAfter(minutesOf(other.localEnd) + bufferMinutes))]
  const free = starts.filter((start) => start >= minutesOf(preferred) && isFree(start)).sort((a, b) => a - b)[0]
  return free === undefined ? preferred : clockOf(free)
}

const DAY_MINUTES = 24 * 60
const quarterAfter = (minutes: number) => Math.ceil(minutes / 15) * 15
