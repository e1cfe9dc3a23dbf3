import type { ArrivalRange, CallTracker, PublicStop, Round, RoundNote } from '#features/day/round/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { isStop, rankBetween, ranksForMove, roundOrder } from '#features/visits/appointments/rules.ts'
import type { Day } from '#lib/dates.ts'
import { canon, uuidOf } from '#lib/ids.ts'

type Ordered = Parameters<typeof roundOrder>[0][number]
type Stop = Ordered & Pick<VisitRow, 'clientId' | 'yardId' | 'isCallComplete'>

/** A member's stops of one day in the order they are driven to; the number of a stop is its index + 1. */
export const stopsOf = <V extends Stop>(visits: readonly V[]): V[] => roundOrder(visits.filter(isStop))

/** The first open stop of an order, or undefined when everything is done (data.md: computed, there is no counter). */
export const currentStop = <V extends Pick<Stop, 'isCallComplete'>>(stops: readonly V[]): V | undefined =>
  stops.find((stop) => !stop.isCallComplete)

/** The number of the current stop. Past the last one it stays there, and it is 1 on an empty day (Spec §3 Call tracker). */
export function currentNumber(stops: readonly Pick<Stop, 'isCallComplete'>[]): number {
  const index = stops.findIndex((stop) => !stop.isCallComplete)
  return index === -1 ? Math.max(1, stops.length) : index + 1
}

/** Spec §2 Public stop queue, non-public mode: how far the day is. `percent` is 0 on an empty day. */
export function routeProgress(stops: readonly Pick<Stop, 'isCallComplete'>[]) {
  const completed = stops.filter((stop) => stop.isCallComplete).length
  const total = stops.length
  return { completed, total, remaining: total - completed, percent: total === 0 ? 0 : Math.round((completed / total) * 100) }
}

/**
 * The ranks to write so that stop number `k` of the order comes first among the open ones. Nothing to write when there is no such stop,
 * when it is done, or when it is there already. Spec §7 advance-call.
 */
export function ranksToAdvance(stops: readonly Stop[], k: number): { id: string; roundRank: string }[] {
  const target = stops[k - 1]
  const current = currentStop(stops)
  if (!target || !current || target.isCallComplete || target === current) return []
  return ranksForMove(stops, target.id, stops.indexOf(current))
}

/** The places to write to move a stop one place up (-1) or down (+1) among the open ones; done stops keep their place. */
export function placesToShift(stops: readonly Stop[], id: string, by: -1 | 1): Place[] {
  const open = stops.filter((stop) => !stop.isCallComplete)
  const other = open[open.findIndex((stop) => stop.id === id) + by]
  const isHere = open.some((stop) => stop.id === id)
  return isHere && other ? placesToMove(stops, id, stops.indexOf(other)) : []
}

/** What a drag or a new order writes to a stop: its place in the day and, for one without a time, its number in its half of the day. */
export type Place = { id: string; roundRank: string | null; callNumber?: number }

/** The places to write so that the stops are in this order; `ids` are all of them. */
export function placesFor(stops: readonly Stop[], ids: readonly string[]): Place[] {
  let last: string | null = null
  const ordered = ids.flatMap((id) => {
    const stop = stops.find((each) => each.id === id)
    if (!stop) return []
    last = rankBetween(last, null)
    return [{ ...stop, roundRank: last }]
  })
  return numbered(ordered, ordered)
}

/** Places that put a stop at `index` (from 0) of the day. */
export function placesToMove(stops: readonly Stop[], id: string, index: number): Place[] {
  const ranks = new Map(ranksForMove(stops, id, index).map((rank) => [rank.id, rank.roundRank]))
  const after = stopsOf(stops.map((stop) => ({ ...stop, roundRank: ranks.get(stop.id) ?? stop.roundRank })))
  return numbered(
    after,
    after.filter((stop) => ranks.has(stop.id)),
  )
}

/** The ranks of those moved, and the new numbers of stops without a time wherever they changed. */
function numbered(order: readonly Stop[], moved: readonly Stop[]): Place[] {
  const counts = { AM: 0, PM: 0 }
  return order.flatMap((stop) => {
    counts[halfOf(stop)] += 1
    const callNumber = Math.min(MOST_STOPS, counts[halfOf(stop)])
    const isRenumbered = stop.isCallOnly && stop.callNumber !== callNumber
    if (!isRenumbered && !moved.includes(stop)) return []
    return stop.roundRank === null ? [] : [{ id: stop.id, roundRank: stop.roundRank, ...(isRenumbered && { callNumber }) }]
  })
}

/** Spec §3: a stop's number has two digits. */
const MOST_STOPS = 99

