import type { LatLng } from '#lib/position.ts'

/** The Earth's mean radius (IUGG R1). */
const EARTH_KM = 6371.0088
const KM_PER_MILE = 1.609344
/** Country roads are longer than the straight line by about this factor. */
const DETOUR = 1.3
/** A van's average speed on lanes and through villages. */
const KM_PER_HOUR = 45

/** Kilometres in a straight line over the ground (haversine): roads are longer. */
export function distanceKm(a: LatLng, b: LatLng): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const h = half(a.lat, b.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(a.lng, b.lng)
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, h)))
}

/** The same in miles, as roads are counted in the United Kingdom. */
export const milesOf = (km: number): number => km / KM_PER_MILE

/** The estimated length of the road between two places, computed without a road map. */
export const roadKm = (from: LatLng, to: LatLng): number => distanceKm(from, to) * DETOUR

/** Driving time in minutes for this length of road. */
export const drivingMinutes = (km: number): number => (km / KM_PER_HOUR) * 60

const radians = (degrees: number) => (degrees * Math.PI) / 180
