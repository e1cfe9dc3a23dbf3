import { getTimes } from 'suncalc'
import { type Day, instantOf, timeOf, type WallTime } from '#lib/dates.ts'
import type { LatLng } from '#lib/position.ts'

/** When the sun sets on a day at a place, on the clock of a zone; undefined where it does not set that day. By suncalc, within two minutes. */
export function sunsetOn(day: Day, { lat, lng }: LatLng, zone: string): WallTime | undefined {
  const { sunset } = getTimes(instantOf(day, '12:00', zone), lat, lng)
  return sunset ? timeOf(sunset, zone) : undefined
}
