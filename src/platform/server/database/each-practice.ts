import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/db.ts'
import { leaveRun, noteRun, type Run, type RunOf, takeRun } from '#platform/server/database/job-runs.ts'

type Log = (details: object, message: string) => void
/** Where a job reports its failures and results. */
export type JobLog = { error: Log; info?: Log }

/**
 * The work of a job in each practice: `work` runs for one practice at a time, and runs again when it is cut short, so it must be safe to run
 * twice.
 */
export type OverPractices = RunOf & {
  /**
   * Which practices of some have work to do: a function of schema `directory` that returns their ids. One too many costs a transaction; one too
   * few is never done.
   */
  withWork: (among: readonly string[]) => RawBuilder<unknown>
  work: (practiceId: string) => Promise<void>
}

/** Practices that are checked in one statement. */
const PAGE = 500
/** Progress is recorded after this many practices: at most so many are done again when a worker is killed. */
const STRETCH = 20
const AT_ONCE = 4
const LOOK_AGAIN_MS = 1000

/**
 * Runs `work` for every practice that has something to do, in the order of their ids, several concurrently; the others are not opened. A failure
 * does not stop the other practices: the work is retried once after all of them, and each failure is logged with the practice's id. The progress
 * is in `directory.job_runs`: an interrupted run continues from there, and a run with failures is retried only for the practices that failed. Of
 * two workers one does the run, and the other waits.
 * @throws Error when it was not done for some
 */
export async function forEachPractice(db: Database, over: OverPractices, log?: JobLog): Promise<void> {
  const run = await takeTurn(db, over)
  if (!run) return
  try {
    await goOver(db, over, run, log)
  } finally {
    await leaveRun(db, over.job, run).catch(() => {})
  }
  const { done, failed, seconds } = run
  log?.info?.({ done, failed: failed.length, seconds: Math.round(seconds * 10) / 10 }, 'a job went over the practices')
  if (failed.length > 0) throw new Error(`not done for ${failed.length} of ${done + failed.length} practices`)
}

/** Undefined: there is nothing to do, or another worker did it while this one waited. */
async function takeTurn(db: Database, over: OverPractices): Promise<Run | undefined> {
  let run = await takeRun(db, over)
  while (run === 'busy') {
    await setTimeout(LOOK_AGAIN_MS)
    run = await takeRun(db, { ...over, isOnceADay: true })
  }
  return run === 'over' ? undefined : run
}

async function goOver(db: Database, over: OverPractices, run: Run, log: JobLog | undefined): Promise<void> {
  let notedAt = performance.now()
  const note = (options?: { isOver: boolean }) => {
    const now = performance.now()
    run.seconds += (now - notedAt) / 1000
    notedAt = now
    return noteRun(db, over.job, run, options)
  }
  for (let page = await nextPage(db, over, run); page; page = await nextPage(db, over, run)) {
    for (let at = 0; at < page.found.length; at += STRETCH) {
      const some = page.found.slice(at, at + STRETCH)
      const failed = await failedOf(db, some, over.work, log)
      run.reached = some.at(-1) ?? run.reached
      run.done += some.length - failed.length
      run.failed.push(...failed)
      await note()
    }
    run.reached = page.last
    await note()
  }
  const again = run.failed
  run.failed = await failedOf(db, again, over.work, log)
  run.done += again.length - run.failed.length
  await note({ isOver: run.failed.length === 0 })
}

/** The practices with something to do among the next ones, and the last of these; undefined: there are none left. */
const nextPage = (db: Database, { withWork }: OverPractices, { reached }: Run): Promise<{ found: string[]; last: string } | undefined> =>
  db.withDirectory(async (tx) => {
    let next = tx.selectFrom('directory.practices').select('id').orderBy('id').limit(PAGE)
    // A visitor's copy of the demo is left to its visitor.
    next = next.where('id', 'not in', (eb) => eb.selectFrom('directory.demo_copies').select('practice_id'))
    if (reached) next = next.where('id', '>', reached)
    const ids = (await next.execute()).map(({ id }) => id)
    const last = ids.at(-1)
    if (!last) return undefined
    const { rows } = await sql<{ id: string }>`select id from ${withWork(ids)} as id`.execute(tx)
    return { found: rows.map(({ id }) => id), last }
  })

async function failedOf(db: Database, practiceIds: readonly string[], work: OverPractices['work'], log: JobLog | undefined) {
  const [waiting, failed]: [string[], string[]] = [[...practiceIds], []]
  const goOn = async () => {
    for (let id = waiting.shift(); id; id = waiting.shift()) {
      try {
        await work(id)
      } catch (err) {
        log?.error({ err, practiceId: id }, 'a job failed for a practice')
        failed.push(id)
      }
    }
  }
  await Promise.all(Array.from({ length: spared(db) }, goOn))
  return failed
}

/** So many concurrently that a connection is left for all other work. */
const spared = ({ pool }: Database) => Math.max(1, Math.min(AT_ONCE, pool.options.max - 1))
