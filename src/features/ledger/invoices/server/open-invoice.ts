import { pictureOf } from '#features/core/letterhead/server/picture-of.ts'
import type { InvoicePaper } from '#features/ledger/invoices/paper.ts'
import { paperOf } from '#features/ledger/invoices/server/paper-of.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/database/rows.ts'
import { findPaperLink } from '#platform/server/links.ts'

/** What a payer reads of an invoice, and whose it is. */
export type ReadInvoice = { paper: InvoicePaper; picture: string | null; practiceId: string; invoiceId: string; clientId: string }

/**
 * The invoice of a link with its current contents; undefined when the link is unknown, dead or revoked, or the invoice is not that payer's.
 */
export async function openInvoice(db: Database, token: string): Promise<(ReadInvoice & { untilDay: Day }) | undefined> {
  const link = await findPaperLink(db, 'invoice', token)
  if (!link) return undefined
  const { practice, subjectId, clientId, diesAt } = link
  const read = await db.withPractice(practice.id, (tx) => readInvoice(tx, practice, { invoiceId: subjectId, payerIds: [clientId] }))
  return read && { ...read, untilDay: dayOf(diesAt, practice.zone) }
}

/** An invoice or credit note of one of these payers, as they read it now; undefined when it is none of theirs. */
export async function readInvoice(
  tx: PracticeTx,
  practice: { id: string; zone: string },
  { invoiceId, payerIds }: { invoiceId: string; payerIds: readonly string[] },
): Promise<ReadInvoice | undefined> {
  const row = await findRow(tx, 'invoices', invoiceId)
  if (!row || !payerIds.includes(row.payer_client_id)) return undefined
  const paper = await paperOf(tx, row, dayOf(currentTime(), practice.zone))
  return { paper, picture: await pictureOf(tx), practiceId: practice.id, invoiceId: row.id, clientId: row.payer_client_id }
}
