import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { backUpJob } from '#app/backups.ts'
import type { Backups } from '#features/core/practice/backups.ts'
import { currentMs } from '#lib/clock.ts'
import { fileStore } from '#platform/server/files/store.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pritchel-backups-'))
  server = await startTestServer({ backupsFolder: folder })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const readBackups = async (who = server.gareth) => (await who.get('/api/backups')).json<Backups>()
const only = (id: string) => server.asOwner(`update directory.practices set mode = case when id = '${id}' then 'live' else 'demo' end`)

/** What the worker does with the jobs that wait. */
async function work() {
  const { database } = server.db.pool.options
  const owner = { ...inject('database'), database }
  const job = backUpJob({ owner, backupsFolder: folder, files: fileStore({ filesFolder: join(folder, 'files') }) })
  for (const { data } of await server.asOwner(`select data from pgboss.job where name = 'back-up'`))
    await job.handle(data as object as never)
  await server.asOwner(`delete from pgboss.job where name = 'back-up'`)
}

test('the owner of the one practice of a server backs it up, and sees when, how big and where', async () => {
  await only(server.gareth.practiceId)
  expect(await readBackups()).toMatchObject({ isMine: true, lastAt: null, last: null, isUnderWay: false, failure: null })
  expect((await server.gareth.post('/api/backups')).statusCode).toBe(204)
  expect((await server.gareth.post('/api/backups')).statusCode).toBe(204)
  expect((await readBackups()).isUnderWay).toBe(true)
  await work()
  expect(readdirSync(folder)).toHaveLength(1)
  const backups = await readBackups()
  expect(backups).toMatchObject({ isMine: true, isUnderWay: false, failure: null })
  expect(backups.last?.folder.startsWith(folder)).toBe(true)
  expect(backups.last?.bytes).toBeGreaterThan(1000)
  expect(backups.last?.rows).toBeGreaterThan(4)
  expect(currentMs() - new Date(String(backups.lastAt)).getTime()).toBeLessThan(60_000)
  expect(new Date(String(backups.nextAt)).getTime()).toBeGreaterThan(currentMs())
})

test('on a shared server an owner sees only the time of the last backup', async () => {
  await server.asOwner(`update directory.practices set mode = 'live'`)
  const backups = await readBackups()
  expect(backups).toEqual({ isMine: false, lastAt: expect.any(String), last: null, nextAt: null, isUnderWay: false, failure: null })
  const refused = await server.gareth.post('/api/backups')
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'Backups are looked after by the person who runs this server.'])
  expect(await server.asOwner(`select 1 from pgboss.job where name = 'back-up'`)).toEqual([])
})

test('who looks round the demo practice sees to nothing', async () => {
  await only(server.other.practiceId)
  expect((await readBackups()).isMine).toBe(false)
  expect((await server.gareth.post('/api/backups')).statusCode).toBe(409)
})

test('an incomplete backup is reported as such, not as good', async () => {
  await only(server.gareth.practiceId)
  const { lastAt } = await readBackups()
  await server.asOwner(`insert into files (practice_id, id, sha256, bytes, store_key, state, made_by_person)
    values ('${server.gareth.practiceId}', gen_random_uuid(), repeat('0', 64), 5, repeat('0', 64), 'stored', gen_random_uuid())`)
  await server.gareth.post('/api/backups')
  await work()
  expect(await readBackups()).toMatchObject({
    lastAt,
    failure: { sentence: "One file is missing or damaged on the server's disk. Everything else was backed up." },
  })
})
