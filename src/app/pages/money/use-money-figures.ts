import { type KnownInvoice, useInvoices } from '#features/ledger/invoices/web/data.ts'
import { type KnownPayment, usePayments } from '#features/ledger/payments/web/data.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useToday } from '#platform/web/use-today.ts'

/** What was invoiced and paid this month: credits and money given back are taken off. Undefined while it loads. */
export function useMoneyFigures(): { invoicedPence: number; paidPence: number } | undefined {
  const month = useToday().slice(0, 7)
  const invoices = useInvoices()
  const payments = usePayments()
  return invoices && payments && figuresOf(invoices, payments, month)
}

const figuresOf = memoLast((invoices: readonly KnownInvoice[], payments: readonly KnownPayment[], month: string) => ({
  invoicedPence: invoices
    .filter(({ issuedOn }) => issuedOn.startsWith(month))
    .reduce((sum, { kind, totalPence }) => sum + (kind === 'credit' ? -totalPence : totalPence), 0),
  paidPence: payments.filter(({ receivedOn }) => receivedOn.startsWith(month)).reduce((sum, { amountPence }) => sum + amountPence, 0),
}))
