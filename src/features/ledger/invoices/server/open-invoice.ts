import { pictureOf } from '#features/core/letterhead/server/picture-of.ts'
import type { InvoicePaper } from '#features/ledger/invoices/paper.ts'
import { paperOf } from '#features/ledger/invoices/server/paper-of.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import type { Database } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/database/rows.ts'
import { findPaperLink } from '#platform/server/links.ts'

/** What a payer's link opens. */
type OpenedInvoice = { paper: InvoicePaper; untilDay: Day; picture: string | null; practiceId: string; invoiceId: string; clientId: string }

/**
 * The invoice of a link with its current contents; undefined when the link is unknown, dead or revoked, or the invoice is not that payer's.
 */
export async function openInvoice(db: Database, token: string): Promise<OpenedInvoice | undefined> {
  const link = await findPaperLink(db, 'invoice', token)
  if (!link) return undefined
  const { practice, subjectId, clientId, diesAt } = link
  return db.withPractice(practice.id, async (tx) => {
    const row = await findRow(tx, 'invoices', subjectId)
    if (row?.payer_client_id !== clientId) return undefined
    const paper = await paperOf(tx, row, dayOf(currentTime(), practice.zone))
    const picture = await pictureOf(tx)
    return { paper, picture, untilDay: dayOf(diesAt, practice.zone), practiceId: practice.id, invoiceId: row.id, clientId }
  })
}
