import type { Cell, Fact, ReportType } from '#features/office/reports/contract.ts'
import type { Days } from '#features/office/reports/rules.ts'
import type { Column } from '#features/office/reports/server/params.ts'
import { BYTE_ORDER_MARK, csvLine } from '#lib/csv.ts'
import type { Day } from '#lib/dates.ts'

/** A picture of a report: a JPEG, and what it shows. */
export type Pictured = { jpeg: Buffer; words: string }

/** All that stands in a report, whatever kind of file it becomes. `pages` reads its rows, once. */
export type Book = {
  type: ReportType
  practice: string
  days: Days
  today: Day
  /** Whom and which horse it is of, where it isn't all of them. */
  of: readonly string[]
  total: number
  columns: readonly Column[]
  facts: readonly Fact[]
  notes: readonly string[]
  pictures: readonly Pictured[]
  /** Revenue by month, where that is drawn. */
  months: readonly { month: string; pence: number }[]
  pages: () => AsyncGenerator<Cell[][]>
}

/** The rows alone under their heads, for programs and spreadsheets: days as yyyy-MM-dd, money in pounds. */
export async function* reportCsv({ columns, pages }: Book): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + csvLine(columns.map(({ head, kind }) => (kind === 'money' ? `${head} (£)` : head))))
  for await (const lines of pages()) {
    yield Buffer.from(
      lines.map((cells) => csvLine(cells.map((cell, at) => (columns[at]?.kind === 'money' ? inPounds(cell) : cell)))).join(''),
    )
  }
}

/** A number, so that it is not taken for words with a sign before them. */
const inPounds = (pence: Cell) => (typeof pence === 'number' ? pence / 100 : pence)
