import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, type Row } from '#platform/server/database/rows.ts'

export type PaymentRow = Row<'payments'>
export type AllocationRow = Row<'allocations'>

type PaymentsParams = {
  clientId?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
  limit: number
  after?: { receivedOn: Day; id: string } | undefined
}

/** Current payments and refunds, the latest day first; `after` is the last of the page before. */
export function listPayments(tx: PracticeTx, { clientId, from, to, limit, after }: PaymentsParams): Promise<PaymentRow[]> {
  let query = tx
    .selectFrom('payments')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('received_on', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (clientId) query = query.where('payer_client_id', '=', clientId)
  if (from) query = query.where('received_on', '>=', from)
  if (to) query = query.where('received_on', '<=', to)
  if (after) query = query.where((eb) => eb(eb.refTuple('received_on', 'id'), '<', eb.tuple(after.receivedOn, after.id)))
  return query.execute()
}

/** The allocations of a payment. */
export const listAllocationsOf = (tx: PracticeTx, paymentId: string): Promise<AllocationRow[]> =>
  tx.selectFrom('allocations').selectAll().where('payment_id', '=', paymentId).where('deleted_at', 'is', null).orderBy('id').execute()

/** What was given back of a payment. */
export const listRefunds = (tx: PracticeTx, paymentId: string): Promise<PaymentRow[]> =>
  tx.selectFrom('payments').selectAll().where('refunds_payment_id', '=', paymentId).where('deleted_at', 'is', null).execute()

/** The payment that a provider, or a line of a statement, reported. */
export const findByRef = (tx: PracticeTx, providerRef: string): Promise<PaymentRow | undefined> =>
  tx.selectFrom('payments').selectAll().where('provider_ref', '=', providerRef).where('deleted_at', 'is', null).executeTakeFirst()

/** Notes the page where an invoice is paid by card; false when another was made since `before`. */
export async function keepCheckout(
  tx: PracticeTx,
  invoiceId: string,
  { before, page }: { before: string | null; page: { id: string; account: string } },
): Promise<boolean> {
  // Allocation reads invoices whole and writes them back whole: in between it would undo this.
  await holdWriters(tx)
  const { numUpdatedRows } = await tx
    .updateTable('invoices')
    .set({ checkout_session: page.id, checkout_account: page.account })
    .where('id', '=', invoiceId)
    .where((eb) => eb.or([eb('checkout_session', 'is not distinct from', before), eb('checkout_session', '=', page.id)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The pages where invoices of a payer were to be paid, as far as they are known. */
export async function listCheckouts(tx: PracticeTx, payerId: string): Promise<{ id: string; account: string }[]> {
  const { rows } = await sql<{ id: string; account: string }>`
    select checkout_session as id, checkout_account as account from invoices
    where payer_client_id = ${payerId} and checkout_session is not null and checkout_account is not null order by issued_on`.execute(tx)
  return rows
}

/** Forgets a page that can no longer be paid, though the provider shows it as paid. Its id still distinguishes the next from it. */
export const forgetCheckout = async (tx: PracticeTx, invoiceId: string, sessionId: string): Promise<void> => {
  await tx
    .updateTable('invoices')
    .set({ checkout_account: null })
    .where('id', '=', invoiceId)
    .where('checkout_session', '=', sessionId)
    .execute()
}

/** Opens the line of a statement again whose payment goes. */
export const freeLineOf = async (tx: PracticeTx, paymentId: string): Promise<void> => {
  await tx.updateTable('bank_lines').set({ state: 'new', payment_id: null }).where('payment_id', '=', paymentId).execute()
}

/** Gives a line of a statement its payment back; false when something else was made of it since. */
export async function takeLineBack(tx: PracticeTx, lineId: string, paymentId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bank_lines')
    .set({ state: 'matched', payment_id: paymentId })
    .where('id', '=', lineId)
    .where('state', '=', 'new')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
