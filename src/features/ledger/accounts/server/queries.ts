import { type RawBuilder, sql } from 'kysely'
import type { DebtAges } from '#features/ledger/accounts/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** What is left of invoices, by age on a day (`ageOf`). */
const ages = (today: Day): RawBuilder<unknown> => {
  const sum = (when: string) =>
    sql`coalesce(sum(i.total_pence - i.paid_pence) filter (where ${sql.raw(when.replaceAll('late', 'days.late'))}), 0)::int`
  return sql`${sum('late <= 0')} as "notDuePence", ${sum('late between 1 and 30')} as "to30Pence",
    ${sum('late between 31 and 60')} as "to60Pence", ${sum('late between 61 and 90')} as "to90Pence", ${sum('late > 90')} as "over90Pence",
    coalesce(sum(i.total_pence - i.paid_pence), 0)::int as "owedPence",
    coalesce(sum(i.total_pence - i.paid_pence) filter (where i.due_on < ${today}), 0)::int as "overduePence",
    count(*)::int as invoices, min(i.due_on) as "oldestDueOn"`
}
const openOn = (today: Day): RawBuilder<unknown> =>
  sql`invoices i cross join lateral (select ${today}::date - i.due_on as late) days where i.kind = 'invoice' and i.paid_pence < i.total_pence`

