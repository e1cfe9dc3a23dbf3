import type { Invoice } from '#features/ledger/invoices/contract.ts'
import { type KnownInvoice, useInvoices } from '#features/ledger/invoices/web/data.ts'
import type { Allocation } from '#features/ledger/payments/contract.ts'
import { type Balance, balanceOf } from '#features/ledger/payments/rules.ts'
import { type KnownPayment, usePayments } from '#features/ledger/payments/web/data.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** One payer's balance. */
export type Account = Balance & { payerClientId: string }

/** What every payer owes or has on account, by payer, payments that still wait to be sent taken off; undefined while it loads. */
export function useAccounts(): ReadonlyMap<string, Account> | undefined {
  const invoices = useInvoices()
  const payments = usePayments()
  return invoices && payments && accountsOf(invoices, payments)
}

/** One payer's account; an empty one when they have no money on record. Undefined while loading. */
export function useAccount(payerClientId: string): Account | undefined {
  const accounts = useAccounts()
  return accounts && (accounts.get(payerClientId) ?? { payerClientId, owedPence: 0, onAccountPence: 0, oldestDueOn: null })
}

/** What came for an invoice: payments and credit notes, and the payments named for it that still wait to be sent. */
export type InvoiceMoney = { id: string; pence: number; payment?: KnownPayment; credit?: KnownInvoice }

/** An invoice's payments and credit notes, in the order they came; undefined while loading. */
export function useInvoiceMoney(invoice: Pick<Invoice, 'id'>): readonly InvoiceMoney[] | undefined {
  const allocations = useRows<Allocation>('allocations')
  const payments = usePayments()
  const invoices = useInvoices()
  if (!allocations || !payments || !invoices) return undefined
  const allocated = allocations
    .filter(({ invoiceId }) => invoiceId === invoice.id)
    .map(({ id, amountPence, paymentId, creditId }) => {
      const payment = payments.find((one) => one.id === paymentId)
      const credit = invoices.find((one) => one.id === creditId)
      return { id, pence: amountPence, ...(payment && { payment }), ...(credit && { credit }) }
    })
  const waiting = payments
    .filter((one) => one.isOffline && one.invoiceId === invoice.id && one.amountPence > 0)
    .map((payment) => ({ id: payment.id, pence: payment.amountPence, payment }))
  return [...allocated, ...waiting].toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)))
}

const dayOf = ({ payment, credit }: InvoiceMoney) => payment?.receivedOn ?? credit?.issuedOn ?? ''

const accountsOf = memoLast((invoices: readonly KnownInvoice[], payments: readonly KnownPayment[]) => {
  const [invoicesOf, paymentsOf] = [Map.groupBy(invoices, payerOf), Map.groupBy(payments, payerOf)]
  const payers = new Set([...invoicesOf.keys(), ...paymentsOf.keys()])
  return new Map(
    [...payers].map((payerClientId) => {
      const account: Account = { payerClientId, ...balanceOf(invoicesOf.get(payerClientId) ?? [], paymentsOf.get(payerClientId) ?? []) }
      return [payerClientId, account]
    }),
  )
})

const payerOf = ({ payerClientId }: { payerClientId: string }) => payerClientId
