import type { Picture, Samples } from '#features/evidence/radiographs/picture.ts'

/** How many bytes a frame takes that is packed by nothing. */
export const frameBytes = ({ columns, rows, channels, bitsAllocated, photometric }: Picture): number =>
  columns * rows * (photometric === 'YBR_FULL_422' ? 2 : channels) * (bitsAllocated / 8)

/** The bytes of a frame as numbers: the bits of its cells that belong to the points, with their sign. Makes no copy where none is needed. */
export function storedSamples(bytes: Uint8Array, picture: Picture, isBigEndian = false): Samples {
  if (picture.bitsAllocated === 8) return cleaned(bytes, picture)
  const count = bytes.length >> 1
  if (isBigEndian) return cleaned(new Uint16Array(swapped(bytes.subarray(0, count * 2)).buffer), picture)
  const whole = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice()
  return cleaned(new Uint16Array(whole.buffer, whole.byteOffset, count), picture)
}

/** Each two bytes the other way round. */
export function swapped(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const other = new Uint8Array(bytes.length)
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    other[at] = bytes[at + 1] as number
    other[at + 1] = bytes[at] as number
  }
  return other
}

/** Removes the bits of a cell outside the point (once used for overlays). */
function cleaned(cells: Uint8Array | Uint16Array, { bitsStored, shift, isSigned, bitsAllocated }: Picture): Samples {
  if (isSigned) return signed(cells, bitsStored, shift)
  const mask = 2 ** bitsStored - 1
  if (bitsStored === bitsAllocated || (shift === 0 && !hasBeyond(cells, mask))) return cells
  return cells.map((cell) => (cell >> shift) & mask)
}

/** Numbers of `bits` bits that lie `shift` bits up in their cells, with the highest of those bits as the sign. */
export function signed(cells: Uint8Array | Uint16Array, bits: number, shift = 0): Int8Array | Int16Array {
  const { buffer, byteOffset, length } = cells
  const wide = cells.BYTES_PER_ELEMENT * 8
  const own = cells instanceof Uint8Array ? new Int8Array(buffer, byteOffset, length) : new Int16Array(buffer, byteOffset, length)
  if (bits === wide) return own
  const up = 32 - bits - shift
  const down = 32 - bits
  return own.map((cell) => (cell << up) >> down)
}

function hasBeyond(cells: Uint8Array | Uint16Array, mask: number): boolean {
  let all = 0
  for (let at = 0; at < cells.length; at++) all |= cells[at] as number
  return (all & ~mask) !== 0
}
