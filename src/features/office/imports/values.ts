import { addDays, type Day } from '#lib/dates.ts'
import { readPence as readPlainPence } from '#lib/money.ts'

/** What people write for an unknown value. */
const NOTHING = /^(?:[-–—.?/\\\s]*|n\/?a|none|null|nil|unknown|not known|tbc|tba|#n\/a)$/i

/** A cell without surrounding space; empty when it only states that the value is unknown. */
export const clean = (cell: string | undefined): string => {
  const text = (cell ?? '').replace(/[\u00a0\u200b]/g, ' ').trim()
  return NOTHING.test(text) ? '' : text
}

/** Several blanks become one, and none stay at the ends. */
const singleBlanks = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Whether the day or the month comes first when both are figures. */
export type DayOrder = 'dmy' | 'mdy'

/** British, unless a column holds a day that only the American order allows. */
export function dayOrderOf(cells: readonly string[]): DayOrder {
  const pairs = cells.flatMap((cell) => {
    const match = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/.exec(cell)
    return match ? [[Number(match[1]), Number(match[2])] as const] : []
  })
  const onlyAmerican = pairs.some(([, second]) => second > 12) && pairs.every(([first]) => first <= 12)
  return onlyAmerican ? 'mdy' : 'dmy'
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Excel counts days from here, with a 29 February 1900 that never was. */
const EXCEL_EPOCH = '1899-12-30'
/** Serial numbers that are plausible days: 1982 to 2064. */
const EXCEL = { from: 30_000, to: 60_000 }

/**
 * A day as people and programs write it: `24/11/2026`, `24.11.26`, `24 Nov 26`, `Tue 24th November 2026`, `Nov 24, 2026`, `2026-11-24`
 * (a time after it is passed over), and the serial number of a spreadsheet. Null when it is none.
 */
export function readDay(cell: string, order: DayOrder = 'dmy'): Day | null {
  const text = cell.trim().replace(/^(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?[,.\s]+/i, '')
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s].*)?$/.exec(text)
  if (iso) return dayFrom(iso[1], iso[2], iso[3])
  const figures = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})(?:[T\s,]+\d{1,2}[:.]\d{2}.*)?$/.exec(text)
  if (figures) return order === 'dmy' ? dayFrom(figures[3], figures[2], figures[1]) : dayFrom(figures[3], figures[1], figures[2])
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[\s/.-]*([a-z]{3,9})\.?[\s/.,-]*(\d{2}|\d{4})(?:\s.*)?$/i.exec(text)
  if (named) return dayFrom(named[3], monthOf(named[2]), named[1])
  const monthFirst = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i.exec(text)
  if (monthFirst) return dayFrom(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2])
  const serial = /^\d{5}(\.\d+)?$/.test(text) ? Math.floor(Number(text)) : 0
  return serial >= EXCEL.from && serial <= EXCEL.to ? addDays(EXCEL_EPOCH, serial) : null
}

const FULL_MONTHS = 'january february march april may june july august september october november december'.split(' ')

function monthOf(word = ''): string {
  const lower = word.toLowerCase()
  const at = FULL_MONTHS.findIndex((month) => month === lower || (lower === 'sept' && month === 'september'))
  return String((at === -1 ? MONTHS.indexOf(lower) : at) + 1)
}

