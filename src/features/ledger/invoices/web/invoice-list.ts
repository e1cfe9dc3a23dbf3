import { leftOf, numberOf } from '#features/ledger/invoices/rules.ts'
import { type KnownInvoice, useInvoices } from '#features/ledger/invoices/web/data.ts'
import { creditedBy } from '#features/ledger/invoices/web/InvoiceStatusBadge.tsx'
import type { Client } from '#features/records/clients/contract.ts'
import type { Day } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** An invoice with what a list shows of it. */
export type ListedInvoice = {
  invoice: KnownInvoice
  payerName: string
  number: string | null
  /** It was issued, and neither went to its payer nor waits to; one that was wholly credited need not. */
  isUnsent: boolean
}

export type InvoiceFilter = 'all' | 'open' | 'overdue' | 'paid' | 'unsent' | 'credits'

const FILTERS: Record<InvoiceFilter, (row: ListedInvoice, today: Day) => boolean> = {
  all: () => true,
  open: ({ invoice }) => isInvoice(invoice) && leftOf(invoice) > 0,
  overdue: ({ invoice }, today) => isInvoice(invoice) && leftOf(invoice) > 0 && invoice.dueOn < today,
  paid: ({ invoice }) => isInvoice(invoice) && leftOf(invoice) <= 0,
  unsent: ({ isUnsent }) => isUnsent,
  credits: ({ invoice }) => !isInvoice(invoice),
}

/** Every invoice and credit note with its payer, newest first; undefined while they load. */
export function useListedInvoices(): readonly ListedInvoice[] | undefined {
  const invoices = useInvoices()
  const clients = useRows<Client>('clients')
  return invoices && clients && listed(invoices, clients)
}

/** Those a filter lets through. */
export const filtered = (rows: readonly ListedInvoice[], filter: InvoiceFilter, today: Day): readonly ListedInvoice[] =>
  filter === 'all' ? rows : rows.filter((row) => FILTERS[filter](row, today))

/** How many each filter lets through. */
export const countInvoices = (rows: readonly ListedInvoice[], today: Day): Record<InvoiceFilter, number> => ({
  all: rows.length,
  open: filtered(rows, 'open', today).length,
  overdue: filtered(rows, 'overdue', today).length,
  paid: filtered(rows, 'paid', today).length,
  unsent: filtered(rows, 'unsent', today).length,
  credits: filtered(rows, 'credits', today).length,
})

/** What an invoice is found by. */
export const invoiceFields = ({ number, payerName, invoice }: ListedInvoice) => [
  payerName,
  number,
  invoice.number === null ? null : String(invoice.number),
]

const isInvoice = ({ kind }: KnownInvoice) => kind === 'invoice'

const isUnsent = (invoice: KnownInvoice, creditedPence = 0): boolean =>
  isInvoice(invoice) && invoice.number !== null && !invoice.sentAt && !invoice.askedToSend && creditedPence < invoice.totalPence

const listed = memoLast((invoices: readonly KnownInvoice[], clients: readonly Client[]): readonly ListedInvoice[] => {
  const nameOf = new Map(clients.map(({ id, name }) => [id, name]))
  const credited = creditedBy(invoices)
  return invoices.map((invoice) => ({
    invoice,
    payerName: invoice.asWas?.payer.name ?? nameOf.get(invoice.payerClientId) ?? 'N/A',
    number: numberOf(invoice),
    isUnsent: isUnsent(invoice, credited.get(invoice.id)),
  }))
})
