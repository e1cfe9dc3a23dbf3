// Followed by: allocations, VAT by its day and the oldest debt (ledger/payments).

import { seesMoney } from '#features/core/practice/rules.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { Allocation, NewPayment, Payment, PaymentChange } from '#features/ledger/payments/contract.ts'
import { NewPayment as NewPaymentShape, PaymentChange as PaymentChangeShape } from '#features/ledger/payments/contract.ts'
import { cameByOf, lineOfRef, refundable } from '#features/ledger/payments/rules.ts'
import {
  type AllocationRow,
  findByRef,
  freeLineOf,
  listAllocationsOf,
  listPayments,
  listRefunds,
  type PaymentRow,
  takeLineBack,
} from '#features/ledger/payments/server/queries.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, findRow, holdWriters, insertRow, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { Undo } from '#platform/server/entity.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'
import { undoRemoval } from '#platform/server/undo.ts'

type PaymentsParams = {
  clientId?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
  limit: number
  after?: { receivedOn: Day; id: string } | undefined
}

/** Payments and money given back, newest first, a page at a time. @throws forbidden */
export async function paymentsPage(tx: PracticeTx, actor: Actor, params: PaymentsParams): Promise<Payment[]> {
  requireMay(actor, 'seeMoney')
  return (await listPayments(tx, params)).map(toPayment)
}

/** A payment and its allocations. @throws forbidden, payment_not_found */
export async function paymentWithAllocations(tx: PracticeTx, actor: Actor, id: string): Promise<Payment & { allocations: Allocation[] }> {
  requireMay(actor, 'seeMoney')
  const row = await requirePayment(tx, id)
  return { ...toPayment(row), allocations: (await listAllocationsOf(tx, id)).map(toAllocation) }
}

/** Set on a payment by the provider that reported it, not by a person. */
type FromProvider = { providerRef?: string }

/**
 * Records money taken, or refunded out of a payment. Its allocations follow from it (`allocationFollower`).
 * @throws forbidden, bad_request, client_not_found, invoice_not_found, appointment_not_found, payment_not_found, refund_too_much,
 * refund_at_provider, not_yet, id_taken
 */
export async function takePayment(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  input: NewPayment,
  { providerRef }: FromProvider = {},
): Promise<PaymentRow> {
  requireMay(actor, 'seeMoney')
  await holdWriters(tx)
  const refs = await refsOf(tx, input, providerRef)
  const receivedOn = input.receivedOn ?? dayOf(currentTime(), actor.zone)
  // A device's clock may be ahead of ours, by a day round midnight.
  if (receivedOn > addDays(dayOf(currentTime(), actor.zone), 1)) throw new AppError('not_yet', { fields: ['receivedOn'] })
  return insertRow(tx, actor, 'payments', id, {
    ...refs,
    amount_pence: input.amountPence,
    method: input.method,
    received_on: receivedOn,
    reference: noneIfBlank(input.reference) ?? null,
    provider_ref: providerRef ?? null,
    member_id: actor.memberId,
  })
}

/** Records money given back. `pence` is more than nothing. @throws what `takePayment` throws */
export async function refundPayment(
  tx: PracticeTx,
  actor: Actor,
  paymentId: string,
  refund: {
    id: string
    pence: number
    method?: Payment['method'] | undefined
    receivedOn?: Day | undefined
    reference?: string | null | undefined
  },
): Promise<PaymentRow> {
  const { id, pence, method, receivedOn, reference } = refund
  const of = await requirePayment(tx, paymentId)
  const changes = { ...(receivedOn && { receivedOn }), ...(reference !== undefined && { reference }) }
  return takePayment(tx, actor, id, { ...changes, amountPence: -pence, method: method ?? of.method, refundsPaymentId: of.id })
}

/**
 * Corrects how, when or under which reference a payment came; of one that a provider reported, the reference alone.
 * @throws forbidden, payment_not_found, payment_from_provider, refund_too_much, conflict
 */
export async function changePayment(tx: PracticeTx, actor: Actor, id: string, input: PaymentChange, baseRev?: number): Promise<PaymentRow> {
  requireMay(actor, 'seeMoney')
  const before = await rowForChange(tx, 'payments', id, 'payment_not_found')
  if (before.deleted_at && baseRev === undefined) throw new AppError('payment_not_found')
  if (before.provider_ref !== null && (input.method !== undefined || input.receivedOn !== undefined))
    throw new AppError('payment_from_provider')
  const columns = { method: input.method, received_on: input.receivedOn, reference: noneIfBlank(input.reference) }
  const after = await updateRow(tx, actor, before, 'payments', columns, { baseRev })
  // A restored refund: the money it was refunded from may have gone since.
  if (after.refunds_payment_id) await requireRefundable(tx, after.refunds_payment_id, 0)
  return after
}

/**
 * Removes a payment recorded by mistake: what it paid is owed again, and the statement line it came from is open again.
 * @throws forbidden, payment_not_found, payment_from_provider, payment_has_refunds, conflict
 */
