/** How the numbers of a file are written: `1234.5` or `1234,5`. */
export type DecimalMark = '.' | ','

const DECIMAL_COMMA = /^[-+]?\d*,\d+(e[-+]?\d+)?$/i
const DECIMAL_POINT = /^[-+]?\d*\.\d+(e[-+]?\d+)?$/i
const CLOCK = /^(?:(\d{4})-(\d\d)-(\d\d)[T ])?(\d{1,2}):(\d\d)(?::(\d\d(?:[.,]\d+)?))?Z?$/
/** What instruments write where they measured nothing. */
const GAP = /^(|-|–|--|nan|n\/a|na|null|inf|-inf|#n\/a)$/i

/** A comma is the decimal mark when some numbers are written with it and none with a point. */
export const decimalMarkOf = (cells: readonly string[]): DecimalMark =>
  cells.some((cell) => DECIMAL_COMMA.test(cell.trim())) && !cells.some((cell) => DECIMAL_POINT.test(cell.trim())) ? ',' : '.'

/** The number a cell holds, NaN when it holds none. A time of day, or an instant, is its seconds. */
export function numberIn(cell: string, mark: DecimalMark): number {
  const text = cell.trim()
  if (text === '') return Number.NaN
  const plain = mark === ',' ? text.replaceAll('.', '').replace(',', '.') : text.replace(/,(?=\d{3}(?:\D|$))/g, '')
  return /^[-+]?[\d.]/.test(plain) && !Number.isNaN(Number(plain)) ? Number(plain) : secondsOf(text)
}

/** Whether a cell means that nothing was measured. */
export const isGap = (cell: string): boolean => GAP.test(cell.trim())

/** Whether a cell is a time of day or an instant. */
export const isClock = (cell: string): boolean => CLOCK.test(cell.trim())

function secondsOf(text: string): number {
  const found = CLOCK.exec(text)
  if (!found) return Number.NaN
  const [, year, month, day, hours, minutes, seconds = '0'] = found
  const days = year ? Date.UTC(Number(year), Number(month) - 1, Number(day)) / 1000 : 0
  return days + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
}
