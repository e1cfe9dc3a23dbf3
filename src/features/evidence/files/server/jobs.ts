import { forgetFile } from '#features/evidence/files/server/forget-file.ts'
import { listEndedUploads, listUnnamed, withFilesToSweep } from '#features/evidence/files/server/queries.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import type { Database } from '#platform/server/database/db.ts'
import { forEachPractice, type JobLog } from '#platform/server/database/each-practice.ts'
import { dropOldScratch } from '#platform/server/files/disk.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** An upload without progress for this long is abandoned; to continue, the sender sends the file again. */
const STALE_MS = DAY_MS
/** As long as a removal can be undone, and a device may hold what puts the file on record. */
const UNNAMED_MS = 30 * DAY_MS

/** Clears away at night what was never finished and what nothing names any more. */
export const sweepFiles = (db: Database, files: FileStore): JobHandler => ({
  queue: 'sweep-files',
  cron: '40 3 * * *',
  async handle(_, log) {
    await dropOldScratch(new Date(currentMs() - STALE_MS))
    await sweep(db, files, currentTime(), log)
  },
})

/** The sweep as of `now`; safe to run twice, and during uploads. */
export async function sweep(db: Database, files: FileStore, now: Date, log?: JobLog): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await files.dropStale(before(STALE_MS))
  await files.dropLoneDerived()
  await forEachPractice(
    db,
    {
      job: 'sweep-files',
      asOf: now,
      withWork: (among) => withFilesToSweep(among, before(STALE_MS), before(UNNAMED_MS)),
      async work(practice) {
        const ended = await db.withPractice(practice, (tx) => listEndedUploads(tx, before(STALE_MS)))
        const unnamed = await db.withPractice(practice, (tx) => listUnnamed(tx, before(UNNAMED_MS)))
        for (const { id } of [...ended, ...unnamed]) await forgetFile({ db, files }, practice, id, now)
      },
    },
    log,
  )
}
