import { addDays, type Day } from '#lib/dates.ts'

/** The kind of quarters the practice declared to HMRC: those of the tax year, or those of the calendar, which end with a month. */
export type Quarters = 'standard' | 'calendar'

/** A quarter as HMRC takes it: its figures count from the first day of the year, so each includes the earlier ones. */
export type TaxQuarter = { number: number; from: Day; to: Day; dueOn: Day }

/** Day a tax year begins: 6 April, with calendar quarters 1 April. */
export const yearStart = (year: number, quarters: Quarters): Day => `${year}-04-${quarters === 'calendar' ? '01' : '06'}`

/** Last day of a tax year. */
export const yearEnd = (year: number, quarters: Quarters): Day => addDays(yearStart(year + 1, quarters), -1)

/** The tax year a day falls in, by the year it begins in. */
export function taxYearOf(day: Day, quarters: Quarters): number {
  const year = Number(day.slice(0, 4))
  return day < yearStart(year, quarters) ? year - 1 : year
}

/** `2026-27`. */
export const yearWords = (year: number): string => `${year}-${String((year + 1) % 100).padStart(2, '0')}`

const ENDS = { standard: ['07-05', '10-05', '01-05', '04-05'], calendar: ['06-30', '09-30', '12-31', '03-31'] } as const
const DUE = ['08-07', '11-07', '02-07', '05-07'] as const

/** The four quarters of a tax year, due on 7 August, 7 November, 7 February and 7 May for either kind (Making Tax Digital, product.md). */
export const quartersOf = (year: number, quarters: Quarters): TaxQuarter[] =>
  ENDS[quarters].map((end, index) => ({
    number: index + 1,
    from: yearStart(year, quarters),
    to: dayIn(year, end),
    dueOn: dayIn(year, DUE[index] ?? ''),
  }))

/** The next quarter to send: the first that is not yet due on `today`. */
export function nextQuarter(today: Day, quarters: Quarters): TaxQuarter & { year: number } {
  const year = taxYearOf(today, quarters)
  const all = [year - 1, year].flatMap((each) => quartersOf(each, quarters).map((quarter) => ({ ...quarter, year: each })))
  const next = all.find(({ dueOn }) => dueOn >= today)
  if (!next) throw new Error(`no quarter is due after ${today}`)
  return next
}

/**
 * From when Making Tax Digital for Income Tax applies to those whose turnover and other income of a tax year were over a sum; the year is
 * two before (product.md, UK facts). The last applies to all later years.
 */
const THRESHOLDS = [
  { year: 2024, pence: 5_000_000 },
  { year: 2025, pence: 3_000_000 },
  { year: 2026, pence: 2_000_000 },
] as const

/** From when HMRC requires quarters if a tax year's gross income was over the sum. Undefined for years before the first. */
export function mtdOf(gross: { year: number; pence: number }): { from: Day; thresholdPence: number; isOver: boolean } | undefined {
  const threshold = THRESHOLDS.findLast(({ year }) => year <= gross.year)
  return threshold && { from: `${gross.year + 2}-04-06`, thresholdPence: threshold.pence, isOver: gross.pence > threshold.pence }
}

/** January to 5 April belong to the calendar year after the one the tax year begins in. */
const dayIn = (year: number, monthAndDay: string): Day =>
  `${monthAndDay < '05-' || monthAndDay === '05-07' ? year + 1 : year}-${monthAndDay}`
