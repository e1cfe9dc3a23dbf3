import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentMs, currentTime, setClock } from '#lib/clock.ts'
import { enqueue } from '#platform/server/jobs/jobs.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

const YEAR_MS = 365 * 24 * 3_600_000
const SET = currentMs() + YEAR_MS

let server: TestServer
beforeAll(async () => {
  setClock(new Date(SET))
  server = await startTestServer({ own: true })
})
afterAll(async () => {
  await server.stop()
  resetClock()
})

const expectOfToday = (value: unknown) => expect(Math.abs(new Date(value as Date).getTime() - currentMs())).toBeLessThan(YEAR_MS / 12)

test('a session opened on a clock a year ahead lives, and ends by that clock', async () => {
  expect((await server.gareth.get('/api/clients')).statusCode).toBe(200)
  await server.asOwner(`update directory.sessions set expires_at = '${new Date(SET - 1000).toISOString()}'
    where practice_id = '${server.other.practiceId}'`)
  expect((await server.other.get('/api/clients')).statusCode).toBe(401)
})

test('timestamps the database sets itself are of that clock, in both of its schemas', async () => {
  await server.gareth.post('/api/yards', { name: 'Stamped' })
  for (const [table, column] of [
    ['activity', 'at'],
    ['directory.sessions', 'created_at'],
  ]) {
    const [row] = await server.asOwner(`select max(${column}) as at from ${table}`)
    expectOfToday(row?.at)
  }
})

test('no default and no function reads the database’s own time', async () => {
  expect(
    await server.asOwner(`
      select c.oid::regclass::text || '.' || a.attname as asks from pg_attrdef d join pg_class c on c.oid = d.adrelid
        join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where n.nspname in ('public', 'directory') and pg_get_expr(d.adbin, d.adrelid) ~* '(\\mnow\\(\\)|current_|local|_timestamp\\()'
      union all
      select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'directory') and p.proname <> 'clock_now' and p.prolang = (select oid from pg_language where lanname = 'sql')
        and pg_get_functiondef(p.oid) ~* '(\\mnow\\(\\)|current_date|current_time|_timestamp\\()'`),
  ).toEqual([])
})

test('a job that is due now is done, though the database has another time', async () => {
  await server.gareth.inPractice((tx) => enqueue(tx, 'forget-old', { isOurs: true }, { startAfter: currentTime() }))
  const done = Promise.withResolvers<void>()
  await server.jobs.work([{ queue: 'forget-old', handle: async ({ isOurs }) => (isOurs ? done.resolve() : undefined) }])
  await done.promise
})
