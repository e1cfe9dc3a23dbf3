import { type LatLng, positionOf, what3wordsOf } from '#lib/position.ts'
import type { PositionSource } from '#lib/position-fields.ts'

/** A position and its source; `accuracyMetres` is what the phone reported when it found the position just now. */
export type PickedPosition = LatLng & { source: PositionSource; accuracyMetres?: number }
/** A location as a form holds it. */
export type PlaceValues = { position: PickedPosition | null; what3words: string }

type Placed = { lat: number | null; lng: number | null; positionSource: PositionSource | null; what3words: string | null }

/** The initial value of a form. */
export function placeValuesOf(record: Placed | undefined): PlaceValues {
  const at = positionOf(record)
  return { position: at && { ...at, source: record?.positionSource ?? 'pasted' }, what3words: record?.what3words ?? '' }
}

/** The form's value as sent: the parts of the position, and three words without slashes; absent stays absent. */
export const placeAsSent = ({ position, what3words }: { [K in keyof PlaceValues]?: PlaceValues[K] | undefined }): Partial<Placed> => ({
  ...(position !== undefined && {
    lat: position?.lat ?? null,
    lng: position?.lng ?? null,
    positionSource: position?.source ?? null,
  }),
  ...(what3words !== undefined && { what3words: what3wordsOf(what3words) }),
})

/** Validates what3words: true for an empty text and for three words; else the fault. */
export const areThreeWords = (text: string): true | string =>
  text.trim() === '' || what3wordsOf(text) !== null || 'Three words with dots between them, such as filled.count.soap'
