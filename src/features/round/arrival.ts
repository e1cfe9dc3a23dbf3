import type { Round } from '#features/round/contract.ts'
import type { TravelMatrix } from '#features/round/travel.ts'
import type { LatLng } from '#lib/position.ts'

/** A stop as its arrival is reckoned. Instants are milliseconds. */
export type ArrivalStop = {
  id: string
  /** When a visit with a fixed time starts; null: whenever its turn comes. */
  startsAt: number | null
  half: 'AM' | 'PM'
  /** How long it is planned to take once there. */
  minutes: number
  position: LatLng | null
  isComplete: boolean
  completedAt: number | null
}

/** A member's round of a day as its arrivals are reckoned. */
export type ArrivalDay = {
  /** In the order they are driven to. */
  stops: readonly ArrivalStop[]
  round: Pick<Round, 'state' | 'lateMinutes' | 'saidAt'> | null
  /** When the member starts work, and when the afternoon begins. */
  startsAt: number
  noon: number
  travel: TravelMatrix
  /** A leg from or to a stop without a position. */
  unknownLegMinutes: number
}

/** What is said of a stop: between when and when, and what was said before if that has turned out wrong, with the reason. */
export type Arrival = { from: number; to: number; was: { from: number; to: number } | null; why: 'late' | 'slower' | 'faster' | null }

const MINUTE = 60_000
/** Nobody is told a time finer than this. */
const STEP = 15 * MINUTE
/** How wide the next stop's range is, and by how much more each stop before it makes it. */
const NEXT_WIDTH = 30 * MINUTE
const WIDER_A_STOP = 15 * MINUTE
const WIDEST = 120 * MINUTE
/** Work that has taken longer than planned goes on for at least this long. */
const STILL_BUSY = 10 * MINUTE
/** How often a day that goes on without news is looked at again. */
const TICK = 5 * MINUTE

/**
 * Between when and when each open stop is likely to be reached, as at `now`; a stop that is done, and every stop while the round is paused
 * or over, has none. What was said stays said until it is clearly wrong, and then the reason comes with it; nearer to the time it only
 * narrows. It follows from the day's events alone, so that every device and every server says the same.
 */
export function arrivals(day: ArrivalDay, now: number): Map<string, Arrival> {
  if (day.round?.state === 'paused' || day.round?.state === 'finished') return new Map()
  const said = new Map<string, Arrival>()
  for (const at of momentsOf(day, now)) {
    for (const [ahead, { stop, expected }] of expectedAt(day, at).entries()) {
      const fresh = rangeOf(stop, expected, ahead)
      const before = said.get(stop.id)
      said.set(stop.id, before ? saidNext(before, fresh, expected, lateSince(day, at) !== undefined) : { ...fresh, was: null, why: null })
    }
  }
  for (const stop of day.stops) if (stop.isComplete) said.delete(stop.id)
  return said
}

/** When each open stop would be reached if everything from now on took as long as planned; in their order. */
export const expectedNow = (day: ArrivalDay, now: number): { id: string; expected: number }[] =>
  expectedAt(day, now).map(({ stop, expected }) => ({ id: stop.id, expected }))

/** When the last stop would be left. Undefined when none is open. */
export function doneBy(day: ArrivalDay, now: number): number | undefined {
  const last = expectedAt(day, now).at(-1)
  return last && last.expected + last.stop.minutes * MINUTE
}

function saidNext(before: Arrival, fresh: Range, expected: number, isLate: boolean): Arrival {
  if (expected > before.to) return { ...fresh, was: rangeIn(before), why: isLate ? 'late' : 'slower' }
  if (expected < before.from) return { ...fresh, was: rangeIn(before), why: 'faster' }
  const isNarrower = fresh.from >= before.from && fresh.to <= before.to && fresh.to - fresh.from < before.to - before.from
  return isNarrower ? { ...before, ...fresh } : before
}

type Range = { from: number; to: number }
const rangeIn = ({ from, to }: Range): Range => ({ from, to })

/** A third of the range lies before what is expected, the rest after it; nobody comes before a fixed time. */
function rangeOf(stop: ArrivalStop, expected: number, ahead: number): Range {
  const width = Math.min(WIDEST, NEXT_WIDTH + ahead * WIDER_A_STOP)
  const from = Math.max(stepDown(expected - width / 3), stop.startsAt === null ? 0 : stepDown(stop.startsAt))
  return { from, to: from + width }
}

const stepDown = (at: number) => Math.floor(at / STEP) * STEP

/** What could change what is said: the start of the day, each stop done, what was said of the round, and time that passes without any. */
function momentsOf({ stops, round, startsAt }: ArrivalDay, now: number): number[] {
  const saidAt = round?.saidAt ? [Date.parse(round.saidAt)] : []
  const news = [...stops.flatMap((stop) => stop.completedAt ?? []), ...saidAt]
  const first = Math.min(startsAt, now, ...news) - TICK
  const moments = new Set([first, ...news.filter((at) => at <= now)])
  for (let tick = Math.ceil(first / TICK) * TICK; tick <= now; tick += TICK) moments.add(tick)
  return [...moments].sort((a, b) => a - b)
}

/** The stops that were open at a moment, with when each was expected as things stood then. */
function expectedAt(day: ArrivalDay, at: number): { stop: ArrivalStop; expected: number }[] {
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
    const leg = from ? legMinutes(day, from, stop) * MINUTE : 0
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

/** By how much the farrier has said to run late, unless a stop was done since: what is done tells more. */
function lateSince({ stops, round }: ArrivalDay, at: number): { saidAt: number; by: number } | undefined {
  if (round?.state !== 'late' || !round.saidAt) return undefined
  const saidAt = Date.parse(round.saidAt)
  const isOver = stops.some((stop) => stop.completedAt !== null && stop.completedAt > saidAt && stop.completedAt <= at)
  return saidAt > at || isOver ? undefined : { saidAt, by: (round.lateMinutes ?? 0) * MINUTE }
}

const legMinutes = ({ travel, unknownLegMinutes }: ArrivalDay, from: ArrivalStop, to: ArrivalStop) =>
  from.position && to.position ? travel.leg(from.position, to.position).minutes : unknownLegMinutes
