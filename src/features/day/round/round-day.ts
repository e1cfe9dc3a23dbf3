import type { Settings } from '#features/core/practice/rules.ts'
import { type Arrival, arrivals, doneBy, isLeftOpen } from '#features/day/round/arrival.ts'
import { arrivalDay } from '#features/day/round/arrival-day.ts'
import type { Round, TravelTable } from '#features/day/round/contract.ts'
import { currentStop, NOT_REACHED, routeProgress, stopsOf } from '#features/day/round/rules.ts'
import { byRoad, type TravelMatrix } from '#features/day/round/travel.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow, HorseStatus } from '#features/records/horses/contract.ts'
import { flagLabel, statusOf } from '#features/records/horses/rules.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { isOff } from '#features/visits/appointments/rules.ts'
import { type Day, timeOf } from '#lib/dates.ts'
import { directionsHref, isPostcodeCentre, type LatLng, positionOf } from '#lib/position.ts'

/** A horse on a stop, as the farrier needs to see it. `horse` is missing when this device doesn't hold it. */
export type StopHorse = { line: VisitHorse; horse: HorseRow | undefined; name: string; status: HorseStatus }
export type RoundStop = {
  visit: VisitRow
  /** Its place in the day, from 1. */
  number: number
  /** Where: the yard, else the client, else the title. */
  name: string
  /** The query for a map; null when nothing is known. */
  address: string | null
  position: LatLng | null
  /** No member has been there yet: it is the centre of its postcode. */
  isPostcodeCentre: boolean
  /** The record that holds the place; null: there is none, so nothing can be remembered. */
  place: { entity: 'yards' | 'clients'; id: string } | null
  /** When it is reached, in the words its owners read; null when it is over, and while no true range can be given. */
  arrival: { lead: string; words: string } | null
  /** Minutes on the road from the stop before it, where both are known. */
  driveMinutes: number | null
  /** By real roads, not by straight line. */
  isDriveByRoad: boolean
  access: { gateCode: string | null; notes: string | null }
  horses: readonly StopHorse[]
  /** The people to notify and to call: the visit's client, then the horses' owners. */
  owners: readonly Client[]
}
/** A horse that was not done and has no visit ahead; or a visit without horses that was not reached. */
export type ToRebook = {
  id: string
  name: string
  horse: HorseRow | null
  plannedWork: string | null
  reason: string | null
  owner: Client | undefined
  onDay: Day
  yardId: string | null
}
export type RoundDay = {
  day: Day
  memberId: string
  stops: readonly RoundStop[]
  /** The stop to go to next; undefined when everything is done. */
  next: RoundStop | undefined
  progress: ReturnType<typeof routeProgress>
  toRebook: readonly ToRebook[]
  round: Round | null
  /** When the last stop is likely to be left; undefined when none is open. */
  doneBy: number | undefined
  /** What it takes to drive between its places, and which engine worked that out; null: none, by straight lines. */
  travel: TravelMatrix
  engine: TravelTable['engine']
  /** Work has ended for the day, and open stops are left. */
  isLeftOpen: boolean
}

type RoundInput = {
  day: Day
  memberId: string
  /** Of the day, and around it. */
  visits: readonly VisitRow[]
  lines: readonly VisitHorse[]
  horses: readonly HorseRow[]
  clients: readonly Client[]
  yards: readonly Yard[]
  round: Round | null
  /** Road times of the day; absent or null: there are none. */
  table?: TravelTable | null
  settings: Settings
  now: number
}

