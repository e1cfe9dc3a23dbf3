import { keepDemo } from '#db/cast-write.ts'
import type { Database } from '#platform/server/database/db.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'

/** Just after midnight, when yesterday's round is over and three weeks ahead are a day short. */
const JUST_AFTER_MIDNIGHT = '5 0 * * *'

/** Keeps the demo practice's diary full and its days gone by done, every night, weekends too; only in the test version. */
export const topUpDemoJob = (db: Database): JobHandler => ({
  queue: 'top-up-demo',
  cron: JUST_AFTER_MIDNIGHT,
  handle: () => keepDemo(db),
})

/** Makes the demo practice, or brings it up to date, at a start of the test version. Cheap when there is nothing to do. */
export const prepareDemo = (db: Database): Promise<void> => keepDemo(db)
