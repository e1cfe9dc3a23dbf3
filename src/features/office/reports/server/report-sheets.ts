import type { Cell, CellKind } from '#features/office/reports/contract.ts'
import { countInWords, daysInWords, REPORTS } from '#features/office/reports/rules.ts'
import type { Book } from '#features/office/reports/server/report-csv.ts'
import { dayAndYear } from '#lib/dates.ts'

type SheetCell = {
  value: string | number | Date
  type: StringConstructor | NumberConstructor | DateConstructor
  format?: string
  fontWeight?: 'bold'
  align?: 'right'
  wrap?: boolean
} | null

const WIDTHS: Readonly<Record<CellKind, number>> = { text: 24, day: 12, money: 12, count: 10, figure: 12 }

/** A workbook: the report's sums on one sheet, its rows on the other under a fixed header. Figures, money and days are cells of their type. */
export async function* reportSheets(book: Book): AsyncGenerator<Buffer> {
  const { columns, pages } = book
  const data: SheetCell[][] = [
    columns.map(({ head, kind }) => ({
      ...textCell(kind === 'money' ? `${head} (£)` : head),
      fontWeight: 'bold',
      ...(isRight(kind) ? { align: 'right' } : {}),
    })),
  ]
  for await (const lines of pages())
    for (const cells of lines) data.push(cells.map((cell, at) => cellOf(columns[at]?.kind ?? 'text', cell)))
  // Loaded with the first workbook, because few servers make one.
  const { default: write } = await import('write-excel-file/node')
  const rows = { data, sheet: 'Rows', stickyRowsCount: 1, columns: columns.map(({ kind }) => ({ width: WIDTHS[kind] })) }
  const sums = { data: sumsOf(book), sheet: 'Summary', columns: [{ width: 28 }, { width: 16 }] }
  yield await write([rows, sums]).toBuffer()
}

function sumsOf({ type, practice, days, of, total, facts, notes, today }: Book): SheetCell[][] {
  const { label, counted } = REPORTS[type]
  return [
    [{ ...textCell(label), fontWeight: 'bold' }],
    [textCell(practice)],
    [textCell(daysInWords(days))],
    ...of.map((one) => [textCell(one)]),
    [textCell(`${countInWords(total, counted)}, as of ${dayAndYear(today)}`)],
    ...notes.map((note) => [textCell(note)]),
    [],
    ...facts.map(({ label: of, kind, value, isTotal }) => {
      const cells = [textCell(of), cellOf(kind, value)]
      return isTotal ? cells.map((cell) => cell && { ...cell, fontWeight: 'bold' as const }) : cells
    }),
  ]
}

const textCell = (value: string): NonNullable<SheetCell> => ({ value, type: String })
const isRight = (kind: CellKind) => kind === 'money' || kind === 'count' || kind === 'figure'

function cellOf(kind: CellKind, value: Cell): SheetCell {
  if (value === null || value === '') return null
  if (kind === 'day') return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' }
  if (kind === 'money') return { value: Number(value) / 100, type: Number, format: '#,##0.00' }
  return typeof value === 'number' ? { value, type: Number } : textCell(value)
}
