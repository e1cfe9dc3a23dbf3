import { sql } from 'kysely'
import type { WorkingDay } from '#features/core/practice/contract.ts'
import type { PlannedVisit } from '#features/day/round/arrival-day.ts'
import type { Round, TravelTable } from '#features/day/round/contract.ts'
import type { QueueVisit } from '#features/day/round/rules.ts'
import type { Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { type PracticeTx, type Prepared, type Read, readIn } from '#platform/server/database/db.ts'
import { findRow, type Row } from '#platform/server/database/rows.ts'

export type RoundRow = Row<'rounds'>

export const findRound = (tx: PracticeTx, id: string): Promise<RoundRow | undefined> => findRow(tx, 'rounds', id)

// Everything the queue page of any owner of the practice is made from, and not a column more, in one statement.
const UTC = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const utc = (column: string) => `to_char(${column} at time zone 'UTC', ${UTC})`
const QUEUE_DAY: Prepared = {
  name: 'queue_day',
  text: `
  select json_build_object(
    'id', a.id, 'memberId', a.member_id, 'clientId', a.client_id, 'yardId', a.yard_id, 'title', a.title, 'status', a.status,
    'isCallOnly', a.is_call_only, 'callNumber', a.call_number, 'callPeriod', a.call_period, 'roundRank', a.round_rank,
    'onDay', a.on_day, 'zone', a.zone, 'localStart', to_char(a.local_start, 'HH24:MI'), 'localEnd', to_char(a.local_end, 'HH24:MI'),
    'startTime', ${utc('a.starts_at')}, 'endTime', ${utc('a.ends_at')},
    'isCallComplete', a.is_call_complete, 'completedAt', ${utc('a.completed_at')},
    'position', case when y.lat is not null then json_build_object('lat', y.lat, 'lng', y.lng)
      when c.lat is not null then json_build_object('lat', c.lat, 'lng', c.lng) end,
    'lines', coalesce((
      select json_agg(json_build_object('clientId', l.client_id, 'plannedWork', l.planned_work, 'outcome', l.outcome, 'horse', h.name)
        order by l.place, l.id)
      from visit_horses l
      left join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
      where l.practice_id = a.practice_id and l.appointment_id = a.id and l.deleted_at is null
    ), '[]'::json)
  ) as visit,
  case when r.id is not null then json_build_object('state', r.state, 'reason', r.reason, 'lateMinutes', r.late_minutes,
    'saidAt', ${utc('r.said_at')}) end as round,
  case when t.id is not null then json_build_object('places', t.places, 'legs', t.legs) end as "table",
  s.working_hours as "workingHours", s.travel_buffer_minutes as "travelBufferMinutes"
  from appointments a
  left join rounds r on r.practice_id = a.practice_id and r.member_id = a.member_id and r.on_day = a.on_day and r.deleted_at is null
  left join travel_tables t on t.practice_id = a.practice_id and t.member_id = a.member_id and t.on_day = a.on_day and t.deleted_at is null
  left join yards y on y.practice_id = a.practice_id and y.id = a.yard_id and y.deleted_at is null
  left join clients c on c.practice_id = a.practice_id and c.id = a.client_id and c.deleted_at is null
  left join settings s on s.practice_id = a.practice_id
  where a.practice_id = $1 and a.on_day = $2 and a.deleted_at is null`,
}

/** A visit of the queue as it is in the database, with the input for its arrival. */
export type QueueRecord = {
  visit: Omit<QueueVisit, 'note' | 'arrivalRange'> & PlannedVisit
  round: Pick<Round, 'state' | 'reason' | 'lateMinutes' | 'saidAt'> | null
  table: Pick<TravelTable, 'places' | 'legs'> | null
  workingHours: WorkingDay[] | null
  travelBufferMinutes: number | null
}

/** Every visit of a practice's day, as the queue page needs it, and how the round of its member goes. In no order. */
export const listQueueDay = (read: Read, practiceId: string, day: Day): Promise<QueueRecord[]> =>
  read<QueueRecord>(QUEUE_DAY, [practiceId, day])

export type FinishedStop = { visitId: string; invoiceId: string | null }

/** An owner's visits of a day on which a horse of theirs is written down and nothing is open, with the invoice of it that was sent to them. */
export async function listFinished(tx: PracticeTx, clientId: string, onDay: Day): Promise<FinishedStop[]> {
  const { rows } = await sql<FinishedStop>`
    select a.id as "visitId", (
      select i.id from invoices i
      where i.practice_id = a.practice_id and i.appointment_id = a.id and i.payer_client_id = ${clientId} and i.kind = 'invoice' and i.sent_at is not null
      order by i.number desc limit 1) as "invoiceId"
    from appointments a
    where a.on_day = ${onDay} and a.is_call_complete and a.deleted_at is null and exists (
      select from visit_horses l
      where l.practice_id = a.practice_id and l.appointment_id = a.id and l.client_id = ${clientId} and l.outcome is not null and l.deleted_at is null)
    order by a.id`.execute(tx)
  return rows
}

/** Name and kind of a client, and the client of a visit: what the head of the queue page and a raw id need. */
export const findClientName = (tx: PracticeTx, id: string) =>
  tx
    .selectFrom('clients')
    .select(['name', 'is_business as isBusiness', 'business_name as businessName'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const findVisitClient = (tx: PracticeTx, id: string) =>
  tx.selectFrom('appointments').select(['id', 'client_id']).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** @throws not_found when this practice has no such round. */
export async function requireRound(tx: PracticeTx, id: string): Promise<RoundRow> {
  const round = await findRound(tx, id)
  if (!round) throw new AppError('not_found')
  return round
}

export const hasMember = async (tx: PracticeTx, id: string): Promise<boolean> => (await findRow(tx, 'members', id))?.deleted_at === null

// The same counts as the device makes for Home: visits that are off and own entries are no appointments; horses that are gone or paused are
// not overdue.
const STATS: Prepared = {
  name: 'dashboard_stats',
  text: `
  select
    (select count(*) from appointments where practice_id = $1 and on_day = $2 and deleted_at is null
      and status not in ('cancelled', 'no_show') and (is_call_only or client_id is not null or yard_id is not null)) as "todayAppointments",
    (select count(*) from clients where practice_id = $1 and is_active and deleted_at is null) as "activeClients",
    (select count(*) from horses where practice_id = $1 and deleted_at is null and (gone_on is null or gone_on > $2)) as "horsesManaged",
    (select count(*) from horses where practice_id = $1 and deleted_at is null and (gone_on is null or gone_on > $2)
      and not exists (select from unnest(pauses) p where (p ->> 'fromOn')::date <= $2 and coalesce((p ->> 'untilOn')::date > $2, true)) and next_due_on < $2) as "overdueServices"`,
}

export type Stats = { todayAppointments: number; activeClients: number; horsesManaged: number; overdueServices: number }

/** The figures of a practice on a day. */
export async function countStats(tx: PracticeTx, practiceId: string, today: Day): Promise<Stats> {
  const [stats] = await readIn(tx)<Stats>(STATS, [practiceId, today])
  return stats ?? { todayAppointments: 0, activeClients: 0, horsesManaged: 0, overdueServices: 0 }
}
