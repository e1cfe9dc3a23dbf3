import { sql } from 'kysely'
import type { ReportCharts } from '#features/office/reports/contract.ts'
import { yearBefore } from '#features/office/reports/rules.ts'
import { adherenceOf } from '#features/office/reports/server/adherence.ts'
import { HORSES_SERVED, visitsOf, workOf } from '#features/office/reports/server/counted.ts'
import { debtAges, isAccounted } from '#features/office/reports/server/figures.ts'
import { lineSql } from '#features/office/reports/server/line-sql.ts'
import { isThe, type ReportParams } from '#features/office/reports/server/params.ts'
import { groupOf, type RevenueKind, revenueLines } from '#features/office/reports/server/revenue.ts'
import { labelOf } from '#features/records/kinds/rules.ts'
import { moneyIn } from '#features/records/prices/server/money-in.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** The data of the charts of a range; `isTeam`: the plan has teams. */
export async function chartsOf(tx: PracticeTx, params: ReportParams, isTeam: boolean): Promise<ReportCharts> {
  return {
    from: params.from,
    to: params.to,
    months: params.seesMoney ? await monthsOf(tx, params) : null,
    work: await workByKind(tx, params),
    cycle: await adherenceOf(tx, params),
    visits: await visitsByMonth(tx, params),
    debtors: params.seesMoney ? (await debtAges(tx, params)).map(({ age: _, ...row }) => row) : null,
    farriers: isTeam ? await byFarrier(tx, params) : null,
  }
}

