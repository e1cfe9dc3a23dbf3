import { EPSILON, improve, type Sequence } from '#features/day/round/local-search.ts'
import type { Leg, TravelMatrix } from '#features/day/round/travel.ts'
import type { LatLng } from '#lib/position.ts'

/** A stop as its place in a round is looked for. Times are minutes since midnight. */
export type OrderStop = {
  id: string
  /** Null: it keeps the place it was given by hand. */
  position: LatLng | null
  /** When a visit with a fixed time starts; null: it may be anywhere in its half of the day. */
  startsAt: number | null
  half: 'AM' | 'PM'
  /** How long it takes once there. */
  minutes: number
  /** Keeps its place: dragged there, or already being driven to. */
  isPinned: boolean
}

export type OrderParams = {
  /** In the order they are driven to now. */
  stops: readonly OrderStop[]
  /** Where the round begins and ends; null: at its first stop, at its last. */
  start: LatLng | null
  end: LatLng | null
  leavesAt: number
  travel: TravelMatrix
  /** A leg from or to a stop without a position. */
  unknownLegMinutes: number
}

/** `lateMinutes`: by how much fixed times are missed, all together. `endsAt`: when the round is over, in minutes since midnight. */
export type OrderCost = { km: number; lateMinutes: number; endsAt: number }
/** A stop whose fixed time is missed, and by how much. */
export type LateStop = { id: string; minutes: number }
export type RoundOrder = {
  ids: string[]
  before: OrderCost
  after: OrderCost
  /** Stops that cannot be ordered, because their position is unknown. */
  unplaced: string[]
}

/**
 * The best order found for a round: fixed times are kept first, then the miles. Visits with a time stay in their order; the others are free
 * within their half of the day, except those that are pinned, have no position or were put outside their half by hand. Nearest neighbour,
 * then 2-opt and Or-opt until neither helps. Never worse than the order given.
 */
export function orderRound(params: OrderParams): RoundOrder {
  const { stops } = params
  const costOf = costIn(params)
  const search = searchIn(stops, (order) => weigh(costOf(order)))
  const given = improve(search.slots, search)
  const nearest = improve(nearestFirst(params, search), search)
  const best = [...search.filled(search.cost(nearest) < search.cost(given) - EPSILON ? nearest : given)]
  const now = stops.map((_, index) => index)
  const order = weigh(costOf(best)) < weigh(costOf(now)) - EPSILON ? best : now
  return {
    ids: order.map((index) => at(stops, index).id),
    before: costOf(now),
    after: costOf(order),
    unplaced: stops.filter((stop) => !stop.position).map((stop) => stop.id),
  }
}

/** The cost of a round in its current order. */
export const costOfRound = (params: OrderParams): OrderCost => costIn(params)(params.stops.map((_, index) => index))

/** The stops of a round whose fixed times are missed in its current order. */
export function lateIn(params: OrderParams): LateStop[] {
  const late: LateStop[] = []
  const note = (index: number, minutes: number) => late.push({ id: at(params.stops, index).id, minutes })
  costIn(params, note)(params.stops.map((_, index) => index))
  return late
}

type Search = {
  /** The stops that may be moved, in the order given: their indexes are also the places they are moved among. */
  slots: Sequence
  /** The whole order with the free stops in this sequence; one array is used over. */
  filled: (sequence: Sequence) => Sequence
  isAllowed: (sequence: Sequence) => boolean
  cost: (sequence: Sequence) => number
}

/** A minute late outweighs any distance a day can hold. */
const KM_PER_LATE_MINUTE = 10_000

const weigh = ({ km, lateMinutes }: Pick<OrderCost, 'km' | 'lateMinutes'>) => km + lateMinutes * KM_PER_LATE_MINUTE

function searchIn(stops: readonly OrderStop[], cost: (order: Sequence) => number): Search {
  const byHand = new Set([...putOutsideHalf(stops), ...timedOutOfOrder(stops)])
  const slots = stops.flatMap((stop, index) => (stop.position && !stop.isPinned && !byHand.has(index) ? [index] : []))
  const filled = fillerOf(stops.length, slots)
  const isInPlace = keepsPlaces(stops, byHand)
  return { slots, filled, isAllowed: (sequence) => isInPlace(filled(sequence)), cost: (sequence) => cost(filled(sequence)) }
}

/** Stops of the afternoon that are among the morning's, and the reverse: the fewest whose removal puts the halves in order. */
function putOutsideHalf(stops: readonly OrderStop[]): ReadonlySet<number> {
  const outside = (from: number) => stops.flatMap((stop, index) => ((stop.half === 'PM') === index < from ? [index] : []))
  const choices = [...stops.keys(), stops.length].map(outside)
  return new Set(choices.reduce((fewest, choice) => (choice.length < fewest.length ? choice : fewest)))
}

