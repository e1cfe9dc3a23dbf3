import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { InvoiceAsWas, InvoiceLine, NewCredit } from '#features/ledger/invoices/contract.ts'
import { creditLines } from '#features/ledger/invoices/crediting.ts'
import { CREDIT_SERIES, numberOf } from '#features/ledger/invoices/rules.ts'
import { listChargesById } from '#features/ledger/invoices/server/charge-queries.ts'
import { bothSides, writeInvoice } from '#features/ledger/invoices/server/issuing.ts'
import { findFrozen, type InvoiceRow, listCredits } from '#features/ledger/invoices/server/queries.ts'
import { columnsOf, toCharge } from '#features/ledger/invoices/server/wire.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { inBatch } from '#platform/server/database/in-batch.ts'
import { findRow, insertRow, rowForChange } from '#platform/server/database/rows.ts'

/**
 * Issues a credit note to an invoice: an amount with its share of the VAT, some of its lines, or all that is left. The invoice stays as it
 * is, and together its credits are never above it.
 * @throws forbidden, invoice_not_found, credit_of_credit, credit_too_much, bad_request, id_taken
 */
export async function creditInvoice(tx: PracticeTx, actor: Actor, id: string, invoiceId: string, input: NewCredit): Promise<InvoiceRow> {
  requireMay(actor, 'seeMoney')
  if (input.amountPence !== undefined && (input.chargeIds || input.chargeAgain))
    throw new AppError('bad_request', { fields: ['amountPence'] }, 'Credit an amount or lines, not both.')
  const invoice = await rowForChange(tx, 'invoices', invoiceId, 'invoice_not_found')
  if (invoice.kind === 'credit') throw new AppError('credit_of_credit')
  if (await findRow(tx, 'invoices', id)) throw new AppError('id_taken')
  const today = dayOf(currentTime(), actor.zone)
  const credited = (await listCredits(tx, invoiceId)).flatMap((row) => asWasOf(row).lines)
  const wanted = { ...input, chargeIds: input.chargeIds?.map((one) => idOf(one, 'charge_not_found')) }
  const given = creditLines(asWasOf(invoice).lines, credited, wanted, today)
  if (!given) throw new AppError('credit_too_much')
  const payer = await rowForChange(tx, 'clients', invoice.payer_client_id, 'client_not_found')
  const sides = bothSides(
    actor,
    await moneyIn(tx, actor.practiceId),
    payer,
    await findFrozen(tx, { named: [], appointmentId: null, workIds: [] }),
  )
  const credit = await writeInvoice(tx, actor, id, {
    kind: 'credit',
    payerId: invoice.payer_client_id,
    series: CREDIT_SERIES,
    creditsId: invoice.id,
    appointmentId: invoice.appointment_id,
    issuedOn: today,
    dueOn: today,
    note: input.reason,
    asWas: { ...sides, visit: asWasOf(invoice).visit, creditsNumber: numberOf(invoice), lines: given },
    charges: [],
  })
  if (input.chargeAgain) await chargeAgain(tx, actor, id, given)
  return credit
}

/** Makes the credited lines again, to be corrected and invoiced again. */
async function chargeAgain(tx: PracticeTx, actor: Actor, creditId: string, lines: readonly InvoiceLine[]): Promise<void> {
  const ids = lines.flatMap(({ chargeId }) => chargeId ?? [])
  const charges = await listChargesById(tx, actor.practiceId, ids)
  const again = charges.map((row) => ({ ...toCharge(row), id: uuidOf('charges', creditId, row.id), invoiceId: null, isByHand: true }))
  await inBatch(tx, actor.practiceId, async (inner, batch) => {
    batch.know(
      'charges',
      [],
      again.map(({ id }) => id),
    )
    for (const charge of again) await insertRow(inner, actor, 'charges', charge.id, columnsOf(charge), { isPart: true })
  })
}

const asWasOf = ({ as_was }: InvoiceRow) => as_was as unknown as InvoiceAsWas
