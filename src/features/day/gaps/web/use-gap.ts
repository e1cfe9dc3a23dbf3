import { useMemo } from 'react'
import type { PracticeSettings } from '#features/core/practice/contract.ts'
import { settingsFrom } from '#features/core/practice/rules.ts'
import { type Candidate, candidatesFor, longestGap, type Near, type Slot } from '#features/day/gaps/rules.ts'
import { byRoad } from '#features/day/round/travel.ts'
import { useTravelTable } from '#features/day/round/web/use-round.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { useHorses } from '#features/records/horses/web/data.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { awayOn, isOff, isStop } from '#features/visits/appointments/rules.ts'
import { useBusy, useDiaryOwner, usePositions } from '#features/visits/appointments/web/use-working-life.ts'
import { addMonths, clockOf, type Day, minutesOf, timeOf, weekdayOf } from '#lib/dates.ts'
import { useNow } from '#platform/web/use-now.ts'
import { useRow, useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** As far ahead as anyone books. */
const MONTHS_AHEAD = 18
/** A whole slot where there are no hours. */
const USUAL_MINUTES = 60
/** A slot this soon can hardly be offered. */
const SOONEST_MINUTES = 30

/** Whose slot, and the visit that fell out of it, where one did. */
export type Gap = Slot & { memberId: string; cancelled: VisitRow | null }
export type GapParams = { visitId: string | null; day: Day | null; memberId: string | null }

/**
 * The slot an address names: that of a cancelled visit, else the longest stretch of a day's working hours that is neither booked nor busy. Undefined while loading.
 */
export function useGapOf({ visitId, day, memberId }: GapParams): Gap | null | undefined {
  const today = useToday()
  const owner = useDiaryOwner()
  const now = useNow()
  const cancelled = useRow<VisitRow>('appointments', visitId)
  const onDay = cancelled?.onDay ?? day ?? today
  const whose = cancelled?.memberId ?? memberId ?? owner.memberId
  const visits = useRows<VisitRow>('appointments', { day: onDay })
  const busy = useBusy()
  const settings = useRows<PracticeSettings>('settings')
  if (cancelled === undefined || !visits || !busy || !settings) return undefined
  if (visitId && !cancelled) return null
  if (cancelled && !cancelled.isCallOnly) {
    const { localStart: start, localEnd: end } = cancelled
    return { day: onDay, start, end, memberId: whose, cancelled }
  }
  const earliest = onDay === today ? minutesOf(timeOf(now, owner.zone)) + SOONEST_MINUTES : 0
  const timed = visits.filter((visit) => visit.memberId === whose && !visit.isCallOnly && !isOff(visit))
  const taken = [
    ...timed.map((visit) => ({ from: visit.localStart, to: visit.localEnd })),
    ...busy.flatMap((one) => (one.memberId === whose && awayOn(one, onDay)) || []),
  ]
  const free = longestGap(
    hoursOf(settings[0], onDay, earliest),
    taken.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) })),
  ) ?? { from: Math.max(earliest, 9 * 60), to: Math.max(earliest, 9 * 60) + USUAL_MINUTES }
  return { day: onDay, start: clockOf(free.from), end: clockOf(Math.min(free.to, 24 * 60 - 1)), memberId: whose, cancelled }
}

function hoursOf(row: PracticeSettings | undefined, day: Day, earliest: number) {
  const hours = settingsFrom(row).workingHours.find(({ dayOfWeek }) => dayOfWeek === weekdayOf(day))
  const [from, to] = [minutesOf(hours?.startTime ?? '09:00'), minutesOf(hours?.endTime ?? '17:00')]
  return { from: Math.min(Math.max(from, Math.ceil(earliest / 15) * 15), to), to }
}

/** The clients who could fill a slot, from what this device holds: it works without a signal. Undefined while loading. */
export function useCandidates(slot: Slot, { memberId, cancelled }: Pick<Gap, 'memberId' | 'cancelled'>): readonly Candidate[] | undefined {
  const today = useToday()
  const horses = useHorses()
  const clients = useRows<Client>('clients')
  const yards = useRows<Yard>('yards')
  const coming = useRows<VisitRow>('appointments', { from: today, to: addMonths(today, MONTHS_AHEAD) })
  const lines = useRows<VisitHorse>('visit_horses')
  const near = useNear(slot, memberId, cancelled)
  const table = useTravelTable(slot.day, memberId)
  return useMemo(() => {
    if (!horses || !clients || !yards || !coming || !lines || !near) return undefined
    const open = new Set(coming.filter((visit) => !isOff(visit)).map(({ id }) => id))
    // The client who has just cancelled it is not offered it again.
    if (cancelled) open.add(cancelled.id)
    const booked = new Set(
      lines.flatMap((line) => (line.horseId && line.outcome === null && open.has(line.appointmentId) ? line.horseId : [])),
    )
    const known = { clients: new Map(clients.map((one) => [one.id, one])), yards: new Map(yards.map((one) => [one.id, one])) }
    return candidatesFor(slot, near, { horses, ...known, booked, travel: byRoad(table) })
  }, [horses, clients, yards, coming, lines, near, table, cancelled, slot])
}

/** Where the farrier is about then: of the visit that fell out, else of the stops before and after, else the base. */
function useNear({ day, start }: Slot, memberId: string, cancelled: VisitRow | null): Near | undefined {
  const visits = useRows<VisitRow>('appointments', { day })
  const settings = useRows<PracticeSettings>('settings')
  const positionFor = usePositions()
  return useMemo(() => {
    if (!visits || !settings) return undefined
    const own = cancelled && positionFor(cancelled)
    if (own) return [own]
    const stops = visits
      .filter((visit) => visit.memberId === memberId && !visit.isCallOnly && isStop(visit))
      .toSorted((a, b) => (a.localStart < b.localStart ? -1 : 1))
    const beside = [stops.findLast((stop) => stop.localStart < start), stops.find((stop) => stop.localStart >= start)]
    const places = beside.flatMap((stop) => (stop && positionFor(stop)) ?? [])
    const { base } = settingsFrom(settings[0])
    return places.length > 0 ? places : base ? [base] : []
  }, [visits, settings, positionFor, cancelled, memberId, start])
}
