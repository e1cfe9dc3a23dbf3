// Followed by: allocations, VAT by its day and the oldest debt (ledger/payments).

import { wayTo } from '#features/core/notices/rules.ts'
import { dropKind, isAnyWaiting } from '#features/core/notices/server/service.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { InvoiceAsWas, InvoiceChange, NewInvoice } from '#features/ledger/invoices/contract.ts'
import { totalsOf } from '#features/ledger/invoices/rules.ts'
import type { SendingChannel } from '#features/ledger/invoices/sending-contract.ts'
import { creditInvoice } from '#features/ledger/invoices/server/crediting.ts'
import { issueInvoice } from '#features/ledger/invoices/server/issuing.ts'
import { type InvoiceRow, listCredits } from '#features/ledger/invoices/server/queries.ts'
import { sendInvoice } from '#features/ledger/invoices/server/sending.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { optionalId } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, holdWriters, keepServerColumns, rowForChange } from '#platform/server/database/rows.ts'
import { revokePaperLinks } from '#platform/server/links.ts'

/** A device's requests at the end of a stop, each applied once: to issue and send an invoice, and to undo one. */

/**
 * Issues an invoice and has it sent, where that was requested. The id of a visit's invoice is made of the visit and its payer
 * (`visitInvoiceId`), so that a second device requests the same one: it is issued and sent once.
 * @throws forbidden, client_not_found, nothing_to_invoice, invoice_below_nothing, id_taken
 */
export async function issueAndSend(tx: PracticeTx, actor: Actor, id: string, { send, ...input }: NewInvoice): Promise<InvoiceRow> {
  requireMay(actor, 'seeMoney')
  await holdWriters(tx)
  const known = await findRow(tx, 'invoices', id)
  const issued = known && isSame(known, input) ? known : await issueInvoice(tx, actor, id, input)
  return send ? sendOnce(tx, actor, id, { send }) : issued
}

const isSame = (row: InvoiceRow, { payerClientId, appointmentId }: Pick<NewInvoice, 'payerClientId' | 'appointmentId'>) =>
  row.kind === 'invoice' &&
  row.appointment_id !== null &&
  row.payer_client_id === optionalId(payerClientId, 'client_not_found') &&
  row.appointment_id === optionalId(appointmentId, 'appointment_not_found')

/**
 * Has an issued invoice sent, held for a moment. One that was sent, or is credited in full, stays as it is; so does one whose payer can't be
 * reached so: it shows that it was never sent. @throws forbidden, invoice_not_found
 */
export async function sendOnce(tx: PracticeTx, actor: Actor, id: string, { send }: InvoiceChange): Promise<InvoiceRow> {
  requireMay(actor, 'seeMoney')
  requireMay(actor, 'sendTexts')
  const row = await rowForChange(tx, 'invoices', id, 'invoice_not_found')
  const { leftPence, isCredited } = await leftOf(tx, row)
  if (row.sent_at || (isCredited && leftPence <= 0) || !(await isReached(tx, row, send))) return row
  await sendInvoice(tx, actor, id, send, { isHeld: true })
  return rowForChange(tx, 'invoices', id, 'invoice_not_found')
}

const isReached = async (tx: PracticeTx, row: InvoiceRow, channel: SendingChannel): Promise<boolean> =>
  typeof wayTo(recipientOf(await requireClient(tx, row.payer_client_id)), channel) !== 'string'

/**
 * Undoes an invoice: a text about it that still waits is not sent and its link opens nothing, all that is left of it is credited, and its
 * lines can be invoiced again. Undone twice it is credited once. @throws forbidden, invoice_not_found, credit_of_credit
 */
export async function takeBackWhole(tx: PracticeTx, actor: Actor, id: string): Promise<InvoiceRow> {
  requireMay(actor, 'seeMoney')
  await holdWriters(tx)
  const row = await rowForChange(tx, 'invoices', id, 'invoice_not_found')
  if (row.kind === 'credit') throw new AppError('credit_of_credit')
  if ((await leftOf(tx, row)).leftPence <= 0) return row
  if (await isAnyWaiting(tx, id)) {
    await dropKind(tx, actor, id, 'invoice', 'The invoice was undone.')
    await revokePaperLinks(tx, 'invoice', id)
    await keepServerColumns(tx, row, 'invoices', { sent_at: null })
  }
  await creditInvoice(tx, actor, uuidOf('invoices', id, 'undone'), id, { reason: 'Undone', chargeAgain: true })
  return rowForChange(tx, 'invoices', id, 'invoice_not_found')
}

/** The pence that no credit note gives back yet, and whether any gives back some. */
async function leftOf(tx: PracticeTx, row: InvoiceRow): Promise<{ leftPence: number; isCredited: boolean }> {
  const linesOf = ({ as_was }: InvoiceRow) => (as_was as unknown as InvoiceAsWas).lines
  const credits = await listCredits(tx, row.id)
  const leftPence = totalsOf(linesOf(row)).grossPence - totalsOf(credits.flatMap(linesOf)).grossPence
  return { leftPence, isCredited: credits.length > 0 }
}
