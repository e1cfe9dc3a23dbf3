import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Prepared } from '#platform/server/database/db.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const CLIENTS: Prepared = { name: 'test_clients', text: 'select name, $1::text as asked from clients order by name' }
const DIVIDED: Prepared = { name: 'test_divided', text: 'select 1 / $1::int as part' }

test('reads sent at once on few connections each see their own practice alone', async () => {
  await server.gareth.post('/api/clients', { name: 'Of Gareth' })
  await server.other.post('/api/clients', { name: 'Of the other' })
  const read = async (who: { practiceId: string }, nth: number) => server.db.readPractice(who.practiceId, CLIENTS, [String(nth)])
  const answers = await Promise.all(Array.from({ length: 60 }, (_, nth) => read(nth % 2 ? server.other : server.gareth, nth)))
  for (const [nth, rows] of answers.entries()) {
    expect(rows).toContainEqual({ name: nth % 2 ? 'Of the other' : 'Of Gareth', asked: String(nth) })
    expect(rows).not.toContainEqual({ name: nth % 2 ? 'Of Gareth' : 'Of the other', asked: String(nth) })
  }
})

test('nothing of the practice stays on the connection behind the read', async () => {
  await server.db.readPractice(server.gareth.practiceId, CLIENTS, ['x'])
  const { rows } = await server.db.pool.query(
    `select current_setting('app.practice_id', true) as practice, count(*)::int as seen from clients`,
  )
  expect(rows).toEqual([{ practice: '', seen: 0 }])
})

test('a failed read reports why, and the next ones are answered', async () => {
  const divide = (by: number) => server.db.readPractice<{ part: number }>(server.gareth.practiceId, DIVIDED, [by])
  await expect(divide(0)).rejects.toThrow('division by zero')
  await expect(server.db.readPractice('nobody', CLIENTS, ['x'])).rejects.toThrow('uuid')
  await expect(Promise.all([divide(1), divide(0).catch(() => 'refused'), divide(1)])).resolves.toEqual([
    [{ part: 1 }],
    'refused',
    [{ part: 1 }],
  ])
})

test('a statement PostgreSQL refuses to parse is refused each time, not taken for prepared', async () => {
  const broken: Prepared = { name: 'test_broken', text: 'select nothing from nowhere' }
  for (let n = 0; n < 2; n++) await expect(server.db.readPractice(server.gareth.practiceId, broken, [])).rejects.toThrow('nowhere')
})
