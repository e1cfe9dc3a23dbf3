import Papa from 'papaparse'
import { type Column, guessKind, guessMapping, type Mapping, TABLE_KINDS, type TableKind } from '#features/office/imports/columns.ts'
import { DELIMITERS, type Delimiter, delimiterOf, withoutGuard } from '#features/office/imports/csv.ts'
import { clean } from '#features/office/imports/values.ts'
import { AppError } from '#lib/errors.ts'

/** A row with its number as spreadsheets count, from 1. */
type TableRow = { row: number; cells: string[] }
/** A table found in a text: its headings ('' where it has none) and its rows with content. */
export type Table = { header: string[]; rows: TableRow[] }

const MOST_ROWS = 20_000
const MOST_COLUMNS = 200
/** Rows among which the headings are looked for: a title and a line or two may come before them. */
const HEAD_WITHIN = 10
/** How many cells of a column are used to guess its field. */
const LOOKED_AT = 200

/**
 * A table of a text: delimiter and headings found, quoted line ends kept, rows counted as in a spreadsheet.
 * @throws unreadable_file when there is no row, or far too many rows or columns
 */
export function readTable(text: string): Table {
  const { body, delimiter } = withoutHint(text.replace(/\r\n?/g, '\n'))
  refuseTooWide(body, delimiter)
  const all = parse(body, delimiter).map((cells, at) => ({ row: at + 1, cells: cells.map(withoutGuard) }))
  const nonBlank = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (nonBlank.length === 0) throw new AppError('unreadable_file', {}, 'There are no rows in this file.')
  const head = headIn(nonBlank.slice(0, HEAD_WITHIN))
  const rows =
    head === undefined ? nonBlank : nonBlank.slice(head + 1).filter(({ cells }) => !sameCells(cells, nonBlank[head]?.cells ?? []))
  if (rows.length === 0) throw new AppError('unreadable_file', {}, 'There are headings in this file, but no rows under them.')
  if (rows.length > MOST_ROWS) throw new AppError('unreadable_file', {}, 'There are more than 20,000 rows in this file.')
  const width = Math.max(...nonBlank.slice(head ?? 0, (head ?? 0) + 1).map(({ cells }) => cells.length))
  const header =
    head === undefined ? Array.from({ length: width }, () => '') : (nonBlank[head]?.cells ?? []).map((cell) => cell.trim().slice(0, 100))
  return { header: withoutEmptyEnd(header, rows), rows }
}

/** The columns of a table, as the guesses need them. */
export const columnsOf = ({ header, rows }: Table): Column[] =>
  header.map((each, at) => ({ header: each, cells: rows.slice(0, LOOKED_AT).map(({ cells }) => cells[at] ?? '') }))

/** The kind of list, and for each kind the likely fields of its columns. */
export function guessesFor(table: Table): { kind: TableKind; mappings: Record<TableKind, Mapping> } {
  const columns = columnsOf(table)
  const mappings = Object.fromEntries(TABLE_KINDS.map((kind) => [kind, guessMapping(columns, kind)])) as Record<TableKind, Mapping>
  const kind = guessKind(columns)
  return { kind, mappings }
}

/** Excel writes its delimiter in a line of its own, `sep=;`. */
function withoutHint(text: string): { body: string; delimiter: Delimiter } {
  const hint = /^"?sep=(.)"?\n/i.exec(text)
  const named = DELIMITERS.find((each) => each === hint?.[1])
  // A blank line instead keeps the row numbers right.
  return named && hint ? { body: `\n${text.slice(hint[0].length)}`, delimiter: named } : { body: text, delimiter: delimiterOf(text) }
}

/** Checked before the whole is parsed: a hundred thousand columns are no address book. */
function refuseTooWide(text: string, delimiter: Delimiter) {
  const start = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: HEAD_WITHIN }).data
  if (start.some((cells) => cells.length > MOST_COLUMNS)) {
    throw new AppError('unreadable_file', {}, 'There are more than 200 columns in this file.')
  }
}

function parse(text: string, delimiter: Delimiter): string[][] {
  const options = { delimiter, newline: '\n', preview: MOST_ROWS + HEAD_WITHIN + 2 } as const
  const { data, errors } = Papa.parse<string[]>(text, options)
  // A quote that is never closed swallows the rest of the file: then the file is parsed without quotes.
  if (!errors.some((error) => error.code === 'MissingQuotes')) return data
  return Papa.parse<string[]>(text, { ...options, quoteChar: '\0' }).data.map((cells) => cells.map((cell) => cell.replace(/^"|"$/g, '')))
}

/** The row of the headings: the one most of whose cells are known headings. Undefined: there is none. */
function headIn(rows: readonly TableRow[]): number | undefined {
  const known = rows.map(({ cells }) => {
    const columns = cells.map((cell) => ({ header: /\d{4,}|@|£/.test(cell) ? '' : cell, cells: ['x'] }))
    return Math.max(
      ...TABLE_KINDS.map((kind) => guessMapping(columns, kind).filter((field, at) => field !== null && columns[at]?.header.trim()).length),
    )
  })
  const most = Math.max(...known)
  const at = known.indexOf(most)
  const filled = rows[at]?.cells.filter((cell) => clean(cell) !== '').length ?? 0
  return most >= 2 || (most === 1 && filled <= 2) ? at : undefined
}

const sameCells = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((cell, at) => cell.trim() === b[at]?.trim())

/** Spreadsheets leave delimiters behind after columns were removed. */
function withoutEmptyEnd(header: string[], rows: readonly TableRow[]): string[] {
  const widest = Math.max(
    header.findLastIndex((cell) => cell !== ''),
    ...rows.slice(0, LOOKED_AT).map(({ cells }) => cells.findLastIndex((cell, at) => at < header.length && cell.trim() !== '')),
  )
  return header.slice(0, widest + 1)
}