function dayFrom(year = '', month = '', date = ''): Day | null {
  // A year of two figures is of this century, except those a living horse or an old record could have.
  const full = year.length === 2 ? (Number(year) > 69 ? 1900 : 2000) + Number(year) : Number(year)
  const day = `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null
}

/** Money in pence, from spreadsheets' notations: `£35`, `35.00`, `1,250.50`, `35,00`, `GBP 35`, `35.0000`; null when it is none. */
export function readPence(cell: string): number | null {
  const text = cell.replace(/(£|gbp|pounds?|each|per horse|\s)/gi, '')
  const plain = /^\d+,\d{2}$/.test(text) ? text.replace(',', '.') : text.replace(/(\.\d{2})0+$/, '$1')
  return readPlainPence(plain) ?? null
}

/** Days from one service to the next, as a horse's contract limits them. */
const CYCLE = { from: 7, to: 366 }

/** A cycle in days: `6`, `6 wks`, `every 6 weeks`, `42 days`, `6-8 weeks` (the shorter), `6w`, `2 months`; null when it is none. */
export function readCycleDays(cell: string): number | null {
  const text = cell.toLowerCase().replace(/every|approx\.?|about|roughly|weekly|[~.]$/g, (word) => (word === 'weekly' ? 'weeks' : ''))
  const match = /^(\d{1,3})(?: ?(?:-|–|to|\/) ?\d{1,3})? ?(d|days?|w|wk|wks|weeks?|m|mths?|months?)?$/.exec(singleBlanks(text))
  if (!match) return null
  const unit = match[2]?.[0] ?? 'w'
  const days = Number(match[1]) * (unit === 'd' ? 1 : unit === 'm' ? 30 : 7)
  return days >= CYCLE.from && days <= CYCLE.to ? days : null
}

/** The year of birth in an age (`12`, `12yo`, `rising 5`) or a year or day of birth; null when it is neither. */
export function readBirthYear(cell: string, today: Day, order: DayOrder = 'dmy'): number | null {
  const thisYear = Number(today.slice(0, 4))
  const text = cell.toLowerCase().trim()
  const year = /^(?:born |foaled |c\.? ?)?((?:19|20)\d\d)$/.exec(text)
  const born = year ? Number(year[1]) : (dayYear(readDay(text, order)) ?? ageYear(text, thisYear))
  return born !== null && born <= thisYear && born >= thisYear - 60 ? born : null
}

const dayYear = (day: Day | null) => (day === null ? null : Number(day.slice(0, 4)))

function ageYear(text: string, thisYear: number): number | null {
  const age = /^(rising )?(\d{1,2}) ?(?:\.\d+)? ?(?:y|yo|yr|yrs|years?|year old|years old)?\.?$/.exec(singleBlanks(text))
  return age ? thisYear - Number(age[2]) + (age[1] ? 1 : 0) : null
}

/** Phone numbers of a cell that may hold several; a mobile first. It restores the leading 0 a spreadsheet removed. */
export function readPhones(cell: string): string[] {
  return cell
    .split(/:::|[;|\n]|\bor\b|\/(?=\s*[+0])/i)
    .map((part) => clean(part).slice(0, 40))
    .filter((part) => part !== '')
    .map((part) => (/^[1-9]\d{9}$/.test(part.replace(/\s/g, '')) ? `0${part}` : part))
    .sort((a, b) => Number(isMobile(b)) - Number(isMobile(a)))
}

/** Whether a spreadsheet turned a long number into scientific notation, which lost its end. */
export const isRuinedNumber = (text: string): boolean => /^\d([.,]\d+)?e\+?\d+$/i.test(text)

export const isMobile = (phone: string): boolean => /^(?:\+44|0044|0)\(?0?\)?7/.test(phone.replace(/\s/g, ''))

/** Notes about handling as the app's flags; unknown words stay as written. */
export function readFlags(cell: string): string[] {
  return [...new Set(handlingParts(cell).flatMap(flagsIn))].slice(0, 20)
}

/** Whether the flags alone would lose part of it: `kicks` of `kicks with the near hind`. */
export const hasMoreThanFlags = (cell: string): boolean =>
  handlingParts(cell).some((part) => part.length > 40 || (isKnown(part) && !PLAIN_FLAG.test(part)))

const handlingParts = (cell: string): string[] =>
  cell
    .split(/[,;|/\n]|\band\b/i)
    .map((part) => clean(part).toLowerCase())
    .filter((part) => part !== '')

const FLAGS: [string, RegExp][] = [
  ['kicks', /kick/],
  ['bites', /\bbit(es?|er|ey)\b|nips/],
  ['needs-sedation', /sedat|dope|sedal/],
  ['vet-present', /\bvet\b/],
  ['needs-holder', /hold|handler/],
]
const PLAIN_FLAG = /^(kicks?|kicker|bites?|biter|(needs? )?sedation|vet( present)?|(needs? )?(a )?(holder|handler))[.!]?$/

const isKnown = (part: string) => FLAGS.some(([, said]) => said.test(part))
const flagsIn = (part: string): string[] =>
  isKnown(part) ? FLAGS.flatMap(([flag, said]) => (said.test(part) ? [flag] : [])) : [part.slice(0, 40)]

export const UK_POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})\b/i

/** A postcode in its usual form, `HR6 9QS`; anything else stays as it is. */
export function readPostcode(cell: string): string {
  const match = UK_POSTCODE.exec(cell)
  return match ? `${match[1]} ${match[2]}`.toUpperCase() : cell.toUpperCase()
}
