import { drivingMinutes, roadKm } from '#lib/distance.ts'
import type { LatLng } from '#lib/position.ts'

/** What it takes to drive from one place to another. */
export type Leg = { km: number; minutes: number }

/**
 * The source of legs. The straight line always gives one, without a network; a matrix of real roads is fetched for the places of a day
 * first and then answers in its stead.
 */
export type TravelMatrix = { leg: (from: LatLng, to: LatLng) => Leg }

/** Gates, parking and getting the anvil out. */
const STOPPING_MINUTES = 3

/** Legs by straight line, made longer as roads are. */
export const straightLine: TravelMatrix = {
  leg(from, to) {
    const km = roadKm(from, to)
    return { km, minutes: drivingMinutes(km) + STOPPING_MINUTES }
  },
}
