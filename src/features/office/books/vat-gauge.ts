import type { VatTurnover } from '#features/office/books/contract.ts'
import { addDays, addMonths, type Day } from '#lib/dates.ts'

/** Where a practice stands with VAT. Months are `yyyy-MM`. */
export type VatGauge = {
  /** Taxable turnover of this month so far and the eleven before it. */
  pence: number
  /** The month at whose end twelve months were over the threshold, first. */
  passedIn: string | null
  /** The same still to come, if it goes on as in the last three whole months. */
  wouldPassIn: string | null
  /** Of either: by when to register, and from when VAT is charged. */
  registerBy: Day | null
  chargeFrom: Day | null
}

/** Whole months whose mean is what a month is expected to bring. */
const PACE_MONTHS = 3
const YEAR_MONTHS = 12

/**
 * How far the threshold is. A practice has to register when, at the end of any month, the last twelve were over it: within 30 days of that
 * end, and it charges VAT from the first of the second month after. The last of `months` is the one that is running.
 */
export function vatGauge({ months, thresholdPence }: Pick<VatTurnover, 'months' | 'thresholdPence'>): VatGauge {
  const sums = months.map(({ pence }) => pence)
  const whole = months.slice(0, -1)
  const passed = whole.findIndex((_, index) => yearTo(sums, index) > thresholdPence)
  const passedIn = whole[passed]?.month ?? null
  const wouldPassIn = passedIn ? null : monthAhead(months, thresholdPence)
  return { pence: yearTo(sums, sums.length - 1), passedIn, wouldPassIn, ...daysOf(passedIn ?? wouldPassIn) }
}

/** The running month and up to a year of others, each expected to bring what the last whole ones did. */
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

/** Twelve months that end with the one at `index`. */
const yearTo = (sums: readonly number[], index: number): number =>
  sums.slice(Math.max(0, index - YEAR_MONTHS + 1), index + 1).reduce((sum, pence) => sum + pence, 0)
