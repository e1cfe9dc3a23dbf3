import { sql } from 'kysely'
import { removeTravelTables } from '#features/day/round/server/put-travel-table.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Database } from '#platform/server/database/db.ts'
import { forEachPractice, type JobLog } from '#platform/server/database/each-practice.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'

const EVERY_NIGHT = '55 3 * * *'
/** A round's miles are written down within this time. */
const KEPT_DAYS = 35

/** Removes at night the road times of days that are long over. Safe to run twice. */
export const forgetTravelTablesOfAll = (db: Database): JobHandler => ({
  queue: 'forget-travel-tables',
  cron: EVERY_NIGHT,
  handle: (_, log) => forgetTravelTables(db, log),
})

async function forgetTravelTables(db: Database, log?: JobLog): Promise<void> {
  const now = currentTime()
  // A zone's midnight does not matter here.
  const before = addDays(dayOf(now, 'UTC'), -KEPT_DAYS)
  const work = (practiceId: string) => db.withPractice(practiceId, (tx) => removeTravelTables(tx, { before }))
  const withWork = (among: readonly string[]) => sql`directory.with_old_travel_tables(${among}, ${before})`
  await forEachPractice(db, { job: 'forget-travel-tables', asOf: now, withWork, work }, log)
}