/** The half of the day a stop belongs to. */
export const halfOf = (stop: Pick<Stop, 'isCallOnly' | 'callPeriod' | 'localStart'>): 'AM' | 'PM' =>
  stop.isCallOnly ? stop.callPeriod : stop.localStart < '12:00' ? 'AM' : 'PM'

/** How the reason begins for stops a round did not reach. */
export const NOT_REACHED = 'Not reached'

/** Why a round runs late or pauses. Owners read it, so no reason names anyone. */
export const ROUND_REASONS = ['An earlier horse needed extra work', 'Traffic', 'An emergency', 'Van trouble', 'Weather'] as const

/** What owners may read about a round: that it waits, runs late, or ended before its last stop. Any other state needs no words. */
export function roundNote(round: Pick<Round, 'state' | 'reason' | 'lateMinutes'> | null | undefined): RoundNote | null {
  const reason = round?.reason || null
  if (round?.state === 'late') return { state: 'late', reason, lateMinutes: round.lateMinutes }
  if (round?.state === 'paused' || (round?.state === 'finished' && reason)) return { state: round.state, reason, lateMinutes: null }
  return null
}

/** What the queue page's answer is made from: a visit of the day as the server knows it. */
export type QueueVisit = Stop &
  Pick<VisitRow, 'memberId' | 'title'> & {
    lines: (Pick<VisitHorse, 'clientId' | 'plannedWork' | 'outcome'> & { horse: string | null })[]
    note: RoundNote | null
    arrivalRange: ArrivalRange | null
  }

/**
 * What one owner may see of the day: their own stops, in order, with their places in the whole round of the member who comes. `only`
 * narrows it to one visit. A visit shared with other owners is titled by this owner's horses, because its own title may name them.
 */
export function publicStops(day: readonly QueueVisit[], clientId: string | null, only?: string): PublicStop[] {
  const rounds = Map.groupBy(day, (visit) => visit.memberId)
  return [...rounds.values()].flatMap((visits) => {
    const stops = stopsOf(visits)
    const { total, completed } = routeProgress(stops)
    return stops.flatMap((stop, index) => {
      if (only ? stop.id !== only : !isTheirs(stop, clientId)) return []
      const before = stops.slice(0, index).filter((other) => !other.isCallComplete).length
      return [
        {
          id: stop.id,
          title: titleFor(stop, clientId),
          callNumber: index + 1,
          currentCallNumber: currentNumber(stops),
          stopsBefore: before,
          isCallOnly: stop.isCallOnly,
          callPeriod: halfOf(stop),
          startTime: stop.isCallOnly ? null : stop.startTime,
          isCallComplete: stop.isCallComplete,
          isSkipped: stop.isCallComplete && isSkippedFor(stop, clientId),
          totalStops: total,
          completedStops: completed,
          note: stop.note,
          arrivalRange: stop.arrivalRange,
        },
      ]
    })
  })
}

/** Spec §3 Call tracker of an owner's next open stop today, else of their last; the defaults when they have none. */
export function trackerOf(stops: readonly PublicStop[]): CallTracker {
  const stop = currentStop(stops) ?? stops.at(-1)
  if (!stop) return { currentCallNumber: 1, callNumber: 1, isCallComplete: false }
  const { currentCallNumber, callNumber, isCallComplete } = stop
  return { currentCallNumber, callNumber, isCallComplete }
}

// The owners of a pencilled visit have not been notified of it.
const isTheirs = (visit: QueueVisit, clientId: string | null) =>
  clientId !== null && visit.status !== 'pencilled' && (visit.clientId === clientId || linesOf(visit, clientId).length > 0)

const linesOf = (visit: QueueVisit, clientId: string | null) => visit.lines.filter((line) => line.clientId === clientId)

function isSkippedFor(visit: QueueVisit, clientId: string | null): boolean {
  const own = clientId === null ? visit.lines : linesOf(visit, clientId)
  return own.length > 0 && own.every((line) => line.outcome === 'not_done')
}

function titleFor(visit: QueueVisit, clientId: string | null): string {
  const isShared = visit.clientId !== clientId || visit.lines.some((line) => line.clientId !== clientId)
  if (!isShared) return visit.title
  const own = visit.lines.filter((line) => line.clientId === clientId && line.horse)
  const named = own.map((line) => (line.plannedWork ? `${line.horse}, ${line.plannedWork.toLowerCase()}` : line.horse))
  return named.join('; ') || 'Your visit'
}

/** A member's round of a day has this id wherever it is first made (sync.md: singletons). */
export const roundId = (memberId: string, onDay: Day): string => uuidOf(canon(memberId), onDay)

/** The one table of road times of a member's day. */
export const tableId = (memberId: string, onDay: Day): string => uuidOf('travel_tables', canon(memberId), onDay)
