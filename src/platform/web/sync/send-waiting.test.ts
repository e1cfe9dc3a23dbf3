import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { ApiError, Unreachable } from '#platform/web/api.ts'
import { recordIn } from '#platform/web/sync/outbox.ts'
import { sendWaiting } from '#platform/web/sync/send-waiting.ts'
import { readMeta, Store, writeMeta } from '#platform/web/sync/store.ts'
import { MemoryServer } from '#testing/browser/memory-server.ts'

let server: MemoryServer
let stores: Store[]
beforeEach(() => {
  server = new MemoryServer()
  stores = []
})
afterEach(async () => {
  for (const store of stores) await store.delete()
})

/** A copy on this device, as the app has left it. */
async function copy({ isSignedIn = true } = {}) {
  const owner = { personId: uuidv7(), practiceId: uuidv7(), deviceId: uuidv7() }
  const store = new Store(owner)
  stores.push(store)
  if (isSignedIn) await writeMeta(store, 'owner', owner)
  await recordIn(store, [{ action: 'CREATE', entity: 'clients', data: { name: 'Ann' } }])
  return store
}

test('what waits goes without the app, under the device’s own name', async () => {
  const store = await copy()
  const push = vi.fn(server.wires.push)
  await sendWaiting({ ...server.wires, push })
  expect(server.rows.size).toBe(1)
  expect(push.mock.lastCall?.[0]).toMatchObject(store.owner)
  expect(await store.queue.count()).toBe(0)
  expect(await readMeta(store, 'last')).toMatchObject({ success: true })
})

test('a copy with nothing to send makes no request, and that of a signed-out user keeps what it has', async () => {
  const idle = await copy()
  await idle.queue.clear()
  const left = await copy({ isSignedIn: false })
  await sendWaiting(server.wires)
  expect([server.pulls, server.pushes.length]).toEqual([0, 0])
  expect(await left.queue.count()).toBe(1)
})

test('no network again: the browser is requested to retry', async () => {
  const store = await copy()
  server.before = () => {
    throw new Unreachable('no network')
  }
  await expect(sendWaiting(server.wires)).rejects.toThrow('no network')
  expect((await store.queue.toArray()).map((item) => item.state)).toEqual(['sent'])
})

test('one copy under another person’s session keeps no other from going', async () => {
  const [one, other] = [await copy(), await copy()]
  const push: typeof server.wires.push = async (body) => {
    if (body.personId === one.owner.personId) throw new ApiError(403, '', '{"code":"wrong_person"}')
    return server.wires.push(body)
  }
  await sendWaiting({ ...server.wires, push })
  expect([await one.queue.count(), await other.queue.count()]).toEqual([1, 0])
})

test('a tab that is at it is left to it, and looked after in case it closes', async () => {
  const store = await copy()
  const refused = navigator.locks.request(`${store.name}/sync`, () => sendWaiting(server.wires))
  await expect(refused).rejects.toThrow('another tab')
  expect(server.pushes).toEqual([])
})
