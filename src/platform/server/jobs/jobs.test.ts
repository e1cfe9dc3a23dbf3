import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '#platform/server/jobs/jobs.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const MANY = 45

test('jobs that wait are done one after the other without a pause, and one that fails takes none with it', async () => {
  await server.gareth.inPractice(async (tx) => {
    for (let number = 0; number < MANY; number += 1) await enqueue(tx, 'forget-old', { number })
  })
  const seen = new Set<unknown>()
  const done = Promise.withResolvers<void>()
  await server.jobs.work([
    {
      queue: 'forget-old',
      async handle({ number }) {
        seen.add(number)
        if (seen.size === MANY) done.resolve()
        if (number === 3) throw new Error('no mail for sarah@example.com')
      },
    },
  ])
  await done.promise
  await expect.poll(states).toEqual([
    { state: 'completed', count: MANY - 1 },
    { state: 'retry', count: 1 },
  ])
  expect(await server.asOwner(`select output::text from pgboss.job where output::text like '%sarah%'`)).toEqual([])
})

const states = () =>
  server.asOwner(`select state, count(*)::int as count from pgboss.job where name = 'forget-old' group by state order by state::text`)
