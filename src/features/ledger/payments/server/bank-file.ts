import Papa from 'papaparse'
import type { Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'

/** A line of a statement; money out is below nothing. `line` is its row in the file, the first being 1. */
export type StatementLine = { line: number; onDay: Day; description: string; amountPence: number }
/** A row that is no line, and why, as a sentence. */
type BadRow = { line: number; words: string; problem: string }
export type Statement = { lines: StatementLine[]; bad: BadRow[] }

/** The meaning of each column; several may hold the description. */
type Columns = { day: number; description: number[]; amount?: number; paidIn?: number; paidOut?: number; currency?: number; state?: number }

/**
 * Reads a bank's CSV: any separator between the cells, lines before the heads, one column of sums with signs or two of money in and out,
 * and files without heads whose columns are day, words and sum.
 * @throws bad_statement when no such columns are found
 */
export function readStatement(text: string): Statement {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: false })
  const rows = data.map((cells) => cells.map((cell) => cell.replace(/[\s\u00a0]+/g, ' ').trim()))
  const headsAt = rows.slice(0, MOST_BEFORE_HEADS).findIndex((cells) => columnsOf(cells) !== undefined)
  const columns = headsAt === -1 ? withoutHeads(rows) : columnsOf(rows[headsAt] ?? [])
  if (!columns) throw new AppError('bad_statement')
  const statement: Statement = { lines: [], bad: [] }
  for (const [at, cells] of rows.entries()) {
    if (at <= headsAt || cells.every((cell) => cell === '')) continue
    const read = readRow(cells, columns)
    if (typeof read === 'string') statement.bad.push({ line: at + 1, words: cells.filter(Boolean).join(', ').slice(0, 200), problem: read })
    else if (read.amountPence !== 0) statement.lines.push({ line: at + 1, ...read })
  }
  return statement
}

/** Banks put the account's name, number and balance before the table. */
const MOST_BEFORE_HEADS = 30

const DAY = [
  'date',
  'transaction date',
  'completed date',
  'posting date',
  'posted date',
  'date posted',
  'booking date',
  'value date',
  'started date',
]
const PAID_IN = ['paid in', 'money in', 'credit', 'credit amount', 'credits', 'credit in', 'received', 'deposit', 'deposits', 'in']
const PAID_OUT = ['paid out', 'money out', 'debit', 'debit amount', 'debits', 'debit out', 'withdrawal', 'withdrawals', 'spent', 'out']
const AMOUNT = ['amount', 'value', 'transaction amount', 'debit credit', 'net amount']
const WORDS = [
  'counter party',
  'name',
  'payee',
  'description',
  'transaction description',
  'details',
  'narrative',
  'memo',
  'reference',
  'notes',
  'notes and tags',
]

/** `Amount (GBP)` and `Paid In` as `amount` and `paid in`. */
const plainHead = (cell: string) =>
  cell
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .replace(/ (gbp|utc)\b/g, '')
    .trim()

function columnsOf(cells: readonly string[]): Columns | undefined {
  const heads = cells.map(plainHead)
  const find = (names: readonly string[]) => names.map((name) => heads.indexOf(name)).find((at) => at !== -1)
  const [day, paidIn, paidOut, amount] = [find(DAY), find(PAID_IN), find(PAID_OUT), find(AMOUNT)]
  if (day === undefined || (paidIn === undefined && amount === undefined)) return undefined
  const description = WORDS.flatMap((name) => heads.flatMap((head, at) => (head === name ? [at] : [])))
  const [currency, state] = [find(['currency']), find(['state', 'status'])]
  return {
    day,
    description,
    ...(amount !== undefined && { amount }),
    ...(paidIn !== undefined && { paidIn }),
    ...(paidOut !== undefined && { paidOut }),
    ...(currency !== undefined && { currency }),
    ...(state !== undefined && { state }),
  }
}

/** Day, words and sum, as the first row that is not empty has them. */
function withoutHeads(rows: readonly (readonly string[])[]): Columns | undefined {
  const first = rows.find((cells) => cells.some((cell) => cell !== ''))
  if (!first || readStatementDay(first[0] ?? '') === undefined || readSum(first[2] ?? '') === undefined) return undefined
  return { day: 0, description: [1], amount: 2 }
}

function readRow(cells: readonly string[], columns: Columns): Omit<StatementLine, 'line'> | string {
  const at = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''))
  if (columns.currency !== undefined && !/^(GBP)?$/i.test(at(columns.currency))) return "It isn't in pounds."
  if (columns.state !== undefined && !/^(completed|settled|complete|posted)?$/i.test(at(columns.state)))
    return "The bank hasn't completed it."
  const onDay = readStatementDay(at(columns.day))
  if (onDay === undefined) return "Its date can't be read."
  const amountPence = sumOf(at(columns.paidIn), at(columns.paidOut), at(columns.amount))
  if (amountPence === undefined) return "Its amount can't be read."
  const words = [...new Set(columns.description.map((column) => at(column)).filter(Boolean))]
  return { onDay, description: words.join(' ').slice(0, 500), amountPence }
}

function sumOf(paidIn: string, paidOut: string, amount: string): number | undefined {
  if (paidIn === '' && paidOut === '') return amount === '' ? undefined : readSum(amount)
  const [came, went] = [paidIn === '' ? 0 : readSum(paidIn), paidOut === '' ? 0 : readSum(paidOut)]
  return came === undefined || went === undefined ? undefined : Math.abs(came) - Math.abs(went)
}

/** `£1,234.56`, `-45`, `(45.00)`, `45.00 DR`, `45.00-` as whole pence; never by way of a fraction. */
function readSum(cell: string): number | undefined {
  const text = cell.replace(/[£\s]|gbp/gi, '')
  const [, open, sign, whole, rest = '', close, mark = ''] =
    /^(\()?([+-]?)((?:\d{1,3}(?:,\d{3})+|\d+))(?:\.(\d{1,2})0*)?(\))?(cr|dr|-)?$/i.exec(text) ?? []
  if (whole === undefined || (open === undefined) !== (close === undefined)) return undefined
  const pence = Number(whole.replaceAll(',', '')) * 100 + Number(rest.padEnd(2, '0'))
  if (pence > MOST_SUM) return undefined
  return sign === '-' || open !== undefined || /^(dr|-)$/i.test(mark) ? -pence : pence
}

/** What a column of whole pence holds. */
const MOST_SUM = 2_000_000_000

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `24/11/2026`, `24-11-26`, `24 Nov 2026`, `2026-11-24`, with or without a time after it. */
function readStatementDay(cell: string): Day | undefined {
  const text = cell.replace(/^[a-z]{3,9},? /i, '')
  const iso = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ].*)?$/.exec(text)
  const british = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?: .*)?$/.exec(text)
  const named = /^(\d{1,2})[ -]([a-z]{3})[a-z]*[ -](\d{4}|\d{2})(?: .*)?$/i.exec(text)
  if (iso) return dayFrom(iso[1], iso[2], iso[3])
  if (british) return dayFrom(british[3], british[2], british[1])
  return named ? dayFrom(named[3], String(MONTHS.indexOf((named[2] ?? '').toLowerCase()) + 1), named[1]) : undefined
}

function dayFrom(year = '', month = '', date = ''): Day | undefined {
  const day = `${year.length === 2 ? '20' : ''}${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = new Date(`${day}T00:00:00Z`)
  return /^(19|20)/.test(day) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined
}
