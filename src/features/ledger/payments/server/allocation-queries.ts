import type { Open, Source, SourceAllocation } from '#features/ledger/payments/rules.ts'
import type { Day } from '#lib/dates.ts'
import { type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

// A removed payment has nothing left; it is read because it may still have allocations.
const UNALLOCATED: Prepared = {
  name: 'unsettled_sources',
  text: `
    select source.*, (
      select coalesce(json_agg(json_build_object(
        'invoiceId', a.invoice_id, 'amountPence', a.amount_pence, 'dueOn', i.due_on, 'appointmentId', i.appointment_id)), '[]'::json)
      from allocations a join invoices i on i.practice_id = a.practice_id and i.id = a.invoice_id
      where a.practice_id = $1 and (a.payment_id = source.id or a.credit_id = source.id) and a.deleted_at is null
    ) as settles
    from (
      select p.id, 'payment' as kind, p.payer_client_id as "payerId", p.received_on as "on", array_remove(array[p.invoice_id], null) as "invoiceIds",
        p.appointment_id as "appointmentId",
        case when p.deleted_at is null then p.amount_pence + coalesce((
          select sum(r.amount_pence) from payments r
          where r.practice_id = p.practice_id and r.refunds_payment_id = p.id and r.deleted_at is null and r.id <> all($3::uuid[])), 0) else 0 end
        - coalesce((
          select sum(a.amount_pence) from allocations a
          where a.practice_id = p.practice_id and a.payment_id = p.id and a.deleted_at is null), 0) as "freePence"
      from payments p where p.practice_id = $1 and p.payer_client_id = any($2::uuid[]) and p.amount_pence > 0
      union all
      select i.id, 'credit', i.payer_client_id, i.issued_on, array[i.credits_invoice_id], null, i.total_pence - i.paid_pence
      from invoices i where i.practice_id = $1 and i.payer_client_id = any($2::uuid[]) and i.kind = 'credit'
    ) source
    where "freePence" <> 0`,
}

/** Payers' unallocated money, and allocations whose money no longer exists; as if refunds of `without` were still to come. */
export const listUnallocated = (
  tx: PracticeTx,
  practiceId: string,
  payerIds: readonly string[],
  without: readonly string[],
): Promise<(Source & { settles: SourceAllocation[] })[]> => readIn(tx)(UNALLOCATED, [practiceId, [...payerIds], [...without]])

const OPEN: Prepared = {
  name: 'open_invoices_of',
  text: `select id, payer_client_id as "payerId", total_pence - paid_pence as "leftPence", due_on as "dueOn", appointment_id as "appointmentId"
    from invoices where practice_id = $1 and payer_client_id = any($2::uuid[]) and kind = 'invoice' and paid_pence < total_pence`,
}

/** Their invoices that are not all paid. */
export const listOpen = (tx: PracticeTx, practiceId: string, payerIds: readonly string[]): Promise<Open[]> =>
  readIn(tx)(OPEN, [practiceId, [...payerIds]])

const ALLOCATIONS: Prepared = {
  name: 'allocations_of',
  text: `select * from allocations
    where practice_id = $1 and (payment_id = any($2::uuid[]) or credit_id = any($2::uuid[])) and deleted_at is null`,
}

/** The current allocations of payments and credit notes. */
export const listAllocations = (tx: PracticeTx, practiceId: string, sourceIds: readonly string[]): Promise<Row<'allocations'>[]> =>
  readIn(tx)(ALLOCATIONS, [practiceId, [...sourceIds]])

const CROSSING: Prepared = {
  name: 'crossing_allocations',
  text: `select a.* from allocations a
    join invoices i on i.practice_id = a.practice_id and i.id = a.invoice_id
    left join payments p on p.practice_id = a.practice_id and p.id = a.payment_id
    left join invoices c on c.practice_id = a.practice_id and c.id = a.credit_id
    where a.practice_id = $1 and a.deleted_at is null and i.payer_client_id <> coalesce(p.payer_client_id, c.payer_client_id)
      and (i.payer_client_id = any($2::uuid[]) or coalesce(p.payer_client_id, c.payer_client_id) = any($2::uuid[]))`,
}

/** The allocations of one payer's money to another's invoices, because the two were one for a time. */
export const listCrossing = (tx: PracticeTx, practiceId: string, payerIds: readonly string[]): Promise<Row<'allocations'>[]> =>
  readIn(tx)(CROSSING, [practiceId, [...payerIds]])

const INVOICES: Prepared = { name: 'invoices_by_id', text: 'select * from invoices where practice_id = $1 and id = any($2::uuid[])' }

/** Invoices and credit notes by their ids. */
export const listInvoices = (tx: PracticeTx, practiceId: string, ids: readonly string[]): Promise<Row<'invoices'>[]> =>
  readIn(tx)(INVOICES, [practiceId, [...ids]])

const OLDEST: Prepared = {
  name: 'oldest_due_of',
  text: `select c.*, (
      select min(i.due_on) from invoices i
      where i.practice_id = c.practice_id and i.payer_client_id = c.id and i.kind = 'invoice' and i.paid_pence < i.total_pence
    ) as oldest
    from clients c where c.practice_id = $1 and c.id = any($2::uuid[])`,
}

/** Payers, each with the day their oldest unpaid invoice was due. */
export const listOldestDue = (
  tx: PracticeTx,
  practiceId: string,
  payerIds: readonly string[],
): Promise<(Row<'clients'> & { oldest: Day | null })[]> => readIn(tx)(OLDEST, [practiceId, [...payerIds]])