/** A member's round of a day from the records a device holds. */
export function roundDay(known: RoundInput): RoundDay {
  const { day, memberId, visits, round } = known
  const find = {
    lines: Map.groupBy(known.lines, (line) => line.appointmentId),
    horses: byId(known.horses),
    clients: byId(known.clients),
    yards: byId(known.yards),
  }
  const order = stopsOf(visits.filter((visit) => visit.onDay === day && visit.memberId === memberId))
  const bare = order.map((visit, index) => stopOf(visit, index + 1, day, find))
  const travel = byRoad(known.table)
  const reckoned = arrivalDay(bare.map(plannedOf), round, known.settings, travel)
  const isOver = round?.state !== 'finished' && reckoned !== undefined && isLeftOpen(reckoned, known.now)
  const arrivalsById = reckoned && !isOver ? arrivals(reckoned, known.now) : new Map<string, Arrival>()
  const current = currentStop(order)
  const stops = bare.map((stop, index) => ({
    ...stop,
    arrival: arrivalOf(arrivalsById.get(stop.visit.id), stop.visit.zone, stop.visit === current ? known.now : null),
    ...driveBetween(travel, bare[index - 1]?.position, stop.position),
  }))
  return {
    day,
    memberId,
    stops,
    next: stops.find((stop) => stop.visit === current),
    progress: routeProgress(order),
    toRebook: toRebook(known, find),
    round,
    doneBy: reckoned && !isOver ? doneBy(reckoned, known.now) : undefined,
    travel,
    engine: known.table?.engine ?? null,
    isLeftOpen: isOver,
  }
}

/** `10:45 to 11:30`; for the current stop, past its range, that it may be any time. */
function arrivalOf(arrivalsById: Arrival | undefined, zone: string, now: number | null): RoundStop['arrival'] {
  if (!arrivalsById) return null
  if (now !== null && now > arrivalsById.to) return { lead: '', words: 'any time now' }
  return {
    lead: arrivalsById.was ? 'now likely ' : 'likely ',
    words: `${timeOf(arrivalsById.from, zone)} to ${timeOf(arrivalsById.to, zone)}`,
  }
}

const plannedOf = ({ visit, horses, position }: Pick<RoundStop, 'visit' | 'horses' | 'position'>) => ({
  ...visit,
  lines: horses.map(({ line }) => line),
  position,
})

const driveBetween = ({ leg, isRoad }: TravelMatrix, from: LatLng | null | undefined, to: LatLng | null) =>
  from && to
    ? { driveMinutes: Math.round(leg(from, to).minutes), isDriveByRoad: isRoad?.(from, to) ?? false }
    : { driveMinutes: null, isDriveByRoad: false }

type Find = {
  lines: ReadonlyMap<string, VisitHorse[]>
  horses: ReadonlyMap<string, HorseRow>
  clients: ReadonlyMap<string, Client>
  yards: ReadonlyMap<string, Yard>
}

function stopOf(visit: VisitRow, number: number, day: Day, find: Find): Omit<RoundStop, 'arrival' | 'driveMinutes' | 'isDriveByRoad'> {
  const lines = (find.lines.get(visit.id) ?? []).toSorted((a, b) => a.place - b.place)
  const horses = lines.map((line) => stopHorse(line, day, find))
  const yard = visit.yardId ? find.yards.get(visit.yardId) : undefined
  const ids = new Set([visit.clientId, ...lines.map((line) => line.clientId)])
  const owners = [...ids].flatMap((id) => (id && find.clients.get(id)) || [])
  const client = visit.clientId ? find.clients.get(visit.clientId) : undefined
  const yardAddress = [yard?.address, yard?.postcode].filter(Boolean).join(', ')
  return {
    visit,
    number,
    name: visit.asWas?.yardName ?? yard?.name ?? visit.asWas?.clientName ?? owners[0]?.name ?? (visit.title || 'A stop'),
    address: visit.asWas?.location ?? (yardAddress || visit.location || addressOf(owners[0])),
    position: positionOf(yard) ?? positionOf(client),
    isPostcodeCentre: isPostcodeCentre(positionOf(yard) ? yard : client),
    place: yard ? { entity: 'yards', id: yard.id } : client ? { entity: 'clients', id: client.id } : null,
    access: { gateCode: yard?.gateCode ?? null, notes: yard?.accessNotes ?? null },
    horses,
    owners,
  }
}

function stopHorse(line: VisitHorse, day: Day, find: Find): StopHorse {
  const horse = line.horseId ? find.horses.get(line.horseId) : undefined
  return { line, horse, name: horse?.name ?? 'A horse', status: horse ? statusOf(horse, day) : 'none' }
}

function toRebook(known: RoundInput, find: Find): ToRebook[] {
  return [...horsesToRebook(known, find), ...visitsToRebook(known, find)].toSorted((a, b) => (a.onDay < b.onDay ? 1 : -1))
}

