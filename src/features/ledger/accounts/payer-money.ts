import type { Day } from '#lib/dates.ts'

/** A payer's bills, as they see them in the portal. */
export type PayerMoney = {
  clientId: string
  /** The balance: what is owed, less what is on account; below nothing: on account. */
  owedPence: number
  onAccountPence: number
  /** Invoices with something left to pay, the oldest first. */
  open: readonly OpenInvoice[]
  /** The latest of those with nothing left, and credit notes, the newest first. */
  settled: readonly SettledPaper[]
  /** The latest payments and refunds, the newest first. */
  payments: readonly PaymentMade[]
}

export type OpenInvoice = { id: string; number: string; dueOn: Day; leftPence: number; isOverdue: boolean }
export type SettledPaper = { id: string; kind: 'invoice' | 'credit'; number: string; issuedOn: Day; totalPence: number }
/** `numbers`: of the invoices it paid. Below nothing: a refund. */
export type PaymentMade = {
  id: string
  receivedOn: Day
  pence: number
  method: 'cash' | 'bank-transfer' | 'card'
  numbers: readonly string[]
}
