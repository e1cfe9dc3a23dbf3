import type { Statement } from '#features/ledger/accounts/contract.ts'
import type { Day } from '#lib/dates.ts'

/** A statement as its payer reads it: their account, and how to pay. */
export type StatementPaper = {
  practice: { name: string; phone: string | null; lines: string[] }
  bank: { label: string; words: string; isCopied?: boolean }[]
  /** The invoices that are not paid in full, the oldest first. */
  unpaid: { number: string; dueOn: Day; leftPence: number }[]
  statement: Statement
}

/** What the page of a link shows. */
export type StatementShown = { paper: StatementPaper; token: string; untilDay: Day; picture: string | null }
