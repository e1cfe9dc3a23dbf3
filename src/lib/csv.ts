type Cell = unknown

/** What Excel and its like would take for a formula, whoever wrote it, the wide signs of East Asia too (OWASP, CSV injection). */
export const FORMULA = /^[=+\-@\t\r＝＋－＠]/

/** A value as a cell's text. Words that would run as a formula get an apostrophe before them, as people do by hand; numbers stay numbers. */
export function cellText(value: Cell): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return FORMULA.test(value) ? `'${value}` : value
  if (Array.isArray(value)) return cellText(value.map((each) => (Object(each) === each ? JSON.stringify(each) : String(each))).join('; '))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A row of a CSV file with its line end (RFC 4180). */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells
    .map(cellText)
    .map((text) => (/["\n\r,;]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',')}\r\n`

/** A column of the database as the head of a column: `local_start` is `Local start`. */
export const headOf = (column: string): string => {
  const words = column.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Excel takes a file without this mark for one in the letters of its own country. */
export const BYTE_ORDER_MARK = '\uFEFF'
