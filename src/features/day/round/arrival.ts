import type { Round } from '#features/day/round/contract.ts'
import type { TravelMatrix } from '#features/day/round/travel.ts'
import type { LatLng } from '#lib/position.ts'

/** A stop as input for its arrival estimate. Instants are milliseconds. */
export type ArrivalStop = {
  id: string
  /** When a visit with a fixed time starts; null: when its turn comes. */
  startsAt: number | null
  half: 'AM' | 'PM'
  /** How long it is planned to take once there. */
  minutes: number
  position: LatLng | null
  isComplete: boolean
  /** Complete, and none of its horses was done. */
  isSkipped: boolean
  completedAt: number | null
}

/** A member's round of a day as input for its arrival estimates. */
export type ArrivalDay = {
  /** In the order they are driven to. */
  stops: readonly ArrivalStop[]
  round: Pick<Round, 'state' | 'lateMinutes' | 'saidAt'> | null
  /**
   * When the member starts work and ends it, when the afternoon begins, and the hours between which a time that was not booked may be shown
   * to anyone.
   */
  startsAt: number
  endsAt: number
  noon: number
  earliest: number
  latest: number
  travel: TravelMatrix
  /** A leg from or to a stop without a position. */
  unknownLegMinutes: number
}

/** What owners read about a stop: the range, and the earlier range if that has turned out wrong, with the reason. */
export type Arrival = { from: number; to: number; was: { from: number; to: number } | null; why: Why | null }

/**
 * Why the range differs from the one given before: the farrier reported it, stops before it took longer, a later stop was done first, it is
 * earlier than any range given, or only earlier than the last.
 */
type Why = 'late' | 'slower' | 'order' | 'faster' | 'caught_up'

const MINUTE = 60_000
/** The finest step of the times that owners read. */
const STEP = 15 * MINUTE
/** How wide the next stop's range is, and by how much more each stop before it makes it. */
const NEXT_WIDTH = 30 * MINUTE
const WIDER_A_STOP = 15 * MINUTE
const WIDEST = 120 * MINUTE
/** Work that has taken longer than planned goes on for at least this long. */
const STILL_BUSY = 10 * MINUTE
/** How often a day that goes on without news is looked at again. */
const TICK = 10 * MINUTE

/**
 * The range in which each open stop is likely to be reached, as at `now`. A stop that is done has none, nor has any stop while the round is
 * paused or over, nor one that would be reached in the night. A range that was given stays until it is clearly wrong, and then comes with
 * the reason; nearer to the time it only narrows. It follows from the day's events alone, so that every device and every server computes
 * the same.
 */
export function arrivals(day: ArrivalDay, now: number): Map<string, Arrival> {
  if (day.round?.state === 'paused' || day.round?.state === 'finished') return new Map()
  const [first, said] = [new Map<string, Range>(), new Map<string, Arrival>()]
  const expectedAt = expecter(day)
  let quietUntil = 0
  for (const { at, isNews } of momentsOf(day, Math.min(now, day.latest))) {
    // Until the current stop should have been left, time that passes changes nothing.
    if (!isNews && at <= quietUntil) continue
    const open = expectedAt(at)
    quietUntil = open[0] ? open[0].expected + open[0].stop.minutes * MINUTE : now
    for (const [ahead, { stop, expected }] of open.entries()) {
      const fresh = rangeOf(stop, expected, ahead)
      const before = said.get(stop.id)
      if (!before) first.set(stop.id, fresh)
      const whyLater = () => whyLaterAt(day, stop, at)
      said.set(
        stop.id,
        before
          ? nextArrival({ before, first: first.get(stop.id) ?? fresh }, fresh, expected, whyLater)
          : { ...fresh, was: null, why: null },
      )
    }
  }
  return new Map(day.stops.flatMap((stop) => (stop.isComplete || now > day.latest ? [] : byDay(day, stop.id, said.get(stop.id)))))
}

/** The part of a range that is not in the night; nothing when all of it is. */
function byDay({ earliest, latest }: ArrivalDay, id: string, said: Arrival | undefined): [string, Arrival][] {
  const within = ({ from, to }: Range) => ({ from: Math.max(from, earliest), to: Math.min(to, latest) })
  if (!said || within(said).from >= within(said).to) return []
  const was = said.was && within(said.was)
  return [[id, { ...said, ...within(said), was: was && was.from < was.to ? was : null }]]
}

/** Whether the day is over for a round with open stops: it is late in the evening, and no later visit is booked. */
export const isNight = (day: ArrivalDay, now: number): boolean => isPastBooked(day, now) && now > day.latest

/** Whether to prompt the farrier to close a round: at night, or once work has ended and the rest can't be done before the night. */
export const isLeftOpen = (day: ArrivalDay, now: number): boolean =>
  isPastBooked(day, now) && (now > day.latest || (now > day.endsAt && doneBy(day, now) === undefined))

/** Whether stops are open, and none is booked for later. */
function isPastBooked({ stops }: ArrivalDay, now: number): boolean {
  const open = stops.filter((stop) => !stop.isComplete)
  return open.length > 0 && open.every((stop) => stop.startsAt === null || now > stop.startsAt + stop.minutes * MINUTE)
}

/** When the last stop would be left. Undefined when none is open, and when that would be in the night. */
export function doneBy(day: ArrivalDay, now: number): number | undefined {
  const last = expecter(day)(now).at(-1)
  const left = last && last.expected + last.stop.minutes * MINUTE
  return left !== undefined && left >= day.earliest && left <= day.latest ? left : undefined
}

