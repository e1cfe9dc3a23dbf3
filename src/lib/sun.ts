import { getTimes } from 'suncalc'
import { type Day, instantOf, timeOf, type WallTime } from '#lib/dates.ts'
import type { LatLng } from '#lib/position.ts'

/**
 * The time of sunset on a day at a place, in a zone's local time; undefined where the sun does not set that day. By suncalc, within two minutes.
 */
export function sunsetOn(day: Day, { lat, lng }: LatLng, zone: string): WallTime | undefined {
  const { sunset } = getTimes(instantOf(day, '12:00', zone), lat, lng)
  return sunset ? timeOf(sunset, zone) : undefined
}
