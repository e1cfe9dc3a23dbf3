import { sql } from 'kysely'
import { AGE_WORDS, ageOf } from '#features/accounts/rules.ts'
import { labelOf } from '#features/kinds/rules.ts'
import { moneyIn } from '#features/money/server/service.ts'
import type { ReportCharts } from '#features/reports/contract.ts'
import { yearBefore } from '#features/reports/rules.ts'
import { adherenceOf } from '#features/reports/server/adherence.ts'
import { type Asked, inDays, isThe } from '#features/reports/server/asked.ts'
import { lineSql } from '#features/reports/server/line-sql.ts'
import { revenueLines } from '#features/reports/server/revenue.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/db.ts'

/** What the charts of a range are drawn from; `isTeam`: the plan has teams. */
export async function chartsOf(tx: PracticeTx, asked: Asked, isTeam: boolean): Promise<ReportCharts> {
  return {
    from: asked.from,
    to: asked.to,
    months: asked.seesMoney ? await monthsOf(tx, asked) : null,
    work: await workByKind(tx, asked),
    cycle: await adherenceOf(tx, asked),
    visits: await visitsByMonth(tx, asked),
    debtors: asked.seesMoney ? await debtorAges(tx, asked) : null,
    farriers: isTeam ? await byFarrier(tx, asked) : null,
  }
}

const monthsOfYear = (year: string): string[] => Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`)

async function monthsOf(tx: PracticeTx, asked: Asked): Promise<NonNullable<ReportCharts['months']>> {
  const year = asked.to.slice(0, 4)
  const whole = { ...asked, from: `${year}-01-01`, to: `${year}-12-31` }
  const [now, before, booked] = [
    await revenueByMonth(tx, whole),
    await revenueByMonth(tx, { ...whole, ...yearBefore(whole) }),
    await bookedByMonth(tx, whole),
  ]
  return monthsOfYear(year).map((month) => ({
    month,
    pence: now.get(month) ?? 0,
    beforePence: before.get(`${Number(year) - 1}${month.slice(4)}`) ?? 0,
    bookedPence: booked.get(month) ?? 0,
  }))
}

const byMonth = (rows: readonly { month: string; pence: number }[]) => new Map(rows.map(({ month, pence }) => [month, pence]))

/** Revenue by month, `yyyy-MM`; a month without any is left out. */
export const revenueByMonth = async (tx: PracticeTx, asked: Asked): Promise<Map<string, number>> =>
  byMonth(
    (
      await sql<{ month: string; pence: number }>`
        select to_char("onDay", 'YYYY-MM') as month, sum(net)::bigint as pence from (${revenueLines(asked)}) r group by 1`.execute(tx)
    ).rows,
  )

/** Work still to be done from today on: of each horse what is planned, else what was done last, at its own price, its owner's, the yard's or the list's. */
async function bookedByMonth(tx: PracticeTx, asked: Asked): Promise<Map<string, number>> {
  const { vat } = await moneyIn(tx, asked.practiceId)
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
        and a.on_day between greatest(${asked.from}::date, ${asked.today}::date) and ${asked.to}::date
        and ${isThe('l.horse_id', asked.horseId)} and ${isThe('l.payer_client_id', asked.clientId)}) b group by 1`.execute(tx)
  return byMonth(rows)
}

/** Work of the days by its kind, with what was charged for it; the largest first. */
async function workByKind(tx: PracticeTx, asked: Asked): Promise<ReportCharts['work']> {
  const { rows } = await sql<{ kind: string; count: number; pence: number }>`
    select w.service_type as kind, count(*)::int as count, coalesce(sum(c.pence), 0)::bigint as pence
    from work_entries w join horses h on h.practice_id = w.practice_id and h.id = w.horse_id
      left join lateral (select sum(${lineSql('c').net}) as pence from charges c
        where c.practice_id = w.practice_id and c.work_entry_id = w.id and c.deleted_at is null) c on true
    where w.deleted_at is null and ${inDays('w.work_date', asked)} and ${isThe('w.horse_id', asked.horseId)} and ${isThe('h.client_id', asked.clientId)}
    group by 1`.execute(tx)
  const by = asked.seesMoney && rows.some(({ pence }) => pence !== 0) ? 'pence' : 'count'
  return rows
    .toSorted((a, b) => b[by] - a[by] || b.count - a.count || (a.kind < b.kind ? -1 : 1))
    .map(({ kind, count, pence }) => ({ label: labelOf(asked.kinds, kind), count, pence: asked.seesMoney ? pence : null }))
}

async function visitsByMonth(tx: PracticeTx, asked: Asked): Promise<ReportCharts['visits']> {
  const { rows } = await sql<ReportCharts['visits'][number]>`
    select to_char(a.on_day, 'YYYY-MM') as month, count(*) filter (where a.status = 'done')::int as done,
      count(*) filter (where a.status = 'cancelled')::int as cancelled, count(*) filter (where a.status = 'no_show')::int as "noShow"
    from appointments a
    where a.deleted_at is null and a.status in ('done', 'cancelled', 'no_show') and ${inDays('a.on_day', asked)} and (
      (${isThe('a.client_id', asked.clientId)} and ${!asked.horseId}) or exists (
        select from visit_horses l where l.practice_id = a.practice_id and l.appointment_id = a.id and l.deleted_at is null
          and ${isThe('l.client_id', asked.clientId)} and ${isThe('l.horse_id', asked.horseId)}))
    group by 1 order by 1`.execute(tx)
  return rows
}

/** What is owed by the days since it was due; what is not due yet stands apart. */
async function debtorAges(tx: PracticeTx, { today, clientId }: Asked): Promise<NonNullable<ReportCharts['debtors']>> {
  const { rows } = await sql<{ dueOn: Day; pence: number; invoices: number }>`
    select due_on as "dueOn", sum(total_pence - paid_pence)::bigint as pence, count(*)::int as invoices
    from invoices where kind = 'invoice' and paid_pence < total_pence and ${isThe('payer_client_id', clientId)} group by due_on`.execute(tx)
  return AGE_WORDS.map(([age, label]) => {
    const some = rows.filter(({ dueOn }) => ageOf(dueOn, today) === age)
    return {
      label,
      pence: some.reduce((sum, { pence }) => sum + pence, 0),
      invoices: some.reduce((sum, { invoices }) => sum + invoices, 0),
    }
  })
}

/** Who did how much: stops finished, horses served, and what was charged for their work. */
async function byFarrier(tx: PracticeTx, asked: Asked): Promise<NonNullable<ReportCharts['farriers']>> {
  const { rows } = await sql<{ name: string; stops: number; horses: number; pence: number }>`
    select m.name,
      (select count(*)::int from appointments a where a.member_id = m.id and a.deleted_at is null and a.status = 'done' and ${inDays('a.on_day', asked)}) as stops,
      count(distinct (w.horse_id, w.work_date))::int as horses, coalesce(sum(c.pence), 0)::bigint as pence
    from members m left join work_entries w on w.practice_id = m.practice_id and w.member_id = m.id and w.deleted_at is null and ${inDays('w.work_date', asked)}
      left join lateral (select sum(${lineSql('c').net}) as pence from charges c
        where c.practice_id = w.practice_id and c.work_entry_id = w.id and c.deleted_at is null) c on true
    where m.deleted_at is null group by m.practice_id, m.id, m.name order by m.name, m.id`.execute(tx)
  return rows.filter(({ stops, horses }) => stops > 0 || horses > 0).map((row) => (asked.seesMoney ? row : { ...row, pence: null }))
}
