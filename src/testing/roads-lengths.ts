import type { LatLng } from '#lib/position.ts'

/** Places of the drawn map: at the bridge, opposite each other halfway along the river, and where it leaves the drawing. */
export const DRAWN = {
  bridge: { lat: 52.2, lng: -2.9 },
  south: { lat: 52.2, lng: -2.8 },
  north: { lat: 52.22, lng: -2.8 },
  southEast: { lat: 52.2, lng: -2.72 },
  northEast: { lat: 52.22, lng: -2.72 },
  /** No road leads there. */
  lost: { lat: 52.205, lng: -2.66 },
} satisfies Record<string, LatLng>

/**
 * Lengths by hand, in km: a degree is 111.195 km, along a parallel times the cosine of its latitude. A tenth of a degree on the southern bank is
 * 11.1195 × cos 52.20° = 6.815, on the northern one 11.1195 × cos 52.22° = 6.812; the bridge is 2.224.
 */
export const BY_HAND = {
  bridgeToSouth: 6.815,
  southToSouthEast: 5.452,
  bridge: 2.224,
  /** Back to the bridge, over it, and out again: 6.815 + 2.224 + 6.812. */
  southToNorth: 15.851,
}
