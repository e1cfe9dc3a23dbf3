import type { VisitWords } from '#features/core/notices/rules.ts'
import { HALF_BEGINS, pastAfter } from '#features/core/notices/rules.ts'
import type { TimeOff, VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf, instantOf, minutesOf, timeOf, type WallTime } from '#lib/dates.ts'

/** Spec §9: the appointment's colour cycle. */
const COLOURS = 7
/** product.md, Readings: the server refuses a second reminder within a minute. */
export const REMINDER_REST_MS = 60_000
/** For this long after a manual reminder, no automatic one is sent. */
export const REMINDED_FOR_MS = 24 * 60 * 60_000

/** Minutes a farrier needs for an ordinary horse; work in own words takes the usual time. */
const MINUTES: Readonly<Record<string, number>> = {
  Trim: 30,
  'Front shoes new': 60,
  'Hind shoes new': 60,
  'Full set new': 90,
  'Front refit': 45,
  'Hind refit': 45,
  'Full set refit': 75,
  'Emergency call-out': 30,
}
const USUAL_MINUTES = 45

/** Spec §5 Call number. */
export const LOWEST_CALL_NUMBER = 1
export const HIGHEST_CALL_NUMBER = 99

/** How long one horse takes. */
export const minutesOfWork = (work: string | null): number => MINUTES[work?.trim() ?? ''] ?? USUAL_MINUTES

/** The time of a visit: its instants, and its day and wall times in its zone. Instants are ISO strings in UTC. */
export type When = Pick<VisitRow, 'startTime' | 'endTime' | 'onDay' | 'localStart' | 'localEnd' | 'zone'>

/** All of `When` from two instants. */
export function whenOf(start: Date | string, end: Date | string, zone: string): When {
  const [from, to] = [new Date(start), new Date(end)]
  return {
    startTime: from.toISOString(),
    endTime: to.toISOString(),
    onDay: dayOf(from, zone),
    localStart: timeOf(from, zone),
    localEnd: timeOf(to, zone),
    zone,
  }
}

/** A visit from a wall time to a wall time of one day. */
export const whenOn = (day: Day, start: WallTime, end: WallTime, zone: string): When =>
  whenOf(instantOf(day, start, zone), instantOf(day, end, zone), zone)

/**
 * The visit on another day (Spec §4 Drag-move): it keeps its duration and, unless a time is given, its time of day on the clock, so a clock
 * change between the two days moves nothing. A start in the hour that a clock change skips becomes an hour later on the clock.
 */
export function moveToDay(visit: Pick<VisitRow, 'startTime' | 'endTime' | 'localStart' | 'zone'>, day: Day, time = visit.localStart): When {
  const duration = new Date(visit.endTime).getTime() - new Date(visit.startTime).getTime()
  const start = instantOf(day, time, visit.zone)
  return whenOf(start, new Date(start.getTime() + duration), visit.zone)
}

/** A stop without a time starts and ends at the current time of day on its day (Spec §4 Call-only, product.md). */
export const callOnlyOn = (day: Day, zone: string, now = currentTime()): When => whenOn(day, timeOf(now, zone), timeOf(now, zone), zone)

/** Not going to happen: it holds no place in the round and overlaps with nothing. */
export const isOff = (visit: Pick<VisitRow, 'status'>): boolean => visit.status === 'cancelled' || visit.status === 'no_show'

/** The client has not been notified: no text about the visit is sent until it is confirmed. */
export const isPencilled = (visit: Pick<VisitRow, 'status'>): boolean => visit.status === 'pencilled'

/**
 * Whether a visit may still be moved. A visit that is finished, off, or on a past day stays where it was; it is opened or booked again
 * instead (product.md: the past never changes).
 */
export const canBeMoved = (visit: Pick<VisitRow, 'status' | 'onDay'>, today: Day): boolean =>
  !isOff(visit) && visit.status !== 'done' && visit.onDay >= today

/** Whether it is too late to notify anyone about a visit: its start has passed, or the end of its half of the day. */
export const isPast = (visit: WordsFields, now = currentTime()): boolean => pastAfter(wordsOf(visit), visit.zone) <= now

/** What a text may contain about where a visit is. */
export type WordsFields = Pick<VisitRow, 'id' | 'title' | 'onDay' | 'localStart' | 'isCallOnly' | 'callPeriod' | 'zone'>

