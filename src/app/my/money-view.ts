import type { PayerMoney } from '#features/ledger/accounts/payer-money.ts'
import type { StatementPaper } from '#features/ledger/accounts/statement-paper.ts'
import type { InvoiceRead } from '#features/ledger/invoices/paper.ts'

/** What is owed to whom, of every practice. */
export type MoneyView = {
  page: 'money'
  practices: readonly { slug: string; name: string; payers: readonly (PayerMoney & { name: string })[] }[]
}

/** An invoice or credit note, as its payer's link shows it. */
export type InvoiceView = InvoiceRead & { page: 'invoice'; slug: string; id: string }

/** A statement, as its payer's link shows it. */
export type StatementView = {
  page: 'statement'
  slug: string
  paper: StatementPaper
  /** How many months it goes back. */
  months: number
  /** For whom: where a person sees the bills of several clients of a practice, there is one for each. */
  payers: readonly { id: string; name: string }[]
}
