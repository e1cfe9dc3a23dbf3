import type { Cell, Fact, ReportType } from '#features/office/reports/contract.ts'
import type { Days } from '#features/office/reports/rules.ts'
import type { Column } from '#features/office/reports/server/params.ts'
import { BYTE_ORDER_MARK, csvLine } from '#lib/csv.ts'
import type { Day } from '#lib/dates.ts'

/** A picture of a report: a JPEG and its caption. */
export type Pictured = { jpeg: Buffer; words: string }

/** The content of a report, for any kind of file. `pages` reads its rows, once. */
export type Book = {
  type: ReportType
  practice: string
  days: Days
  today: Day
  /** The client and horse, unless it is of all of them. */
  of: readonly string[]
  total: number
  columns: readonly Column[]
  facts: readonly Fact[]
  notes: readonly string[]
  pictures: readonly Pictured[]
  /** Revenue by month, if a chart is drawn. */
  months: readonly { month: string; pence: number }[]
  pages: () => AsyncGenerator<Cell[][]>
}

/** The rows alone under their headings, for programs and spreadsheets: days as yyyy-MM-dd, money in pounds. */
export async function* reportCsv({ columns, pages }: Book): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + csvLine(columns.map(({ head, kind }) => (kind === 'money' ? `${head} (£)` : head))))
  for await (const lines of pages()) {
    yield Buffer.from(
      lines.map((cells) => csvLine(cells.map((cell, at) => (columns[at]?.kind === 'money' ? inPounds(cell) : cell)))).join(''),
    )
  }
}

/** A number, so that a minus is not taken for the start of a formula. */
const inPounds = (pence: Cell) => (typeof pence === 'number' ? pence / 100 : pence)
