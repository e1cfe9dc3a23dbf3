type Cell = unknown

/**
 * Text that Excel and similar programs would run as a formula, regardless of its author, including full-width East Asian signs (OWASP, CSV injection).
 */
export const FORMULA = /^[=+\-@\t\r＝＋－＠]/

/** A value as a cell's text. Text that would run as a formula gets a leading apostrophe, as people type it by hand; numbers stay numbers. */
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

/** A database column as a column heading: `local_start` becomes `Local start`. */
export const headOf = (column: string): string => {
  const words = column.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Without this mark, Excel reads the file in the character set of its own country. */
export const BYTE_ORDER_MARK = '\uFEFF'
