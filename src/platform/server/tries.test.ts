import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { networkOf, Tries } from '#platform/server/tries.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterEach(() => resetClock())
afterAll(() => server.stop())

const limit = (whose: string, most = 2) => ({ what: 'a test', whose, most })
const kept = async () => (await server.asOwner('select count(*)::int as n from directory.tries'))[0]?.n

test('something may be tried so often in a quarter of an hour, on all servers together, and again after it', async () => {
  setClock('2026-11-23T09:00:00Z')
  const [one, two] = [new Tries(server.db), new Tries(server.db)]
  await one.take(limit('a'))
  await two.take(limit('a'))
  await expect(one.take(limit('a'))).rejects.toMatchObject({ code: 'too_many_tries' })
  await two.take(limit('b'))
  setClock('2026-11-23T09:14:59Z')
  await expect(two.take(limit('a'))).rejects.toMatchObject({ code: 'too_many_tries' })
  setClock('2026-11-23T09:15:01Z')
  await one.take(limit('a'))
})

test('of a hundred at once as many as are allowed go on', async () => {
  const tries = new Tries(server.db)
  const all = await Promise.allSettled(Array.from({ length: 100 }, () => tries.take(limit('crowd', 10), limit('all', 1000))))
  expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(10)
})

test('what one limit refuses counts under no other; a try given back did not count, and what is cleared starts again', async () => {
  const tries = new Tries(server.db)
  await tries.take(limit('full', 1))
  for (let at = 0; at < 3; at += 1) await expect(tries.take(limit('full', 1), limit('other', 1))).rejects.toThrow()
  await tries.take(limit('other', 1))
  await tries.giveBack(limit('other', 1))
  await tries.take(limit('other', 1))
  await tries.clear(limit('full', 1), limit('nobody', 1))
  await tries.take(limit('full', 1))
})

test('old tries are forgotten, and of very many the newest are kept', async () => {
  setClock('2030-01-24T09:00:00Z')
  const tries = new Tries(server.db, 5)
  await tries.forgetOld()
  for (let at = 0; at < 9; at += 1) {
    setClock(`2030-01-24T09:00:0${at}Z`)
    await tries.take(limit(`key ${at}`, 1))
  }
  await tries.forgetOld()
  expect(await kept()).toBe(5)
  await tries.take(limit('key 0', 1))
  await expect(tries.take(limit('key 8', 1))).rejects.toThrow()
  setClock('2030-01-24T09:30:00Z')
  await tries.forgetOld()
  expect(await kept()).toBe(0)
})

test('clearing does not wait for a try that is being counted', async () => {
  setClock('2030-02-01T09:00:00Z')
  const tries = new Tries(server.db)
  await tries.take(limit('busy'))
  await tries.take(limit('idle'))
  setClock('2030-02-01T10:00:00Z')
  await server.db.withDirectory(async (tx) => {
    await tx.updateTable('directory.tries').set({ count: 2 }).execute()
    await tries.forgetOld()
  })
  expect(await kept()).toBe(2)
  await tries.forgetOld()
  expect(await kept()).toBe(0)
})

test('who has one address of an IPv6 network has them all', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  for (const address of ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9', '2001:0db8:1:2:ffff::']) expect(networkOf(address)).toBe('2001:db8:1:2')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0')
  expect(networkOf('::1')).toBe('0:0:0:0')
})