/** The visit as a text names it: a stop without a time never gets one. */
export const wordsOf = (visit: WordsFields): VisitWords => ({
  appointmentId: visit.id,
  title: visit.title,
  onDay: visit.onDay,
  time: visit.isCallOnly ? null : visit.localStart,
  period: visit.isCallOnly ? visit.callPeriod : periodOf(visit.localStart),
})

/** A horse of a visit as a title names it. */
export type Named = Pick<VisitHorse, 'clientId' | 'plannedWork'> & { name: string }

/**
 * The title of a visit as one owner may read it in a text. If others' horses are on it too, only the owner's own are named, and an empty
 * title becomes "your visit".
 */
export function titleForOwner(visit: Pick<VisitRow, 'title' | 'clientId'>, horses: readonly Named[], clientId: string): string {
  const isShared = visit.clientId !== clientId || horses.some((horse) => horse.clientId !== clientId)
  if (!isShared) return visit.title
  return horses
    .filter((horse) => horse.clientId === clientId)
    .map(({ name, plannedWork }) => (plannedWork ? `${name}, ${plannedWork.toLowerCase()}` : name))
    .join('; ')
}

/**
 * When on a day the member is away, in wall times of that day; null: not at all. Time off runs without a break from its first day's start
 * to its last day's end.
 */
export function awayOn(
  off: Pick<TimeOff, 'fromDay' | 'toDay' | 'localStart' | 'localEnd'>,
  day: Day,
): { from: WallTime; to: WallTime } | null {
  if (day < off.fromDay || day > off.toDay) return null
  const from = day === off.fromDay ? (off.localStart ?? DAY_START) : DAY_START
  const to = day === off.toDay ? (off.localEnd ?? DAY_END) : DAY_END
  return { from, to }
}

const DAY_START: WallTime = '00:00'
const DAY_END: WallTime = '24:00'

/** Away from morning to night. */
export const isWholeDay = (away: { from: WallTime; to: WallTime }): boolean => away.from === DAY_START && away.to === DAY_END

/** What time off is called when it has no words of its own. */
export const TIME_OFF_KINDS = [
  { value: 'holiday', label: 'Holiday' },
  { value: 'course', label: 'Course' },
  { value: 'personal', label: 'Personal' },
  { value: 'ill', label: 'Ill' },
] as const satisfies readonly { value: TimeOff['kind']; label: string }[]

/** `Course, Hereford`: its own words, else what kind it is. */
export const timeOffTitle = (off: Pick<TimeOff, 'kind' | 'title'>): string =>
  off.title || (TIME_OFF_KINDS.find((kind) => kind.value === off.kind)?.label ?? off.kind)

/** Why a visit does not take place, as it happens; own words go too. */
export const CANCEL_REASONS = ['Owner asked', 'Horse lame or unwell', 'Weather', 'I am ill', 'Van trouble', 'Horse sold or gone'] as const
export const NO_SHOW_REASONS = ['Nobody there', 'Not caught', 'Owner forgot'] as const
/** Why a whole day is moved. */
export const DAY_MOVE_REASONS = ['Weather', 'I am ill', 'Van trouble', 'An emergency', 'Family'] as const

/** Where the slot of a visit that fell out is offered to others; a screen of its own, of a feature further on. */
export const gapHref = (visitId: string): string => `/gap?visit=${visitId}`

/** The half of the day of a wall time. */
export const periodOf = (time: WallTime): 'AM' | 'PM' => (time < '12:00' ? 'AM' : 'PM')

/** 1 to 7 by the place in the day, from 1 on (Spec §9: 7-colour cycle). */
export const colourOf = (place: number): number => ((place - 1) % COLOURS) + 1

/** Spec §2 Calendar: 'Stop #N' when the number is above 1. */
export const stopLabel = (visit: Pick<VisitRow, 'callNumber'>): string => (visit.callNumber > 1 ? `Stop #${visit.callNumber}` : 'Stop')

/** `09:00 to 10:00`, or `Stop #2, AM` for a stop without a time. */
export const timeLabel = (visit: Pick<VisitRow, 'isCallOnly' | 'callNumber' | 'callPeriod' | 'localStart' | 'localEnd'>): string =>
  visit.isCallOnly ? `${stopLabel(visit)}, ${visit.callPeriod}` : `${visit.localStart} to ${visit.localEnd}`

