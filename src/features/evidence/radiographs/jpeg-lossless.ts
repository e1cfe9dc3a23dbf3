import { BitReader, type CodeTable } from '#features/evidence/radiographs/jpeg-bits.ts'
import type { Plane } from '#features/evidence/radiographs/jpeg-dct.ts'
import type { Jpeg, JpegComponent, JpegScan } from '#features/evidence/radiographs/jpeg-header.ts'
import { Refusal } from '#features/evidence/radiographs/refusal.ts'

/** Unpacks one scan of lossless JPEG (T.81 annex H, Huffman): each point is coded as its difference from the value predicted from its neighbours. */
export function decodeLosslessScan(
  bytes: Uint8Array,
  { frame, tables }: Jpeg,
  scan: JpegScan,
  into: (component: JpegComponent) => Plane,
): number {
  const { columns, rows, precision } = frame
  if (scan.selection < 1 || scan.selection > 7 || scan.shift >= precision) throw new Refusal('damaged')
  const reader = new BitReader(bytes, scan.from)
  const parts = scan.parts.map(({ component, dc }) => {
    const table = tables.dc[dc]
    if (!table) throw new Refusal('damaged')
    return { cells: into(component).cells, table }
  })
  const start = 2 ** (precision - scan.shift - 1)
  const linesBetween = tables.restart / columns
  if (!Number.isInteger(linesBetween)) throw new Refusal('damaged')
  for (let row = 0; row < rows; row++) {
    const isRestart = linesBetween > 0 && row > 0 && row % linesBetween === 0
    if (isRestart) reader.restart()
    const line = { from: row * columns, columns, start, selection: row === 0 || isRestart ? FIRST_LINE : scan.selection }
    const [only] = parts
    if (only && parts.length === 1) readLine(reader, only.cells, only.table, line)
    else readMixedLine(reader, parts, line)
  }
  if (scan.shift > 0)
    for (const { cells } of parts) for (let at = 0; at < cells.length; at++) cells[at] = (cells[at] as number) << scan.shift
  return reader.position
}

/* The first line has none above it, so its points are foretold by the one before. */
const FIRST_LINE = 0
type Line = { from: number; columns: number; start: number; selection: number }

function readLine(reader: BitReader, cells: Plane['cells'], table: CodeTable, { from, columns, start, selection }: Line) {
  let before = (selection === FIRST_LINE ? start : (cells[from - columns] as number)) + difference(reader, table)
  cells[from] = before
  // What nearly every X-ray machine writes.
  if (selection === FIRST_LINE || selection === 1) {
    for (let at = from + 1; at < from + columns; at++) {
      before = (before + difference(reader, table)) & 0xffff
      cells[at] = before
    }
    return
  }
  for (let at = from + 1; at < from + columns; at++) cells[at] = predicted(cells, at, columns, selection) + difference(reader, table)
}

function readMixedLine(reader: BitReader, parts: readonly { cells: Plane['cells']; table: CodeTable }[], line: Line) {
  const { from, columns, start, selection } = line
  for (let at = from; at < from + columns; at++) {
    for (const { cells, table } of parts) {
      const isFirst = at === from
      const base = isFirst && selection === FIRST_LINE ? start : predicted(cells, at, columns, isFirst ? 2 : selection)
      cells[at] = base + difference(reader, table)
    }
  }
}

/* T.81 table H.1: by the point before (1), the one above (2), the one before that (3), and mixtures. */
function predicted(cells: Plane['cells'], at: number, columns: number, selection: number): number {
  const before = cells[at - 1] as number
  if (selection === FIRST_LINE || selection === 1) return before
  const above = cells[at - columns] as number
  if (selection === 2) return above
  const corner = cells[at - columns - 1] as number
  if (selection === 3) return corner
  if (selection === 4) return before + above - corner
  if (selection === 5) return before + ((above - corner) >> 1)
  if (selection === 6) return above + ((before - corner) >> 1)
  return (before + above) >> 1
}

function difference(reader: BitReader, table: CodeTable): number {
  const bits = reader.code(table)
  if (bits < 16) return reader.signed(bits)
  if (bits > 16) throw new Refusal('damaged')
  return 32_768
}
