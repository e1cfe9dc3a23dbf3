import { checkSize } from '#features/evidence/radiographs/picture.ts'
import { Refusal } from '#features/evidence/radiographs/refusal.ts'

/** The header of a compressed frame, read before it is decompressed. */
export type FrameHead = { columns: number; rows: number; channels: number; precision: number }

/** Unlike its size the number of tiles of a picture has no end, and each costs room; a plate of 64 million points has 4000 of 128 x 128. */
const MOST_TILES = 4096
const SIZ = [0xff, 0x4f, 0xff, 0x51]
/* A codestream may come in boxes (JP2), which DICOM does not allow and some write. */
const FURTHEST_START = 4096

/**
 * Reads the header of a JPEG-LS frame (ITU-T T.87 C.2.2) and checks it against the file's own values.
 * @throws Refusal
 */
export function checkJpegLs(bytes: Uint8Array, expected: Omit<FrameHead, 'precision'>): FrameHead {
  let at = 2
  while (at + 10 <= bytes.length && bytes[at] === 0xff) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at)
    if (bytes[at + 1] === 0xf7) {
      const head = { precision: view.getUint8(4), rows: view.getUint16(5), columns: view.getUint16(7), channels: view.getUint8(9) }
      return checked(head, expected)
    }
    at += 2 + view.getUint16(2)
  }
  throw new Refusal(at + 10 > bytes.length ? 'cut-short' : 'damaged')
}

/**
 * Returns the bare codestream of a JPEG 2000 frame, with its header (ITU-T T.800 A.5.1) checked against the file's own values.
 * @throws Refusal
 */
export function checkJpeg2000(bytes: Uint8Array, expected: Omit<FrameHead, 'precision'>): { codestream: Uint8Array; head: FrameHead } {
  const from = startOf(bytes)
  if (from === undefined || from + 42 > bytes.length) throw new Refusal(bytes.length < 42 ? 'cut-short' : 'damaged')
  const view = new DataView(bytes.buffer, bytes.byteOffset + from)
  const [right, bottom, left, top, tileWidth, tileHeight] = [8, 12, 16, 20, 24, 28].map((at) => view.getUint32(at)) as [
    ...[number, number, number, number],
    ...[number, number],
  ]
  const head = { columns: right - left, rows: bottom - top, channels: view.getUint16(40), precision: ((bytes[from + 42] ?? 0) & 127) + 1 }
  if (Math.ceil(right / tileWidth) * Math.ceil(bottom / tileHeight) > MOST_TILES) throw new Refusal('damaged')
  return { codestream: bytes.subarray(from), head: checked(head, expected) }
}

function startOf(bytes: Uint8Array): number | undefined {
  for (let at = 0; at < Math.min(FURTHEST_START, bytes.length); at++) if (SIZ.every((byte, n) => bytes[at + n] === byte)) return at
  return undefined
}

function checked(head: FrameHead, expected: Omit<FrameHead, 'precision'>): FrameHead {
  checkSize(head.columns, head.rows)
  const isAsDeclared = head.columns === expected.columns && head.rows === expected.rows && head.channels === expected.channels
  if (!isAsDeclared || head.precision < 1) throw new Refusal('damaged')
  if (head.precision > 16) throw new Refusal('depth', `${head.precision} bits`)
  return head
}
