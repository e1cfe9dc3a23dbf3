import { storeCastFiles } from '#db/cast-store.ts'
import { keepDemo } from '#db/cast-write.ts'
import { currentTime } from '#lib/clock.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/db.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'

type Places = { db: Database; files: FileStore }
type DemoConfig = Pick<Config, 'demoPhotosFolder'>

/** Just after midnight, when yesterday's round is over and three weeks ahead are a day short. */
const JUST_AFTER_MIDNIGHT = '5 0 * * *'

/** Keeps the demo practice's diary full and its days gone by done, every night, weekends too; only in the test version. */
export const topUpDemoJob = (places: Places, config: DemoConfig): JobHandler => ({
  queue: 'top-up-demo',
  cron: JUST_AFTER_MIDNIGHT,
  handle: () => prepareDemo(places, config),
})

/**
 * Makes the demo practice with its files, or brings it up to date, at a start of the test version. Cheap when there is nothing to do.
 * @throws StartError when the photos that whoever runs the server has put in a folder can't be used
 */
export async function prepareDemo({ db, files }: Places, { demoPhotosFolder }: DemoConfig): Promise<void> {
  await keepDemo(db, currentTime(), await storeCastFiles(files, demoPhotosFolder))
}
