import type { Selectable } from 'kysely'
import { currentMs, currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Database } from '#platform/server/database/db.ts'
import type { DirectoryTables } from '#platform/server/database/directory-tables.ts'

/** A runner that has reported nothing for this long counts as dead, and another one continues its run. */
const LOST_AFTER_MS = 2 * 60_000

/** The zone whose days and times jobs go by. */
export const CLOCK_ZONE = 'Europe/London'

/** Identifies a run: its job, its instant (and so its day), and whether the job runs only once a day. */
export type RunOf = { job: string; asOf: Date; isOnceADay?: boolean }

/**
 * A run that a worker is doing. Every practice up to `reached` was checked; `done` is the number of practices done, `failed` names those that
 * failed, and `seconds` is the workers' time.
 */
export type Run = { reached: string | null; done: number; failed: string[]; seconds: number; runner: string }

/**
 * Takes the run of a job for a day: an interrupted run, or one with failures, continues where it was; otherwise a new run starts. 'busy':
 * another worker is doing it; 'over': it is done for that day.
 */
export const takeRun = (db: Database, { job, asOf, isOnceADay }: RunOf): Promise<Run | 'busy' | 'over'> =>
  db.withDirectory(async (tx) => {
    const day = dayOf(asOf, CLOCK_ZONE)
    const begun = { job, on_day: day, seen_at: currentTime() }
    await tx
      .insertInto('directory.job_runs')
      .values(begun)
      .onConflict((clash) => clash.doNothing())
      .execute()
    const before = await tx.selectFrom('directory.job_runs').selectAll().where('job', '=', job).forUpdate().executeTakeFirstOrThrow()
    if (before.runner && before.seen_at.getTime() > currentMs() - LOST_AFTER_MS) return 'busy'
    const isSameDay = before.on_day === day
    if (isSameDay && before.is_over && isOnceADay) return 'over'
    const { reached, done, failed, seconds } = isSameDay && !before.is_over ? before : NEW
    const run = { reached, done, failed: [...failed], seconds, runner: uuidv7() }
    await tx
      .updateTable('directory.job_runs')
      .set({ ...run, ...begun, is_over: false })
      .where('job', '=', job)
      .execute()
    return run
  })

const NEW = { reached: null, done: 0, failed: [], seconds: 0 }

/** Records the progress of a run; `isOver`: there is nothing more to do. @throws Error when another worker has taken it over */
export const noteRun = (db: Database, job: string, run: Run, { isOver = false } = {}): Promise<void> =>
  db.withDirectory(async (tx) => {
    const now = currentTime()
    const noted = await tx
      .updateTable('directory.job_runs')
      .set({ ...run, seen_at: now, ...(isOver && { is_over: true, finished_at: now }) })
      .where('job', '=', job)
      .where('runner', '=', run.runner)
      .returning('job')
      .executeTakeFirst()
    if (!noted) throw new Error('another worker has taken the run over')
  })

/** Releases a run, so that the next try need not wait until its runner counts as dead. */
export const leaveRun = (db: Database, job: string, { runner }: Run): Promise<unknown> =>
  db.withDirectory((tx) =>
    tx.updateTable('directory.job_runs').set({ runner: null }).where('job', '=', job).where('runner', '=', runner).execute(),
  )

/** The status of every job over the practices, or the result of its last run. */
export const listRuns = (db: Database): Promise<Selectable<DirectoryTables['directory.job_runs']>[]> =>
  db.withDirectory((tx) => tx.selectFrom('directory.job_runs').selectAll().orderBy('job').execute())
