/** A point on the ground in degrees, WGS 84 as phones and maps use it. */
export type LatLng = { lat: number; lng: number }

/**
 * The position a pasted text names: latitude and longitude as people and devices write them, a link of Google, Apple, OpenStreetMap, Bing or
 * Waze, or an Ordnance Survey grid reference. Null when it names none; it is never guessed or looked up, so a shortened link names none.
 */
export async function readPosition(text: string): Promise<LatLng | null> {
  const typed = text.trim()
  return readLink(typed) ?? readDegrees(typed) ?? (await readGridReference(typed))
}

/** `52.22970, -2.74110`: to about a metre. */
export const positionInWords = ({ lat, lng }: LatLng): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`

/** The position of a record, if it has one. */
export const positionOf = (record: { lat: number | null; lng: number | null } | null | undefined): LatLng | null =>
  record && typeof record.lat === 'number' && typeof record.lng === 'number' ? { lat: record.lat, lng: record.lng } : null

/** A link that opens directions in the phone's map app, to the position, else to the address. Null when neither is known. */
export function directionsHref(position: LatLng | null, address: string | null | undefined): string | null {
  const to = position ? `${position.lat},${position.lng}` : address
  return to ? `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(to)}` : null
}

/** Found by the postcode alone, so it may be a field away or a mile. */
export const isPostcodeCentre = (record: { positionSource?: string | null } | null | undefined): boolean =>
  record?.positionSource === 'postcode'

/** The way to a record: to its position, but sooner to its address than to the centre of its postcode. */
export const directionsTo = (
  record: { lat: number | null; lng: number | null; positionSource: string | null } | null | undefined,
  address: string | null | undefined,
): string | null => directionsHref(isPostcodeCentre(record) && address ? null : positionOf(record), address)

/**
 * The three words of a what3words address, with or without its slashes or as a link; null when the text is not one. They are not
 * resolved here.
 */
export function what3wordsOf(text: string): string | null {
  const found = /^(?:\/{3}|(?:https?:\/\/)?(?:www\.)?(?:what3words\.com|w3w\.co)\/)?(\p{L}+\.\p{L}+\.\p{L}+)$/iu.exec(text.trim())
  return found?.[1]?.toLowerCase() ?? null
}

/** The page that shows where the three words are. */
export const what3wordsHref = (words: string): string => `https://what3words.com/${encodeURIComponent(words)}`

const NUMBER = String.raw`[-+\u2212]?\d{1,3}(?:\.\d+)?`
const PAIR = String.raw`(${NUMBER})\s*(?:,|;|~|%2C|\/)\s*(${NUMBER})`
/** The order in which a link's parts are trusted: the pin it was made for comes before the middle of the screen it was copied from. */
const LINK_PARTS = [
  /!3d(-?\d+(?:\.\d+)?)!4d(-?\d+(?:\.\d+)?)/,
  /[?&]mlat=(-?\d+(?:\.\d+)?)&mlon=(-?\d+(?:\.\d+)?)/,
  new RegExp(`[?&](?:q|query|coordinate|destination|daddr)=(?:loc:)?${PAIR}`),
  new RegExp(`[?&](?:ll|sll|center|cp)=${PAIR}`),
  new RegExp(String.raw`/(?:dir/[^@]*|search/|place/)\+?${PAIR}(?=[/?&+]|$)`),
  new RegExp(`@${PAIR}`),
  new RegExp(String.raw`#map=\d+(?:\.\d+)?/${PAIR}`),
]

function readLink(text: string): LatLng | null {
  if (!/^(?:https?:\/\/|geo:|www\.)/i.test(text)) return null
  const link = unescaped(text)
  const geo = new RegExp(`^geo:${PAIR}`, 'i').exec(link)
  const found = geo ?? LINK_PARTS.map((part) => part.exec(link)).find((match) => match !== null)
  return found ? within(Number(found[1]), Number(found[2])) : null
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/**
 * In a text with single spaces. One coordinate: degrees, or degrees and minutes, or degrees, minutes and seconds, with a letter before or after
 * it.
 */
const COORDINATE = String.raw`([NSEW])? ?([-+]?\d{1,3}(?:\.\d+)?) ?[°d]? ?(?:(\d{1,2}(?:\.\d+)?) ?['m])? ?(?:(\d{1,2}(?:\.\d+)?) ?["s])? ?([NSEW])?`
const DEGREES = new RegExp(`^(?:lat(?:itude)? ?[:=]? ?)?${COORDINATE} ?[,; ] ?(?:lo?ng?(?:itude)? ?[:=]? ?)?${COORDINATE}$`, 'i')

function readDegrees(text: string): LatLng | null {
  const found = DEGREES.exec(plain(text))
  if (!found) return null
  const first = coordinateOf(found.slice(1, 6))
  const second = coordinateOf(found.slice(6, 11))
  if (!first || !second) return null
  // Without letters, only fractions of a degree distinguish a position from any two numbers; latitude comes first.
  if (!first.axis && !second.axis) return first.isFine && second.isFine ? within(first.degrees, second.degrees) : null
  if (first.axis === second.axis || !first.axis || !second.axis) return null
  return first.axis === 'lat' ? within(first.degrees, second.degrees) : within(second.degrees, first.degrees)
}

/** One kind of minus, of mark for minutes and of mark for seconds. */
const plain = (text: string) =>
  text
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/''|[\u2033\u201C\u201D]/g, '"')
    .replace(/[\u2032\u2018\u2019]/g, "'")
    .replace(/^\((.*)\)$/, '$1')
    .replace(/\s+/g, ' ')
    .trim()

function coordinateOf([before, degrees = '', minutes, seconds, after]: (string | undefined)[]) {
  const letter = (before ?? after)?.toUpperCase()
  if (before && after) return null
  if (Number(minutes ?? 0) >= 60 || Number(seconds ?? 0) >= 60 || (seconds && !minutes)) return null
  const size = Math.abs(Number(degrees)) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600
  const isNegative = degrees.startsWith('-') !== (letter === 'S' || letter === 'W')
  return {
    degrees: isNegative ? -size : size,
    axis: letter && (/[NS]/.test(letter) ? 'lat' : 'lng'),
    isFine: degrees.includes('.') || minutes !== undefined,
  }
}

const GRID_REFERENCE = /^[HNST][A-HJ-Z]\s*(?:\d\s*){4,10}$/i

/** The middle of the square a grid reference names, to the metre when it has ten figures. Great Britain only: Ireland has its own grid. */
async function readGridReference(text: string): Promise<LatLng | null> {
  if (!GRID_REFERENCE.test(text)) return null
  const letters = text.slice(0, 2).toUpperCase()
  const figures = text.slice(2).replace(/\s/g, '')
  if (figures.length % 2) return null
  const half = figures.length / 2
  const { default: OsGridRef } = await import('geodesy/osgridref.js')
  try {
    const corner = OsGridRef.parse(`${letters} ${figures.slice(0, half)} ${figures.slice(half)}`)
    const toMiddle = half === 5 ? 0 : 10 ** (5 - half) / 2
    // The package's types name a file that this kind of import can't resolve, so the two fields have no types either.
    const point: unknown = new OsGridRef(corner.easting + toMiddle, corner.northing + toMiddle).toLatLon()
    const { lat, lon } = point as { lat: number; lon: number }
    return within(rounded(lat), rounded(lon))
  } catch {
    return null
  }
}

/** Seven decimals are a centimetre: finer than any of these positions. */
const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7

const within = (lat: number, lng: number): LatLng | null =>
  Number.isFinite(lat) && Number.isFinite(lng) && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
