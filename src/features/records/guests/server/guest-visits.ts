import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { GuestTx } from '#platform/server/database/db.ts'

/** A visit as its owner's list has it. */
export type GuestVisit = {
  id: string
  clientIds: readonly string[]
  onDay: Day
  start: string
  isCallOnly: boolean
  period: 'AM' | 'PM'
  startsAt: Date
  status: 'booked' | 'done' | 'cancelled' | 'no_show'
  yard: string | null
  /** Their own horses, in the order of the visit. */
  horses: readonly string[]
}

/** So many of the past are listed of a practice. */
const MOST_PAST = 60
const MOST_COMING = 60

/** A guest's visits: those to come, the next first, and those before, the last first. What is only pencilled in is none. */
export async function listVisits(tx: GuestTx, today: Day): Promise<{ coming: GuestVisit[]; past: GuestVisit[] }> {
  const isPast = sql`(a.on_day < ${today} or a.status = 'done')`
  const select = (which: typeof isPast, order: typeof isPast, most: number) => sql<GuestVisit>`
    select a.id, a.on_day as "onDay", to_char(a.local_start, 'HH24:MI') as start, a.is_call_only as "isCallOnly", a.call_period as period,
      a.starts_at as "startsAt", a.status, y.name as yard, l.horses, l."clientIds"
    from appointments a
    left join yards y on y.practice_id = a.practice_id and y.id = a.yard_id
    cross join lateral (
      select coalesce(array_agg(h.name order by v.place, v.id) filter (where h.name is not null), '{}') as horses,
        coalesce(array_agg(distinct v.client_id), '{}') as "clientIds"
      from visit_horses v left join horses h on h.practice_id = v.practice_id and h.id = v.horse_id
      where v.practice_id = a.practice_id and v.appointment_id = a.id and v.deleted_at is null) l
    where a.deleted_at is null and a.status in ('booked', 'done', 'cancelled', 'no_show') and ${which}
    order by ${order} limit ${most}`
  const coming = await select(sql`not ${isPast}`, sql`a.starts_at, a.id`, MOST_COMING).execute(tx)
  const past = await select(isPast, sql`a.starts_at desc, a.id desc`, MOST_PAST).execute(tx)
  return { coming: coming.rows, past: past.rows }
}
