import type { Cell, CellKind, FiguresQuery, ReportFormat, ReportRange, ReportType } from '#features/office/reports/contract.ts'
import { addDays, addMonths, type Day, dayAndYear, daysBetween } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import type { Feature } from '#lib/plan.ts'

/** A report's label, the plan that includes it (product.md, advanced-reports gate), and the noun for its rows. */
export type ReportFacts = {
  label: string
  text: string
  /** Absent: on every plan. */
  feature?: Feature
  /** It shows only money. */
  isOfMoney?: true
  counted: readonly [one: string, many: string]
}

export const REPORTS: Readonly<Record<ReportType, ReportFacts>> = {
  'horse-summary': {
    label: 'Horse summary',
    text: "Every horse with its owner, when it was last done and when it's due.",
    counted: ['horse', 'horses'],
  },
  'client-summary': {
    label: 'Client summary',
    text: 'Every client with their horses, visits and account.',
    counted: ['client', 'clients'],
  },
  'service-history': {
    label: 'Service history',
    text: 'Every piece of work with what was found and advised.',
    feature: 'advanced-reports',
    counted: ['service', 'services'],
  },
  'appointment-log': {
    label: 'Appointment log',
    text: 'Every visit with how it ended.',
    counted: ['visit', 'visits'],
  },
  'revenue-summary': {
    label: 'Revenue summary',
    text: 'What the work came to, line by line, with totals.',
    feature: 'advanced-reports',
    isOfMoney: true,
    counted: ['line', 'lines'],
  },
  'gait-analysis': {
    label: 'Gait analysis',
    text: 'What each gait file measured, column by column.',
    feature: 'gait-analysis',
    counted: ['file', 'files'],
  },
}

export const RANGES: Readonly<Record<ReportRange, string>> = {
  'this-month': 'This month',
  'last-30-days': 'Last 30 days',
  'this-year': 'This year',
  custom: 'Custom',
}

/** Labels of the formats, and the ending of each one's files. */
export const FORMATS: Readonly<Record<ReportFormat, { label: string; ending: string; mime: string }>> = {
  pdf: { label: 'PDF', ending: 'pdf', mime: 'application/pdf' },
  csv: { label: 'CSV', ending: 'csv', mime: 'text/csv; charset=utf-8' },
  excel: { label: 'Excel', ending: 'xlsx', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
}

/** The most rows of a file: no one reads more pages than these, and a CSV of any length is for programs. */
export const MOST_ROWS: Readonly<Record<ReportFormat, number>> = { pdf: 20_000, csv: 1_000_000, excel: 40_000 }

const MOST_YEARS = 20

/** First and last day, both inclusive. */
export type Days = { from: Day; to: Day }

type Ranged = Pick<FiguresQuery, 'range' | 'from' | 'to'>

/** The fault of a custom range; undefined: none. */
export function rangeProblem({ range, from, to }: Ranged): 'report_range_missing' | 'report_range_wrong' | 'report_range_long' | undefined {
  if (range !== 'custom') return undefined
  if (!from || !to) return 'report_range_missing'
  if (to < from) return 'report_range_wrong'
  return to > addMonths(from, MOST_YEARS * 12) ? 'report_range_long' : undefined
}

/** The days of a range as of today; of a month and a year only the days so far. A custom range without days is today. */
export function daysOf({ range, from, to }: Ranged, today: Day): Days {
  if (range === 'this-month') return { from: `${today.slice(0, 7)}-01`, to: today }
  if (range === 'last-30-days') return { from: addDays(today, -29), to: today }
  if (range === 'this-year') return { from: `${today.slice(0, 4)}-01-01`, to: today }
  return { from: from ?? today, to: to ?? today }
}

/** The same days of the year before; of a leap day the day before it. */
export const yearBefore = ({ from, to }: Days): Days => ({ from: addMonths(from, -12), to: addMonths(to, -12) })

/** `1 Jan to 24 Nov 2026`, `28 Dec 2025 to 3 Jan 2026`, `24 Nov 2026`. */
export function daysInWords({ from, to }: Days): string {
  if (from === to) return dayAndYear(from)
  const start = from.slice(0, 4) === to.slice(0, 4) ? dayAndYear(from).slice(0, -5) : dayAndYear(from)
  return `${start} to ${dayAndYear(to)}`
}

/** A round can't fit every horse's own day: within a week of it, before or after, counts as on time. */
const ON_TIME_DAYS = 7
const LATE_DAYS = 14

/** How punctual a service was, by its due day. */
export function timeliness(dueOn: Day, doneOn: Day): 'early' | 'onTime' | 'late' | 'later' {
  const days = daysBetween(dueOn, doneOn)
  if (days < -ON_TIME_DAYS) return 'early'
  if (days <= ON_TIME_DAYS) return 'onTime'
  return days <= LATE_DAYS ? 'late' : 'later'
}

/** A share in whole per cent; null of nothing. */
export const percentOf = (part: number, whole: number): number | null => (whole > 0 ? Math.round((part / whole) * 100) : null)

/** `up 8%`, `down 3%`, `the same`: compared with before; undefined if that was zero. */
export function changeInWords(now: number, before: number): string | undefined {
  if (before <= 0) return undefined
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return 'the same'
  return `${percent > 0 ? 'up' : 'down'} ${Math.abs(percent).toLocaleString('en-GB')}%`
}

/** The number of a report's rows, in words: `1,186 horses`. */
export const countInWords = (count: number, [one, many]: readonly [string, string]): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`

/** A cell as text for people. */
export function cellWords(kind: CellKind, value: Cell): string {
  if (value === null) return ''
  if (kind === 'day') return dayAndYear(String(value))
  if (kind === 'money') return inFull(Number(value))
  return typeof value === 'number' ? figureWords(value) : value
}

/* All sums show pence, so that their digits line up. */
const inFull = (pence: number) => (pence % 100 === 0 ? `${pounds(pence)}.00` : pounds(pence))

const FIGURE = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 6 })
const figureWords = (value: number) => (Number.isInteger(value) ? value.toLocaleString('en-GB') : FIGURE.format(value))

/** Whether a kind is aligned to the right, like figures. */
export const isFigure = (kind: CellKind): boolean => kind === 'money' || kind === 'count' || kind === 'figure'