type Placed = Pick<VisitRow, 'id' | 'memberId' | 'status' | 'isCallOnly' | 'startTime' | 'endTime'>

/**
 * Visits that overlap `visit`, for a warning that never blocks: same member, both timed, and the times overlap by more than an endpoint.
 */
export function overlaps<V extends Placed>(visit: Placed, others: readonly V[]): V[] {
  if (visit.isCallOnly || isOff(visit)) return []
  const [start, end] = [Date.parse(visit.startTime), Date.parse(visit.endTime)]
  return others.filter((other) => {
    if (other.id === visit.id || other.memberId !== visit.memberId || other.isCallOnly || isOff(other)) return false
    return Date.parse(other.startTime) < end && start < Date.parse(other.endTime)
  })
}

type Address = { address: string | null; postcode: string | null }

/** Where a visit is when no place is given: at its yard, else at its client's. */
export function placeOf(yard: (Address & { name: string }) | null | undefined, client: Address | null | undefined): string | null {
  const parts = yard ? [yard.name, yard.address, yard.postcode] : [client?.address, client?.postcode]
  return parts.filter(Boolean).join(', ') || null
}

/** A visit is finished exactly when each of its horses has an outcome; one without horses is finished by hand (data.md, Wire). */
export const isComplete = (lines: readonly { outcome: string | null }[], byHand: boolean): boolean =>
  lines.length > 0 ? lines.every((line) => line.outcome !== null) : byHand

type Ordered = Pick<
  VisitRow,
  | 'id'
  | 'status'
  | 'isCallOnly'
  | 'callNumber'
  | 'callPeriod'
  | 'localStart'
  | 'localEnd'
  | 'startTime'
  | 'roundRank'
  | 'clientId'
  | 'yardId'
>

/** Whether a visit is driven to: not cancelled, and no entry of the farrier's own diary. */
export const isStop = (visit: Pick<VisitRow, 'status' | 'clientId' | 'yardId' | 'isCallOnly'>): boolean =>
  !isOff(visit) && !isOwnEntry(visit)

/** An entry of the farrier's own diary: no one is visited, notified or reminded. */
export const isOwnEntry = (visit: Pick<VisitRow, 'clientId' | 'yardId' | 'isCallOnly'>): boolean =>
  !visit.isCallOnly && visit.clientId === null && visit.yardId === null

/**
 * A member's visits of one day in driving order (data.md: computed, never stored). Dragged visits go by rank. The rest fall in where they
 * belong: AM before PM; within each half, a stop without a time at the place its number names, and the timed visits around it by time. A
 * stop without a time never goes before a fixed time that it would make late. Visits that are off come last. The place of a visit is its
 * index + 1. Own entries are placed among them by their time, and move none.
 */
export function roundOrder<V extends Ordered>(visits: readonly V[]): V[] {
  const order = drivenOrder(visits.filter((visit) => !isOwnEntry(visit) || isOff(visit)))
  for (const entry of visits.filter((visit) => isOwnEntry(visit) && !isOff(visit)).sort(byTime)) {
    const next = order.findIndex((visit) => isOff(visit) || comesAfter(visit, entry))
    order.splice(next === -1 ? order.length : next, 0, entry)
  }
  return order
}

/** A stop without a time belongs to its half of the day, so a timed visit in the same half may be on either side of it. */
const comesAfter = (visit: Ordered, entry: Ordered) =>
  visit.isCallOnly ? halfOf(visit) > halfOf(entry) : visit.startTime > entry.startTime

function drivenOrder<V extends Ordered>(visits: readonly V[]): V[] {
  const off = visits.filter(isOff).sort(byTime)
  const natural = naturalOrder(visits.filter((visit) => !isOff(visit)))
  if (natural.every((visit) => visit.roundRank === null)) return [...natural, ...off]
  const nature = new Map(natural.map((visit, index) => [visit, index]))
  const order = natural.filter((visit) => visit.roundRank !== null).sort(byRank)
  for (const [index, visit] of natural.entries()) {
    if (visit.roundRank !== null) continue
    order.splice(order.findLastIndex((other) => (nature.get(other) ?? 0) < index) + 1, 0, visit)
  }
  return [...order, ...off]
}

