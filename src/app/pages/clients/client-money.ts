import type { Charge } from '#features/ledger/invoices/contract.ts'
import { lineOf, totalsOf } from '#features/ledger/invoices/rules.ts'
import type { KnownCharge, KnownInvoice } from '#features/ledger/invoices/web/data.ts'
import type { KnownPayment } from '#features/ledger/payments/web/data.ts'
import type { Day } from '#lib/dates.ts'

/** A client's money besides what they owe. Whole pence, VAT included. */
export type ClientMoney = {
  /** Lines that are on no invoice. */
  toInvoice: KnownCharge[]
  toInvoicePence: number
  /** Invoiced since 1 January, credit notes taken off. */
  thisYearPence: number
  /** Invoices and credit notes, newest first. */
  invoices: KnownInvoice[]
  /** Newest first. */
  payments: KnownPayment[]
}

type Held = { charges: readonly KnownCharge[]; invoices: readonly KnownInvoice[]; payments: readonly KnownPayment[] }

/** The money of one payer, of all a device holds. */
export function moneyOfClient(clientId: string, { charges, invoices, payments }: Held, today: Day): ClientMoney {
  const own = <T extends { payerClientId: string }>(rows: readonly T[]) => rows.filter(({ payerClientId }) => payerClientId === clientId)
  const theirs = own(invoices)
  const waiting = new Set(theirs.flatMap(({ chargeIds = [] }) => chargeIds))
  const toInvoice = own(charges).filter(({ id, invoiceId }) => invoiceId === null && !waiting.has(id))
  return {
    toInvoice: toInvoice.toSorted(byDay),
    toInvoicePence: totalsOf(toInvoice.map(lineOf)).grossPence,
    thisYearPence: invoicedIn(today.slice(0, 4), clientId, invoices),
    invoices: theirs,
    payments: own(payments),
  }
}

/** What a payer was invoiced in a year, credit notes taken off. */
export const invoicedIn = (year: string, clientId: string, invoices: readonly KnownInvoice[]): number =>
  invoices
    .filter(({ payerClientId, issuedOn }) => payerClientId === clientId && issuedOn.startsWith(year))
    .reduce((sum, { kind, totalPence }) => sum + (kind === 'credit' ? -totalPence : totalPence), 0)

const byDay = (a: Charge, b: Charge) => a.chargedOn.localeCompare(b.chargedOn) || a.place - b.place
