import type { TravelTable } from '#features/day/round/contract.ts'
import { stopsOf } from '#features/day/round/rules.ts'
import { type ByRoad, byRoad, byRoadOf, type TravelMatrix } from '#features/day/round/travel.ts'
import type { Trip } from '#features/office/books/contract.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { isOff } from '#features/visits/appointments/rules.ts'
import type { Day } from '#lib/dates.ts'
import { milesOf } from '#lib/distance.ts'
import { type LatLng, positionOf } from '#lib/position.ts'

/** A day's round as a line for the mileage log, computed and not yet added. */
export type ProposedTrip = Pick<Trip, 'onDay' | 'memberId' | 'milesTenths' | 'purpose' | 'fromPlace' | 'toPlace'> & {
  /** Stops left out because their place is unknown. */
  unplaced: number
  /** How much of it is by real roads; the rest is by straight line. */
  byRoad: ByRoad
  engine: TravelTable['engine']
}

type Place = { id: string; name: string; postcode: string | null; lat: number | null; lng: number | null }
type RoundInput = {
  memberId: string
  /** The days to search, both inclusive; `to` is today at the latest. */
  from: Day
  to: Day
  visits: readonly VisitRow[]
  yards: readonly Place[]
  clients: readonly Place[]
  /** Where the van is at night; without it no round can be computed. */
  base: LatLng | null
  /** Trips already in the log: a day with a trip gets no proposal. */
  trips: readonly Pick<Trip, 'onDay' | 'memberId'>[]
  /** Road times of days that have them. */
  tables?: readonly TravelTable[]
}

/**
 * Rounds that were driven and are not in the log, latest first: from the base by every finished stop in order and home again. Distances are
 * by road where they are known, else straight lines times a road factor. A day with an open visit is not over.
 */
export function roundTrips(known: RoundInput): ProposedTrip[] {
  const { memberId, from, to, base } = known
  if (!base) return []
  const logged = new Set(known.trips.filter((trip) => trip.memberId === memberId).map(({ onDay }) => onDay))
  const own = known.visits.filter((visit) => visit.memberId === memberId && visit.onDay >= from && visit.onDay <= to)
  const places = { yards: byId(known.yards), clients: byId(known.clients) }
  const tables = new Map(known.tables?.flatMap((table) => (table.memberId === memberId ? [[table.onDay, table]] : [])))
  return [...Map.groupBy(own, ({ onDay }) => onDay)]
    .filter(([day, visits]) => !logged.has(day) && isOver(visits))
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .flatMap(([onDay, visits]) =>
      tripOf({ onDay, memberId, base, stops: stopsOf(visits.filter(isDone)), table: tables.get(onDay) }, places),
    )
}

type Places = { yards: ReadonlyMap<string, Place>; clients: ReadonlyMap<string, Place> }
type Round = { onDay: Day; memberId: string; base: LatLng; stops: readonly VisitRow[]; table: TravelTable | undefined }

function tripOf({ onDay, memberId, base, stops, table }: Round, places: Places): ProposedTrip[] {
  const at = stops.map((stop) => placeOf(stop, places))
  const positions = at.flatMap((place) => positionOf(place) ?? [])
  const [travel, way] = [byRoad(table), [base, ...positions, base]]
  const milesTenths = Math.round(milesOf(kmBetween(travel, way)) * 10)
  if (milesTenths < 1) return []
  const names = [...new Set(stops.flatMap((stop, index) => nameOf(stop, at[index]) || []))]
  const purpose = stops.length === 1 ? 'Visit' : `Round of ${stops.length} stops`
  return [
    {
      onDay,
      memberId,
      milesTenths,
      purpose,
      fromPlace: 'Base',
      toPlace: listed(names),
      unplaced: stops.length - positions.length,
      byRoad: byRoadOf(travel, way),
      engine: table?.engine ?? null,
    },
  ]
}

/** A visit's place: its yard's, else its client's, as on the round. */
function placeOf({ yardId, clientId }: VisitRow, { yards, clients }: Places): Place | undefined {
  const [yard, client] = [yardId ? yards.get(yardId) : undefined, clientId ? clients.get(clientId) : undefined]
  return positionOf(yard) ? yard : positionOf(client) ? client : (yard ?? client)
}

/** A yard by its name, a client by the postcode if there is one: a log records where someone drove, not to whom. */
const nameOf = ({ yardId, title }: VisitRow, place: Place | undefined): string =>
  (place && place.id !== yardId ? place.postcode : null) ?? place?.name ?? title

const kmBetween = ({ leg }: TravelMatrix, places: readonly LatLng[]): number =>
  places.slice(1).reduce((km, place, index) => km + leg(places[index] ?? place, place).km, 0)

/** `Hollybush Farm, Lower Mill and 3 more`: as much as a line of a log holds. */
function listed(names: readonly string[]): string {
  const [shown, more] = [names.slice(0, MOST_NAMES), names.length - MOST_NAMES]
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}
const MOST_NAMES = 4

const isDone = (visit: VisitRow) => visit.status === 'done'
const isOver = (visits: readonly VisitRow[]) => visits.some(isDone) && visits.every((visit) => isDone(visit) || isOff(visit))
const byId = (places: readonly Place[]): ReadonlyMap<string, Place> => new Map(places.map((place) => [place.id, place]))