/** Stop #2 is second of its half if anything is first. Timed visits fill the places that no number takes, and keep their time. */
function naturalOrder<V extends Ordered>(visits: readonly V[]): V[] {
  const timed = visits.filter((visit) => !visit.isCallOnly).sort(byTime)
  const order: V[] = []
  let free = minutesOf(HALF_BEGINS.AM)
  const take = () => {
    const next = timed.shift()
    if (!next) return
    order.push(next)
    free = Math.max(free, minutesOf(next.localEnd))
  }
  for (const period of ['AM', 'PM'] as const) {
    const isHere = (visit: V) => halfOf(visit) === period
    while (period === 'PM' && timed[0] && !isHere(timed[0])) take()
    free = Math.max(free, minutesOf(HALF_BEGINS[period]))
    for (const stop of visits.filter((visit) => visit.isCallOnly && isHere(visit)).sort(byNumber)) {
      const isBefore = (next: V) => isHere(next) && order.filter(isHere).length + 1 < stop.callNumber
      const wouldBeLate = (next: V) => free + STOP_MINUTES > minutesOf(next.localStart)
      while (timed[0] && (isBefore(timed[0]) || wouldBeLate(timed[0]))) take()
      order.push(stop)
      free += STOP_MINUTES
    }
  }
  return [...order, ...timed]
}

/** What a stop without a time takes of a day: a horse and the road there. */
const STOP_MINUTES = 60

const halfOf = (visit: Ordered) => (visit.isCallOnly ? visit.callPeriod : periodOf(visit.localStart))

type Numbered = Pick<VisitRow, 'id' | 'memberId' | 'onDay' | 'status' | 'isCallOnly' | 'callNumber' | 'callPeriod'> & { title: string }

/** The stop that already has the number of `visit`, in the same half of the same day of the same member; and the next free number. */
export function callNumbers<V extends Numbered>(
  visit: Omit<Numbered, 'title' | 'status'>,
  others: readonly V[],
): { takenBy?: V; next: number } {
  const stops = others.filter(
    (other) =>
      other.id !== visit.id &&
      other.isCallOnly &&
      !isOff(other) &&
      other.memberId === visit.memberId &&
      other.onDay === visit.onDay &&
      other.callPeriod === visit.callPeriod,
  )
  const takenBy = stops.find((stop) => stop.callNumber === visit.callNumber)
  const next = Math.min(HIGHEST_CALL_NUMBER, Math.max(0, ...stops.map((stop) => stop.callNumber)) + 1)
  return { ...(takenBy && { takenBy }), next }
}

const byTime = (a: Ordered, b: Ordered) => compare(a.startTime, b.startTime) || compare(a.id, b.id)
const byNumber = (a: Ordered, b: Ordered) => a.callNumber - b.callNumber || byTime(a, b)
const byRank = (a: Ordered, b: Ordered) => compare(a.roundRank ?? '', b.roundRank ?? '') || compare(a.id, b.id)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The ranks to write so that visit `id` is at `index` (from 0) of `order`, a round in its order. Writes only the moved visit's rank when
 * every other has one already; else all ranks, so that the order on screen is kept.
 */
export function ranksForMove(order: readonly Ordered[], id: string, index: number): { id: string; roundRank: string }[] {
  const moved = order.find((visit) => visit.id === id)
  if (!moved) return []
  const others = order.filter((visit) => visit !== moved)
  if (others.every((visit) => visit.roundRank !== null)) {
    const before = others[index - 1]?.roundRank ?? null
    const after = others[index]?.roundRank ?? null
    if (before === null || after === null || before < after) return [{ id, roundRank: rankBetween(before, after) }]
  }
  let last: string | null = null
  return others.toSpliced(index, 0, moved).map((visit) => {
    last = rankBetween(last, null)
    return { id: visit.id, roundRank: last }
  })
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'

/**
 * A rank that sorts (by code unit) after `before` and before `after`; null is the end of the round. There is always one: ranks are
 * fractions in base 36 that never end in 0.
 */
export function rankBetween(before: string | null, after: string | null): string {
  let rank = ''
  for (let at = 0; ; at++) {
    const low = DIGITS.indexOf(before?.[at] ?? '0')
    // Past a digit that is already lower than `after`, anything goes.
    const high = after?.startsWith(rank) && at < after.length ? DIGITS.indexOf(after.charAt(at)) : DIGITS.length
    if (high - low > 1) return rank + DIGITS.charAt(Math.floor((low + high) / 2))
    rank += DIGITS.charAt(low)
  }
}
