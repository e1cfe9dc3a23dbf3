import { sql } from 'kysely'
import { lineSql } from '#features/office/reports/server/line-sql.ts'
import { clientsOfHorse, inDays, isThe, type Recipe } from '#features/office/reports/server/params.ts'
import type { Day, WallTime } from '#lib/dates.ts'

type ClientLine = {
  name: string
  phone: string | null
  horses: number
  visits: number
  lastOn: Day | null
  nextOn: Day | null
  pence: number
  owed: number
  oldestDueOn: Day | null
}

/** Clients by name, with what they were charged and what they owe as payers. Debtors are sorted by how much they owe. */
export const clientSummary: Recipe<ClientLine> = {
  columns: [
    { key: 'client', head: 'Client', kind: 'text' },
    { key: 'phone', head: 'Phone', kind: 'text' },
    { key: 'horses', head: 'Horses', kind: 'count' },
    { key: 'visits', head: 'Visits', kind: 'count' },
    { key: 'lastOn', head: 'Last visit', kind: 'day' },
    { key: 'nextOn', head: 'Next visit', kind: 'day' },
    { key: 'charged', head: 'Charged', kind: 'money' },
    { key: 'owed', head: 'Owes', kind: 'money' },
    { key: 'oldestDueOn', head: 'Due since', kind: 'day' },
  ],
  rows: (params) => sql<ClientLine>`
    with seen as (
      select l.client_id, count(distinct a.id) filter (where a.status = 'done' and ${inDays('a.on_day', params)})::int as visits,
        max(a.on_day) filter (where a.status = 'done') as last_on,
        min(a.on_day) filter (where a.status in ('booked', 'pencilled') and a.on_day >= ${params.today}::date) as next_on
      from appointments a
        join lateral (
          select a.client_id where a.client_id is not null
          union select v.client_id from visit_horses v where v.practice_id = a.practice_id and v.appointment_id = a.id and v.deleted_at is null) l on true
      where a.deleted_at is null group by l.client_id),
    kept as (
      select client_id, count(*)::int as horses from horses
      where deleted_at is null and (gone_on is null or gone_on > ${params.today}::date) group by client_id),
    charged as (
      select c.payer_client_id, sum(${lineSql('c').gross})::bigint as pence from charges c
      where c.deleted_at is null and ${inDays('c.charged_on', params)} group by c.payer_client_id),
    owing as (
      select payer_client_id, sum(total_pence - paid_pence)::bigint as pence from invoices
      where kind = 'invoice' and paid_pence < total_pence group by payer_client_id)
    select c.name, c.phone_as_typed as phone, coalesce(k.horses, 0) as horses, coalesce(s.visits, 0) as visits, s.last_on as "lastOn",
      s.next_on as "nextOn", coalesce(p.pence, 0) as pence, coalesce(i.pence, 0) as owed, c.oldest_due_on as "oldestDueOn"
    from clients c left join seen s on s.client_id = c.id left join kept k on k.client_id = c.id
      left join charged p on p.payer_client_id = c.id left join owing i on i.payer_client_id = c.id
    where c.deleted_at is null and ${isThe('c.id', params.clientId)} and ${clientsOfHorse('c.id', params.horseId)}
      and ${params.only === 'owing' ? sql`i.pence > 0` : sql`true`}
    order by ${params.only === 'owing' ? sql`i.pence desc,` : sql``} c.name, c.id`,
  cells: (row) => [row.name, row.phone, row.horses, row.visits, row.lastOn, row.nextOn, row.pence, row.owed, row.oldestDueOn],
}

type VisitLine = {
  onDay: Day
  startsAt: WallTime
  isCallOnly: boolean
  callNumber: number
  callPeriod: string
  client: string | null
  place: string | null
  title: string
  horses: string | null
  status: keyof typeof STATUS
  reason: string | null
  by: string
}

const STATUS = { pencilled: 'Pencilled', booked: 'Booked', done: 'Done', cancelled: 'Cancelled', no_show: 'No-show' } as const

/** Visits of the days in order, as they were when they were done. */
export const appointmentLog: Recipe<VisitLine> = {
  columns: [
    { key: 'onDay', head: 'Date', kind: 'day' },
    { key: 'time', head: 'Time', kind: 'text' },
    { key: 'client', head: 'Client', kind: 'text' },
    { key: 'place', head: 'Place', kind: 'text' },
    { key: 'title', head: 'Visit', kind: 'text' },
    { key: 'horses', head: 'Horses', kind: 'text' },
    { key: 'status', head: 'Status', kind: 'text' },
    { key: 'reason', head: 'Reason', kind: 'text' },
    { key: 'by', head: 'Farrier', kind: 'text' },
  ],
  rows: (params) => sql<VisitLine>`
    select a.on_day as "onDay", a.local_start as "startsAt", a.is_call_only as "isCallOnly", a.call_number as "callNumber",
      a.call_period as "callPeriod", coalesce(a.as_was ->> 'clientName', c.name) as client,
      coalesce(a.as_was ->> 'yardName', y.name, a.as_was ->> 'location', a.location) as place, a.title, v.horses, a.status,
      a.status_reason as reason, m.name as by
    from appointments a join members m on m.practice_id = a.practice_id and m.id = a.member_id
      left join clients c on c.practice_id = a.practice_id and c.id = a.client_id
      left join yards y on y.practice_id = a.practice_id and y.id = a.yard_id
      left join lateral (
        select string_agg(h.name, ', ' order by l.place, l.id) as horses, array_agg(l.horse_id) as horse_ids, array_agg(l.client_id) as client_ids
        from visit_horses l left join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
        where l.practice_id = a.practice_id and l.appointment_id = a.id and l.deleted_at is null) v on true
    where a.deleted_at is null and ${inDays('a.on_day', params)}
      and ${params.clientId ? sql`(a.client_id = ${params.clientId} or ${params.clientId}::uuid = any(v.client_ids))` : sql`true`}
      and ${params.horseId ? sql`${params.horseId}::uuid = any(v.horse_ids)` : sql`true`}
    order by a.on_day, a.local_start, a.id`,
  cells: (row) => [
    row.onDay,
    row.isCallOnly ? `Stop #${row.callNumber}, ${row.callPeriod}` : row.startsAt,
    row.client,
    row.place,
    row.title || null,
    row.horses,
    STATUS[row.status],
    row.reason,
    row.by,
  ],
}
