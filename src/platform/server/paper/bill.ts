import { setImmediate } from 'node:timers/promises'
import { type Doc, INK, INK_2, keepRoom, LINE, type Part } from '#platform/server/paper/paper.ts'

/** A column of a bill; the one without a width is as wide as the others leave it. */
export type BillColumn = { label: string; width?: number; isFigure?: boolean }
/** A line of a bill. `detail` is printed below its first cell; a strong line is a sum. */
export type BillRow = { cells: readonly string[]; detail?: string; isStrong?: boolean }

const GAP = 12
const TOP = 6
const SIZE = 11.5
const SMALL = 10

type Placed = { label: string; x: number; width: number; align: 'left' | 'right' }

/** The lines of a bill or statement, as a table that can be read aloud: its heading is repeated on every page it continues on. */
export async function billOn(doc: Doc, part: Part, columns: readonly BillColumn[], rows: readonly BillRow[]): Promise<void> {
  const places = placesOf(doc, columns)
  const table = doc.struct('Table')
  part.add(table)
  keepRoom(doc, 60)
  headOf(doc, places, table)
  for (const [at, row] of rows.entries()) {
    // Let other requests run: the year of a riding school is hundreds of lines.
    if (at % 20 === 19) await setImmediate()
    const height = heightOf(doc, places, row)
    const page = doc.bufferedPageRange().count
    keepRoom(doc, height)
    // Only visual: a screen reader has read it already.
    if (doc.bufferedPageRange().count > page) headOf(doc, places, undefined)
    rowOf(doc, places, table, { row, height })
  }
  table.end()
}

function placesOf(doc: Doc, columns: readonly BillColumn[]): Placed[] {
  const { margins, width } = doc.page
  const fixed = columns.reduce((sum, column) => sum + (column.width === undefined ? 0 : column.width + GAP), 0)
  const free = width - margins.left - margins.right - fixed
  let x = margins.left
  return columns.map(({ label, width: own = free, isFigure }) => {
    const place = { label, x, width: own, align: isFigure ? ('right' as const) : ('left' as const) }
    x += own + GAP
    return place
  })
}

function headOf(doc: Doc, places: readonly Placed[], table: Part | undefined) {
  const y = doc.y
  const row = table && doc.struct('TR')
  if (row) table.add(row)
  else doc.markContent('Artifact', { type: 'Layout' })
  doc.font('bold').fontSize(SMALL).fillColor(INK_2)
  for (const { label, x, width, align } of places)
    doc.text(label, x, y, { width, align, ...(row && { structParent: row, structType: 'TH' }) })
  if (row) row.end()
  else doc.endMarkedContent()
  doc.y = y + 16
  ruleAt(doc, doc.y)
}

function rowOf(doc: Doc, places: readonly Placed[], table: Part, { row, height }: { row: BillRow; height: number }) {
  const y = doc.y + TOP
  const line = doc.struct('TR')
  table.add(line)
  for (const [at, { x, width, align }] of places.entries()) {
    const cell = doc.struct('TD')
    line.add(cell)
    doc.font(row.isStrong ? 'bold' : 'regular')
    doc.fontSize(SIZE).fillColor(INK)
    doc.text(row.cells[at] ?? '', x, y, { width, align, structParent: cell, structType: 'P' })
    if (at === 0 && row.detail) {
      doc.font('regular').fontSize(SMALL).fillColor(INK_2)
      doc.text(row.detail, x, doc.y + 1, { width, structParent: cell, structType: 'P' })
    }
    cell.end()
  }
  line.end()
  doc.x = doc.page.margins.left
  doc.y = y - TOP + height
  ruleAt(doc, doc.y)
}

function heightOf(doc: Doc, places: readonly Placed[], { cells, detail, isStrong }: BillRow): number {
  doc.font(isStrong ? 'bold' : 'regular').fontSize(SIZE)
  const tall = places.map(({ width }, at) => doc.heightOfString(cells[at] || ' ', { width }))
  doc.font('regular').fontSize(SMALL)
  const below = detail ? doc.heightOfString(detail, { width: places[0]?.width ?? 0 }) + 1 : 0
  return Math.max((tall[0] ?? 0) + below, ...tall.slice(1)) + 2 * TOP
}

function ruleAt(doc: Doc, y: number) {
  const { margins, width } = doc.page
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .moveTo(margins.left, y)
    .lineTo(width - margins.right, y)
    .lineWidth(0.5)
    .stroke(LINE)
  doc.endMarkedContent()
}
