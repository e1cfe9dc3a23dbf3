import { type RawBuilder, sql } from 'kysely'
import type { ChargeKind } from '#features/ledger/invoices/contract.ts'
import { NUMBER_SQL } from '#features/ledger/invoices/server/number-sql.ts'
import { EXTRA_KINDS } from '#features/ledger/payments/rules.ts'
import type { Fact } from '#features/office/reports/contract.ts'
import { lineSql } from '#features/office/reports/server/line-sql.ts'
import { inDays, isThe, type Recipe, type ReportParams } from '#features/office/reports/server/params.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

export type RevenueKind = ChargeKind | 'credit'

/** A line's day, sums and kind; `filter` selects lines, with `c` as the alias of their table. */
type RevenueLine = {
  onDay: Day
  client: string
  horse: string | null
  what: string
  kind: RevenueKind
  quantity: number
  net: number
  vat: number
  gross: number
  invoice: string | null
}

/** Groups of the kinds of lines, for rows and sums. */
const GROUPS: readonly { label: string; kinds: readonly RevenueKind[] }[] = [
  { label: 'Work', kinds: ['work'] },
  { label: 'Call-outs', kinds: ['call-out'] },
  { label: 'Mileage', kinds: ['mileage'] },
  { label: 'Pads, studs and extras', kinds: ['extra'] },
  { label: 'Discounts', kinds: ['discount'] },
  { label: 'Fees and interest', kinds: EXTRA_KINDS },
  { label: 'Credit notes', kinds: ['credit'] },
]
/** The label of a kind of line. */
export const groupOf = (kind: RevenueKind): string => GROUPS.find(({ kinds }) => kinds.includes(kind))?.label ?? 'Other'

/**
 * Charges of the days, by the day of the work, and the credit notes of these days. A credit note belongs to an invoice, not to a
 * horse, so a report of one horse includes none.
 */
export const revenueSummary: Recipe<RevenueLine> = {
  columns: [
    { key: 'onDay', head: 'Date', kind: 'day' },
    { key: 'client', head: 'Client', kind: 'text' },
    { key: 'horse', head: 'Horse', kind: 'text' },
    { key: 'what', head: 'Description', kind: 'text' },
    { key: 'kind', head: 'Kind', kind: 'text' },
    { key: 'quantity', head: 'Quantity', kind: 'count' },
    { key: 'net', head: 'Before VAT', kind: 'money' },
    { key: 'vat', head: 'VAT', kind: 'money' },
    { key: 'gross', head: 'Total', kind: 'money' },
    { key: 'invoice', head: 'Invoice', kind: 'text' },
  ],
  rows: (params) => sql<RevenueLine>`
    select r."onDay", p.name as client, h.name as horse, r.what, r.kind, r.quantity, r.net, r.vat, r.gross, r.invoice
    from (${revenueLines(params)}) r join clients p on p.id = r.payer left join horses h on h.id = r."horseId"
    order by r."onDay", r.id`,
  cells: (row) => [
    row.onDay,
    row.client,
    row.horse,
    row.what,
    groupOf(row.kind),
    row.quantity,
    row.net,
    row.vat,
    row.gross,
    row.invoice ?? 'Not invoiced yet',
  ],
}

/** Lines and credits of the days, credits negative. Whole pence. */
export function revenueLines(params: ReportParams): RawBuilder<object> {
  const { net, vat, gross } = lineSql('c')
  const credits = sql`
    union all
    select i.id, i.issued_on, i.payer_client_id, null, null, 'Credit note ' || (${NUMBER_SQL}), 'credit', 1, -i.net_pence, -i.vat_pence, -i.total_pence, ${NUMBER_SQL}
    from invoices i where i.kind = 'credit' and ${inDays('i.issued_on', params)} and ${isThe('i.payer_client_id', params.clientId)}`
  return sql`
    select c.id, c.charged_on as "onDay", c.payer_client_id as payer, c.horse_id as "horseId", c.work_entry_id as "workId", c.description as what, c.kind, c.quantity,
      ${net} as net, ${vat} as vat, ${gross} as gross, ${NUMBER_SQL} as invoice
    from charges c left join invoices i on i.practice_id = c.practice_id and i.id = c.invoice_id
    where c.deleted_at is null and ${inDays('c.charged_on', params)}
      and ${isThe('c.payer_client_id', params.clientId)} and ${isThe('c.horse_id', params.horseId)}
    ${params.horseId ? sql`` : credits}`
}

type Sums = { net: number; vat: number; gross: number }

/**
 * The sums at the top: charges group by group, then the invoices of these days and their status. Each total is the sum of the lines
 * before it.
 */
export async function revenueFacts(tx: PracticeTx, params: ReportParams): Promise<Fact[]> {
  const { rows } = await sql<Sums & { kind: RevenueKind }>`
    select kind, sum(net)::bigint as net, sum(vat)::bigint as vat, sum(gross)::bigint as gross from (${revenueLines(params)}) r group by kind`.execute(
    tx,
  )
  const sum = (of: keyof Sums, kinds?: readonly RevenueKind[]) =>
    rows.filter(({ kind }) => kinds?.includes(kind) ?? true).reduce((so, row) => so + row[of], 0)
  const groups = GROUPS.flatMap(({ label, kinds }) =>
    rows.some(({ kind }) => kinds.includes(kind)) ? [money(label, sum('net', kinds))] : [],
  )
  const vat = sum('vat')
  const charged =
    vat === 0
      ? [money('Total', sum('net'), true)]
      : [money('Before VAT', sum('net'), true), money('VAT', vat), money('Total', sum('gross'), true)]
  return [...groups, ...charged, ...(params.horseId ? [] : await invoicedFacts(tx, params))]
}

async function invoicedFacts(tx: PracticeTx, params: ReportParams): Promise<Fact[]> {
  const { rows } = await sql<{ invoiced: number; settled: number }>`
    select coalesce(sum(total_pence), 0)::bigint as invoiced, coalesce(sum(paid_pence), 0)::bigint as settled from invoices
    where kind = 'invoice' and ${inDays('issued_on', params)} and ${isThe('payer_client_id', params.clientId)}`.execute(tx)
  const { invoiced = 0, settled = 0 } = rows[0] ?? {}
  return [money('Invoiced', invoiced), money('Paid or credited', -settled), money('Owed', invoiced - settled, true)]
}

const money = (label: string, value: number, isTotal = false): Fact => ({ label, kind: 'money', value, isTotal })
