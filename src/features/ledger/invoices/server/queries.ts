import { sql } from 'kysely'
import type { InvoiceAsWas } from '#features/ledger/invoices/contract.ts'
import type { ChargeRow } from '#features/ledger/invoices/server/charge-queries.ts'
import type { Setup } from '#features/visits/work/feet.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

export type InvoiceRow = Row<'invoices'>

type Page<C> = { limit: number; after?: C | undefined }
type ChargesParams = { toInvoice: boolean; clientId?: string | undefined; appointmentId?: string | undefined }

/**
 * Lines a page at a time: uninvoiced ones the oldest first, else all the newest first. A client's lines are those of their horses and those
 * they pay.
 */
export function listCharges(tx: PracticeTx, params: ChargesParams, page: Page<{ chargedOn: Day; id: string }>): Promise<ChargeRow[]> {
  const { toInvoice, clientId, appointmentId } = params
  const direction = toInvoice ? 'asc' : 'desc'
  let query = tx.selectFrom('charges').selectAll().where('deleted_at', 'is', null)
  if (toInvoice) query = query.where('invoice_id', 'is', null)
  if (clientId) query = query.where((eb) => eb.or([eb('client_id', '=', clientId), eb('payer_client_id', '=', clientId)]))
  if (appointmentId) query = query.where('appointment_id', '=', appointmentId)
  const { after } = page
  if (after) query = query.where((eb) => eb(eb.refTuple('charged_on', 'id'), toInvoice ? '>' : '<', eb.tuple(after.chargedOn, after.id)))
  return query.orderBy('charged_on', direction).orderBy('id', direction).limit(page.limit).execute()
}

/** A payer's uninvoiced lines. */
export type ToInvoice = {
  payerClientId?: string | undefined
  appointmentId?: string | undefined
  ownerId?: string | undefined
  ids?: readonly string[] | undefined
}

/** Lines still to be invoiced: of a payer, a visit, an owner, or named. */
export function listToInvoice(tx: PracticeTx, { payerClientId, appointmentId, ownerId, ids }: ToInvoice): Promise<ChargeRow[]> {
  let query = tx.selectFrom('charges').selectAll().where('invoice_id', 'is', null).where('deleted_at', 'is', null)
  if (payerClientId) query = query.where('payer_client_id', '=', payerClientId)
  if (appointmentId) query = query.where('appointment_id', '=', appointmentId)
  if (ownerId) query = query.where('client_id', '=', ownerId)
  if (ids) query = query.where('id', 'in', [...ids])
  return query.execute()
}

type InvoicesParams = {
  clientId?: string | undefined
  appointmentId?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
  state?: 'open' | 'overdue' | 'paid' | 'credit' | undefined
}

/** Invoices and credit notes, the newest first, a page at a time. */
export function listInvoices(
  tx: PracticeTx,
  { clientId, appointmentId, from, to, state }: InvoicesParams,
  { today, limit, after }: Page<{ issuedOn: Day; id: string }> & { today: Day },
): Promise<InvoiceRow[]> {
  let query = tx.selectFrom('invoices').selectAll()
  if (clientId) query = query.where('payer_client_id', '=', clientId)
  if (appointmentId) query = query.where('appointment_id', '=', appointmentId)
  if (from) query = query.where('issued_on', '>=', from)
  if (to) query = query.where('issued_on', '<=', to)
  if (state) query = query.where('kind', '=', state === 'credit' ? 'credit' : 'invoice')
  if (state === 'paid') query = query.whereRef('paid_pence', '>=', 'total_pence')
  if (state === 'open' || state === 'overdue') query = query.whereRef('paid_pence', '<', 'total_pence')
  if (state === 'overdue') query = query.where('due_on', '<', today)
  if (after) query = query.where((eb) => eb(eb.refTuple('issued_on', 'id'), '<', eb.tuple(after.issuedOn, after.id)))
  return query.orderBy('issued_on', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** The credit notes of an invoice. */
export const listCredits = (tx: PracticeTx, invoiceId: string): Promise<InvoiceRow[]> =>
  tx.selectFrom('invoices').selectAll().where('credits_invoice_id', '=', invoiceId).orderBy('number').execute()

/** Invoices of a visit, in the order of their numbers. */
export const listInvoicesOf = (tx: PracticeTx, appointmentId: string): Promise<InvoiceRow[]> =>
  tx
    .selectFrom('invoices')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .where('kind', '=', 'invoice')
    .orderBy('series')
    .orderBy('number')
    .execute()

/** Takes the next number of a series. Its row stays locked until the transaction ends, and goes back with it: no number is left out or given twice. */
export async function nextNumber(tx: PracticeTx, practiceId: string, series: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into invoice_counters as c (practice_id, series, next) values (${practiceId}, ${series}, 2)
    on conflict (practice_id, series) do update set next = c.next + 1
    returning next - 1 as number`.execute(tx)
  return rows[0]?.number ?? 1
}

/** The values that an invoice freezes, besides its lines. */
export type Frozen = {
  frcNumber: string | null
  names: Record<string, string>
  visit: InvoiceAsWas['visit']
  /** The feet of work entries, by their ids. */
  setups: Record<string, Setup>
}
type ToFreeze = { named: readonly string[]; appointmentId: string | null; workIds: readonly string[] }

/** The practice's number of the council, what horses and owners are called, the visit where it is of one, and the feet of the work. */
export async function findFrozen(tx: PracticeTx, { named, appointmentId, workIds }: ToFreeze): Promise<Frozen> {
  const { rows } = await sql<Frozen>`
    select practice_frc() as "frcNumber",
      (select coalesce(json_object_agg(id, name), '{}'::json) from (
        select id, name from horses where id = any(${[...named]}::uuid[]) union all
        select id, name from clients where id = any(${[...named]}::uuid[])) each) as names,
      (select json_build_object('onDay', on_day, 'location', location, 'title', title) from appointments where id = ${appointmentId}) as visit,
      (select coalesce(json_object_agg(id, setup), '{}'::json) from work_entries
        where id = any(${[...workIds]}::uuid[]) and setup is not null) as setups`.execute(tx)
  return rows[0] ?? { frcNumber: null, names: {}, visit: null, setups: {} }
}