/** The unallocated part of a payer's payments and credit notes. */
const onAccount = (payer: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  (select coalesce(sum(p.amount_pence), 0) from payments p where p.payer_client_id = ${payer} and p.deleted_at is null)
  - (select coalesce(sum(a.amount_pence), 0) from allocations a join payments p on p.practice_id = a.practice_id and p.id = a.payment_id
    where p.payer_client_id = ${payer} and p.deleted_at is null and a.deleted_at is null)
  + (select coalesce(sum(n.total_pence - n.paid_pence), 0) from invoices n where n.payer_client_id = ${payer} and n.kind = 'credit'))::int`

type Sums = DebtAges & { owedPence: number; overduePence: number; invoices: number; oldestDueOn: Day | null }
export type DebtorRow = Sums & {
  clientId: string
  clientName: string
  isBusiness: boolean
  phone: string | null
  email: string | null
  onAccountPence: number
  oldestDueOn: Day
  lastChasedAt: Date | null
}
/** Where the page before ended. */
export type DebtorCursor = { overduePence: number; owedPence: number; clientId: string }

/** The payers who owe, the most overdue first; one statement, regardless of how much they owe. */
export async function listDebtors(
  tx: PracticeTx,
  today: Day,
  page: { limit: number; after?: DebtorCursor | undefined },
): Promise<DebtorRow[]> {
  const { after, limit } = page
  const further = after
    ? sql`where (-o."overduePence", -o."owedPence", c.id) > (${-after.overduePence}, ${-after.owedPence}, ${after.clientId})`
    : sql``
  const { rows } = await sql<DebtorRow>`
    with owing as (select i.payer_client_id, ${ages(today)} from ${openOn(today)} group by i.payer_client_id),
    page as (
      select o.*, c.id as "clientId", c.name as "clientName", c.is_business as "isBusiness", c.phone_as_typed as phone, c.email
      from owing o join clients c on c.id = o.payer_client_id ${further}
      order by o."overduePence" desc, o."owedPence" desc, c.id limit ${limit})
    select d.*, ${onAccount(sql`d."clientId"`)} as "onAccountPence", (
      select max(n.created_at) from notices n
      where n.client_id = d."clientId" and n.kind = 'chaser' and n.state not in ('cancelled', 'failed', 'undelivered')) as "lastChasedAt"
    from page d order by d."overduePence" desc, d."owedPence" desc, d."clientId"`.execute(tx)
  return rows
}

/** What all payers owe together. */
export async function findTotals(tx: PracticeTx, today: Day): Promise<Sums & { debtors: number }> {
  const { rows } = await sql<Sums & { debtors: number }>`
    select ${ages(today)}, count(distinct i.payer_client_id)::int as debtors from ${openOn(today)}`.execute(tx)
  return rows[0] as Sums & { debtors: number }
}

/** One payer's debts, and money on account. */
export async function findAccount(tx: PracticeTx, clientId: string, today: Day): Promise<Sums & { onAccountPence: number }> {
  const { rows } = await sql<Sums & { onAccountPence: number }>`
    select ${ages(today)}, ${onAccount(sql`${clientId}::uuid`)} as "onAccountPence"
    from ${openOn(today)} and i.payer_client_id = ${clientId}`.execute(tx)
  return rows[0] as Sums & { onAccountPence: number }
}

export type EntryRow = {
  id: string
  day: Day
  kind: 'invoice' | 'credit' | 'payment' | 'refund'
  pence: number
  series: string | null
  number: number | null
  method: 'cash' | 'bank-transfer' | 'card' | null
  reference: string | null
}

// What it adds to what the payer owes.
const ENTRIES = (clientId: string) => sql`
  select id, issued_on as day, kind, case kind when 'invoice' then total_pence else -total_pence end as pence, series, number,
    null as method, null as reference
  from invoices where payer_client_id = ${clientId}
  union all
  select id, received_on, case when amount_pence < 0 then 'refund' else 'payment' end, -amount_pence, null, null, method, reference
  from payments where payer_client_id = ${clientId} and deleted_at is null`

/** What was invoiced, credited, paid and paid back over some days, both ends included. */
export async function listEntries(tx: PracticeTx, clientId: string, { from, to }: { from: Day; to: Day }): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`select * from (${ENTRIES(clientId)}) e where e.day between ${from} and ${to}`.execute(tx)
  return rows
}

/** What was owed before a day; below nothing: on account. */
export async function findOpening(tx: PracticeTx, clientId: string, before: Day): Promise<number> {
  const { rows } = await sql<{ pence: number }>`
    select coalesce(sum(e.pence), 0)::int as pence from (${ENTRIES(clientId)}) e where e.day < ${before}`.execute(tx)
  return rows[0]?.pence ?? 0
}

export type OverdueRow = {
  clientId: string
  invoiceId: string
  issuedOn: Day
  dueOn: Day
  leftPence: number
  series: string
  number: number
}

/** A payer's unpaid invoices, the oldest first. */
export async function listUnpaid(
  tx: PracticeTx,
  clientId: string,
  today: Day,
): Promise<Pick<OverdueRow, 'dueOn' | 'leftPence' | 'series' | 'number'>[]> {
  const { rows } = await sql<OverdueRow>`
    select i.due_on as "dueOn", i.total_pence - i.paid_pence as "leftPence", i.series, i.number
    from ${openOn(today)} and i.payer_client_id = ${clientId} order by i.due_on, i.number`.execute(tx)
  return rows
}

/**
 * Invoices past their day, the oldest of each payer first: of one payer, or of all on record. Removed or erased clients are not reminded.
 */
export async function listOverdue(tx: PracticeTx, today: Day, clientId?: string): Promise<OverdueRow[]> {
  const { rows } = await sql<OverdueRow>`
    select i.payer_client_id as "clientId", i.id as "invoiceId", i.issued_on as "issuedOn", i.due_on as "dueOn", i.total_pence - i.paid_pence as "leftPence", i.series, i.number
    from ${openOn(today)} and i.due_on < ${today} ${clientId ? sql`and i.payer_client_id = ${clientId}` : sql``}
      and exists (select from clients c where c.practice_id = i.practice_id and c.id = i.payer_client_id and c.deleted_at is null)
    order by i.payer_client_id, i.due_on, i.number`.execute(tx)
  return rows
}

/** The practices among these that may have a payer to remind, wherever their day has begun. */
export const withDebtsToChase = (among: readonly string[]): RawBuilder<unknown> =>
  sql`directory.with_debts_to_chase(${among}, ${addDays(dayOf(currentTime(), 'UTC'), 1)})`

/** For which of these events a reminder of overdue invoices was made. */
export async function findChased(tx: PracticeTx, eventIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select event_id as id from notices where event_id = any(${[...eventIds]}::uuid[]) and kind = 'chaser'`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** The practice's number at the Farriers Registration Council. */
export async function findFrcNumber(tx: PracticeTx): Promise<string | null> {
  const { rows } = await sql<{ frc: string | null }>`select practice_frc() as frc`.execute(tx)
  return rows[0]?.frc ?? null
}
