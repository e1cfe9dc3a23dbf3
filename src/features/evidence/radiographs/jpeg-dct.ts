import { BitReader, type CodeTable } from '#features/evidence/radiographs/jpeg-bits.ts'
import type { Jpeg, JpegComponent, JpegFrame, JpegScan } from '#features/evidence/radiographs/jpeg-header.ts'
import { inverseDct } from '#features/evidence/radiographs/jpeg-idct.ts'
import { Refusal } from '#features/evidence/radiographs/refusal.ts'

/** The points of one colour in whole blocks, so wider and higher than the picture. */
export type Plane = { cells: Uint8Array | Uint16Array; width: number; height: number }

/** Room for one colour of a frame. */
export function planeOf({ columns, rows, components, precision, process }: JpegFrame, { across, down }: JpegComponent): Plane {
  const unit = process === 3 ? 1 : 8
  const most = (of: (component: JpegComponent) => number) => Math.max(...components.map(of))
  const width = Math.ceil(columns / (unit * most((each) => each.across))) * unit * across
  const height = Math.ceil(rows / (unit * most((each) => each.down))) * unit * down
  return { cells: precision > 8 ? new Uint16Array(width * height) : new Uint8Array(width * height), width, height }
}

/** Unpacks one scan of 8 x 8 blocks (T.81 annex F, Huffman). Answers where its bits end. */
export function decodeDctScan(
  bytes: Uint8Array,
  { frame, tables }: Jpeg,
  scan: JpegScan,
  into: (component: JpegComponent) => Plane,
): number {
  const reader = new BitReader(bytes, scan.from)
  const blocks = scan.parts.map(({ component, dc, ac }) => ({
    component,
    plane: into(component),
    dc: needed(tables.dc[dc]),
    ac: needed(tables.ac[ac]),
    factors: scaled(needed(tables.quantities[component.quantity])),
    last: 0,
  }))
  const grid = gridOf(frame, scan, blocks)
  const decode = blockDecoder(frame.precision)
  for (let unit = 0; unit < grid.across * grid.down; unit++) {
    if (tables.restart > 0 && unit > 0 && unit % tables.restart === 0) {
      reader.restart()
      for (const block of blocks) block.last = 0
    }
    const [x, y] = [unit % grid.across, Math.floor(unit / grid.across)]
    for (const block of blocks) {
      const { across, down } = grid.isMixed ? block.component : ONE
      for (let n = 0; n < across * down; n++) {
        const place = (y * down + Math.floor(n / across)) * 8 * block.plane.width + (x * across + (n % across)) * 8
        block.last = decode(reader, block, place)
      }
    }
  }
  return reader.position
}

const ONE = { across: 1, down: 1 }

type Block = { component: JpegComponent; plane: Plane; dc: CodeTable; ac: CodeTable; factors: Float32Array; last: number }

function needed<T>(table: T | undefined): T {
  if (table === undefined) throw new Refusal('damaged')
  return table
}

/* Alone in its scan a colour has only the blocks it needs; mixed, all colours have those of whole units (T.81 A.2). */
function gridOf(frame: JpegFrame, { parts }: JpegScan, blocks: readonly Block[]) {
  const most = (of: (component: JpegComponent) => number) => Math.max(...frame.components.map(of))
  const [wide, high] = [most((each) => each.across), most((each) => each.down)]
  const [first] = blocks
  if (parts.length > 1 || !first)
    return { isMixed: true, across: Math.ceil(frame.columns / (8 * wide)), down: Math.ceil(frame.rows / (8 * high)) }
  const { across, down } = first.component
  return {
    isMixed: false,
    across: Math.ceil((frame.columns * across) / wide / 8),
    down: Math.ceil((frame.rows * down) / high / 8),
  }
}

// Where each of the 64 coefficients lies in its block (T.81 figure A.6).
const ZIGZAG = Uint8Array.of(
  ...[0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28],
  ...[35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63],
)

/* The transform by Arai, Agui and Nakajima leaves a factor to each coefficient, which goes with the quantities. */
function scaled(quantities: Uint16Array): Float32Array {
  const factor = (n: number) => (n === 0 ? 1 : Math.SQRT2 * Math.cos((n * Math.PI) / 16))
  const factors = new Float32Array(64)
  for (const [place, at] of ZIGZAG.entries()) factors[at] = ((quantities[place] as number) * factor(at & 7) * factor(at >> 3)) / 8
  return factors
}

/** Reads one block, and puts its points at a place of its plane; answers the coefficient the next one counts from. */
function blockDecoder(precision: number) {
  const values = new Float32Array(64)
  const middle = 2 ** (precision - 1)
  const top = 2 ** precision - 1
  return (reader: BitReader, { dc, ac, factors, last, plane }: Block, place: number): number => {
    values.fill(0)
    const first = last + reader.signed(reader.code(dc) & 15)
    values[0] = first * (factors[0] as number)
    let isFlat = true
    for (let n = 1; n < 64; n++) {
      const code = reader.code(ac)
      const bits = code & 15
      n += code >> 4
      if (bits === 0) {
        if (code !== 0xf0) break
        continue
      }
      if (n > 63) throw new Refusal('damaged')
      const at = ZIGZAG[n] as number
      values[at] = reader.signed(bits) * (factors[at] as number)
      isFlat = false
    }
    if (isFlat) values.fill(values[0])
    else inverseDct(values)
    const { cells, width } = plane
    for (let y = 0; y < 8; y++) {
      for (let x = 0; x < 8; x++) {
        const value = Math.round((values[y * 8 + x] as number) + middle)
        cells[place + y * width + x] = Math.min(top, Math.max(0, value))
      }
    }
    return first
  }
}
