import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { allEnded, type PracticeTx } from '#platform/server/database/db.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const inPractice = <T>(work: (tx: PracticeTx) => Promise<T>) => server.db.withPractice(server.gareth.practiceId, work)
const yards = () => inPractice((tx) => tx.selectFrom('yards').select('name').execute())
const addYard = (tx: PracticeTx, name: string) =>
  sql`insert into yards (practice_id, id, name, rev, seq, fw) values (${server.gareth.practiceId}, gen_random_uuid(), ${name}, 1, 1, '{}')`.execute(
    tx,
  )

test('statements that need not wait for each other are sent before any is answered, the beginning with them', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await inPractice(async (tx) => {
      const asked = [1, 2, 3].map((n) => tx.executeQuery<{ n: number }>(CompiledQuery.raw('select $1::int as n', [n])))
      expect(sent.mock.calls.slice(-4).map(([text]) => text)).toEqual([
        expect.stringContaining('begin'),
        ...Array(3).fill('select $1::int as n'),
      ])
      expect((await allEnded(asked)).map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3])
    })
  } finally {
    sent.mockRestore()
  }
})

test('of several failures the first is thrown when all have ended, and nothing of the transaction is kept', async () => {
  const failing = inPractice(async (tx) => {
    await addYard(tx, 'Lost')
    await allEnded([sql`select 1 / 0`.execute(tx), addYard(tx, 'Too late')])
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await yards()).toEqual([])
})

test('a transaction with an unhandled failure is not reported as committed', async () => {
  const unheard = inPractice(async (tx) => {
    await addYard(tx, 'Lost')
    await sql`select 1 / 0`.execute(tx).catch(() => {})
  })
  await expect(unheard).rejects.toThrow()
  expect(await yards()).toEqual([])
  await inPractice((tx) => addYard(tx, 'Kept'))
  expect(await yards()).toEqual([{ name: 'Kept' }])
})

test('no transaction waits for a lock for ever, by either way to the data', async () => {
  const limit = (tx: Parameters<Parameters<typeof server.db.withDirectory>[0]>[0]) =>
    sql<{ lock_timeout: string }>`show lock_timeout`.execute(tx)
  const limits = [await server.db.withDirectory(limit), await server.db.withPractice(server.gareth.practiceId, (tx) => limit(tx as never))]
  expect(limits.map(({ rows }) => rows[0]?.lock_timeout)).toEqual(['8s', '8s'])
})
