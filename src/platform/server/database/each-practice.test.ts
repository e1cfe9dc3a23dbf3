import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { syncedNames } from '#lib/synced.ts'
import type { Database } from '#platform/server/database/db.ts'
import { forEachPractice, type OverPractices } from '#platform/server/database/each-practice.ts'
import { listRuns } from '#platform/server/database/job-runs.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let practices: string[]
beforeAll(async () => {
  server = await startTestServer({ own: true })
  const more = Array.from({ length: 58 }, uuidv7)
  await server.asOwner(`insert into directory.practices (id, name, slug)
    select id, 'Another', id::text from unnest('{${more.join(',')}}'::uuid[]) id`)
  practices = [server.gareth.practiceId, server.other.practiceId, ...more].toSorted()
})
afterAll(() => server.stop())
beforeEach(() => server.asOwner('delete from directory.job_runs'))

/** A job that has something to do in some practices; by default in all. */
const jobIn = (work: OverPractices['work'], those: readonly string[] = practices, asOf = currentTime()): OverPractices => ({
  job: 'count-hooves',
  asOf,
  withWork: (among) => sql`unnest(array(select unnest(${among}::uuid[]) intersect select unnest(${those}::uuid[]) order by 1))`,
  work,
})
const standing = async () => (await listRuns(server.db))[0]
const twoDays = 2 * 24 * 60 * 60_000

test('a job that fails for one practice is done for the others, tried again for that one, and fails if that fails too', async () => {
  const two = [server.gareth.practiceId, server.other.practiceId].toSorted()
  const [first, second] = two
  const [tried, said]: [string[], object[]] = [[], []]
  const log = { error: (details: object) => said.push(details) }
  const failing = (id: string | undefined, times: number) => async (practiceId: string) => {
    tried.push(practiceId)
    if (practiceId === id && tried.filter((one) => one === id).length <= times) throw new Error('no such thing')
  }
  await expect(forEachPractice(server.db, jobIn(failing(first, 2), two), log)).rejects.toThrow('not done for 1 of 2 practices')
  expect(tried).toEqual([first, second, first])
  expect(said).toMatchObject([{ practiceId: first }, { practiceId: first }])
  tried.length = said.length = 0
  await forEachPractice(server.db, { ...jobIn(failing(second, 1), two), job: 'count-shoes' }, log)
  expect(tried).toEqual([first, second, second])
  expect(said).toMatchObject([{ practiceId: second }])
})

test('one that failed is tried again for the practices it failed for, and the next day for all', async () => {
  const [first, second] = practices
  const tried: string[] = []
  const failing = (times: number) => async (id: string) => {
    tried.push(id)
    if (id === second && tried.filter((one) => one === id).length <= times) throw new Error('no such thing')
  }
  const two = practices.slice(0, 2)
  await expect(forEachPractice(server.db, jobIn(failing(2), two))).rejects.toThrow('not done for 1 of 2 practices')
  tried.length = 0
  await forEachPractice(server.db, jobIn(failing(0), two))
  expect(tried).toEqual([second])
  expect(await standing()).toMatchObject({ done: 2, failed: [], is_over: true })
  await forEachPractice(server.db, jobIn(failing(0), two, new Date(currentTime().getTime() + twoDays)))
  expect(tried).toEqual([second, first, second])
})

test('after a worker dies half way, another continues from there: no practice is left out, and a worker that is still alive gives way', async () => {
  const never = Promise.withResolvers<void>()
  const stuck = Promise.withResolvers<void>()
  const [before, after]: [string[], string[]] = [[], []]
  const dead = forEachPractice(
    server.db,
    jobIn(async (id) => {
      before.push(id)
      if (before.length <= 33) return
      stuck.resolve()
      await never.promise
    }),
  )
  const given = expect(dead).rejects.toThrow('another worker has taken the run over')
  await stuck.promise
  await server.asOwner(`update directory.job_runs set seen_at = seen_at - interval '3 minutes'`)
  await forEachPractice(
    server.db,
    jobIn(async (id) => void after.push(id)),
  )
  expect(after.toSorted()).toEqual(practices.slice(20))
  expect(new Set([...before, ...after])).toEqual(new Set(practices))
  never.resolve()
  await given
  expect(await standing()).toMatchObject({ done: practices.length, failed: [], is_over: true, runner: null })
})

test('a worker that hears that another is at it waits, and does nothing twice', async () => {
  const [goOn, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done: string[] = []
  const first = forEachPractice(
    server.db,
    jobIn(async (id) => {
      begun.resolve()
      await goOn.promise
      done.push(id)
    }),
  )
  await begun.promise
  const second = forEachPractice(
    server.db,
    jobIn(async (id) => void done.push(id)),
  )
  goOn.resolve()
  await Promise.all([first, second])
  expect(done.toSorted()).toEqual(practices)
})

test('some are done concurrently, but always leave a connection for other work', async () => {
  const most = async (db: Database) => {
    let [now, highest] = [0, 0]
    const work = async () => {
      highest = Math.max(highest, ++now)
      await new Promise(setImmediate)
      now -= 1
    }
    await forEachPractice(db, jobIn(work))
    return highest
  }
  const withPool = (max: number): Database => ({ ...server.db, pool: { options: { max } } as Database['pool'] })
  expect([await most(withPool(12)), await most(withPool(3)), await most(withPool(1))]).toEqual([4, 2, 1])
})

test('only practices with something to do are opened, once a day where that is enough, and the run records its result', async () => {
  const opened: string[] = []
  const lines: object[] = []
  const job = jobIn(async (id) => void opened.push(id), practices.slice(40, 43))
  const log = { error: () => {}, info: (details: object) => lines.push(details) }
  for (const _ of [1, 2]) await forEachPractice(server.db, { ...job, isOnceADay: true }, log)
  expect(opened).toEqual(practices.slice(40, 43))
  expect(lines).toEqual([{ done: 3, failed: 0, seconds: expect.any(Number) }])
  const run = await standing()
  expect(run).toMatchObject({ job: 'count-hooves', done: 3, failed: [], is_over: true, finished_at: expect.any(Date) })
  expect(run?.seconds).toBeGreaterThan(0)
})

test('old changes to forget are looked for in every synced table', async () => {
  const [{ text } = { text: '' }] = await server.asOwner(`select prosrc as text from pg_proc where proname = 'with_old_changes'`)
  expect(syncedNames().filter((name) => !String(text).includes(`from public.${name} t `))).toEqual([])
})
