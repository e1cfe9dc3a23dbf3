import type { ExpenseCategory, Method } from '#features/office/books/categories.ts'
import type { ExpenseWords, KnownExpense } from '#features/office/books/web/data.ts'
import type { Day } from '#lib/dates.ts'
import { inPounds, readPence } from '#lib/money.ts'

/** The form values of an expense. */
export type ExpenseValues = {
  description: string
  amount: string
  spentOn: Day
  category: ExpenseCategory
  supplier: string
  method: Method
  vat: string
  /** A refund. */
  isBack: boolean
}

/** The form's initial values; `last` is the expense recorded before, whose payment method is likely the same. */
export const valuesOf = (expense: KnownExpense | undefined, today: Day, last: KnownExpense | undefined): ExpenseValues => ({
  description: expense?.description ?? '',
  amount: expense ? inPounds(Math.abs(expense.totalPence)) : '',
  spentOn: expense?.spentOn ?? today,
  category: expense?.category ?? 'cost-of-goods',
  supplier: expense?.supplier ?? '',
  method: expense?.method ?? last?.method ?? 'card',
  vat: expense?.vatPence ? inPounds(Math.abs(expense.vatPence)) : '',
  isBack: (expense?.totalPence ?? 0) < 0,
})

/** The category of the last expense with this description, or from this supplier: repeated purchases are booked alike. `expenses` latest first. */
export function categoryLike(
  expenses: readonly Pick<KnownExpense, 'description' | 'supplier' | 'category'>[],
  { description, supplier }: Pick<ExpenseValues, 'description' | 'supplier'>,
): ExpenseCategory | undefined {
  const isSame = (text: string | null, typed: string) => typed.trim() !== '' && text?.toLowerCase() === typed.trim().toLowerCase()
  const like = expenses.find((one) => isSame(one.description, description)) ?? expenses.find((one) => isSame(one.supplier, supplier))
  return like?.category
}

/** The expense to record from the form values. */
export function wordsOf({ description, amount, spentOn, category, supplier, method, vat, isBack }: ExpenseValues): ExpenseWords {
  const sign = isBack ? -1 : 1
  const [total, tax] = [readPence(amount) ?? 0, vat.trim() ? (readPence(vat) ?? 0) : 0]
  return {
    ...{ spentOn, category, method, description: description.trim(), supplier: supplier.trim() || null },
    // Avoids -0.
    ...{ totalPence: total * sign || 0, vatPence: tax * sign || 0 },
  }
}

/** The fields to record, from those changed in the form: a sum, its VAT and its sign go together. */
export function changesOf(values: ExpenseValues, changed: Partial<ExpenseValues>): Partial<ExpenseWords> {
  const words = wordsOf(values)
  const isSum = ['amount', 'vat', 'isBack'].some((field) => field in changed)
  const fields = (['spentOn', 'category', 'method', 'description', 'supplier'] as const).filter((field) => field in changed)
  return {
    ...Object.fromEntries(fields.map((field) => [field, words[field]])),
    ...(isSum && { totalPence: words.totalPence, vatPence: words.vatPence }),
  }
}

export const isSum = (text: string): true | string => (readPence(text) ?? 0) > 0 || 'Enter pounds, such as 24 or 24.50'

/** Valid if empty, or no larger than the sum it is part of. */
export function isPartOf(vat: string, amount: string): true | string {
  if (vat.trim() === '') return true
  const tax = readPence(vat)
  if (tax === undefined) return 'Enter pounds, such as 4 or 4.50'
  return tax <= (readPence(amount) ?? 0) || "The VAT can't be more than was paid"
}
