import { type RawBuilder, sql } from 'kysely'
import { inDays, isThe, type ReportParams } from '#features/office/reports/server/params.ts'

/* Defines once what each figure counts: two figures of "stops" or "horses" count the same rows. */

/** Visits of the days that are done, cancelled or missed: of the client in the params, or with one of their horses. Own entries are left out. */
export const visitsOf = (params: ReportParams): RawBuilder<object> => sql`
  select a.practice_id, a.id, a.member_id, a.on_day, a.status from appointments a
  where a.deleted_at is null and a.status in ('done', 'cancelled', 'no_show') and ${inDays('a.on_day', params)} and (
    ${isWhole(params)} or exists (
      select from visit_horses l where l.practice_id = a.practice_id and l.appointment_id = a.id and l.deleted_at is null
        and ${isThe('l.client_id', params.clientId)} and ${isThe('l.horse_id', params.horseId)}))`

/** A visit counts without its horses, because a call-only stop may have none. */
function isWhole({ clientId, horseId }: ReportParams) {
  if (horseId) return sql`false`
  return clientId ? isThe('a.client_id', clientId) : sql`(a.client_id is not null or a.is_call_only)`
}

/** Work of the days: of the client who owned the horse at the visit. */
export const workOf = (params: ReportParams): RawBuilder<object> => sql`
  select w.id, w.horse_id, w.work_date, w.service_type, w.member_id
  from work_entries w join horses h on h.practice_id = w.practice_id and h.id = w.horse_id
    left join visit_horses l on l.practice_id = w.practice_id and l.id = w.visit_horse_id
  where w.deleted_at is null and ${inDays('w.work_date', params)} and ${isThe('w.horse_id', params.horseId)}
    and ${params.clientId ? sql`coalesce(l.client_id, h.client_id) = ${params.clientId}` : sql`true`}`

/** Horses served among rows of `workOf`; one served twice counts twice, but not twice a day. */
export const HORSES_SERVED = sql<number>`count(distinct (w.horse_id, w.work_date))::int`
