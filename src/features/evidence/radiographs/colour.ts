import type { DicomValues } from '#features/evidence/radiographs/dicom-values.ts'
import type { Picture, Samples } from '#features/evidence/radiographs/picture.ts'
import { Refusal } from '#features/evidence/radiographs/refusal.ts'

/** Colours of 8 bits: the highest of those stored. */
export function eightBits(samples: Samples, bitsStored: number): Uint8Array {
  if (samples instanceof Uint8Array && bitsStored === 8) return samples
  const down = Math.max(0, bitsStored - 8)
  const up = Math.max(0, 8 - bitsStored)
  return Uint8Array.from(samples, (sample) => (sample >> down) << up)
}

/** The three colours of each point side by side, out of all of the first, all of the second and all of the third. */
export function sideBySide<T extends Samples>(planes: T): T {
  const mixed = planes.slice() as T
  const points = Math.floor(planes.length / 3)
  for (let channel = 0; channel < 3; channel++) {
    for (let point = 0; point < points; point++) mixed[point * 3 + channel] = planes[channel * points + point] as number
  }
  return mixed
}

/** Two points share a tint (PS3.3 C.7.6.3.1.2, YBR_FULL_422): Y1 Y2 B R made Y1 B R Y2 B R. */
export function spread422(packed: Uint8Array): Uint8Array {
  const pairs = packed.length >> 2
  const full = new Uint8Array(pairs * 6)
  for (let pair = 0; pair < pairs; pair++) {
    const [first, second, blue, red] = packed.subarray(pair * 4, pair * 4 + 4) as unknown as [number, number, number, number]
    full.set([first, blue, red, second, blue, red], pair * 6)
  }
  return full
}

/** Brightness and tints made red, green and blue, in place (PS3.3 C.7.6.3.1.2, as ITU-R BT.601 over the full range). */
export function fromTints(samples: Uint8Array): Uint8Array {
  for (let at = 0; at + 2 < samples.length; at += 3) {
    const bright = samples[at] as number
    const blue = (samples[at + 1] as number) - 128
    const red = (samples[at + 2] as number) - 128
    samples[at] = clamped(bright + 1.402 * red)
    samples[at + 1] = clamped(bright - 0.344136 * blue - 0.714136 * red)
    samples[at + 2] = clamped(bright + 1.772 * blue)
  }
  return samples
}

const clamped = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : Math.round(value))

/** Red, green and blue of 8 bits for each entry of a palette, and the stored number of its first entry. */
export type Palette = { first: number; colours: Uint8Array }

/**
 * The palette of a picture whose points are places in one (PS3.3 C.7.6.3.1.5).
 * @throws Refusal `colours`
 */
export function readPalette(values: DicomValues, { isSigned }: Picture): Palette {
  const [count = 0, , bits = 16] = values.shorts('x00281101')
  const first = values.shorts('x00281101', isSigned)[1] ?? 0
  const places = count === 0 ? 65_536 : count
  const colours = new Uint8Array(places * 3)
  for (const [channel, tag] of ['x00281201', 'x00281202', 'x00281203'].entries()) {
    const table = paletteTable(values, tag, places, bits)
    for (let place = 0; place < places; place++) colours[place * 3 + channel] = table[place] as number
  }
  return { first, colours }
}

/* 8-bit tables are written as they are or a cell of 16 each; those of 16 bits keep their higher half. */
function paletteTable(values: DicomValues, tag: string, places: number, bits: number): ArrayLike<number> {
  const bytes = values.bytes(tag)
  if (!bytes) throw new Refusal('colours', 'a palette in parts')
  if (bits === 8 && bytes.length < places * 2) {
    if (bytes.length < places) throw new Refusal('cut-short')
    return bytes
  }
  const cells = values.shorts(tag)
  if (cells.length < places) throw new Refusal('cut-short')
  return bits === 8 ? cells : cells.map((cell) => cell >> 8)
}

/** The colours of points that index a palette; a value beyond it has the colour of the nearer end. */
export function coloured(samples: Samples, { first, colours }: Palette): Uint8Array {
  const full = new Uint8Array(samples.length * 3)
  const last = colours.length / 3 - 1
  for (let point = 0; point < samples.length; point++) {
    const place = Math.min(last, Math.max(0, (samples[point] as number) - first)) * 3
    full[point * 3] = colours[place] as number
    full[point * 3 + 1] = colours[place + 1] as number
    full[point * 3 + 2] = colours[place + 2] as number
  }
  return full
}
