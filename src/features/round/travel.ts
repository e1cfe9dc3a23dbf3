import { distanceKm } from '#lib/distance.ts'
import type { LatLng } from '#lib/position.ts'

/** What it takes to drive from one place to another. */
export type Leg = { km: number; minutes: number }

/**
 * Where legs come from. By straight line there is one always and everywhere, without a network; a matrix of real roads is fetched for the
 * places of a day first and then answers in its stead.
 */
export type TravelMatrix = { leg: (from: LatLng, to: LatLng) => Leg }

/** Country roads are longer than the crow flies by about this much. */
const DETOUR = 1.3
/** What a van makes of lanes and villages. */
const KM_PER_MINUTE = 45 / 60
/** Gates, parking and getting the anvil out. */
const STOPPING_MINUTES = 3

/** Legs by straight line, made longer as roads are. */
export const straightLine: TravelMatrix = {
  leg(from, to) {
    const km = distanceKm(from, to) * DETOUR
    return { km, minutes: km / KM_PER_MINUTE + STOPPING_MINUTES }
  },
}
