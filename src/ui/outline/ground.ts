import { distanceKm } from '#lib/distance.ts'
import type { LatLng } from '#lib/position.ts'
import { clipped, type Spot } from '#ui/outline/clip.ts'
import outline from '#ui/outline/outline.json' with { type: 'json' }
import { unpacked } from '#ui/outline/outline.ts'
import { TOWNS, type Town } from '#ui/outline/towns.ts'

type Size = { width: number; height: number }
type Place = (at: LatLng) => Spot
/** A rectangle on the map in pixels. */
export type Box = { left: number; right: number; top: number; bottom: number }

/** A town's name on the map, to the right of its dot; `box` is the room it takes. */
export type TownName = { town: Town; at: Spot; box: Box }

const LAND = outline.land.map(unpacked)
const BORDERS = outline.borders.map(unpacked)

/** How wide a letter is at most, in pixels; a name is a little shorter. */
const LETTER = 7
const LINE = 18
const MOST_NAMES = 16

/** The land within a frame, an SVG path; empty at sea. */
export const landPath = (place: Place, size: Size): string =>
  LAND.map((ring) => clipped(ring.map(place), size))
    .filter((ring) => ring.length > 2)
    .map((ring) => `M${ring.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`)
    .join('')

/** The borders that pass through a frame, an SVG path: only stretches in it, and one point beyond. */
export function borderPath(place: Place, size: Size): string {
  return BORDERS.flatMap((line) => {
    const spots = line.map(place)
    const isSeen = (at: number) => spots[at] !== undefined && isWithin(spots[at], size)
    return spots.flatMap(({ x, y }, at) => {
      if (!isSeen(at) && !isSeen(at - 1) && !isSeen(at + 1)) return []
      const isFirst = at === 0 || !(isSeen(at) || isSeen(at - 1))
      return [`${isFirst ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`]
    })
  }).join('')
}

/** The towns in a frame that have room for their names, the largest first; none over a box in `taken`. */
export function townNames(place: Place, size: Size, taken: readonly Box[]): TownName[] {
  const named: TownName[] = []
  const full = [...taken]
  for (const town of TOWNS) {
    const at = place(town)
    if (named.length === MOST_NAMES) break
    if (!isWithin(at, size)) continue
    const box = { left: at.x - 6, right: at.x + 10 + town.name.length * LETTER, top: at.y - LINE / 2, bottom: at.y + LINE / 2 }
    if (box.right > size.width || full.some((other) => overlap(box, other))) continue
    full.push(box)
    named.push({ town, at, box })
  }
  return named
}

/** The town nearest to a place, and how far it is in kilometres. */
export function nearestTown(to: LatLng): { town: Town; km: number } {
  const [nearest] = TOWNS.map((town) => ({ town, km: distanceKm(to, town) })).sort((a, b) => a.km - b.km)
  if (!nearest) throw new Error('the map has no town')
  return nearest
}

/** `north-east`: in which direction one place lies from another. */
export function directionTo(from: LatLng, to: LatLng): string {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180)
  const eighth = Math.round((Math.atan2(east, to.lat - from.lat) / (2 * Math.PI)) * 8)
  return DIRECTIONS[(eighth + 8) % 8] ?? 'north'
}

const DIRECTIONS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']

const isWithin = ({ x, y }: Spot, { width, height }: Size) => x >= 0 && x <= width && y >= 0 && y <= height

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
