import type { Settings } from '#features/core/practice/rules.ts'
import type { ArrivalDay, ArrivalStop } from '#features/day/round/arrival.ts'
import { halfOf } from '#features/day/round/rules.ts'
import { straightLine, type TravelMatrix } from '#features/day/round/travel.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { minutesOfWork } from '#features/visits/appointments/rules.ts'
import { instantOf, type WallTime, weekdayOf } from '#lib/dates.ts'
import type { LatLng } from '#lib/position.ts'

/** The input for a visit's arrival estimate. `position` is its yard's, else its client's. */
export type PlannedVisit = Pick<
  VisitRow,
  'id' | 'isCallOnly' | 'callPeriod' | 'startTime' | 'endTime' | 'localStart' | 'onDay' | 'zone' | 'isCallComplete' | 'completedAt'
> & { lines: readonly Pick<VisitHorse, 'plannedWork' | 'outcome'>[]; position: LatLng | null }

const NOON = '12:00'
/** No estimated time before or after these is shown to anyone: a round that is still open then was left open. */
const [EARLIEST, LATEST] = ['05:00', '21:00']
/** A stop without horses takes this long, in minutes. */
const EMPTY_MINUTES = 30

/** A visit's planned duration: that in the diary, else the time for its horses that are still to do. */
export function plannedMinutes(visit: Pick<PlannedVisit, 'isCallOnly' | 'startTime' | 'endTime' | 'lines'>): number {
  const booked = (Date.parse(visit.endTime) - Date.parse(visit.startTime)) / 60_000
  if (!visit.isCallOnly && booked > 0) return booked
  const open = visit.lines.filter((line) => line.outcome === null)
  return open.reduce((sum, line) => sum + minutesOfWork(line.plannedWork), 0) || EMPTY_MINUTES
}

/** A member's round as input for its arrival estimates, with its stops in their order. Undefined on a day without one. */
export function arrivalDay(
  stops: readonly PlannedVisit[],
  round: ArrivalDay['round'],
  settings: Pick<Settings, 'workingHours' | 'travelBufferMinutes'>,
  travel: TravelMatrix = straightLine,
): ArrivalDay | undefined {
  const [first] = stops
  if (!first) return undefined
  const { onDay, zone } = first
  const hours = settings.workingHours.find((day) => day.dayOfWeek === weekdayOf(onDay))
  const opens = instantOf(onDay, hours?.startTime ?? '09:00', zone).getTime()
  const on = (time: WallTime) => instantOf(onDay, time, zone).getTime()
  const noon = on(NOON)
  const made = stops.map(stopOf)
  const earliest = made[0]?.startsAt ?? (made[0]?.half === 'PM' ? noon : opens)
  return {
    stops: made,
    round,
    startsAt: earliest,
    endsAt: instantOf(onDay, hours?.endTime ?? '17:00', zone).getTime(),
    noon,
    earliest: on(EARLIEST),
    latest: on(LATEST),
    travel,
    unknownLegMinutes: settings.travelBufferMinutes,
  }
}

const stopOf = (visit: PlannedVisit): ArrivalStop => ({
  id: visit.id,
  startsAt: visit.isCallOnly ? null : Date.parse(visit.startTime),
  half: halfOf(visit),
  minutes: plannedMinutes(visit),
  position: visit.position,
  isComplete: visit.isCallComplete,
  isSkipped: visit.isCallComplete && visit.lines.length > 0 && visit.lines.every((line) => line.outcome === 'not_done'),
  completedAt: visit.completedAt ? Date.parse(visit.completedAt) : null,
})