function horsesToRebook({ day, memberId, visits, lines }: RoundInput, find: Find): ToRebook[] {
  const byVisit = byId(visits)
  const ahead = new Set(
    lines.flatMap((line) => {
      const visit = byVisit.get(line.appointmentId)
      return visit && line.outcome === null && visit.onDay >= day && !isOff(visit) && line.horseId ? [line.horseId] : []
    }),
  )
  return lines.flatMap((line): ToRebook[] => {
    const visit = byVisit.get(line.appointmentId)
    const horse = line.horseId ? find.horses.get(line.horseId) : undefined
    if (line.outcome !== 'not_done' || !visit || visit.onDay > day || visit.memberId !== memberId || !horse) return []
    if (horse.goneOn || ahead.has(horse.id) || (horse.lastService ?? '') >= visit.onDay) return []
    const { plannedWork, reason } = line
    const owner = find.clients.get(line.clientId)
    return [{ id: line.id, name: horse.name, horse, plannedWork, reason, owner, onDay: visit.onDay, yardId: visit.yardId }]
  })
}

/** A visit without horses can only be called off; its client waits here until they have a visit ahead. */
function visitsToRebook({ day, memberId, visits }: RoundInput, find: Find): ToRebook[] {
  const ahead = new Set(visits.filter((visit) => visit.onDay > day && !isOff(visit)).map((visit) => visit.clientId))
  return visits.flatMap((visit): ToRebook[] => {
    const owner = visit.clientId ? find.clients.get(visit.clientId) : undefined
    const isLeft = visit.status === 'cancelled' && visit.statusReason?.startsWith(NOT_REACHED) && visit.onDay <= day
    if (!isLeft || !owner || visit.memberId !== memberId || ahead.has(owner.id)) return []
    const { id, statusReason: reason, onDay, yardId } = visit
    return [{ id, name: visit.title || owner.name, horse: null, plannedWork: null, reason, owner, onDay, yardId }]
  })
}

/** `Merlin kicks`, `Biscuit bites, needs sedation`: what to know before touching them, only of those still to do. */
export const warningsOf = (stop: RoundStop): string[] =>
  stop.horses.flatMap(({ horse, line }) =>
    horse?.flags.length && line.outcome === null
      ? [`${horse.name}: ${horse.flags.map((flag) => flagLabel(flag).toLowerCase()).join(', ')}`]
      : [],
  )

/** A vet, and whose. */
export type VetOnCall = { name: string; phone: string | null; horses: string }

/** The vets of the horses still to do, each once with whose they are. */
export function vetsOf(stop: RoundStop): VetOnCall[] {
  const open = stop.horses.flatMap(({ horse, line }) => (horse?.vetName && line.outcome === null ? [horse] : []))
  return [...Map.groupBy(open, (horse) => `${horse.vetName} ${horse.vetPhone ?? ''}`).values()].flatMap((horses) => {
    const [first] = horses
    return first?.vetName ? [{ name: first.vetName, phone: first.vetPhone, horses: horses.map(({ name }) => name).join(', ') }] : []
  })
}

/**
 * `3 horses, trim and full set new`: up to two horses by name, else their number, then the planned work in the words of `labelOf`; without
 * horses the title.
 */
export function workInWords({ horses, visit }: RoundStop, labelOf: (serviceType: string) => string): string {
  if (horses.length === 0) return visit.title
  const work = [...new Set(horses.flatMap(({ line }) => (line.plannedWork ? labelOf(line.plannedWork).toLowerCase() : [])))].join(' and ')
  const who = horses.length <= 2 ? horses.map(({ name }) => name).join(' and ') : `${horses.length} horses`
  return [who, work].filter(Boolean).join(', ')
}

/** `AM, stop only`, `12:15`. */
export const whenInWords = (visit: VisitRow): string => (visit.isCallOnly ? `${visit.callPeriod}, stop only` : visit.localStart)

/** Where a map app is sent: by position where it is known, but sooner to the address than to the centre of its postcode. */
export const mapHref = ({ position, address, isPostcodeCentre: isRough }: RoundStop): string | null =>
  directionsHref(isRough && address ? null : position, address)

const addressOf = (client: Client | undefined) => [client?.address, client?.postcode].filter(Boolean).join(', ') || null
const byId = <T extends { id: string }>(rows: readonly T[]): ReadonlyMap<string, T> => new Map(rows.map((row) => [row.id, row]))
