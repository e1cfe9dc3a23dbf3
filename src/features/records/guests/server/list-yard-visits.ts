import type { Day, WallTime } from '#lib/dates.ts'
import { type GuestTx, type Prepared, readIn } from '#platform/server/database/db.ts'

/** A visit at a yard as its manager's list and calendar know it: when, with which horses, and nothing about whose they are. */
export type VisitOfYard = {
  id: string
  yardId: string
  yard: string
  rev: number
  onDay: Day
  startsAt: Date
  endsAt: Date
  zone: string
  start: WallTime
  isCallOnly: boolean
  callPeriod: 'AM' | 'PM'
  status: 'booked' | 'done' | 'cancelled' | 'no_show'
  horses: readonly string[]
}

const VISITS: Prepared = {
  name: 'guest_yard_visits',
  text: `select visit_id as id, yard_id as "yardId", yard, rev, on_day as "onDay", starts_at as "startsAt", ends_at as "endsAt", zone,
      to_char(local_start, 'HH24:MI') as start, is_call_only as "isCallOnly", call_period as "callPeriod", status, horses
    from guest_yard_visits($1, $2) order by starts_at, id limit 1000`,
}

/** The visits at the yards of which they are the manager, between two days and in order, those that were called off too. */
export const listYardVisits = (tx: GuestTx, from: Day, to: Day) => readIn(tx)<VisitOfYard>(VISITS, [from, to])
