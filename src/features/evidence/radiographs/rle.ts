import type { Picture } from '#features/evidence/radiographs/picture.ts'
import { Refusal } from '#features/evidence/radiographs/refusal.ts'

const HEADER_BYTES = 64

/**
 * Unpacks one frame of RLE (PS3.5 annex G) into its bytes, little endian and with the colours of a point side by side.
 * @throws Refusal `cut-short`, `damaged`
 */
export function unpackRle(packed: Uint8Array, { columns, rows, channels, bitsAllocated }: Picture): Uint8Array {
  if (packed.length < HEADER_BYTES) throw new Refusal('cut-short')
  const header = new DataView(packed.buffer, packed.byteOffset, HEADER_BYTES)
  const wide = bitsAllocated / 8
  const count = channels * wide
  if (header.getUint32(0, true) !== count) throw new Refusal('damaged')
  const bytes = new Uint8Array(columns * rows * count)
  for (let segment = 0; segment < count; segment++) {
    const from = header.getUint32(4 + segment * 4, true)
    const to = segment + 1 < count ? header.getUint32(8 + segment * 4, true) : packed.length
    if (from < HEADER_BYTES || to < from || to > packed.length) throw new Refusal('cut-short')
    const channel = Math.floor(segment / wide)
    // The highest byte of each point comes first.
    const place = channel * wide + (wide - 1 - (segment % wide))
    unpackSegment(packed.subarray(from, to), bytes, place, count)
  }
  return bytes
}

/* Ends with the segment or with the room for it, whichever comes first: no run goes on for ever. */
function unpackSegment(packed: Uint8Array, bytes: Uint8Array, place: number, step: number) {
  const end = bytes.length
  let at = place
  let read = 0
  while (at < end && read < packed.length) {
    const control = packed[read++] as number
    if (control === 128) continue
    const isRun = control > 128
    const count = isRun ? 257 - control : control + 1
    if (read + (isRun ? 1 : count) > packed.length) throw new Refusal('cut-short')
    for (let n = 0; n < count && at < end; n++) {
      bytes[at] = packed[isRun ? read : read + n] as number
      at += step
    }
    read += isRun ? 1 : count
  }
  if (at < end) throw new Refusal('cut-short')
}
