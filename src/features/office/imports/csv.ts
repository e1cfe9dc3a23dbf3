import { FORMULA } from '#lib/csv.ts'

/** Possible delimiters. */
export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** Values a spreadsheet reads as plain numbers. */
const PLAIN_NUMBER = /^[+-]?[\d\s().]+$/
const NEEDS_QUOTES = /[",;|\t\r\n]|^[\s']|\s$/

/**
 * A CSV file that a spreadsheet opens safely: a byte order mark, CRLF, and no cell that it would run as a formula (an apostrophe
 * precedes it, which `withoutGuard` removes).
 */
export function writeCsv(rows: readonly (readonly string[])[], { delimiter = ',' as Delimiter, quotesAll = false } = {}): string {
  const write = (cell: string) => {
    const safe = guarded(cell)
    return quotesAll || safe === '' || NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return `\uFEFF${rows.map((row) => row.map(write).join(delimiter)).join('\r\n')}\r\n`
}

const guarded = (cell: string) => ((FORMULA.test(cell) && !PLAIN_NUMBER.test(cell)) || isGuarded(cell) ? `'${cell}` : cell)

const isGuarded = (cell: string) => cell.startsWith("'") && FORMULA.test(cell.replace(/^'+/, ''))

/** The original cell, without the apostrophe `writeCsv` added. */
export const withoutGuard = (cell: string): string => (isGuarded(cell) ? cell.slice(1) : cell)

/**
 * The delimiter: the one that occurs most evenly, outside quotes, in the first rows. A comma when none does.
 */
export function delimiterOf(text: string): Delimiter {
  const counts = countOutsideQuotes(text.slice(0, 100_000))
  const score = (delimiter: Delimiter) => {
    const perRow = counts.map((count) => count[delimiter] ?? 0)
    const usual = mostCommon(perRow.filter((count) => count > 0))
    return usual === 0 ? 0 : perRow.filter((count) => count === usual).length * (1 + Math.min(usual, 50) / 100)
  }
  return DELIMITERS.reduce((best, each) => (score(each) > score(best) ? each : best))
}

type Counts = Partial<Record<string, number>>

/** A quote opens only at the start of a cell: the one in `15.2" wide` is an ordinary character. */
function countOutsideQuotes(text: string): Counts[] {
  const rows: Counts[] = [{}]
  let isQuoted = false
  let before = '\n'
  for (const char of text) {
    const row = rows[rows.length - 1] as Counts
    if (char === '"') isQuoted = !isQuoted && (isDelimiter(before) || before === '\n' || before === '"')
    else if (char === '\n' && !isQuoted) {
      if (rows.length === MOST_LOOKED_AT) break
      rows.push({})
    } else if (!isQuoted && isDelimiter(char)) row[char] = (row[char] ?? 0) + 1
    before = char
  }
  return rows
}

const MOST_LOOKED_AT = 50
const isDelimiter = (char: string) => (DELIMITERS as readonly string[]).includes(char)

function mostCommon(values: number[]): number {
  const counted = new Map<number, number>()
  for (const value of values) counted.set(value, (counted.get(value) ?? 0) + 1)
  return [...counted].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}
