import { sql } from 'kysely'
import { BILLING_ZONE } from '#features/records/services/money-rules.ts'
import { carrySeats } from '#features/records/services/server/carry-seats.ts'
import { forgetOldMoney, mendAll } from '#features/records/services/server/mend.ts'
import { notePayments, notePrices } from '#features/records/services/server/noting-payments.ts'
import { noteUnused } from '#features/records/services/server/noting-unused.ts'
import { openPaid } from '#features/records/services/server/service.ts'
import type { Selling } from '#features/records/services/server/stripe-services.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import type { Database } from '#platform/server/database/db.ts'
import { forEachPractice, type JobLog } from '#platform/server/database/each-practice.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'

const EVERY_NIGHT = '5 4 * * *'
/** After what ended automatically has. */
const THEN = '25 4 * * *'

/** When people are up who read it. */
const IN_THE_MORNING = '30 9 * * *'

/** Notes each morning the notices to payers: of a bill or a price to come, of one that failed, of what is unused. Safe to run twice. */
export const noteAllServices = (db: Database): JobHandler => ({
  queue: 'service-notices',
  cron: IN_THE_MORNING,
  async handle(_, log) {
    const asOf = currentTime()
    const today = dayOf(asOf, BILLING_ZONE)
    await notePayments(db, today)
    await notePrices(db, today)
    const withWork = (among: readonly string[]) => sql`directory.with_seats(${among})`
    await forEachPractice(db, { job: 'service-notices', asOf, withWork, work: (id) => noteUnused(db, id, today) }, log)
  },
})

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
