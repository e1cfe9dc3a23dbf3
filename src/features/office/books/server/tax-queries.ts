import { sql } from 'kysely'
import { NUMBER_SQL } from '#features/ledger/invoices/server/number-sql.ts'
import { OTHER_PENCE } from '#features/ledger/payments/server/other-pence.ts'
import type { ExpenseCategory } from '#features/office/books/categories.ts'
import type { Driven } from '#features/office/books/mileage.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Periods that all begin on `from` and end on each of `ends`. */
type Spans = { from: Day; ends: readonly Day[] }

/** Income up to a day. Whole pence; `turnover` and `other` without the VAT. */
export type Income = { upTo: Day; turnover: number; other: number; vat: number }

/** A payment or an invoice as a line of income: the part for work, the part for lateness and the like, and the VAT. */
export type IncomeLine = {
  onDay: Day
  what: string
  reference: string
  name: string
  turnover: number
  other: number
  vat: number
}

// One line per event, on either basis: the sums below are sums of these. Money allocated after the day it came has a line of its own
// on the day of the allocation, which moves part of it from turnover to VAT or other income, or back, and adds up to zero.
const received = ({ from, to }: { from: Day; to: Day }) => sql`
  select p.received_on as "onDay", p.id, p.payer_client_id as client_id,
    case when p.amount_pence < 0 then 'Refund' else 'Payment' end as what, coalesce(p.reference, '') as reference,
    p.amount_pence - x.vat - x.other as turnover, x.other, x.vat
  from payments p
  cross join lateral (
    select coalesce(sum(s.vat_pence), 0) as vat, coalesce(sum(s.other_pence), 0) as other
    from income_shares s where s.practice_id = p.practice_id and s.counts_with = p.id) x
  where p.deleted_at is null and p.received_on between ${from} and ${to}
  union all
  select s.on_day, i.id, i.payer_client_id, 'Settled later', ${NUMBER_SQL}, -sum(s.vat_pence) - sum(s.other_pence), sum(s.other_pence), sum(s.vat_pence)
  from income_shares s join invoices i on i.practice_id = s.practice_id and i.id = s.invoice_id
  where s.on_day between ${from} and ${to} group by s.on_day, i.practice_id, i.id
  having sum(s.vat_pence) <> 0 or sum(s.other_pence) <> 0`

const issued = ({ from, to }: { from: Day; to: Day }) => sql`
  select i.issued_on as "onDay", i.id, i.payer_client_id as client_id,
    case i.kind when 'credit' then 'Credit note' else 'Invoice' end as what,
    ${NUMBER_SQL} as reference,
    s.sign * (i.net_pence - i.other) as turnover, s.sign * i.other as other, s.sign * i.vat_pence as vat
  from (select i.*, ${OTHER_PENCE} as other from invoices i where i.issued_on between ${from} and ${to}) i
  cross join lateral (select case i.kind when 'credit' then -1 else 1 end as sign) s`

const linesOf = (basis: 'cash' | 'accruals', span: { from: Day; to: Day }) => (basis === 'cash' ? received(span) : issued(span))

/** Income from the first day up to each end: the money received, or the invoices less their credit notes. */
export async function sumIncome(tx: PracticeTx, basis: 'cash' | 'accruals', { from, ends }: Spans): Promise<Income[]> {
  const { rows } = await sql<Income>`
    select e.up_to as "upTo", coalesce(sum(l.turnover), 0)::int as turnover, coalesce(sum(l.other), 0)::int as other,
      coalesce(sum(l.vat), 0)::int as vat
    from unnest(${[...ends]}::date[]) e(up_to)
    left join (${linesOf(basis, { from, to: ends.at(-1) ?? from })}) l on l."onDay" <= e.up_to
    group by e.up_to order by e.up_to`.execute(tx)
  return rows
}

/** The same line by line, in order of day. */
export async function listIncome(tx: PracticeTx, basis: 'cash' | 'accruals', span: { from: Day; to: Day }): Promise<IncomeLine[]> {
  const { rows } = await sql<IncomeLine>`
    select l."onDay", l.what, l.reference, c.name, l.turnover::int, l.other::int, l.vat::int
    from (${linesOf(basis, span)}) l join clients c on c.id = l.client_id order by l."onDay", l.id`.execute(tx)
  return rows
}

/** Expenses from the first day up to each end, by category; `net` without reclaimed VAT. */
export async function sumExpenses(tx: PracticeTx, { from, ends }: Spans) {
  const { rows } = await sql<{ upTo: Day; category: ExpenseCategory; net: number; vat: number }>`
    select e.up_to as "upTo", x.category, sum(x.total_pence - x.vat_pence)::int as net, sum(x.vat_pence)::int as vat
    from unnest(${[...ends]}::date[]) e(up_to)
    join expenses x on x.deleted_at is null and x.spent_on between ${from} and e.up_to
    group by e.up_to, x.category`.execute(tx)
  return rows
}

/** Each member's miles from the first day up to each end, by vehicle. */
export async function sumMiles(tx: PracticeTx, { from, ends }: Spans): Promise<(Driven & { upTo: Day })[]> {
  const { rows } = await sql<Driven & { upTo: Day }>`
    select e.up_to as "upTo", t.member_id as "memberId", t.vehicle, sum(t.miles_tenths)::int as "milesTenths"
    from unnest(${[...ends]}::date[]) e(up_to)
    join trips t on t.deleted_at is null and t.on_day between ${from} and e.up_to
    group by e.up_to, t.member_id, t.vehicle`.execute(tx)
  return rows
}

/** Taxable turnover of each month from that of `from` to that of `to`, by the day of the invoice; months without any are included. */
export async function sumTaxableByMonth(tx: PracticeTx, { from, to }: { from: Day; to: Day }): Promise<{ month: string; pence: number }[]> {
  const { rows } = await sql<{ month: string; pence: number }>`
    select to_char(m.first, 'YYYY-MM') as month, coalesce(sum(l.turnover), 0)::int as pence
    from generate_series(date_trunc('month', ${from}::date), ${to}::date, interval '1 month') m(first)
    left join (${issued({ from, to })}) l on l."onDay" >= m.first and l."onDay" < m.first + interval '1 month'
    group by m.first order by m.first`.execute(tx)
  return rows
}
