import type { VatTurnover } from '#features/office/books/contract.ts'
import { addDays, addMonths, type Day } from '#lib/dates.ts'

/** How close a practice is to the VAT threshold. Months are `yyyy-MM`. */
export type VatGauge = {
  /** Taxable turnover of this month so far and the eleven before it. */
  pence: number
  /** The first month at whose end twelve months were over the threshold. */
  passedIn: string | null
  /** The month in which that is expected, at the pace of the last three whole months. */
  wouldPassIn: string | null
  /** For either: the day to register by, and the day VAT is charged from. */
  registerBy: Day | null
  chargeFrom: Day | null
}

/** Whole months whose mean is the expected turnover of a month. */
const PACE_MONTHS = 3
const YEAR_MONTHS = 12

/**
 * How close the threshold is. A practice must register when, at the end of any month, the last twelve were over it: within 30 days of that
 * end, and it charges VAT from the first of the second month after. The last of `months` is the current one.
 */
export function vatGauge({ months, thresholdPence }: Pick<VatTurnover, 'months' | 'thresholdPence'>): VatGauge {
  const sums = months.map(({ pence }) => pence)
  const whole = months.slice(0, -1)
  const passed = whole.findIndex((_, index) => yearTo(sums, index) > thresholdPence)
  const passedIn = whole[passed]?.month ?? null
  const wouldPassIn = passedIn ? null : monthAhead(months, thresholdPence)
  return { pence: yearTo(sums, sums.length - 1), passedIn, wouldPassIn, ...daysOf(passedIn ?? wouldPassIn) }
}

/** The current month and up to a year of later ones, each expected to bring the mean of the last whole months. */
function monthAhead(months: VatTurnover['months'], thresholdPence: number): string | null {
  const running = months.at(-1)
  const before = months.slice(0, -1)
  if (!running || before.length === 0) return null
  const last = before.slice(-PACE_MONTHS)
  const pace = Math.round(last.reduce((sum, { pence }) => sum + pence, 0) / last.length)
  const sums = [...before.map(({ pence }) => pence), Math.max(running.pence, pace)]
  for (let ahead = 0; ahead <= YEAR_MONTHS; ahead++) {
    if (ahead > 0) sums.push(pace)
    if (yearTo(sums, sums.length - 1) > thresholdPence) return addMonths(`${running.month}-01`, ahead).slice(0, 7)
  }
  return null
}

function daysOf(month: string | null): Pick<VatGauge, 'registerBy' | 'chargeFrom'> {
  if (!month) return { registerBy: null, chargeFrom: null }
  const first = `${month}-01`
  return { registerBy: addDays(addDays(addMonths(first, 1), -1), 30), chargeFrom: addMonths(first, 2) }
}

/** The twelve months that end with the one at `index`. */
const yearTo = (sums: readonly number[], index: number): number =>
  sums.slice(Math.max(0, index - YEAR_MONTHS + 1), index + 1).reduce((sum, pence) => sum + pence, 0)
