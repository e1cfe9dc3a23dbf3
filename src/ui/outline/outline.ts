import type { LatLng } from '#lib/position.ts'

/** Figures of the outline to a degree: a thousandth is about a hundred metres. */
export const PER_DEGREE = 1000

/**
 * Great Britain and Ireland as lines. Each is longitude, latitude, longitude, … in thousandths of a degree; after the first point as steps from
 * the point before. Made by `scripts/map-outline.ts`.
 */
export type Outline = {
  /** A ring for each island. */
  land: readonly (readonly number[])[]
  /** Between England, Wales, Scotland, Northern Ireland and Ireland. */
  borders: readonly (readonly number[])[]
}

/** The points of a packed line. */
export function unpacked(line: readonly number[]): LatLng[] {
  const points: LatLng[] = []
  let [x, y] = [0, 0]
  for (let at = 0; at + 1 < line.length; at += 2) {
    x += line[at] ?? 0
    y += line[at + 1] ?? 0
    points.push({ lat: y / PER_DEGREE, lng: x / PER_DEGREE })
  }
  return points
}
