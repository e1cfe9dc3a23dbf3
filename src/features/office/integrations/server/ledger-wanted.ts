import { sql } from 'kysely'
import type { FarLine, FarPayer } from '#connectors/kit/ledger.ts'
import type { InvoiceAsWas } from '#features/ledger/invoices/contract.ts'
import { numberOf } from '#features/ledger/invoices/rules.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/* What should be in the books there, and is not yet. What was issued is never changed, so what is there needs no other look. */

/** An invoice or a credit note to go. `payerFarId`: its payer's id there, once they are there; `creditsFarId`: that of the invoice it credits. */
export type WantedPaper = {
  id: string
  kind: 'invoice' | 'credit'
  number: string
  payerId: string
  payerName: string
  payerFarId: string | null
  creditsFarId: string | null
  issuedOn: Day
  dueOn: Day
  asWas: InvoiceAsWas
  netPence: number
  vatPence: number
  totalPence: number
}

type PaperRow = Omit<WantedPaper, 'number'> & { series: string; figures: number }
type Which = { connectionId: string; from: Day; limit: number }

/**
 * Invoices and credit notes issued from a day on that are not there yet: the oldest first, credit notes behind their invoices. `ready`: those of this
 * kind alone whose payer is there.
 */
export async function wantedPapers(
  tx: PracticeTx,
  { connectionId, from, limit }: Which,
  ready?: 'invoice' | 'credit',
): Promise<WantedPaper[]> {
  const { rows } = await sql<PaperRow>`
    select i.id, i.kind, i.series, i.number as figures, i.payer_client_id as "payerId", c.name as "payerName", payer.remote_id as "payerFarId",
      credited.remote_id as "creditsFarId", i.issued_on as "issuedOn", i.due_on as "dueOn", i.as_was as "asWas", i.net_pence as "netPence",
      i.vat_pence as "vatPence", i.total_pence as "totalPence"
    from invoices i
    join clients c on c.practice_id = i.practice_id and c.id = i.payer_client_id
    left join connection_items known on known.practice_id = i.practice_id and known.connection_id = ${connectionId} and known.subject_id = i.id
    left join connection_items payer on payer.practice_id = i.practice_id and payer.connection_id = ${connectionId}
      and payer.subject_id = i.payer_client_id
    left join connection_items credited on credited.practice_id = i.practice_id and credited.connection_id = ${connectionId}
      and credited.subject_id = i.credits_invoice_id and credited.state = 'sent'
    where i.issued_on >= ${from} and (known.state is null or known.state = 'sending')
      ${ready ? sql`and i.kind = ${ready} and payer.remote_id is not null` : sql``}
    order by i.kind desc, i.issued_on, i.series, i.number limit ${limit}`.execute(tx)
  return rows.map(({ series, figures, ...row }) => ({ ...row, number: numberOf({ series, number: figures }) ?? '' }))
}

/** How many invoices and credit notes were issued from a day on, and what invoices come to. */
export async function countPapers(tx: PracticeTx, from: Day): Promise<{ invoices: number; credits: number; pence: number }> {
  const { rows } = await sql<{ invoices: number; credits: number; pence: number }>`
    select count(*) filter (where kind = 'invoice')::int as invoices, count(*) filter (where kind = 'credit')::int as credits,
      coalesce(sum(total_pence) filter (where kind = 'invoice'), 0)::float8 as pence
    from invoices where issued_on >= ${from}`.execute(tx)
  return rows[0] ?? { invoices: 0, credits: 0, pence: 0 }
}

/** The lines of a paper as the books have them. Horses are named as on the invoice. */
export const linesOf = ({ lines }: InvoiceAsWas): FarLine[] =>
  lines.map(({ description, horseName, quantity, netPence, vatPence, grossPence, vatRateBp }) => ({
    description: [description, horseName].filter(Boolean).join(', '),
    ...{ quantity, netPence, vatPence, grossPence, vatRateBp },
  }))

/** A payer to go there, or to be changed there. `hash`: of their details. */
export type WantedPayer = FarPayer & { hash: string; farId: string | null }

/* Of the details that go there, as they are on record now. */
const DETAILS = sql`md5(jsonb_build_array(c.name, c.business_name, c.email, c.address, c.postcode)::text)`

