import { sql } from 'kysely'
import { carrySeats } from '#features/records/services/server/carry-seats.ts'
import { currentTime } from '#lib/clock.ts'
import type { Database } from '#platform/server/database/db.ts'
import { forEachPractice, type JobLog } from '#platform/server/database/each-practice.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'

const EVERY_NIGHT = '5 4 * * *'

/** Puts at night right what practices know of their clients' services. Safe to run twice. */
export const carryAllSeats = (db: Database, origin: string): JobHandler => ({
  queue: 'carry-seats',
  cron: EVERY_NIGHT,
  handle: (_, log) => overAll(db, origin, log),
})

async function overAll(db: Database, origin: string, log?: JobLog): Promise<void> {
  const work = (practiceId: string) => carrySeats({ db, origin }, practiceId)
  const withWork = (among: readonly string[]) => sql`directory.with_seats(${among})`
  await forEachPractice(db, { job: 'carry-seats', asOf: currentTime(), withWork, work }, log)
}
