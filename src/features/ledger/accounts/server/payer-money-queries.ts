import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** How many paid invoices and credit notes a payer sees at once; their statement has all. */
const MOST_LISTED = 60

type PaperRow = {
  id: string
  kind: 'invoice' | 'credit'
  series: string
  number: number
  issuedOn: Day
  dueOn: Day
  totalPence: number
  leftPence: number
}
const PAPER = sql`id, kind, series, number, issued_on as "issuedOn", due_on as "dueOn", total_pence as "totalPence",
  total_pence - paid_pence as "leftPence"`

/** A payer's invoices with something left to pay, the oldest first. */
export const listOpen = async (tx: PracticeTx, payerId: string): Promise<PaperRow[]> =>
  (
    await sql<PaperRow>`select ${PAPER} from invoices
      where payer_client_id = ${payerId} and kind = 'invoice' and paid_pence < total_pence order by due_on, number`.execute(tx)
  ).rows

/** The latest of a payer's other invoices, and their credit notes, the newest first. */
export const listSettled = async (tx: PracticeTx, payerId: string): Promise<PaperRow[]> =>
  (
    await sql<PaperRow>`select ${PAPER} from invoices
      where payer_client_id = ${payerId} and (kind = 'credit' or paid_pence >= total_pence)
      order by issued_on desc, number desc, id limit ${MOST_LISTED}`.execute(tx)
  ).rows

type MadeRow = {
  id: string
  receivedOn: Day
  pence: number
  method: 'cash' | 'bank-transfer' | 'card'
  paid: { series: string; number: number }[]
}

/** The latest of a payer's payments and refunds, the newest first, with the invoices they paid. */
export const listMade = async (tx: PracticeTx, payerId: string): Promise<MadeRow[]> =>
  (
    await sql<MadeRow>`
      select p.id, p.received_on as "receivedOn", p.amount_pence as pence, p.method, coalesce((
        select jsonb_agg(distinct jsonb_build_object('series', i.series, 'number', i.number))
        from allocations a join invoices i on i.practice_id = a.practice_id and i.id = a.invoice_id
        where a.practice_id = p.practice_id and a.payment_id = p.id and a.deleted_at is null), '[]') as paid
      from payments p where p.payer_client_id = ${payerId} and p.deleted_at is null
      order by p.received_on desc, p.id desc limit ${MOST_LISTED}`.execute(tx)
  ).rows
