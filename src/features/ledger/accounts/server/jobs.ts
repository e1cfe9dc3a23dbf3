import { chaseAll } from '#features/ledger/accounts/server/chasing.ts'
import { withDebtsToChase } from '#features/ledger/accounts/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import type { Database } from '#platform/server/database/db.ts'
import { forEachPractice } from '#platform/server/database/each-practice.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'

/** When people are about; in a practice whose quiet hours are not over by then, each reminder waits for their end. */
const IN_THE_MORNING = '40 9 * * *'

/** Sends reminders of overdue invoices, in practices that want them automatically. Run twice it sends none twice. */
export const chaseDebtors = (db: Database, origin: string): JobHandler => ({
  queue: 'chase-debtors',
  cron: IN_THE_MORNING,
  handle: (_, log) =>
    forEachPractice(
      db,
      {
        job: 'chase-debtors',
        asOf: currentTime(),
        withWork: withDebtsToChase,
        async work(id) {
          const actor = await actorOfPractice(db, id, { origin })
          await db.withPractice(id, (tx) => chaseAll(tx, actor))
        },
      },
      log,
    ),
})
