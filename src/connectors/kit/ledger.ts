import type { Wire } from '#connectors/kit/wire.ts'
import type { Day } from '#lib/dates.ts'

/* Pence are whole, and those of a paper never less than nothing, also of a credit note; days are dates without a time. `uid` is our id of a thing, `id` is theirs. */

/** Who pays, as invoices name them. Null: we have none, and a repeated put clears what is there. */
export type FarPayer = {
  uid: string
  name: string
  businessName: string | null
  email: string | null
  address: string | null
  postcode: string | null
}

/** A line of a paper; of a discount its pence are below nothing. `grossPence` is `netPence` and `vatPence` together; the rate is in hundredths of a per cent. */
export type FarLine = {
  description: string
  quantity: number
  netPence: number
  vatPence: number
  grossPence: number
  vatRateBp: number
}

/** An invoice that was issued. `payerId`: their id of its payer. The sums are those of its lines. */
export type FarBill = {
  uid: string
  number: string
  payerId: string
  issuedOn: Day
  dueOn: Day
  lines: readonly FarLine[]
  netPence: number
  vatPence: number
  totalPence: number
  isVatRegistered: boolean
}

/** A credit note. `creditsId`: their id of the invoice it credits; null: that one is not there. */
export type FarCredit = FarBill & { creditsNumber: string; creditsId: string | null }

/** Money for an invoice. `billId`: their id of the invoice; `reference` identifies the payment there. */
export type FarReceipt = { uid: string; billId: string; pence: number; onDay: Day; reference: string }

/** An invoice or a credit note as it is there now. `isCancelled`: or deleted; `changedAt`: an instant, as they write it. */
export type FarPaper = {
  id: string
  number: string
  netPence: number
  vatPence: number
  totalPence: number
  isCancelled: boolean
  changedAt: string
}

/** A payment that is there, of an invoice of ours or not. Ours are among them. */
export type SeenReceipt = { id: string; billId: string; number: string; pence: number; onDay: Day }

/** What has happened there since a cursor: payments, and invoices and credit notes that were written, changed or cancelled, ours among them. */
export type LedgerNews = { cursor: string; receipts: SeenReceipt[]; changed: FarPaper[] }

export type LedgerKind = 'payer' | 'bill' | 'credit' | 'receipt'

/**
 * The port of accounting. What is put again after a lost answer is there once: by the service's key of a repeat where it has one, else it is looked
 * up first. An answer's sums are as the service has them; the caller compares them. All that is thrown is a Refusal, `conflict` where nothing shows
 * whether it is there already.
 */
export type Ledger = {
  /** Writes a payer. Without `known` it is the one of this name and these details that is there, else a new one. */
  putPayer: (wire: Wire, payer: FarPayer, known?: { id: string }) => Promise<{ id: string }>
  /** Writes an invoice, issued, and sent to no one. One of this number that is there is left as it is, and answered. */
  putBill: (wire: Wire, bill: FarBill) => Promise<FarPaper>
  putCredit: (wire: Wire, credit: FarCredit) => Promise<FarPaper>
  putReceipt: (wire: Wire, receipt: FarReceipt) => Promise<{ id: string }>
  /** What of ours is there: invoices and credit notes by `number`; payers by their name, and receipts by their reference, which `number` is for these. */
  find: (wire: Wire, kind: LedgerKind, ours: { uid: string; number: string }) => Promise<FarPaper | { id: string } | null>
  /** What is new since a cursor; null: from now on, and nothing is. @throws Refusal `resync` when the cursor is lost */
  newsSince: (wire: Wire, cursor: string | null) => Promise<LedgerNews>
  /** Only where their news don't have what was deleted: which of these ids, of invoices and credit notes, aren't there any more. Not all of very many at once. */
  listGone?: (wire: Wire, ids: readonly string[]) => Promise<string[]>
}
