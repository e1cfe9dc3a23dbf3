import { z } from 'zod'
import { AppError } from '#lib/errors.ts'

/** The source of a position: the phone, a pin on the map, pasted text, or a geocoder. It is never guessed. */
const POSITION_SOURCES = ['gps', 'pin', 'pasted', 'geocoder'] as const

/** Where a client's horses or a yard are, in a contract. `what3words` is only shown and opened, never resolved. */
export const positionFields = {
  lat: z.number().min(-90).max(90).nullable(),
  lng: z.number().min(-180).max(180).nullable(),
  positionSource: z.enum(POSITION_SOURCES).nullable(),
  what3words: z.string().trim().max(100).nullable(),
}

type Half = { lat?: number | null | undefined; lng?: number | null | undefined }

/** Half a position is invalid: both numbers are given, or both are cleared. */
export const isWholePosition = ({ lat, lng }: Half): boolean => typeof lat === typeof lng && (lat === null) === (lng === null)
/** The message for a request with half a position. */
export const wholePosition = { message: 'lat and lng go together', path: ['lat'] }

/** The same check on a changed record: a pin moved due north changes only one number. @throws bad_request */
export function requireWholePosition(before: Half, change: Half): void {
  const { lat = before.lat, lng = before.lng } = change
  if (!isWholePosition({ lat, lng })) throw new AppError('bad_request', {}, wholePosition.message)
}
