import { distanceKm, milesOf } from '#lib/distance.ts'
import type { LatLng } from '#lib/position.ts'

/** A place on a map. `mark` is a figure or letter in its pin: the number of a stop. */
export type MapPoint = { id: string; position: LatLng; label: string; mark?: string; tone?: 'now' | 'done' | 'to-come' }

/** Where things lie on a sketch of a given size, and how long a mile is there. */
export type Sketch = {
  place: (at: LatLng) => { x: number; y: number }
  middle: LatLng
  /** A round distance and its length on the sketch. */
  scale: { miles: number; length: number }
}

/** Room at the edge: for a pin with its name above it, for half a name beside it, for the bar below. */
const MARGIN = { top: 68, side: 76, bottom: 44 }
/** One place alone, or all in one yard, is shown with the country around it; several as close as they fill the sketch. */
const AROUND_ONE_KM = 40
const ONE_PLACE_KM = 0.2
const KM_A_DEGREE = 111.195
const ROUND_MILES = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500]
/** The scale bar is at most this part of the width. */
const LONGEST_BAR = 0.4

/** Lays places out flat, north up, the same scale both ways: true enough over a county. */
export function sketchOf(places: readonly LatLng[], { width, height }: { width: number; height: number }): Sketch {
  const [lats, lngs] = [places.map(({ lat }) => lat), places.map(({ lng }) => lng)]
  const middle = { lat: (Math.min(...lats) + Math.max(...lats)) / 2, lng: (Math.min(...lngs) + Math.max(...lngs)) / 2 }
  const kmEast = (lng: number) => (lng - middle.lng) * KM_A_DEGREE * Math.cos((middle.lat * Math.PI) / 180)
  const kmNorth = (lat: number) => (lat - middle.lat) * KM_A_DEGREE
  const [wide, high] = [
    2 * Math.max(...lngs.map((lng) => Math.abs(kmEast(lng)))),
    2 * Math.max(...lats.map((lat) => Math.abs(kmNorth(lat)))),
  ]
  const least = Math.max(wide, high) < ONE_PLACE_KM ? AROUND_ONE_KM : ONE_PLACE_KM
  const [across, down] = [Math.max(least, wide), Math.max(least, high)]
  // A box too small for the margins still shows every place.
  const [roomAcross, roomDown] = [width - 2 * MARGIN.side, height - MARGIN.top - MARGIN.bottom].map((room) => Math.max(40, room)) as [
    number,
    number,
  ]
  const perKm = Math.min(roomAcross / across, roomDown / down)
  const middleDown = MARGIN.top + (height - MARGIN.top - MARGIN.bottom) / 2
  const perMile = perKm / milesOf(1)
  const miles = ROUND_MILES.findLast((one) => one * perMile <= width * LONGEST_BAR) ?? ROUND_MILES[0] ?? 1
  return {
    middle,
    place: ({ lat, lng }) => ({ x: width / 2 + kmEast(lng) * perKm, y: middleDown - kmNorth(lat) * perKm }),
    scale: { miles, length: miles * perMile },
  }
}

/** `3.4 miles`, `0.2 miles`: how far from one place to the next in a straight line. */
export function milesInWords(a: LatLng, b: LatLng): string {
  const miles = milesOf(distanceKm(a, b))
  return `${miles < 10 ? miles.toFixed(1) : Math.round(miles)} miles`
}