const monthsOfYear = (year: string): string[] => Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`)

async function monthsOf(tx: PracticeTx, params: ReportParams): Promise<NonNullable<ReportCharts['months']>> {
  const year = params.to.slice(0, 4)
  const whole = { ...params, from: `${year}-01-01`, to: `${year}-12-31` }
  // A past year is shown whole; another up to today, or later only if the range goes on.
  const hasCome = params.to < params.today
  const to = params.today > whole.to ? whole.to : hasCome ? params.today : params.to
  const last = { ...whole, ...yearBefore(whole) }
  const now = await revenueByMonth(tx, { ...whole, to })
  const before = (await isAccounted(tx, last)) ? await revenueByMonth(tx, last) : null
  const booked = await bookedByMonth(tx, whole)
  return monthsOfYear(year).map((month) => ({
    month,
    pence: now.get(month) ?? 0,
    beforePence: before && (before.get(`${Number(year) - 1}${month.slice(4)}`) ?? 0),
    bookedPence: booked.get(month) ?? 0,
  }))
}

const byMonth = (rows: readonly { month: string; pence: number }[]) => new Map(rows.map(({ month, pence }) => [month, pence]))

/** Revenue by month, `yyyy-MM`; a month without any is left out. */
export const revenueByMonth = async (tx: PracticeTx, params: ReportParams): Promise<Map<string, number>> =>
  byMonth(
    (
      await sql<{ month: string; pence: number }>`
        select to_char("onDay", 'YYYY-MM') as month, sum(net)::bigint as pence from (${revenueLines(params)}) r group by 1`.execute(tx)
    ).rows,
  )

/** Work booked from today on: for each horse the planned work, else its last work, at the price of the horse, its owner, the yard or the list. */
async function bookedByMonth(tx: PracticeTx, params: ReportParams): Promise<Map<string, number>> {
  const { vat } = await moneyIn(tx, params.practiceId)
  const agreed = (column: string, value: string) => sql`(
    select o.unit_pence from price_overrides o where o.practice_id = p.practice_id and o.price_item_id = p.id
      and o.deleted_at is null and o.unit_pence is not null and ${sql.ref(`o.${column}`)} = ${sql.ref(value)} limit 1)`
  const { rows } = await sql<{ month: string; pence: number }>`
    select to_char(b.on_day, 'YYYY-MM') as month, sum(${lineSql('b').net})::bigint as pence from (
      select a.on_day, 1 as quantity, ${vat.includesVat}::boolean as includes_vat, case when ${vat.isRegistered}::boolean then p.vat_rate_bp else 0 end as vat_rate_bp,
        coalesce(${agreed('horse_id', 'l.horse_id')}, ${agreed('client_id', 'l.client_id')}, ${agreed('yard_id', 'a.yard_id')}, p.unit_pence) as unit_pence
      from appointments a join visit_horses l on l.practice_id = a.practice_id and l.appointment_id = a.id
        left join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
        join price_items p on p.practice_id = a.practice_id and p.deleted_at is null
          and p.service_type = coalesce(nullif(l.planned_work, ''), h.last_service_type)
      where a.deleted_at is null and l.deleted_at is null and l.outcome is null and a.status = 'booked'
        and a.on_day between greatest(${params.from}::date, ${params.today}::date) and ${params.to}::date
        and ${isThe('l.horse_id', params.horseId)} and ${isThe('l.payer_client_id', params.clientId)}) b group by 1`.execute(tx)
  return byMonth(rows)
}

/** Work of the days by kind, with what was charged for it, and all other charges by kind of line; the largest first. */
async function workByKind(tx: PracticeTx, params: ReportParams): Promise<ReportCharts['work']> {
  const { rows } = await sql<{ kind: string | null; line: RevenueKind | null; count: number; pence: number }>`
    with charged as (
      select w.service_type, r.kind, r.net from (${revenueLines(params)}) r
        left join work_entries w on w.practice_id = ${params.practiceId} and w.id = r."workId" and r.kind = 'work')
    select kind, line, sum(count)::int as count, sum(pence)::bigint as pence from (
      select service_type as kind, null as line, 1 as count, 0 as pence from (${workOf(params)}) w
      union all
      select service_type, case when service_type is null then kind end, case when service_type is null then 1 else 0 end, net
      from charged where ${params.seesMoney}::boolean) each
    group by kind, line`.execute(tx)
  const labelled = Map.groupBy(rows, ({ kind, line }) => (kind === null ? otherLabel(line) : labelOf(params.kinds, kind)))
  const found = [...labelled].map(([label, of]) => ({ label, count: sumOf(of, 'count'), pence: sumOf(of, 'pence') }))
  const by = found.some(({ pence }) => pence !== 0) ? 'pence' : 'count'
  return found
    .toSorted((a, b) => b[by] - a[by] || b.count - a.count || (a.label < b.label ? -1 : 1))
    .map((row) => (params.seesMoney ? row : { ...row, pence: null }))
}

/** A work line without a work record was written by hand. */
const otherLabel = (line: RevenueKind | null) => (line === null || line === 'work' ? 'Other work' : groupOf(line))
const sumOf = <K extends string>(rows: readonly Record<K, number>[], key: K) => rows.reduce((sum, row) => sum + row[key], 0)

async function visitsByMonth(tx: PracticeTx, params: ReportParams): Promise<ReportCharts['visits']> {
  const { rows } = await sql<ReportCharts['visits'][number]>`
    select to_char(a.on_day, 'YYYY-MM') as month, count(*) filter (where a.status = 'done')::int as done,
      count(*) filter (where a.status = 'cancelled')::int as cancelled, count(*) filter (where a.status = 'no_show')::int as "noShow"
    from (${visitsOf(params)}) a group by 1 order by 1`.execute(tx)
  return rows
}

/** Each farrier's share: finished stops, horses served, and what was charged for their work. */
async function byFarrier(tx: PracticeTx, params: ReportParams): Promise<NonNullable<ReportCharts['farriers']>> {
  const { rows } = await sql<{ name: string; stops: number; horses: number; pence: number }>`
    with finished as (select member_id, count(*)::int as stops from (${visitsOf(params)}) a where status = 'done' group by 1),
      served as (select member_id, ${HORSES_SERVED} as horses from (${workOf(params)}) w group by 1),
      charged as (select w.member_id, sum(r.net)::bigint as pence from (${revenueLines(params)}) r
        join work_entries w on w.practice_id = ${params.practiceId} and w.id = r."workId" group by 1)
    select m.name, coalesce(f.stops, 0) as stops, coalesce(s.horses, 0) as horses, coalesce(c.pence, 0)::bigint as pence
    from members m left join finished f on f.member_id = m.id left join served s on s.member_id = m.id left join charged c on c.member_id = m.id
    order by m.name, m.id`.execute(tx)
  return rows.filter(({ stops, horses }) => stops > 0 || horses > 0).map((row) => (params.seesMoney ? row : { ...row, pence: null }))
}
