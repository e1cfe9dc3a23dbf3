import { afterAll, beforeAll, expect, test } from 'vitest'
import { RECORD_WORDS } from '#app/record-words.ts'
import { type SyncedName, syncedNames } from '#lib/synced.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('every synced entity has words', () => {
  expect(syncedNames().length).toBeGreaterThan(30)
  expect(syncedNames().filter((entity) => !RECORD_WORDS[entity])).toEqual([])
})

test('records are declared after those they name, which is the order they are written in', async () => {
  const keys = await server.asOwner(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace`,
  )
  const place = (table: unknown) => syncedNames().indexOf(table as SyncedName)
  const between = keys.filter(({ from, to }) => place(from) >= 0 && place(to) >= 0)
  expect(between.length).toBeGreaterThan(30)
  expect(between.filter(({ from, to }) => place(from) < place(to))).toEqual([])
})
