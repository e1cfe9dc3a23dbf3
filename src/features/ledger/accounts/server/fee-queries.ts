import { sql } from 'kysely'
import type { KnownFee } from '#features/ledger/accounts/fees.ts'
import { EXTRA_KINDS } from '#features/ledger/payments/rules.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

export type LateRow = {
  id: string
  series: string
  number: number
  payerClientId: string
  payerName: string
  isBusiness: boolean
  dueOn: Day
  principalPence: number
  paid: { day: Day; pence: number }[]
}

/** Invoices past their day that are not fully paid: the part of each for work, and what was paid of it when. */
export async function listLate(tx: PracticeTx, today: Day, clientId: string | undefined): Promise<LateRow[]> {
  const { rows } = await sql<LateRow>`
    select i.id, i.series, i.number, i.payer_client_id as "payerClientId", c.name as "payerName", c.is_business as "isBusiness",
      i.due_on as "dueOn",
      (i.total_pence - coalesce(s.credited, 0) - coalesce((
        select sum(f.quantity * f.unit_pence) from charges f where f.invoice_id = i.id and f.deleted_at is null
          and f.kind in (${sql.join(EXTRA_KINDS)})), 0))::int as "principalPence",
      coalesce(s.paid, '[]') as paid
    from invoices i
    join clients c on c.id = i.payer_client_id
    left join lateral (
      select sum(a.amount_pence) filter (where n.credits_invoice_id = i.id) as credited,
        json_agg(json_build_object('day', coalesce(p.received_on, n.issued_on), 'pence', a.amount_pence))
          filter (where n.credits_invoice_id is distinct from i.id) as paid
      from allocations a
      left join payments p on p.practice_id = a.practice_id and p.id = a.payment_id
      left join invoices n on n.practice_id = a.practice_id and n.id = a.credit_id
      where a.invoice_id = i.id and a.deleted_at is null) s on true
    where i.kind = 'invoice' and i.paid_pence < i.total_pence and i.due_on < ${today}
      ${clientId ? sql`and i.payer_client_id = ${clientId}` : sql``}
    order by i.due_on, i.id`.execute(tx)
  return rows
}

export type LostRow = {
  visitHorseId: string
  appointmentId: string
  clientId: string
  linePayerId: string
  horseId: string
  horseName: string
  ownerId: string
  horsePayerId: string | null
  ownerPayerId: string | null
  yardId: string | null
  plannedWork: string
  onDay: Day
  startsAt: Date
  isCallOnly: boolean
  callPeriod: 'AM' | 'PM'
  status: 'cancelled' | 'no_show'
  reason: string | null
  cancelledAt: Date
  isRefilled: boolean
}

/**
 * Horses' lines of visits from a day on that were called off or not kept, oldest first. A visit is refilled when another of the same member
 * has some of its time.
 */
export async function listLost(tx: PracticeTx, from: Day): Promise<LostRow[]> {
  const { rows } = await sql<LostRow>`
    select l.id as "visitHorseId", a.id as "appointmentId", l.client_id as "clientId", l.payer_client_id as "linePayerId", h.id as "horseId",
      h.name as "horseName", h.client_id as "ownerId", h.payer_client_id as "horsePayerId", o.payer_client_id as "ownerPayerId",
      a.yard_id as "yardId", l.planned_work as "plannedWork", a.on_day as "onDay", a.starts_at as "startsAt",
      a.is_call_only as "isCallOnly", a.call_period as "callPeriod", a.status, a.status_reason as reason, said.at as "cancelledAt",
      exists (select from appointments b where b.member_id = a.member_id and b.on_day = a.on_day and b.id <> a.id
        and b.deleted_at is null and b.status in ('booked', 'done') and not b.is_call_only and not a.is_call_only
        and b.starts_at < a.ends_at and b.ends_at > a.starts_at) as "isRefilled"
    from appointments a
    join visit_horses l on l.practice_id = a.practice_id and l.appointment_id = a.id and l.deleted_at is null
    join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
    join clients o on o.practice_id = l.practice_id and o.id = l.client_id
    join lateral (
      select max(at) as at from activity t where t.entity = 'appointments' and t.entity_id = a.id and t.verb = 'cancelled') said on said.at is not null
    where a.on_day >= ${from} and a.status in ('cancelled', 'no_show') and a.deleted_at is null and l.planned_work is not null
    order by a.on_day, l.id`.execute(tx)
  return rows
}

/** Which of these fees were charged or dismissed. */
export async function findFees(tx: PracticeTx, ids: readonly string[]): Promise<Map<string, KnownFee>> {
  const { rows } = await sql<KnownFee & { id: string }>`
    select id, charged_on as "chargedOn", deleted_at is not null as "isGone" from charges where id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, ...fee }) => [id, fee]))
}

/** Names of payers, and whether they are businesses. */
export async function findPayers(tx: PracticeTx, ids: readonly string[]): Promise<Map<string, { name: string; isBusiness: boolean }>> {
  const { rows } = await sql<{ id: string; name: string; isBusiness: boolean }>`
    select id, name, is_business as "isBusiness" from clients where id = any(${[...new Set(ids)]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, ...payer }) => [id, payer]))
}

/** Horses' lines of one owner on a booked visit, with planned work and no outcome, as `listLost` would have them if it were cancelled now. */
export async function listToLose(
  tx: PracticeTx,
  { visitId, clientId, at }: { visitId: string; clientId: string; at: Date },
): Promise<LostRow[]> {
  const { rows } = await sql<LostRow>`
    select l.id as "visitHorseId", a.id as "appointmentId", l.client_id as "clientId", l.payer_client_id as "linePayerId", h.id as "horseId",
      h.name as "horseName", h.client_id as "ownerId", h.payer_client_id as "horsePayerId", o.payer_client_id as "ownerPayerId",
      a.yard_id as "yardId", l.planned_work as "plannedWork", a.on_day as "onDay", a.starts_at as "startsAt",
      a.is_call_only as "isCallOnly", a.call_period as "callPeriod", 'cancelled' as status, null as reason, ${at}::timestamptz as "cancelledAt",
      false as "isRefilled"
    from appointments a
    join visit_horses l on l.practice_id = a.practice_id and l.appointment_id = a.id and l.deleted_at is null
    join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
    join clients o on o.practice_id = l.practice_id and o.id = l.client_id
    where a.id = ${visitId} and a.status = 'booked' and a.deleted_at is null and l.client_id = ${clientId} and l.outcome is null
      and l.planned_work is not null
    order by l.place, l.id`.execute(tx)
  return rows
}
