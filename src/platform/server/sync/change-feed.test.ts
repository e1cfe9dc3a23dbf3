import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { type Database, openDatabase } from '#platform/server/database/db.ts'
import { insertRow } from '#platform/server/database/rows.ts'
import { openChangeFeed } from '#platform/server/sync/change-feed.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
/** Another server on the same database. */
let other: Database
const opened: { close: () => Promise<void> }[] = []
beforeAll(async () => {
  server = await startTestServer()
  const app = { ...server.db.pool.options, max: 2 }
  other = openDatabase({ app, directory: app })
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((feed) => feed.close()))
})
afterAll(async () => {
  await other.close()
  await server.stop()
})

/** How often a practice's change was heard through a server's feed. */
async function hearing(db: Database, practiceId = server.gareth.practiceId): Promise<() => number> {
  const feed = openChangeFeed(db)
  opened.push(feed)
  let heard = 0
  feed.subscribe(practiceId, { onChange: () => void heard++, onDown: () => {} })
  expect(await feed.isUp()).toBe(true)
  return () => heard
}

const write = () => server.gareth.post('/api/clients', { name: 'Ann' })

test('what one server has changed it hears at once and the others soon, each once, and no other practice does', async () => {
  const [here, there, elsewhere] = [await hearing(server.db), await hearing(other), await hearing(other, server.other.practiceId)]
  await write()
  expect(here()).toBe(1)
  await expect.poll(there).toBe(1)
  // Its own notice has come back by then.
  await write()
  await expect.poll(there).toBe(2)
  expect([here(), elsewhere()]).toEqual([2, 0])
})

test('a change is announced once it is committed; one that is undone is not', async () => {
  const here = await hearing(server.db)
  const add = (end: () => void) =>
    server.gareth.inPractice(async (tx, actor) => {
      await insertRow(tx, actor, 'yards', uuidv7(), { name: 'Upper Court' })
      expect(here()).toBe(0)
      end()
    })
  await expect(
    add(() => {
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(here()).toBe(0)
  await add(() => {})
  expect(here()).toBe(1)
})

test('many practices that change within a moment are announced in one notice', async () => {
  const notices: string[] = []
  const [here, there] = [server.gareth.practiceId, server.other.practiceId]
  const readNotice = (payload = '') => {
    notices.push(payload)
    return []
  }
  const feed = openChangeFeed({ ...other, announcing: { ...other.announcing, readNotice } })
  opened.push(feed)
  expect(await feed.isUp()).toBe(true)
  for (const id of [here, there, here, there]) server.db.announcing.changed(id)
  // One of the changes of the test before may still come first.
  const ofThese = () => notices.filter((notice) => notice.includes(there))
  await expect.poll(ofThese).toEqual([expect.stringMatching(new RegExp(`^[0-9a-f-]+ ${here},${there}$`))])
})
