import { type CodeTable, codeTable } from '#features/evidence/radiographs/jpeg-bits.ts'
import { Refusal } from '#features/evidence/radiographs/refusal.ts'

/** One component of a JPEG: its sampling factors across and down, and the quantisation table it uses. */
export type JpegComponent = { id: number; across: number; down: number; quantity: number }
/** A frame header (T.81 B.2.2). `process` is its marker, FFC0 to FFCF. */
export type JpegFrame = { process: number; precision: number; columns: number; rows: number; components: JpegComponent[] }
/** One scan: which colours it holds, by which code tables, and where its bits begin. */
export type JpegScan = {
  parts: { component: JpegComponent; dc: number; ac: number }[]
  selection: number
  end: number
  shift: number
  from: number
}
export type JpegTables = {
  quantities: (Uint16Array | undefined)[]
  dc: (CodeTable | undefined)[]
  ac: (CodeTable | undefined)[]
  restart: number
  made: number
}
export type Jpeg = { frame: JpegFrame; tables: JpegTables; colourModel: 'rgb' | 'tints' | undefined }

/* A scan needs eight at most. */
const MOST_TABLES = 256
const NAMES: Readonly<Record<number, string>> = {
  2: 'progressive JPEG',
  9: 'arithmetic JPEG',
  10: 'arithmetic JPEG',
  11: 'arithmetic JPEG',
}

/**
 * Reads a JPEG marker by marker and hands each scan to `decode`, which answers where the next marker is looked for.
 * @throws Refusal
 */
export function readJpeg(bytes: Uint8Array, decode: (jpeg: Jpeg, scan: JpegScan) => number) {
  const tables: JpegTables = { quantities: [], dc: [], ac: [], restart: 0, made: 0 }
  const says: { adobe?: number; isJfif?: boolean } = {}
  let frame: JpegFrame | undefined
  let at = bytes[0] === 0xff && bytes[1] === 0xd8 ? 2 : fail('damaged')
  let scans = 0
  for (;;) {
    const marker = nextMarker(bytes, at)
    if (!marker || marker.code === 0xd9) break
    at = marker.at + 2
    if (marker.code >= 0xd0 && marker.code <= 0xd8) continue
    const part = segment(bytes, at)
    at += part.length + 2
    if (marker.code === 0xda) {
      // Each colour is in one scan.
      if (!frame || ++scans > frame.components.length) throw new Refusal('damaged')
      at = decode({ frame, tables, colourModel: coloursOf(frame, says) }, readScan(part, frame, at))
    } else if (isFrame(marker.code)) frame = readFrame(part, marker.code)
    else readTables(part, marker.code, tables, says)
  }
  if (scans === 0) throw new Refusal('cut-short')
}

const fail = (reason: 'damaged' | 'cut-short'): never => {
  throw new Refusal(reason)
}

const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc

function nextMarker(bytes: Uint8Array, from: number): { code: number; at: number } | undefined {
  for (let at = from; at + 1 < bytes.length; at++) {
    const code = bytes[at + 1] as number
    if (bytes[at] === 0xff && code !== 0 && code !== 0xff) return { code, at }
  }
  return undefined
}

function segment(bytes: Uint8Array, at: number): Uint8Array {
  const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
  if (length < 2) throw new Refusal('damaged')
  if (at + length > bytes.length) throw new Refusal('cut-short')
  return bytes.subarray(at + 2, at + length)
}

function readFrame(part: Uint8Array, code: number): JpegFrame {
  const process = code - 0xc0
  if (process !== 0 && process !== 1 && process !== 3) throw new Refusal('compressed', NAMES[process] ?? 'an old kind of JPEG')
  const count = part[5] ?? 0
  if (part.length < 6 + count * 3 || count === 0) throw new Refusal('damaged')
  const components = Array.from({ length: count }, (_, n) => {
    const [id = 0, sampling = 0, quantity = 0] = part.subarray(6 + n * 3)
    return { id, across: sampling >> 4, down: sampling & 15, quantity }
  })
  if (components.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4)) throw new Refusal('damaged')
  const [precision = 0, highRows = 0, lowRows = 0, highColumns = 0, lowColumns = 0] = part
  return { process, precision, rows: (highRows << 8) | lowRows, columns: (highColumns << 8) | lowColumns, components }
}

function readScan(part: Uint8Array, { components }: JpegFrame, from: number): JpegScan {
  const count = part[0] ?? 0
  if (count < 1 || count > 4 || part.length < 4 + count * 2) throw new Refusal('damaged')
  const parts = Array.from({ length: count }, (_, n) => {
    const [id, tables = 0] = part.subarray(1 + n * 2)
    const component = components.find((each) => each.id === id) ?? fail('damaged')
    return { component, dc: tables >> 4, ac: tables & 15 }
  })
  const [selection = 0, end = 0, approximation = 0] = part.subarray(1 + count * 2)
  return { parts, selection, end, shift: approximation & 15, from }
}

function readTables(part: Uint8Array, code: number, tables: JpegTables, says: { adobe?: number; isJfif?: boolean }) {
  if (code === 0xc4) readCodes(part, tables)
  else if (code === 0xdb) readQuantities(part, tables)
  else if (code === 0xdd) tables.restart = ((part[0] ?? 0) << 8) | (part[1] ?? 0)
  else if (code === 0xe0 && startsWith(part, 'JFIF')) says.isJfif = true
  else if (code === 0xee && startsWith(part, 'Adobe') && part.length >= 12) says.adobe = part[11] as number
}

const startsWith = (part: Uint8Array, text: string) => String.fromCharCode(...part.subarray(0, text.length)) === text

function readCodes(part: Uint8Array, tables: JpegTables) {
  for (let at = 0; at + 17 <= part.length; ) {
    const kind = part[at] as number
    const counts = part.subarray(at + 1, at + 17)
    const total = counts.reduce((sum, count) => sum + count, 0)
    if (++tables.made > MOST_TABLES || total > 256 || at + 17 + total > part.length) throw new Refusal('damaged')
    const which = kind >> 4 === 0 ? tables.dc : tables.ac
    which[kind & 15] = codeTable(counts, part.subarray(at + 17, at + 17 + total))
    at += 17 + total
  }
}

function readQuantities(part: Uint8Array, tables: JpegTables) {
  for (let at = 0; at < part.length; ) {
    const kind = part[at] as number
    const wide = kind >> 4 === 0 ? 1 : 2
    if (at + 1 + 64 * wide > part.length) throw new Refusal('damaged')
    const from = at + 1
    tables.quantities[kind & 15] = Uint16Array.from({ length: 64 }, (_, n) =>
      wide === 1 ? (part[from + n] as number) : ((part[from + n * 2] as number) << 8) | (part[from + n * 2 + 1] as number),
    )
    at = from + 64 * wide
  }
}

/* The file's own declaration of its three colours, in the order that readers have agreed on: Adobe's mark, JFIF, the names R, G and B. */
function coloursOf({ components }: JpegFrame, { adobe, isJfif }: { adobe?: number; isJfif?: boolean }): Jpeg['colourModel'] {
  if (components.length !== 3) return undefined
  if (adobe !== undefined) return adobe === 0 ? 'rgb' : 'tints'
  if (isJfif) return 'tints'
  if (String.fromCharCode(...components.map(({ id }) => id)) === 'RGB') return 'rgb'
  // Only tints are ever thinned.
  return components.some(({ across, down }) => across !== components[0]?.across || down !== components[0]?.down) ? 'tints' : undefined
}
