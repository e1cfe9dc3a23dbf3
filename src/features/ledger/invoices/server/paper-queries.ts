import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

export type PaidRow = { day: Day; pence: number; method: 'cash' | 'bank-transfer' | 'card' | null; series: string; number: number }

/**
 * The payments and credit notes of an invoice, oldest first: payments by their method, credit notes by their number. `payments` comes after
 * invoices in the order of features, so this queries its tables itself.
 */
export async function listPaidRows(tx: PracticeTx, invoiceId: string): Promise<PaidRow[]> {
  const { rows } = await sql<PaidRow>`
    select coalesce(p.received_on, c.issued_on) as day, sum(a.amount_pence)::int as pence, p.method, coalesce(c.series, '') as series,
      coalesce(c.number, 0) as number
    from allocations a
    left join payments p on p.practice_id = a.practice_id and p.id = a.payment_id
    left join invoices c on c.practice_id = a.practice_id and c.id = a.credit_id
    where a.invoice_id = ${invoiceId} and a.deleted_at is null
    group by coalesce(a.payment_id, a.credit_id), p.received_on, c.issued_on, p.method, c.series, c.number
    order by day, number`.execute(tx)
  return rows
}

/** What a credit note was taken off, oldest first. */
export async function listCredited(tx: PracticeTx, creditId: string): Promise<PaidRow[]> {
  const { rows } = await sql<PaidRow>`
    select c.issued_on as day, a.amount_pence as pence, null as method, i.series, i.number
    from allocations a
    join invoices c on c.practice_id = a.practice_id and c.id = a.credit_id
    join invoices i on i.practice_id = a.practice_id and i.id = a.invoice_id
    where a.credit_id = ${creditId} and a.deleted_at is null order by i.number`.execute(tx)
  return rows
}
