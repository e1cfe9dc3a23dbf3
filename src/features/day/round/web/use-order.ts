import { useMemo, useState } from 'react'
import type { CurrentUser, PracticeSettings } from '#features/core/practice/contract.ts'
import { settingsFrom } from '#features/core/practice/rules.ts'
import { plannedMinutes } from '#features/day/round/arrival-day.ts'
import {
  costOfRound,
  type LateStop,
  lateIn,
  type OrderCost,
  type OrderParams,
  type OrderStop,
  orderRound,
} from '#features/day/round/order.ts'
import type { RoundDay, RoundStop } from '#features/day/round/round-day.ts'
import { halfOf } from '#features/day/round/rules.ts'
import { type ByRoad, byRoadOf } from '#features/day/round/travel.ts'
import { useSetOff } from '#features/day/round/web/set-off.ts'
import { currentMs } from '#lib/clock.ts'
import { minutesOf, timeOf } from '#lib/dates.ts'
import type { LatLng } from '#lib/position.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** Where the round begins: where the phone is, where the van is overnight, or its first stop, which then stays first. */
export type StartFrom = 'here' | 'base' | 'first'

/** An order for the open stops of a round, and its cost next to that of the current one. */
export type Proposal = {
  /** The open stops in their current order. */
  now: readonly RoundStop[]
  /** The open stops as proposed. */
  stops: readonly RoundStop[]
  before: OrderCost
  after: OrderCost
  /** The stops whose fixed times it misses. */
  late: readonly LateStop[]
  unplaced: readonly RoundStop[]
  /** How much of it is by road, from its start to its end. */
  byRoad: ByRoad
  isPinned: (id: string) => boolean
  /** Puts a stop at a place among the open ones; it stays there when the rest is ordered again. */
  move: (id: string, index: number) => void
  redo: () => void
}

/** The best order found for the open stops, from a start; dragged stops stay where they were put. */
export function useOrder(round: RoundDay, from: StartFrom, here: LatLng | null): Proposal {
  const settings = settingsFrom(useRows<PracticeSettings>('settings')?.[0])
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const isUnderWay = useSetOff(round.next?.visit.id ?? '') !== undefined
  const [byHand, setByHand] = useState<{ ids: readonly string[]; pins: ReadonlySet<string> }>()
  const now = useMemo(() => round.stops.filter((stop) => !stop.visit.isCallComplete), [round])
  const { base } = settings
  const start = from === 'here' ? here : from === 'base' ? base : null
  const paramsOf = (stops: readonly RoundStop[], pins: ReadonlySet<string>): OrderParams => ({
    stops: stops.map((stop, index) => orderStop(stop, pins.has(stop.visit.id) || (index === 0 && (isUnderWay || from === 'first')))),
    start,
    end: base,
    leavesAt: minutesOf(timeOf(currentMs(), zone)),
    travel: round.travel,
    unknownLegMinutes: settings.travelBufferMinutes,
  })
  const inOrder = (ids: readonly string[]) => ids.flatMap((id) => now.find((stop) => stop.visit.id === id) ?? [])
  const found = (stops: readonly RoundStop[], pins: ReadonlySet<string>) => orderRound(paramsOf(stops, pins)).ids
  const pins = byHand?.pins ?? NO_PINS
  const stops = inOrder(byHand?.ids ?? found(now, NO_PINS))
  return {
    now,
    stops,
    before: costOfRound(paramsOf(now, NO_PINS)),
    after: costOfRound(paramsOf(stops, NO_PINS)),
    late: lateIn(paramsOf(stops, NO_PINS)),
    unplaced: now.filter((stop) => !stop.position),
    byRoad: byRoadOf(
      round.travel,
      [start, ...stops.map(({ position }) => position), base].flatMap((place) => place ?? []),
    ),
    isPinned: (id) => pins.has(id),
    move(id, index) {
      const ids = stops.map((stop) => stop.visit.id).filter((other) => other !== id)
      setByHand({ ids: ids.toSpliced(index, 0, id), pins: new Set([...pins, id]) })
    },
    redo: () => setByHand(byHand && { ids: found(stops, pins), pins }),
  }
}

const NO_PINS: ReadonlySet<string> = new Set()

const orderStop = ({ visit, position, horses }: RoundStop, isPinned: boolean): OrderStop => ({
  id: visit.id,
  position,
  startsAt: visit.isCallOnly ? null : minutesOf(visit.localStart),
  half: halfOf(visit),
  minutes: plannedMinutes({ ...visit, lines: horses.map(({ line }) => line) }),
  isPinned,
})
