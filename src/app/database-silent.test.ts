import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { prepareDatabase } from '#platform/server/database/prepare.ts'
import { ROLES } from '#platform/server/database/roles.ts'
import { startEmbedded } from '#platform/server/embedded/embedded.ts'
import { serveDatabase } from '#testing/hosted.ts'
import { makeFixturePractice } from '#testing/practice.ts'

/** A PostgreSQL of its own, because the tests stop all of it. */
let folder: string
let embedded: Awaited<ReturnType<typeof startEmbedded>>
let served: Awaited<ReturnType<typeof serveDatabase>>
let gareth: Awaited<ReturnType<typeof makeFixturePractice>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pritchel-silent-'))
  chmodSync(folder, 0o711) // mkdtemp gives 0700, which the database's own user could not enter
  embedded = await startEmbedded(folder)
  served = await serveDatabase(await prepareDatabase({ ...embedded.owner, database: 'pritchel' }))
  gareth = await makeFixturePractice(served.app, 'Gareth Probert')
}, 240_000)
afterAll(async () => {
  signalAll('SIGCONT')
  await served.stop()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
})

const postmaster = () => Number(readFileSync(join(embedded.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
/** Stops the postmaster before those it started, for it may be starting another; and has it go on after them. */
function signalAll(signal: 'SIGSTOP' | 'SIGCONT') {
  if (signal === 'SIGSTOP') process.kill(postmaster(), signal)
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster())]).toString()
  for (const pid of children.trim().split(/\s+/).map(Number)) process.kill(pid, signal)
  if (signal === 'SIGCONT') process.kill(postmaster(), signal)
}
async function asOwner(text: string): Promise<object[]> {
  const client = new pg.Client({ ...embedded.owner, database: 'pritchel' })
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}
const names = async () => (await gareth.get('/api/clients')).json<{ name: string }[]>().map(({ name }) => name)

/** A statement that goes on for some beats; the pulse's own connection breaks meanwhile. */
async function queriesOnWhile(before: () => Promise<unknown> = async () => {}) {
  expect((await served.app.inject('/api/ready')).statusCode).toBe(200)
  const asked = served.app.db.pool.query("select 'still here' as word, pg_sleep(3)")
  await before()
  const broken = await asOwner("select pg_terminate_backend(pid) from pg_stat_activity where query = 'select 1'")
  expect(broken).toHaveLength(1)
  return (await asked).rows[0].word
}

test('a pulse whose own connection breaks queries on another, and breaks none of the others', async () => {
  expect(await queriesOnWhile()).toBe('still here')
  await asOwner("select pg_terminate_backend(pid) from pg_stat_activity where query = 'select 1'")
  expect((await served.app.inject('/api/ready')).statusCode).toBe(200)
})

test('a database that lets no one else in is no silent one', async () => {
  expect(await queriesOnWhile(() => asOwner(`alter role ${ROLES.app} connection limit 0`))).toBe('still here')
  await asOwner(`alter role ${ROLES.app} connection limit -1`)
})

test('a database that stops answering is found out within seconds, and when it goes on nothing is lost', async () => {
  expect((await gareth.post('/api/clients', { name: 'Before' })).statusCode).toBe(201)
  signalAll('SIGSTOP')
  const { app } = served
  const writing = gareth.post('/api/clients', { id: uuidv7(), name: 'Meanwhile' })
  // A question on its way before is answered yet.
  const ready = async () => (await app.inject('/api/ready')).json().code
  await expect.poll(ready).toBe('not_ready')
  expect((await app.inject('/api/ready')).statusCode).toBe(503)
  expect((await app.inject('/api/health')).statusCode).toBe(200)
  // More than there are connections.
  const asked = await Promise.all(Array.from({ length: 20 }, () => gareth.get('/api/clients')))
  for (const answer of [await writing, ...asked]) {
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'busy', '5'])
  }
  signalAll('SIGCONT')
  await expect.poll(async () => (await app.inject('/api/ready')).statusCode).toBe(200)
  expect(await names()).toContain('Before')
  const after = await gareth.post('/api/clients', { name: 'After' })
  expect(after.statusCode).toBe(201)
  expect(await names()).toContain('After')
}, 120_000) // a server that waits for ever is found out by this alone
