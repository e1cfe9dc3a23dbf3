import { z } from 'zod'
import { AppError } from '#lib/errors.ts'

/**
 * The source of a position: the phone, a pin on the map, pasted text, a geocoder's answer that a person chose, or a record's three words or
 * postcode (its centre), looked up automatically. Devices may send each: an undo or a merge restores a position with its mark.
 */
const POSITION_SOURCES = ['gps', 'pin', 'pasted', 'geocoder', 'what3words', 'postcode'] as const
export type PositionSource = (typeof POSITION_SOURCES)[number]

/** What a position is found by without a person. */
export type FoundBy = 'what3words' | 'postcode'

/** What a position found so may take the place of: never of one that a person gave, nor three words' of a postcode. */
const GIVES_WAY: Readonly<Record<FoundBy, readonly (PositionSource | null)[]>> = {
  what3words: ['what3words', 'postcode'],
  postcode: ['postcode'],
}

/** Whether a place may be given a position that was found so. */
export const mayBeFound = (
  by: FoundBy,
  { lat, position_source }: { lat: number | null; position_source: PositionSource | null },
): boolean => lat === null || GIVES_WAY[by].includes(position_source)

/** Whether a column of a place that was empty is filled just because the position was found without a person. */
export const isJustFound = (column: string, before: unknown, now: object): boolean =>
  before === null &&
  ['lat', 'lng', 'position_source'].includes(column) &&
  'position_source' in now &&
  Object.keys(GIVES_WAY).includes(String(now.position_source))

/** Where a client's horses or a yard are, in a contract. */
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
