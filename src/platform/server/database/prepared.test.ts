import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/server/database/db.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

type Ask = (value: number) => Promise<string[]>

/** A database of one connection that runs a query in a transaction of its own; then the statements that connection has prepared. */
function asking(unnamed: boolean): { ask: Ask; close: () => Promise<void> } {
  const { options } = server.db.pool
  const db = openDatabase({ app: { ...options, max: 1 }, directory: { ...options, max: 1 }, unnamed })
  const ask: Ask = (value) =>
    db.withPractice(server.gareth.practiceId, async (tx) => {
      await tx.selectFrom('clients').select('name').where('name', '=', `Client ${value}`).execute()
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx)
      return rows.map(({ statement }) => statement).filter((statement) => statement.includes('"clients"'))
    })
  return { ask, close: () => db.close() }
}

test('a statement that is sent often is prepared, one that is not is not', async () => {
  const { ask, close } = asking(false)
  expect(await ask(1)).toEqual([])
  for (const value of [2, 3]) await ask(value)
  expect(await ask(4)).toEqual(['select "name" from "clients" where "name" = $1'])
  await close()
})

test('where a pooler cannot keep them apart none is', async () => {
  const { ask, close } = asking(true)
  for (const value of [1, 2, 3, 4, 5]) expect(await ask(value)).toEqual([])
  await close()
})

test('a table that a migration changes meanwhile costs a try: those that follow find a new connection', async () => {
  const list = () => server.gareth.inPractice((tx) => tx.selectFrom('clients').selectAll().where('name', '=', 'Ann').execute())
  for (const _ of [1, 2, 3, 4, 5]) await list()
  await server.asOwner('alter table clients add column worn_since integer')
  await expect(list()).rejects.toThrow('cached plan must not change result type')
  await expect.poll(() => list().catch((error: Error) => error.message)).toEqual([])
  await server.asOwner('alter table clients drop column worn_since')
})
