import { logoOf } from '#features/core/letterhead/server/logo-of.ts'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import {
  documentWords,
  dueWords,
  type InvoicePaper,
  invoicePath,
  invoicePdfPath,
  isOpen,
  paperTitle,
} from '#features/ledger/invoices/paper.ts'
import type { PaperLink, SendingChannel, SentPaper } from '#features/ledger/invoices/sending-contract.ts'
import { paperOf } from '#features/ledger/invoices/server/paper-of.ts'
import { invoicePdf } from '#features/ledger/invoices/server/pdf.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { currentTime } from '#lib/clock.ts'
import { addMonths, dayOf, instantOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { pounds } from '#lib/money.ts'
import { shortPath } from '#lib/short-links.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, keepServerColumns, logActivity, type Row, rowForChange } from '#platform/server/database/rows.ts'
import { addPaperLink, PAPER_LINK_MONTHS, revokePaperLinks } from '#platform/server/links.ts'

type InvoiceRow = Row<'invoices'>

/**
 * Texts or e-mails an invoice's payer a link to it; at the end of a stop, held for a moment and not in the quiet hours.
 * @throws forbidden, invoice_not_found, no_phone, no_email, stopped
 */
export async function sendInvoice(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  channel: SendingChannel,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<SentPaper> {
  const { row, paper, link } = await giveOut(tx, actor, id, channel)
  const client = await requireClient(tx, row.payer_client_id)
  const fields = { document: documentWords(paper), amount: pounds(paper.totalPence), due: dueWords(paper), link: link.url }
  const options = { channel, isHeld, respectsQuiet: isHeld, subjectId: id, subject: `${paperTitle(paper)} from ${actor.practiceName}` }
  const { noticeId, state } = await queueWords(tx, actor, 'invoice', recipientOf(client), fields, options)
  return { message: `${paperTitle(paper)} for ${client.name}.`, state, noticeId }
}

/**
 * A link to an invoice, to hand over oneself. Only hashes of links are kept, so a second request makes another. @throws forbidden,
 * invoice_not_found
 */
export const makeInvoiceLink = async (tx: PracticeTx, actor: Actor, id: string): Promise<PaperLink> =>
  (await giveOut(tx, actor, id, 'link')).link

/** Revokes every link to an invoice. @throws forbidden, invoice_not_found */
export async function takeBackInvoice(tx: PracticeTx, actor: Actor, id: string): Promise<void> {
  requireMay(actor, 'sendTexts')
  await requireInvoice(tx, id)
  await revokePaperLinks(tx, 'invoice', id)
}

/**
 * An invoice as a PDF, for the practice itself. What is still to be paid has a code that opens its page: it is printed for its payer, and as only
 * hashes of links are kept, each print has a link of its own. @throws forbidden, invoice_not_found
 */
export async function printInvoice(tx: PracticeTx, actor: Actor, id: string): Promise<{ paper: InvoicePaper; pdf: Buffer }> {
  requireMay(actor, 'seeMoney')
  const row = await requireInvoice(tx, id)
  const paper = await paperOf(tx, row, dayOf(currentTime(), actor.zone))
  const url = isOpen(paper) ? (await addLink(tx, actor, row)).url : undefined
  return { paper, pdf: await invoicePdf(paper, { url, logo: await logoOf(tx) }) }
}

/** Makes a link and records that it went to the payer. */
async function giveOut(tx: PracticeTx, actor: Actor, id: string, by: SendingChannel | 'link') {
  requireMay(actor, 'seeMoney')
  requireMay(actor, 'sendTexts')
  const row = await rowForChange(tx, 'invoices', id, 'invoice_not_found')
  const paper = await paperOf(tx, row, dayOf(currentTime(), actor.zone))
  const link = await addLink(tx, actor, row)
  await keepServerColumns(tx, row, 'invoices', { sent_at: currentTime() })
  const after = { by, series: row.series, number: row.number, client_id: row.payer_client_id }
  await logActivity(tx, actor, { entity: 'invoices', entityId: id, verb: 'sent', before: null, after })
  return { row, paper, link }
}

async function addLink(tx: PracticeTx, actor: Actor, { id, payer_client_id: clientId }: InvoiceRow): Promise<PaperLink> {
  const diesAt = instantOf(addMonths(dayOf(currentTime(), actor.zone), PAPER_LINK_MONTHS), '00:00', actor.zone)
  const token = await addPaperLink(tx, 'invoice', { subjectId: id, clientId, fromDay: null, diesAt })
  const [url, pdfUrl] = [actor.origin + shortPath(invoicePath(token)), actor.origin + invoicePdfPath(token)]
  return { url, pdfUrl, diesAt: diesAt.toISOString() }
}

async function requireInvoice(tx: PracticeTx, id: string): Promise<InvoiceRow> {
  const row = await findRow(tx, 'invoices', id)
  if (!row) throw new AppError('invoice_not_found')
  return row
}
