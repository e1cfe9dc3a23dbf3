import type { DicomValues } from '#features/evidence/radiographs/dicom-values.ts'
import type { Raster, Samples } from '#features/evidence/radiographs/picture.ts'

/** Which values are shown between black and white (PS3.3 C.11.2), in the file's own units. */
export type Window = { centre: number; width: number; curve: 'linear' | 'exact' | 'sigmoid' }
/** A window with its name. */
export type Preset = { name: string; window: Window }
/** The conversion of stored numbers to values, and whether the lowest is white. */
export type Tone = { slope: number; intercept: number; isInverse: boolean }

/** The windows of a file, in its order: by the names it gives them, else by their number. */
export function filePresets(values: DicomValues): Preset[] {
  const source = values.bytes('x00281050') ? values : (values.functionalGroup('x00289132') ?? values)
  const [centres, widths, names] = [source.decimals('x00281050'), source.decimals('x00281051'), source.strings('x00281055')]
  const curve = ({ LINEAR_EXACT: 'exact', SIGMOID: 'sigmoid' } as const)[source.string('x00281056')] ?? 'linear'
  return centres.flatMap((centre, place) => {
    const width = widths[place] ?? Number.NaN
    if (!Number.isFinite(centre) || !(width > 0 && width < Number.POSITIVE_INFINITY)) return []
    const name = shownName(names[place] ?? '')
    return [{ name: name || (centres.length > 1 ? `From the file, ${place + 1}` : 'From the file'), window: { centre, width, curve } }]
  })
}

const shownName = (name: string) => name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 40)

/** How to interpret a file's stored numbers (PS3.3 C.11.1). */
export function readTone(values: DicomValues): Tone {
  const source = values.bytes('x00281053') ? values : (values.functionalGroup('x00289145') ?? values)
  const slope = source.decimal('x00281053') ?? 1
  const intercept = source.decimal('x00281052') ?? 0
  const isKnown = slope !== 0 && Number.isFinite(slope) && Number.isFinite(intercept)
  return { ...(isKnown ? { slope, intercept } : { slope: 1, intercept: 0 }), isInverse: values.string('x00280004') === 'MONOCHROME1' }
}

export const PLAIN_TONE: Tone = { slope: 1, intercept: 0, isInverse: false }
/** Shades and colours of 8 bits just as they come. */
export const AS_IT_IS: Preset = { name: 'As it is', window: { centre: 127.5, width: 255, curve: 'exact' } }

/* Reading every point of a large plate takes longer than painting it. */
const MOST_COUNTED = 500_000
/** The share of points that may be lost at either end: lead markers, and air. */
const LOST = 0.005

/** Windows by the points themselves: one that leaves out the extremes, and one of everything. `padding` is a stored number that is no point. */
export function pointPresets({ samples, channels }: Raster, tone: Tone, padding?: number): Preset[] {
  if (channels === 3) return [AS_IT_IS]
  const { lowest, highest, low, high } = spread(samples, padding)
  return [
    { name: 'By the picture', window: windowOf(low, high, tone) },
    { name: 'Everything', window: windowOf(lowest, highest, tone) },
  ]
}

function windowOf(low: number, high: number, { slope, intercept }: Tone): Window {
  const [from, to] = [low * slope + intercept, high * slope + intercept]
  return { centre: (from + to) / 2, width: Math.max(Math.abs(to - from), Math.abs(slope)), curve: 'exact' }
}

function spread(samples: Samples, padding: number | undefined) {
  const counts = new Uint32Array(tableSize(samples))
  const zero = zeroPlace(samples)
  const step = Math.max(1, Math.ceil(samples.length / MOST_COUNTED))
  for (let at = 0; at < samples.length; at += step) {
    const place = (samples[at] as number) + zero
    counts[place] = (counts[place] as number) + 1
  }
  if (padding !== undefined) counts[padding + zero] = 0
  const total = counts.reduce((sum, count) => sum + count, 0)
  const place = (part: number) => {
    let seen = 0
    const wanted = part * total
    const found = counts.findIndex((count) => {
      seen += count
      return count > 0 && seen > wanted
    })
    return Math.max(0, found) - zero
  }
  return {
    lowest: place(0),
    low: place(LOST),
    high: place(1 - LOST),
    highest:
      Math.max(
        0,
        counts.findLastIndex((count) => count > 0),
      ) - zero,
  }
}

const tableSize = (samples: Samples) => 2 ** (samples.BYTES_PER_ELEMENT * 8)

/** The place of the stored number 0 in a table of all that can be stored. */
export const zeroPlace = (samples: Samples): number => (samples instanceof Int8Array ? 128 : samples instanceof Int16Array ? 32_768 : 0)

/** The shade of every number that can be stored, black 0 to white 255, beginning with the lowest. */
export function shades(samples: Samples, window: Window, { slope, intercept, isInverse }: Tone, isInverted: boolean): Uint8Array {
  const table = new Uint8Array(tableSize(samples))
  const zero = zeroPlace(samples)
  const shade = CURVES[window.curve]
  const isTurned = isInverse !== isInverted
  for (let place = 0; place < table.length; place++) {
    const part = shade((place - zero) * slope + intercept, window)
    const shown = Math.round(Math.min(1, Math.max(0, part)) * 255)
    table[place] = isTurned ? 255 - shown : shown
  }
  return table
}

/* PS3.3 C.11.2.1.2 and C.11.2.1.3. */
const CURVES: Readonly<Record<Window['curve'], (value: number, window: Window) => number>> = {
  linear: (value, { centre, width }) => (width <= 1 ? Number(value > centre - 0.5) : (value - (centre - 0.5)) / (width - 1) + 0.5),
  exact: (value, { centre, width }) => (value - centre) / width + 0.5,
  sigmoid: (value, { centre, width }) => 1 / (1 + Math.exp((-4 * (value - centre)) / width)),
}

/** The window after a drag of so many pixels: across for its width, up for brighter. */
export function draggedWindow({ centre, width, curve }: Window, across: number, up: number, isTurned: boolean): Window {
  const brighter = (up * width) / 300
  return { curve, centre: centre + (isTurned ? brighter : -brighter), width: Math.max(width * 2 ** (across / 150), 0.001) }
}
