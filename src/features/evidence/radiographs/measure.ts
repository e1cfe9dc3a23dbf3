import type { Scale } from '#features/evidence/radiographs/scale.ts'
import type { Place } from '#features/evidence/radiographs/view.ts'

export const MARK_KINDS = ['length', 'angle'] as const
/** A length from end to end, or an angle at the middle one of three places. */
export type MarkKind = (typeof MARK_KINDS)[number]
export const PLACES: Readonly<Record<MarkKind, number>> = { length: 2, angle: 3 }
/** What is measured on a film, in points of it. */
export type Mark = { kind: MarkKind; places: readonly Place[] }

/** The longest that what was measured may be called. */
export const LONGEST_LABEL = 80
/** The most measurements on one film at once. */
export const MOST_MARKS = 200
/** What is usually measured; a person may leave it unnamed. */
export const USUAL_LABELS: Readonly<Record<MarkKind, readonly string[]>> = {
  length: ['Sole depth', 'Heel height', 'Toe length', 'Heel to breakover', 'Hoof wall'],
  angle: ['Palmar angle', 'Plantar angle', 'Dorsal wall angle', 'Pastern axis'],
}

/** What a measurement comes to, to the digit that is shown: tenths of a millimetre or a degree, and whole points where a film has no scale. */
export type Figure = { value: number; unit: 'mm' | 'px' | '°' }

/** The one way from places on a film to a figure, by the film's own scale; undefined while places are missing. */
export function figureOf({ kind, places }: Mark, scale: Scale | undefined): Figure | undefined {
  const [first, second, third] = places
  if (!first || !second) return undefined
  if (kind === 'length') {
    const length = lengthOf(first, second, scale)
    return scale ? { value: Number(length.toFixed(1)), unit: 'mm' } : { value: Math.round(length), unit: 'px' }
  }
  return third && { value: Number(angleOf(first, second, third, scale).toFixed(1)), unit: '°' }
}

/** A figure as it is shown: `42.3 mm`, `118 px`, `54.2°`. */
export const figureWords = ({ value, unit }: Figure): string =>
  unit === 'px' ? `${value} px` : unit === 'mm' ? `${value.toFixed(1)} mm` : `${value.toFixed(1)}°`

/** What a measurement comes to, as shown next to it; nothing while places are missing. */
export function measured(mark: Mark, scale: Scale | undefined): string {
  const figure = figureOf(mark, scale)
  return figure ? figureWords(figure) : ''
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
