import { seesMoney } from '#features/core/practice/rules.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import {
  ChargeChange as ChargeChangeShape,
  type Invoice,
  InvoiceChange as InvoiceChangeShape,
  NewCharge as NewChargeShape,
  NewInvoice as NewInvoiceShape,
} from '#features/ledger/invoices/contract.ts'
import { addCharge, changeCharge, removeCharge } from '#features/ledger/invoices/server/charges.ts'
import { issueAndSend, sendOnce, takeBackWhole } from '#features/ledger/invoices/server/finishing.ts'
import { type InvoiceRow, listInvoices, listInvoicesOf } from '#features/ledger/invoices/server/queries.ts'
import { toCharge, toInvoice } from '#features/ledger/invoices/server/wire.ts'
import { optionalId } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type InvoiceFilter = {
  clientId?: string | undefined
  appointmentId?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
  state?: 'open' | 'overdue' | 'paid' | 'credit' | undefined
}

/** Invoices and credit notes, the newest first, a page at a time. @throws forbidden for members who see no money */
export async function invoicesOf(
  tx: PracticeTx,
  actor: Actor,
  filter: InvoiceFilter,
  page: { limit: number; after?: { issuedOn: Day; id: string } | undefined },
): Promise<Invoice[]> {
  requireMay(actor, 'seeMoney')
  const clientId = optionalId(filter.clientId, 'client_not_found') ?? undefined
  const appointmentId = optionalId(filter.appointmentId, 'appointment_not_found') ?? undefined
  const today = dayOf(currentTime(), actor.zone)
  return (await listInvoices(tx, { ...filter, clientId, appointmentId }, { ...page, today })).map(toInvoice)
}

/** One invoice or credit note. @throws forbidden, invoice_not_found */
export async function requireInvoice(tx: PracticeTx, actor: Actor, id: string): Promise<InvoiceRow> {
  requireMay(actor, 'seeMoney')
  const row = await findRow(tx, 'invoices', id)
  if (!row) throw new AppError('invoice_not_found')
  return row
}

/** The invoices of a visit, in the order of their numbers. @throws forbidden */
export async function invoicesOfVisit(tx: PracticeTx, actor: Actor, appointmentId: string): Promise<Invoice[]> {
  requireMay(actor, 'seeMoney')
  return (await listInvoicesOf(tx, appointmentId)).map(toInvoice)
}

/** A work entry has one charge, so its CREATE from a second device is an update. */
export const chargeSync: SyncedEntity<'charges'> = {
  toWire: toCharge,
  isSeenBy: seesMoney,
  write: {
    newShape: NewChargeShape,
    changeShape: ChargeChangeShape,
    create: addCharge,
    update: changeCharge,
    remove: removeCharge,
  },
}

/** Issued once: nothing changes an invoice, and one that is undone is credited. */
export const invoiceSync: SyncedEntity<'invoices'> = {
  toWire: toInvoice,
  isSeenBy: seesMoney,
  write: {
    newShape: NewInvoiceShape,
    changeShape: InvoiceChangeShape,
    create: issueAndSend,
    update: sendOnce,
    remove: takeBackWhole,
  },
}
