import type { Database } from '#platform/server/database/db.ts'

/** Where a job says what went wrong. */
export type JobLog = { error: (details: object, message: string) => void }

/**
 * Does `work` for every practice, one after the other, in the order of their ids. One that fails stops no other: it is tried once more when all
 * the others are done, and each failure is logged with the practice's id. `work` must be safe to run twice, for the job is tried again for all.
 * @throws Error when it was not done for some
 */
export async function forEachPractice(db: Database, work: (practiceId: string) => Promise<void>, log?: JobLog): Promise<void> {
  const practices = await db.withDirectory((tx) => tx.selectFrom('directory.practices').select('id').orderBy('id').execute())
  const all = practices.map(({ id }) => id)
  const failed = await failedOf(await failedOf(all, work, log), work, log)
  if (failed.length > 0) throw new Error(`not done for ${failed.length} of ${all.length} practices`)
}

async function failedOf(practiceIds: readonly string[], work: (practiceId: string) => Promise<void>, log: JobLog | undefined) {
  const failed: string[] = []
  for (const practiceId of practiceIds) {
    try {
      await work(practiceId)
    } catch (err) {
      log?.error({ err, practiceId }, 'a job failed for a practice')
      failed.push(practiceId)
    }
  }
  return failed
}