/** Payers of papers that wait, and those whose details have changed since they were sent, or refused. */
export async function wantedPayers(tx: PracticeTx, { connectionId, from, limit }: Which): Promise<WantedPayer[]> {
  const { rows } = await sql<WantedPayer>`
    select c.id as uid, c.name, c.business_name as "businessName", c.email, c.address, c.postcode, ${DETAILS} as hash, known.remote_id as "farId"
    from clients c
    left join connection_items known on known.practice_id = c.practice_id and known.connection_id = ${connectionId} and known.subject_id = c.id
    where (known.state = 'sending' or (known.state in ('sent', 'parked') and known.sent_hash is distinct from ${DETAILS})
      or (known.state is null and exists (
        select from invoices i
        left join connection_items gone on gone.practice_id = i.practice_id and gone.connection_id = ${connectionId} and gone.subject_id = i.id
        where i.practice_id = c.practice_id and i.payer_client_id = c.id and i.issued_on >= ${from}
          and (gone.state is null or gone.state = 'sending'))))
    order by c.id limit ${limit}`.execute(tx)
  return rows
}

/** Payers who were erased here, whose details are still there. */
export const erasedPayers = (tx: PracticeTx, connectionId: string): Promise<{ subjectId: string; remoteId: string | null }[]> =>
  tx
    .selectFrom('connection_items')
    .select(['subject_id as subjectId', 'remote_id as remoteId'])
    .where('connection_id', '=', connectionId)
    .where('kind', '=', 'payer')
    .where('state', '=', 'erased')
    .execute()

/** Money of a payment for one invoice. `sentPence`: what of it is there; null: nothing yet. */
export type WantedReceipt = {
  id: string
  farId: string | null
  farBillId: string
  number: string
  pence: number
  onDay: Day
  sentPence: number | null
}

/* The one id of a payment's part for an invoice, however often it is allocated again. */
const RECEIPT_ID = sql`md5(concat('receipt', a.payment_id, a.invoice_id))::uuid`

/**
 * What of payments is for invoices that are there: `new`: not sent yet; `changed`: another sum than what was sent of it. What was seen paid there is
 * there already.
 */
export async function wantedReceipts(
  tx: PracticeTx,
  { connectionId, limit }: Omit<Which, 'from'>,
  which: 'new' | 'changed',
): Promise<WantedReceipt[]> {
  const isWanted =
    which === 'new'
      ? sql`(known.state is null or known.state = 'sending')`
      : sql`known.state = 'sent' and known.sent_pence is distinct from paid.pence`
  const { rows } = await sql<Omit<WantedReceipt, 'number'> & { series: string; figures: number }>`
    select paid.id, paid."farBillId", paid.series, paid.figures, paid.pence, paid."onDay", known.sent_pence as "sentPence",
      known.remote_id as "farId"
    from (
      select ${RECEIPT_ID} as id, a.practice_id, bill.remote_id as "farBillId", i.series, i.number as figures, sum(a.amount_pence)::int as pence,
        p.received_on as "onDay"
      from allocations a
      join payments p on p.practice_id = a.practice_id and p.id = a.payment_id and p.deleted_at is null
      join invoices i on i.practice_id = a.practice_id and i.id = a.invoice_id
      join connection_items bill on bill.practice_id = a.practice_id and bill.connection_id = ${connectionId} and bill.subject_id = a.invoice_id
        and bill.state = 'sent' and bill.remote_id is not null
      where a.deleted_at is null and not exists (
        select from bank_lines l where l.practice_id = p.practice_id and l.payment_id = p.id and l.source = 'accounting'
          and l.import_id = ${connectionId})
      group by a.practice_id, a.payment_id, a.invoice_id, bill.remote_id, i.series, i.number, p.received_on
    ) paid
    left join connection_items known on known.practice_id = paid.practice_id and known.connection_id = ${connectionId} and known.subject_id = paid.id
    where ${isWanted} order by paid."onDay", paid.id limit ${limit}`.execute(tx)
  return rows.map(({ series, figures, ...row }) => ({ ...row, number: numberOf({ series, number: figures }) ?? '' }))
}

/** Payments that went there and are for no invoice here any more. */
export async function withdrawnReceipts(
  tx: PracticeTx,
  connectionId: string,
): Promise<{ id: string; remoteId: string | null; sentPence: number }[]> {
  const { rows } = await sql<{ id: string; remoteId: string | null; sentPence: number }>`
    select known.subject_id as id, known.remote_id as "remoteId", known.sent_pence as "sentPence" from connection_items known
    where known.connection_id = ${connectionId} and known.kind = 'receipt' and known.state = 'sent' and not exists (
      select from allocations a where a.practice_id = known.practice_id and a.deleted_at is null and ${RECEIPT_ID} = known.subject_id)`.execute(
    tx,
  )
  return rows
}
