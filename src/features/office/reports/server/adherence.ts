import { sql } from 'kysely'
import { timeliness } from '#features/office/reports/rules.ts'
import { inDays, isThe, type ReportParams } from '#features/office/reports/server/params.ts'
import type { CycleRule, Pause } from '#features/records/horses/contract.ts'
import { nextDueOn } from '#features/records/horses/rules.ts'
import { type Day, daysBetween } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

type Served = {
  horseId: string
  name: string
  onDay: Day
  beforeOn: Day
  beforeType: string
  cycleDays: number | null
  winterCycleDays: number | null
  cycleRules: CycleRule[]
  pauses: Pause[]
}

/** A service more than two weeks late, and by how much. */
type Late = { horseId: string; name: string; onDay: Day; daysLate: number }
export type Adherence = { early: number; onTime: number; late: number; later: number; latest: Late[] }

const MOST_LATEST = 20

/**
 * How punctual the services of the days were, by the due day that each horse's previous service set. Uses the horse's current cycle; a first
 * service does not count, nor does one after a rest.
 */
export async function adherenceOf(tx: PracticeTx, params: ReportParams): Promise<Adherence> {
  const found: Adherence = { early: 0, onTime: 0, late: 0, later: 0, latest: [] }
  for (const { horseId, name, onDay, beforeOn, beforeType, pauses, ...cycles } of await listServed(tx, params)) {
    const dueOn = nextDueOn({ workDate: beforeOn, serviceType: beforeType }, cycles)
    if (!dueOn || pauses.some(({ fromOn, untilOn }) => fromOn <= onDay && (untilOn === null || untilOn > beforeOn))) continue
    const came = timeliness(dueOn, onDay)
    found[came]++
    if (came === 'later' && found.latest.length < MOST_LATEST)
      found.latest.push({ horseId, name, onDay, daysLate: daysBetween(dueOn, onDay) })
  }
  return found
}

/** Services of the days that start a cycle, each with the one before; newest first. If a day has several, the last counts. */
async function listServed(tx: PracticeTx, params: ReportParams): Promise<Served[]> {
  const { rows } = await sql<Served>`
    with days as (
      select distinct on (horse_id, work_date) horse_id, work_date, service_type from work_entries w
      where deleted_at is null and resets_cycle and work_date <= ${params.to}::date and ${isThe('horse_id', params.horseId)}
      order by horse_id, work_date, id desc),
    served as (
      select *, lag(work_date) over of_horse as before_on, lag(service_type) over of_horse as before_type
      from days window of_horse as (partition by horse_id order by work_date))
    select s.horse_id as "horseId", h.name, s.work_date as "onDay", s.before_on as "beforeOn", s.before_type as "beforeType",
      h.cycle_days as "cycleDays", h.winter_cycle_days as "winterCycleDays", h.cycle_rules as "cycleRules", h.pauses
    from served s join horses h on h.id = s.horse_id
    where s.before_on is not null and ${inDays('s.work_date', params)} and h.deleted_at is null and ${isThe('h.client_id', params.clientId)}
    order by s.work_date desc, h.name, h.id`.execute(tx)
  return rows
}
