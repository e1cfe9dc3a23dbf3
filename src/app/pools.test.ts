import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobHandlers } from '#app/job-handlers.ts'
import { openForJobs } from '#app/pools.ts'
import { uuidv7 } from '#lib/ids.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/db.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer({ own: true })
  folder = await mkdtemp(join(tmpdir(), 'pritchel-pools-'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

test('long jobs that hold every connection of theirs keep no text and no request waiting', async () => {
  const app = { ...server.db.pool.options }
  const { db, long } = openForJobs({ app, directory: app }, { statements: 'prepared' })
  const over = Promise.withResolvers<void>()
  const { practiceId } = server.gareth
  const began = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  const held = began.map(({ resolve }) =>
    long.withPractice(practiceId, async (tx) => {
      await sql`select 1`.execute(tx)
      resolve()
      await over.promise
    }),
  )
  await Promise.all(began.map(({ promise }) => promise))
  expect(long.pool).toMatchObject({ totalCount: 3, idleCount: 0 })
  expect(await db.withPractice(practiceId, (tx) => tx.selectFrom('clients').select('id').execute())).toEqual([])
  expect((await server.gareth.get('/api/clients')).statusCode).toBe(200)
  over.resolve()
  await Promise.all(held)
  await Promise.all([db.close(), long.close()])
})

/** A database that gives nothing; `asked` counts the attempts. */
function deaf(): { db: Database; asked: () => number } {
  let asked = 0
  const refuse = () => {
    asked += 1
    return Promise.reject(new Error('deaf'))
  }
  return {
    db: { ...server.db, withPractice: refuse, withDirectory: refuse, readDirectory: refuse, readPractice: refuse },
    asked: () => asked,
  }
}

test.each(['import-file', 'make-export', 'make-report', 'erase-client', 'forget-old'])(
  '%s takes minutes, and is done on connections of its own',
  async (queue) => {
    const [db, long] = [deaf(), deaf()]
    const config = readConfig({ PRITCHEL_DATA: folder })
    const handler = jobHandlers({ db: db.db, long: long.db, owner: {}, config }).find((one) => one.queue === queue)
    const { practiceId } = server.gareth
    const actor = await server.gareth.inPractice(async (_, it) => it)
    const [importId, exportId, erasureId] = [uuidv7(), uuidv7(), uuidv7()]
    await handler?.handle({ practiceId, actor, importId, exportId, erasureId }, { error: () => {} }).catch(() => {})
    expect([db.asked(), long.asked() > 0]).toEqual([0, true])
  },
)
