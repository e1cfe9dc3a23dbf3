import { CATEGORIES, EXPENSE_CATEGORIES, type ExpenseCategory } from '#features/office/books/categories.ts'
import type { Quarter } from '#features/office/books/contract.ts'
import { claimOfAll, type Driven, type MileageRates } from '#features/office/books/mileage.ts'
import type { TaxQuarter } from '#features/office/books/tax-year.ts'

/** Sums from the first day of a tax year to the end of one of its quarters. */
type Counted = {
  turnover: number
  other: number
  vat: number
  spent: readonly { category: ExpenseCategory; net: number; vat: number }[]
  driven: readonly Driven[]
}

/** A quarter's figures as HMRC requires them; the miles at HMRC's rates are part of `travel`. */
export function quarterFigures(quarter: TaxQuarter, counted: Counted, rates: MileageRates): Quarter {
  const mileagePence = claimOfAll(counted.driven, rates)
  const expenses: Quarter['expenses'] = {}
  const add = (category: ExpenseCategory, pence: number) => {
    if (pence !== 0) expenses[category] = (expenses[category] ?? 0) + pence
  }
  for (const { category, net } of counted.spent) add(category, net)
  add('travel', mileagePence)
  return {
    ...quarter,
    turnoverPence: counted.turnover,
    otherIncomePence: counted.other,
    expenses,
    mileagePence,
    milesTenths: counted.driven.reduce((sum, { milesTenths }) => sum + milesTenths, 0),
    vatTakenPence: counted.vat,
    vatPaidPence: counted.spent.reduce((sum, { vat }) => sum + vat, 0),
  }
}

/** All expenses, including disallowed ones. */
export const expensesOf = ({ expenses }: Pick<Quarter, 'expenses'>): number => sumOf(Object.values(expenses))

/** The part of the expenses that HMRC disallows. */
export const disallowedOf = ({ expenses }: Pick<Quarter, 'expenses'>): number =>
  sumOf(EXPENSE_CATEGORIES.filter((category) => CATEGORIES[category].isDisallowed).map((category) => expenses[category] ?? 0))

/** Income less allowable expenses. */
export const profitOf = (quarter: Quarter): number =>
  quarter.turnoverPence + quarter.otherIncomePence - expensesOf(quarter) + disallowedOf(quarter)

/** A row of the file that bridging software reads. Pence. */
export type PackRow = { field: string; label: string; pence: number; disallowedPence: number }

/** A quarter by HMRC's own names, every box in its order, 0 if there is nothing. */
export const packRows = (quarter: Quarter): PackRow[] => [
  { field: 'turnover', label: 'Turnover', pence: quarter.turnoverPence, disallowedPence: 0 },
  { field: 'other', label: 'Other business income', pence: quarter.otherIncomePence, disallowedPence: 0 },
  ...EXPENSE_CATEGORIES.map((category) => {
    const { field, label, isDisallowed } = CATEGORIES[category]
    const pence = quarter.expenses[category] ?? 0
    return { field, label, pence, disallowedPence: isDisallowed ? pence : 0 }
  }),
]

const sumOf = (pence: readonly number[]) => pence.reduce((sum, each) => sum + each, 0)