export async function removePayment(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<PaymentRow> {
  requireMay(actor, 'seeMoney')
  const before = await rowForChange(tx, 'payments', id, 'payment_not_found')
  if (before.deleted_at) {
    if (baseRev === undefined) throw new AppError('payment_not_found')
    return before
  }
  if (cameByOf(before.provider_ref) === 'card') throw new AppError('payment_from_provider')
  if ((await listRefunds(tx, id)).length > 0) throw new AppError('payment_has_refunds')
  const gone = await deleteRow(tx, actor, before, 'payments', { baseRev })
  await freeLineOf(tx, id)
  return gone
}

/**
 * Restores a removed payment, together with the statement line it came from. @throws changed_since when the line has another state by now
 */
export const undoPaymentRemoval: Undo = async (tx, actor, done) => {
  const ref = done.before?.provider_ref
  if (typeof ref === 'string' && (await findByRef(tx, ref))) throw new AppError('changed_since')
  await undoRemoval(tx, actor, done)
  const lineId = typeof ref === 'string' && lineOfRef(ref)
  if (lineId && !(await takeLineBack(tx, lineId, done.entity_id))) throw new AppError('changed_since')
}

/** @throws payment_not_found when there is none, or no longer. */
export async function requirePayment(tx: PracticeTx, id: string): Promise<PaymentRow> {
  const row = await findRow(tx, 'payments', id)
  if (!row || row.deleted_at) throw new AppError('payment_not_found')
  return row
}

/** A row as it goes over the wire. */
export const toPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  payerClientId: row.payer_client_id,
  amountPence: row.amount_pence,
  method: row.method,
  receivedOn: row.received_on,
  reference: row.reference,
  refundsPaymentId: row.refunds_payment_id,
  appointmentId: row.appointment_id,
  invoiceId: row.invoice_id,
  memberId: row.member_id,
  cameBy: cameByOf(row.provider_ref),
})

const toAllocation = (row: AllocationRow): Allocation => ({
  id: row.id,
  paymentId: row.payment_id,
  creditId: row.credit_id,
  invoiceId: row.invoice_id,
  amountPence: row.amount_pence,
})

export const paymentSync: SyncedEntity<'payments'> = {
  toWire: toPayment,
  isSeenBy: seesMoney,
  write: { newShape: NewPaymentShape, changeShape: PaymentChangeShape, create: takePayment, update: changePayment, remove: removePayment },
}

/** The server's alone: devices only read them. */
export const allocationSync: SyncedEntity<'allocations'> = { toWire: toAllocation, isSeenBy: seesMoney }

/** What a payment names, each of this practice and of the same payer. */
async function refsOf(tx: PracticeTx, input: NewPayment, providerRef: string | undefined) {
  const isRefund = input.amountPence < 0
  const refundsId = optionalId(input.refundsPaymentId ?? null, 'payment_not_found')
  if (input.amountPence === 0 || isRefund !== (refundsId !== null))
    throw new AppError('bad_request', { fields: ['amountPence'] }, 'Say how much was paid. To refund money, name the payment.')
  const refunded = refundsId === null ? undefined : await requireRefundable(tx, refundsId, -input.amountPence)
  if (refunded && cameByOf(refunded.provider_ref) === 'card' && input.method === 'card' && providerRef === undefined)
    throw new AppError('refund_at_provider')
  const invoice = await invoiceOf(tx, optionalId(input.invoiceId ?? null, 'invoice_not_found'))
  const named = input.payerClientId === undefined ? undefined : idOf(input.payerClientId, 'client_not_found')
  const payerId = refunded?.payer_client_id ?? invoice?.payer_client_id ?? named
  if (!payerId || (named !== undefined && named !== payerId))
    throw new AppError('bad_request', { fields: ['payerClientId'] }, 'Say who paid.')
  // A client who has been removed since may still pay what they owe.
  if (!refunded && !invoice) await requireClient(tx, payerId)
  const appointmentId = optionalId(input.appointmentId ?? null, 'appointment_not_found')
  if (appointmentId && !(await findRow(tx, 'appointments', appointmentId))) throw new AppError('appointment_not_found')
  return { payer_client_id: payerId, refunds_payment_id: refundsId, invoice_id: invoice?.id ?? null, appointment_id: appointmentId }
}

async function invoiceOf(tx: PracticeTx, id: string | null) {
  if (id === null) return undefined
  const invoice = await findRow(tx, 'invoices', id)
  if (invoice?.kind !== 'invoice') throw new AppError('invoice_not_found')
  return invoice
}

/** The payment, when so much of it can be given back. @throws payment_not_found, refund_too_much */
async function requireRefundable(tx: PracticeTx, id: string, pence: number): Promise<PaymentRow> {
  const payment = await requirePayment(tx, id)
  const refunds = await listRefunds(tx, id)
  if (payment.amount_pence < 0 || refundable(toPayment(payment), refunds.map(toPayment)) < pence) throw new AppError('refund_too_much')
  return payment
}
