import { withComingVisits } from '#features/visits/appointments/server/reminder-queries.ts'
import { remindOfAll } from '#features/visits/appointments/server/reminders.ts'
import { currentTime } from '#lib/clock.ts'
import type { Database } from '#platform/server/database/db.ts'
import { forEachPractice } from '#platform/server/database/each-practice.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'

/** When the demo's diary has been filled up for the day. */
const AFTER_MIDNIGHT = '25 0 * * *'

/**
 * Plans the reminders of every visit to come: once a day, each night or at the first start after it. It finds work only after an update
 * that brought reminders, whose migration requests a new run (`directory.job_runs`), or for rows written without the services (the demo's,
 * a restored backup's).
 */
export const planAllReminders = (db: Database, origin: string): JobHandler => ({
  queue: 'plan-reminders',
  cron: AFTER_MIDNIGHT,
  isDoneAtStart: true,
  handle: (_, log) =>
    forEachPractice(
      db,
      {
        job: 'plan-reminders',
        asOf: currentTime(),
        isOnceADay: true,
        withWork: withComingVisits,
        async work(id) {
          const actor = await actorOfPractice(db, id, { origin })
          await db.withPractice(id, (tx) => remindOfAll(tx, actor))
        },
      },
      log,
    ),
})