/** Visits with a time that come before an earlier one: all but the longest run that is in order. */
function timedOutOfOrder(stops: readonly OrderStop[]): ReadonlySet<number> {
  const timed = stops.flatMap((stop, index) => (stop.startsAt === null ? [] : [{ index, startsAt: stop.startsAt }]))
  const runs: { index: number; startsAt: number }[][] = []
  for (const one of timed) {
    const before = runs.filter((run) => (run.at(-1)?.startsAt ?? 0) <= one.startsAt)
    runs.push([...longestOf(before), one])
  }
  const kept = new Set(longestOf(runs).map(({ index }) => index))
  return new Set(timed.flatMap(({ index }) => (kept.has(index) ? [] : [index])))
}

const longestOf = <T>(lists: readonly T[][]): T[] =>
  lists.reduce<T[]>((longest, list) => (list.length > longest.length ? list : longest), [])

/** Whether an order keeps the morning before the afternoon and fixed times in their order, except for stops placed by hand. */
function keepsPlaces(stops: readonly OrderStop[], byHand: ReadonlySet<number>) {
  const half = stops.map((stop) => (stop.half === 'PM' ? 1 : 0))
  const startsAt = stops.map((stop) => stop.startsAt ?? -1)
  const counts = stops.map((_, index) => !byHand.has(index))
  return (order: Sequence) => {
    let [latestHalf, latestStart] = [0, -1]
    for (let place = 0; place < order.length; place++) {
      const index = at(order, place)
      if (!counts[index]) continue
      if (at(half, index) < latestHalf) return false
      latestHalf = at(half, index)
      const start = at(startsAt, index)
      if (start < 0) continue
      if (start < latestStart) return false
      latestStart = start
    }
    return true
  }
}

function fillerOf(count: number, slots: Sequence) {
  const order = Array.from({ length: count }, (_, index) => index)
  return (sequence: Sequence): Sequence => {
    for (let place = 0; place < slots.length; place++) order[at(slots, place)] = at(sequence, place)
    return order
  }
}

/** What an order costs: kilometres between the stops whose position is known, and minutes that fixed times are missed by. */
function costIn(
  { stops, start, end, leavesAt, travel, unknownLegMinutes }: OrderParams,
  onLate: (index: number, minutes: number) => void = () => {},
) {
  const places = [...stops.map((stop) => stop.position), start, end]
  const legs = places.map((from) => places.map((to) => (from && to ? travel.leg(from, to) : NO_LEG)))
  const [first, last] = [stops.length, stops.length + 1]
  return (order: Sequence): OrderCost => {
    let [km, clock, lateMinutes] = [0, leavesAt, 0]
    let from = start ? first : -1
    for (let place = 0; place < order.length; place++) {
      const index = at(order, place)
      const stop = at(stops, index)
      if (stop.position) {
        const leg = from < 0 ? NO_LEG : at(at(legs, from), index)
        km += leg.km
        clock += leg.minutes
        from = index
      } else if (start || place > 0) clock += unknownLegMinutes
      if (stop.startsAt !== null) {
        const late = Math.round(clock - stop.startsAt)
        if (late > 0) {
          lateMinutes += late
          onLate(index, late)
        }
        clock = Math.max(clock, stop.startsAt)
      }
      clock += stop.minutes
    }
    const home = end && from >= 0 ? at(at(legs, from), last) : NO_LEG
    return { km: km + home.km, lateMinutes, endsAt: clock + home.minutes }
  }
}

const NO_LEG: Leg = { km: 0, minutes: 0 }

/** Place by place the nearest stop that may be there with the rest behind it unchanged. */
function nearestFirst({ stops, start, travel }: OrderParams, { slots, isAllowed }: Search): Sequence {
  const sequence: number[] = []
  let left = [...slots]
  let from = start
  while (left.length > 0) {
    const here = from
    const away = (index: number) => (here ? travel.leg(here, at(stops, index).position ?? here).km : 0)
    const may = left.filter((next) => isAllowed([...sequence, next, ...left.filter((other) => other !== next)]))
    const next = may.reduce((nearest, index) => (away(index) < away(nearest) ? index : nearest), at(left, 0))
    sequence.push(next)
    left = left.filter((index) => index !== next)
    from = at(stops, next).position
  }
  return sequence
}

/** An element that is known to be there. */
function at<T>(list: readonly T[], index: number): T {
  const element = list[index]
  if (element === undefined) throw new RangeError(`nothing at ${index} of ${list.length}`)
  return element
}
