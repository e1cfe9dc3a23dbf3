import type { DebtAges, Statement, StatementLine } from '#features/ledger/accounts/contract.ts'
import { type Day, dayAndYear, daysBetween, shortDay } from '#lib/dates.ts'
import { pounds, poundsInFull } from '#lib/money.ts'

/** The page of a statement's link, and the same as a PDF. */
export const statementPath = (token: string): string => `/statement/${token}`
export const statementPdfPath = (token: string): string => `${statementPath(token)}/statement.pdf`

/** An invoice, credit note or payment of a payer; `pence` is what it adds to the balance. */
export type Entry = Omit<StatementLine, 'balancePence'>

/** The order of a day: what was charged, what was credited of it, what was paid, what was refunded. */
const KINDS = ['invoice', 'credit', 'payment', 'refund'] as const

/** A statement's lines, oldest first, each with the balance after it, and the closing balance. */
export function linesOf(openingPence: number, entries: readonly Entry[]): Pick<Statement, 'lines' | 'closingPence'> {
  const inOrder = entries.toSorted(
    (a, b) => compare(a.day, b.day) || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || compare(a.words, b.words) || compare(a.id, b.id),
  )
  let balancePence = openingPence
  const lines = inOrder.map((entry) => {
    balancePence += entry.pence
    return { ...entry, balancePence }
  })
  return { lines, closingPence: balancePence }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** What is owed after a line, in words; money on account is marked as such. */
export const balanceWords = (pence: number): string => (pence < 0 ? `${poundsInFull(-pence)} on account` : poundsInFull(pence))

/** The balance of an account in a sentence: `You owe £35.` */
export const owedWords = (owedPence: number): string => {
  if (owedPence === 0) return 'Nothing is owed now.'
  return owedPence > 0 ? `You owe ${pounds(owedPence)}.` : `You have ${pounds(-owedPence)} on account.`
}

/** `from 1 Nov 2026 to 22 Nov 2026`. */
export const spanWords = ({ from, to }: Pick<Statement, 'from' | 'to'>): string => `from ${dayAndYear(from)} to ${dayAndYear(to)}`

/** `Statement Emma Rees 22 Nov 2026`, for a file's name. */
export const statementTitle = ({ clientName, to }: Pick<Statement, 'clientName' | 'to'>): string =>
  `Statement ${clientName} ${dayAndYear(to)}`

/** What the ages are called, in their order. */
export const AGE_WORDS: readonly [keyof DebtAges, string][] = [
  ['notDuePence', 'Not due yet'],
  ['to30Pence', 'Up to 30 days'],
  ['to60Pence', '31 to 60 days'],
  ['to90Pence', '61 to 90 days'],
  ['over90Pence', 'Over 90 days'],
]

/** How old a debt is: by the whole days since it was due. What is due today is not late. */
export function ageOf(dueOn: Day, today: Day): keyof DebtAges {
  const days = daysBetween(dueOn, today)
  if (days <= 0) return 'notDuePence'
  if (days <= 30) return 'to30Pence'
  if (days <= 60) return 'to60Pence'
  return days <= 90 ? 'to90Pence' : 'over90Pence'
}

/** What is left of some invoices, by age. */
export function agesOf(open: readonly { dueOn: Day; leftPence: number }[], today: Day): DebtAges {
  const ages: DebtAges = { notDuePence: 0, to30Pence: 0, to60Pence: 0, to90Pence: 0, over90Pence: 0 }
  for (const { dueOn, leftPence } of open) ages[ageOf(dueOn, today)] += leftPence
  return ages
}

/** The invoices a reminder names: `INV-0041`, `INV-0041 and INV-0042`, `INV-0041 and 2 more`. */
export function namedInvoices(numbers: readonly string[]): string {
  const [first = '', second] = numbers
  if (numbers.length > 2) return `${first} and ${numbers.length - 1} more`
  return second ? `${first} and ${second}` : first
}

/**
 * The latest of the reminder days after an invoice was due that has come, so that each reminder goes once and a missed one is not sent next
 * to a later one; undefined before the first.
 */
export const chaseStep = (dueOn: Day, today: Day, chaseDays: readonly number[]): number | undefined =>
  chaseDays.filter((days) => daysBetween(dueOn, today) >= days).toSorted((a, b) => b - a)[0]

/** The fields of a reminder: how much is overdue, and since when. `dueOn`: of the oldest of them. */
export const chaserFields = (overduePence: number, dueOn: Day, numbers: readonly string[]) => ({
  amount: pounds(overduePence),
  day: shortDay(dueOn),
  document: namedInvoices(numbers),
})
