import { sql } from 'kysely'
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import { currentMs } from '#lib/clock.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { JobLog } from '#platform/server/database/each-practice.ts'
import { CLOCK_ZONE } from '#platform/server/database/job-runs.ts'

/** Every queue there is. A job carries its practice id; its handler must be safe to run twice. */
const QUEUES = [
  'top-up-demo',
  'forget-old',
  'forget-words',
  'forget-connections',
  'forget-travel-tables',
  'plan-reminders',
  'chase-debtors',
  'ask-about-care',
  'import-file',
  'sweep-files',
  'make-pictures',
  'transcribe',
  'ring-emergency',
  'back-up',
  'make-export',
  'make-report',
  'drop-export',
  'erase-client',
  'erase-again',
  'index-addresses',
  'carry-seats',
  'mend-services',
  'service-notices',
] as const
export type Queue = (typeof QUEUES)[number]

/** A queue's handler; what it throws is retried with backoff and logged by the runner. */
export type JobHandler = {
  queue: Queue
  cron?: string
  /** Once when the worker starts, too. */
  isDoneAtStart?: boolean
  /** How many of them at once, where they are heavy. */
  atOnce?: number
  handle: (data: Record<string, unknown>, log?: JobLog) => Promise<void>
}

/** Installs or upgrades pg-boss as the owner; several starts at once are fine under the caller's lock. */
export async function installJobs(owner: pg.PoolConfig) {
  const boss = new PgBoss({ ...bossOptions(owner), supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  for (const name of QUEUES) await boss.createQueue(name, { retryLimit: 8, retryDelay: 5, retryBackoff: true })
  await boss.stop({ graceful: false })
}

// Only its SQL is used, on the caller's transaction, so whichever database it was opened on it serves all.
let sender: PgBoss | undefined

/** Adds a job in the caller's transaction; rolled back with it. `startAfter` is an instant. */
export async function enqueue(tx: PracticeTx, queue: Queue, data: object, { startAfter }: { startAfter?: Date } = {}) {
  if (!sender) throw new Error('jobs are not open')
  // A delay, because pg-boss compares an instant with the database's own clock, which may not be ours.
  const delay = startAfter ? { startAfter: Math.max(0, Math.ceil((startAfter.getTime() - currentMs()) / 1000)) } : {}
  await sender.send(queue, data, { ...delay, db: fromKysely(tx) })
}

/** Whether a job of the queue waits for its time or is at work. */
export const isQueued = async (tx: PracticeTx, queue: Queue): Promise<boolean> =>
  (await sql`select from pgboss.job where name = ${queue} and state < 'completed' limit 1`.execute(tx)).rows.length > 0

// One fetch a second while idle, one after the other while there is more; each job succeeds or fails for itself.
const FETCH = { pollingIntervalSeconds: 1, batchSize: 10, burstWhenBatchFull: true, perJobResults: true } as const

type Data = Record<string, unknown>

/** What it threw goes to the log alone: kept beside the job it could hold an address. */
async function runJob(job: { id: string; data: Data | null }, handle: (data: Data) => Promise<void>, complain: (error: unknown) => void) {
  try {
    await handle(job.data ?? {})
    return { id: job.id, status: 'completed' as const }
  } catch (error) {
    complain(error)
    return { id: job.id, status: 'failed' as const }
  }
}

/** Opens the app role's end of the jobs, which may not change their schema. */
export async function openJobs(app: pg.PoolConfig, log: JobLog) {
  const ofQueue = (queue: Queue): JobLog => ({
    error: (details, message) => log.error({ queue, ...details }, message),
    info: (details, message) => log.info?.({ queue, ...details }, message),
  })
  const boss = new PgBoss({ ...bossOptions(app), migrate: false, createSchema: false })
  boss.on('error', (error) => log.error({ err: error }, 'jobs'))
  await boss.start()
  sender = boss
  return {
    /** Starts handling; each queue is polled on its own. */
    async work(handlers: JobHandler[]) {
      for (const { queue, cron, isDoneAtStart, atOnce = FETCH.batchSize, handle } of handlers) {
        await boss.work<Data>(queue, { ...FETCH, batchSize: atOnce }, (jobs) =>
          Promise.all(
            jobs.map((job) =>
              runJob(
                job,
                (data) => handle(data, ofQueue(queue)),
                (err) => log.error({ err, queue }, 'a job failed'),
              ),
            ),
          ),
        )
        if (isDoneAtStart) await boss.send(queue, {})
        if (cron) await boss.schedule(queue, cron, {}, { tz: CLOCK_ZONE })
      }
    },
    close: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}

export type Jobs = Awaited<ReturnType<typeof openJobs>>

// A clock that no one sets: once the wall clock is set back by a month, a timer that waits for it turns without a pause.
const steadyClock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
  clearTimeout,
  setInterval: (run: () => void, ms: number) => setInterval(run, ms),
  clearInterval,
}

// Its types and exactOptionalPropertyTypes disagree about `undefined`; the values are the same.
const bossOptions = (connection: pg.PoolConfig) =>
  ({ ...connection, max: 4, clock: steadyClock }) as ConstructorParameters<typeof PgBoss>[0] & object
