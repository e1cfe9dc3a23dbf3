import { storeCastFiles } from '#db/cast-store.ts'
import { keepDemo } from '#db/cast-write.ts'
import { currentTime } from '#lib/clock.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/db.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'

type Places = { db: Database; files: FileStore }

/** Just after midnight, when yesterday's round is over. */
const JUST_AFTER_MIDNIGHT = '5 0 * * *'

/** Where all share the demo practice: makes it for each new day; only in the test version. */
export const topUpDemoJob = (places: Places, config: Pick<Config, 'demoPhotosFolder'>): JobHandler => ({
  queue: 'top-up-demo',
  cron: JUST_AFTER_MIDNIGHT,
  handle: () => writeDemo(places, config, currentTime()),
})

/** Makes the demo practice with its files for the day of `now`, unless it is made. */
export const writeDemo = async ({ db, files }: Places, { demoPhotosFolder }: Pick<Config, 'demoPhotosFolder'>, now: Date): Promise<void> =>
  keepDemo(db, now, await storeCastFiles(files, demoPhotosFolder))
