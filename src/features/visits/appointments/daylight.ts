import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { isStop } from '#features/visits/appointments/rules.ts'
import { minutesOf, type WallTime } from '#lib/dates.ts'
import { type LatLng, positionOf } from '#lib/position.ts'
import { sunsetOn } from '#lib/sun.ts'

/** A visit that ends this near to sunset gets a warning. */
const NEAR_MINUTES = 30
/** Sunset in Shetland at midwinter, with a margin: no sunset is computed for a visit that ends earlier. */
const EARLIEST_END = '14:25'

/** The sun sets while a visit is on, or nearly. */
export type Daylight = { sunset: WallTime /** Null: it is not recorded whether there are lights. */; hasLights: boolean | null }

type Place = { lat: number | null; lng: number | null }
type DaylightVisit = Pick<
  VisitRow,
  'onDay' | 'localStart' | 'localEnd' | 'zone' | 'isCallOnly' | 'isCallComplete' | 'status' | 'clientId' | 'yardId'
>
type Where = { yard: (Place & { hasLights: boolean | null }) | undefined; client: Place | undefined; others: readonly LatLng[] }

/**
 * Sunset for a visit that ends near or after it, at its yard, else its client, else in the middle of the practice's other places, which is
 * right within minutes; undefined for any other visit, for one without a time or a place to drive to, and where no position is known.
 */
export function daylightOf(visit: DaylightVisit, { yard, client, others }: Where): Daylight | undefined {
  const isUntimed = visit.isCallOnly || visit.localEnd < visit.localStart
  if (isUntimed || !isStop(visit) || visit.isCallComplete || visit.localEnd < EARLIEST_END) return undefined
  const position = positionOf(yard) ?? positionOf(client) ?? middleOf(others)
  const sunset = position && sunsetOn(visit.onDay, position, visit.zone)
  if (!sunset || minutesOf(visit.localEnd) < minutesOf(sunset) - NEAR_MINUTES) return undefined
  return { sunset, hasLights: yard?.hasLights ?? null }
}

/** `Sunset 16:02, no lights`. */
export const daylightWords = ({ sunset, hasLights }: Daylight): string => `Sunset ${sunset}${hasLights === false ? ', no lights' : ''}`

function middleOf(places: readonly LatLng[]): LatLng | null {
  if (places.length === 0) return null
  const mean = (of: (place: LatLng) => number) => places.reduce((sum, place) => sum + of(place), 0) / places.length
  return { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) }
}
