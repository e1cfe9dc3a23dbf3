import { sql } from 'kysely'
import { carrySeats } from '#features/records/services/server/carry-seats.ts'
import { forgetOldMoney, mendAll } from '#features/records/services/server/mend.ts'
import { openPaid } from '#features/records/services/server/service.ts'
import type { Selling } from '#features/records/services/server/stripe-services.ts'
import { currentTime } from '#lib/clock.ts'
import type { Database } from '#platform/server/database/db.ts'
import { forEachPractice, type JobLog } from '#platform/server/database/each-practice.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'

const EVERY_NIGHT = '5 4 * * *'
/** After what ended by itself has. */
const THEN = '25 4 * * *'

/** Puts at night right what practices know of their clients' services. Safe to run twice. */
export const carryAllSeats = (db: Database, origin: string): JobHandler => ({
  queue: 'carry-seats',
  cron: EVERY_NIGHT,
  handle: (_, log) => overAll(db, origin, log),
})

async function overAll(db: Database, origin: string, log?: JobLog): Promise<void> {
  const work = async (practiceId: string) => void (await carrySeats({ db, origin }, practiceId))
  const withWork = (among: readonly string[]) => sql`directory.with_seats(${among})`
  await forEachPractice(db, { job: 'carry-seats', asOf: currentTime(), withWork, work }, log)
}

/** Puts at night right what clients pay: Stripe's quantities and our seats agree, what has to be given back is. Safe to run twice. */
export const mendServices = (db: Database, origin: string, selling: Selling | undefined): JobHandler => ({
  queue: 'mend-services',
  cron: THEN,
  atOnce: 1,
  async handle(_, log) {
    const paid = await openPaid({ db, origin, selling })
    if (paid) await mendAll(paid, log)
    await forgetOldMoney(db)
  },
})
