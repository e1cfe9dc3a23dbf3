import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobHandlers } from '#app/job-handlers.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/db.ts'
import type { JobHandler } from '#platform/server/jobs/jobs.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'pritchel-jobs-'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A database of which every transaction of one practice fails; `asked` tells whose others were begun. */
function brokenFor(practiceId: string): { db: Database; asked: () => string[] } {
  const asked = new Set<string>()
  const withPractice: Database['withPractice'] = (id, work) => {
    if (id === practiceId) return Promise.reject(new Error('broken'))
    asked.add(id)
    return server.db.withPractice(id, work)
  }
  return { db: { ...server.db, withPractice }, asked: () => [...asked] }
}

/** The jobs of the clock, but for the backup, which asks no practice. */
function jobsOfTheClock(db: Database): JobHandler[] {
  const config = readConfig({ PRITCHEL_DATA: folder, PRITCHEL_ORIGIN: 'http://localhost:3000' })
  return jobHandlers({ db, long: db, owner: {}, config }).filter(({ cron, queue }) => cron && queue !== 'back-up')
}

test('a practice a job fails for keeps it from no other, and the job says that it failed', async () => {
  const { rows } = await server.db.withDirectory(async (tx) => ({
    rows: await tx.selectFrom('directory.practices').select('id').orderBy('id').execute(),
  }))
  const [first = '', ...others] = rows.map(({ id }) => id)
  const told: Record<string, unknown> = {}
  for (const { queue } of jobsOfTheClock(server.db)) {
    const { db, asked } = brokenFor(first)
    const handler = jobsOfTheClock(db).find((one) => one.queue === queue) as JobHandler
    const failed = await handler.handle({}, { error: () => {} }).then(
      () => 'nothing',
      (error: Error) => error.message,
    )
    told[queue] = { failed, others: asked().toSorted() }
  }
  const wentOn = { failed: `not done for 1 of ${rows.length} practices`, others }
  expect(told).toMatchObject({ 'plan-reminders': wentOn, 'chase-debtors': wentOn, 'sweep-files': wentOn, 'forget-old': wentOn })
})
