import type { VisitHorse, VisitRow } from '#features/appointments/contract.ts'
import { isOff } from '#features/appointments/rules.ts'
import type { Client } from '#features/clients/contract.ts'
import type { HorseRow, HorseStatus } from '#features/horses/contract.ts'
import { flagLabel, statusOf } from '#features/horses/rules.ts'
import type { Round } from '#features/round/contract.ts'
import { currentStop, routeProgress, stopsOf } from '#features/round/rules.ts'
import type { Yard } from '#features/yards/contract.ts'
import type { Day } from '#lib/dates.ts'

/** A horse on a stop, as the farrier needs to see it. `horse` is missing when this device doesn't hold it. */
export type StopHorse = { line: VisitHorse; horse: HorseRow | undefined; name: string; status: HorseStatus }
export type RoundStop = {
  visit: VisitRow
  /** Its place in the day, from 1. */
  number: number
  /** Where: the yard, else the client, else the title. */
  name: string
  /** What a map is asked for; null when nothing is known. */
  address: string | null
  position: { lat: number; lng: number } | null
  access: { gateCode: string | null; notes: string | null }
  horses: readonly StopHorse[]
  /** Who is told and called: the visit's client, then the horses' owners. */
  owners: readonly Client[]
}
/** A horse that was not done and has no visit ahead. */
export type ToRebook = { line: VisitHorse; horse: HorseRow; owner: Client | undefined; onDay: Day; yardId: string | null }
export type RoundDay = {
  day: Day
  memberId: string
  stops: readonly RoundStop[]
  /** The stop to go to next; undefined when everything is done. */
  next: RoundStop | undefined
  progress: ReturnType<typeof routeProgress>
  toRebook: readonly ToRebook[]
  round: Round | null
}

type Known = {
  day: Day
  memberId: string
  /** Of the day, and around it. */
  visits: readonly VisitRow[]
  lines: readonly VisitHorse[]
  horses: readonly HorseRow[]
  clients: readonly Client[]
  yards: readonly Yard[]
  round: Round | null
}

/** A member's round of a day from the records a device holds. */
export function roundDay(known: Known): RoundDay {
  const { day, memberId, visits, round } = known
  const find = {
    lines: Map.groupBy(known.lines, (line) => line.appointmentId),
    horses: byId(known.horses),
    clients: byId(known.clients),
    yards: byId(known.yards),
  }
  const order = stopsOf(visits.filter((visit) => visit.onDay === day && visit.memberId === memberId))
  const stops = order.map((visit, index) => stopOf(visit, index + 1, day, find))
  const current = currentStop(order)
  return {
    day,
    memberId,
    stops,
    next: stops.find((stop) => stop.visit === current),
    progress: routeProgress(order),
    toRebook: toRebook(known, find),
    round,
  }
}

type Find = {
  lines: ReadonlyMap<string, VisitHorse[]>
  horses: ReadonlyMap<string, HorseRow>
  clients: ReadonlyMap<string, Client>
  yards: ReadonlyMap<string, Yard>
}

function stopOf(visit: VisitRow, number: number, day: Day, find: Find): RoundStop {
  const lines = (find.lines.get(visit.id) ?? []).toSorted((a, b) => a.place - b.place)
  const horses = lines.map((line) => stopHorse(line, day, find))
  const yard = visit.yardId ? find.yards.get(visit.yardId) : undefined
  const ids = new Set([visit.clientId, ...lines.map((line) => line.clientId)])
  const owners = [...ids].flatMap((id) => (id && find.clients.get(id)) || [])
  const yardAddress = [yard?.address, yard?.postcode].filter(Boolean).join(', ')
  return {
    visit,
    number,
    name: visit.asWas?.yardName ?? yard?.name ?? visit.asWas?.clientName ?? owners[0]?.name ?? (visit.title || 'A stop'),
    address: visit.asWas?.location ?? (yardAddress || visit.location || addressOf(owners[0])),
    position: yard && yard.lat !== null && yard.lng !== null ? { lat: yard.lat, lng: yard.lng } : null,
    access: { gateCode: yard?.gateCode ?? null, notes: yard?.accessNotes ?? null },
    horses,
    owners,
  }
}

function stopHorse(line: VisitHorse, day: Day, find: Find): StopHorse {
  const horse = line.horseId ? find.horses.get(line.horseId) : undefined
  return { line, horse, name: horse?.name ?? 'A horse', status: horse ? statusOf(horse, day) : 'none' }
}

function toRebook({ day, memberId, visits, lines }: Known, find: Find): ToRebook[] {
  const byVisit = byId(visits)
  const ahead = new Set(
    lines.flatMap((line) => {
      const visit = byVisit.get(line.appointmentId)
      return visit && line.outcome === null && visit.onDay >= day && !isOff(visit) && line.horseId ? [line.horseId] : []
    }),
  )
  const left = lines.flatMap((line): ToRebook[] => {
    const visit = byVisit.get(line.appointmentId)
    const horse = line.horseId ? find.horses.get(line.horseId) : undefined
    if (line.outcome !== 'not_done' || !visit || visit.onDay > day || visit.memberId !== memberId || !horse) return []
    if (horse.goneOn || ahead.has(horse.id) || (horse.lastService ?? '') >= visit.onDay) return []
    return [{ line, horse, owner: find.clients.get(line.clientId), onDay: visit.onDay, yardId: visit.yardId }]
  })
  return left.toSorted((a, b) => (a.onDay < b.onDay ? 1 : -1))
}

/** `Merlin kicks`, `Biscuit bites, needs sedation`: what to know before touching them, only of those still to do. */
export const warningsOf = (stop: RoundStop): string[] =>
  stop.horses.flatMap(({ horse, line }) =>
    horse?.flags.length && line.outcome === null
      ? [`${horse.name}: ${horse.flags.map((flag) => flagLabel(flag).toLowerCase()).join(', ')}`]
      : [],
  )

/** `2 horses, trim and full set new`; what is planned, else how many, else the title. */
export function workInWords({ horses, visit }: RoundStop): string {
  if (horses.length === 0) return visit.title
  const work = [...new Set(horses.flatMap(({ line }) => line.plannedWork?.toLowerCase() ?? []))].join(' and ')
  const who = horses.length <= 2 ? horses.map(({ name }) => name).join(' and ') : `${horses.length} horses`
  return [who, work].filter(Boolean).join(', ')
}

/** `AM, stop only`, `12:15`. */
export const whenInWords = (visit: VisitRow): string => (visit.isCallOnly ? `${visit.callPeriod}, stop only` : visit.localStart)

/** Where a map app is sent, by position where it is known. */
export function mapHref({ position, address }: RoundStop): string | null {
  const to = position ? `${position.lat},${position.lng}` : address
  return to ? `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(to)}` : null
}

const addressOf = (client: Client | undefined) => [client?.address, client?.postcode].filter(Boolean).join(', ') || null
const byId = <T extends { id: string }>(rows: readonly T[]): ReadonlyMap<string, T> => new Map(rows.map((row) => [row.id, row]))
