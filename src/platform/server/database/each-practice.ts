import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database/db.ts'
import { leaveRun, noteRun, type Run, type RunOf, takeRun } from '#platform/server/database/job-runs.ts'

type Log = (details: object, message: string) => void
/** Where a job says what went wrong, and what it did. */
export type JobLog = { error: Log; info?: Log }

/** What a job does of practices: `work` is done for one at a time and again when it is cut short, so it must be safe to run twice. */
export type OverPractices = RunOf & {
  /**
   * Which of some practices have something to do: a function of schema `directory` that answers with their ids. One too many costs a
   * transaction, one too few is never done.
   */
  withWork: (among: readonly string[]) => RawBuilder<unknown>
  work: (practiceId: string) => Promise<void>
}

/** Practices that are asked of in one statement. */
const PAGE = 500
/** Practices after which it is noted how far the run is: so many are done again at most when a worker is killed. */
const STRETCH = 20
const AT_ONCE = 4
const LOOK_AGAIN_MS = 1000

/**
 * Does `work` for every practice that has something to do, in the order of their ids, some at once; the others are not opened. One that fails
 * stops no other: it is tried once more when all the others are done, and each failure is logged with the practice's id. How far it is stands
 * in `directory.job_runs`: a run that is cut short goes on from there, and one that failed is tried again for those it failed for alone. Of two
 * workers one does it, and the other waits.
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

/** Undefined: there is nothing to do, or another worker has done it while this one waited. */
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

/** The practices with something to do among the next ones, and the last of these; undefined: there are no more. */
const nextPage = (db: Database, { withWork }: OverPractices, { reached }: Run): Promise<{ found: string[]; last: string } | undefined> =>
  db.withDirectory(async (tx) => {
    let next = tx.selectFrom('directory.practices').select('id').orderBy('id').limit(PAGE)
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

/** So many at once as leave a connection to everybody else. */
const spared = ({ pool }: Database) => Math.max(1, Math.min(AT_ONCE, pool.options.max - 1))
