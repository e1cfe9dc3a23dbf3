import type { Scale } from '#features/evidence/radiographs/scale.ts'
import type { Place } from '#features/evidence/radiographs/view.ts'

/** A length from end to end, or an angle at the middle one of three places. */
export type Measure = { id: number; kind: MeasureKind; places: readonly Place[] }
export type MeasureKind = 'length' | 'angle'
export const PLACES: Readonly<Record<MeasureKind, number>> = { length: 2, angle: 3 }

/** The result of a measurement, as shown next to it: `42.3 mm`, `118 px`, `54.2°`; nothing while places are missing. */
export function measured({ kind, places }: Pick<Measure, 'kind' | 'places'>, scale: Scale | undefined): string {
  const [first, second, third] = places
  if (kind === 'length') return first && second ? lengthWords(lengthOf(first, second, scale), scale) : ''
  return first && second && third ? `${angleOf(first, second, third, scale).toFixed(1)}°` : ''
}

/** The distance between two places, in millimetres where the scale is known, else in points of the picture. */
function lengthOf(from: Place, to: Place, scale: Scale | undefined): number {
  const { x, y } = between(from, to, scale)
  return Math.hypot(x, y)
}

/** The angle of two arms at the place where they meet, 0 to 180 degrees. */
function angleOf(one: Place, meeting: Place, other: Place, scale: Scale | undefined): number {
  const [a, b] = [between(meeting, one, scale), between(meeting, other, scale)]
  const turned = Math.abs(Math.atan2(a.y, a.x) - Math.atan2(b.y, b.x))
  return ((turned > Math.PI ? 2 * Math.PI - turned : turned) * 180) / Math.PI
}

/* Points that are wider than high would bend an angle too. */
const between = (from: Place, to: Place, scale: Scale | undefined): Place => ({
  x: (to.x - from.x) * (scale?.across ?? 1),
  y: (to.y - from.y) * (scale?.down ?? 1),
})

const lengthWords = (length: number, scale: Scale | undefined) => (scale ? `${length.toFixed(1)} mm` : `${Math.round(length)} px`)