function nextArrival(
  { before, first }: { before: Arrival; first: Range },
  fresh: Range,
  expected: number,
  whyLater: () => Why | null,
): Arrival {
  if (expected > before.to) return { ...fresh, was: rangeIn(before), why: whyLater() }
  if (expected < before.from) return { ...fresh, was: rangeIn(before), why: expected < first.from ? 'faster' : 'caught_up' }
  const isNarrower = fresh.from >= before.from && fresh.to <= before.to && fresh.to - fresh.from < before.to - before.from
  return isNarrower ? { ...before, ...fresh } : before
}

/** The reason, from the day's events, why a stop is reached later than in the range given; null when they hold none. */
function whyLaterAt(day: ArrivalDay, stop: ArrivalStop, at: number): Why | null {
  if (lateSince(day, at)) return 'late'
  const place = day.stops.indexOf(stop)
  // A stop done earlier in the day has already moved the ranges given, or never will.
  const isJustDone = (other: ArrivalStop) => other.isComplete && !other.isSkipped && other.completedAt === at
  if (day.stops.slice(place + 1).some(isJustDone)) return 'order'
  return place > 0 ? 'slower' : null
}

type Range = { from: number; to: number }
const rangeIn = ({ from, to }: Range): Range => ({ from, to })

/** A third of the range lies before the expected time, the rest after it; no one comes before a fixed time. */
function rangeOf(stop: ArrivalStop, expected: number, ahead: number): Range {
  const width = Math.min(WIDEST, NEXT_WIDTH + ahead * WIDER_A_STOP)
  const from = Math.max(stepDown(expected - width / 3), stop.startsAt === null ? 0 : stepDown(stop.startsAt))
  return { from, to: from + width }
}

const stepDown = (at: number) => Math.floor(at / STEP) * STEP

/**
 * The moments that could change a range: the start of the day, each stop done, each report on the round, and time that passes without any.
 */
function momentsOf({ stops, round, startsAt }: ArrivalDay, now: number): { at: number; isNews: boolean }[] {
  const saidAt = round?.saidAt ? [Date.parse(round.saidAt)] : []
  const news = new Set([...stops.flatMap((stop) => stop.completedAt ?? []), ...saidAt].filter((at) => at <= now))
  const first = Math.min(startsAt, now, ...news) - TICK
  const moments = [...news, first].map((at) => ({ at, isNews: true }))
  for (let tick = Math.ceil(first / TICK) * TICK; tick <= now; tick += TICK) if (!news.has(tick)) moments.push({ at: tick, isNews: false })
  return moments.sort((a, b) => a.at - b.at)
}

type Expected = { stop: ArrivalStop; expected: number }

/** Returns, for a moment, the stops that were open then, and when each was expected at that moment. Legs are looked up once a day. */
function expecter(day: ArrivalDay): (at: number) => Expected[] {
  const legs = legsOf(day)
  return (at) => expectedAt(day, legs, at)
}

function expectedAt(day: ArrivalDay, legMinutes: ReturnType<typeof legsOf>, at: number): Expected[] {
  const { stops, startsAt, noon } = day
  const isDone = (stop: ArrivalStop) => stop.isComplete && (stop.completedAt ?? startsAt) <= at
  const done = stops.filter(isDone)
  const last = done.reduce<ArrivalStop | undefined>(
    (latest, stop) => ((stop.completedAt ?? 0) >= (latest?.completedAt ?? 0) ? stop : latest),
    undefined,
  )
  const open = stops.filter((stop) => !isDone(stop))
  let from = last
  let clock = last?.completedAt ?? startsAt
  return open.map((stop, ahead) => {
    const leg = from ? legMinutes(from, stop) * MINUTE : 0
    const earliest = stop.startsAt ?? (stop.half === 'PM' ? noon : 0)
    const planned = Math.max(clock + leg, earliest)
    const late = ahead === 0 ? lateSince(day, at) : undefined
    const expected = late && late.saidAt <= planned ? planned + late.by : planned
    clock = expected + stop.minutes * MINUTE
    if (ahead === 0) clock = Math.max(stillBusy(clock, at), late && late.saidAt > planned ? stillBusy(clock, late.saidAt) + late.by : 0)
    from = stop
    return { stop, expected }
  })
}

/** When a stop is left that should have been left at `planned`: then, or a while from now. */
const stillBusy = (planned: number, at: number) => (at > planned ? at + STILL_BUSY : planned)

/** The delay that the farrier has reported, unless a stop was done since: a done stop is better evidence. */
function lateSince({ stops, round }: ArrivalDay, at: number): { saidAt: number; by: number } | undefined {
  if (round?.state !== 'late' || !round.saidAt) return undefined
  const saidAt = Date.parse(round.saidAt)
  const isOver = stops.some((stop) => stop.completedAt !== null && stop.completedAt > saidAt && stop.completedAt <= at)
  return saidAt > at || isOver ? undefined : { saidAt, by: (round.lateMinutes ?? 0) * MINUTE }
}

function legsOf({ travel, unknownLegMinutes }: ArrivalDay) {
  const known = new Map<ArrivalStop, Map<ArrivalStop, number>>()
  return (from: ArrivalStop, to: ArrivalStop): number => {
    const ofFrom = known.get(from) ?? new Map<ArrivalStop, number>()
    known.set(from, ofFrom)
    const minutes = ofFrom.get(to) ?? (from.position && to.position ? travel.leg(from.position, to.position).minutes : unknownLegMinutes)
    ofFrom.set(to, minutes)
    return minutes
  }
}
