import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { ApiError, Unreachable } from '#platform/web/api.ts'
import { record } from '#platform/web/outbox.ts'
import { readMeta, type Store } from '#platform/web/store.ts'
import { SyncEngine, type SyncOptions } from '#platform/web/sync-engine.ts'
import { MemoryServer } from '#testing/browser/memory-server.ts'
import { openTestStore } from '#testing/browser/open-store.ts'

let store: Store
let server: MemoryServer
let engines: SyncEngine[]
beforeEach(async () => {
  store = await openTestStore()
  server = new MemoryServer()
  engines = []
})
afterEach(async () => {
  await Promise.all(engines.map((engine) => engine.stop()))
  await store.delete()
})

function start(options: SyncOptions = {}) {
  const engine = new SyncEngine(store, () => undefined, { wires: server.wires, ...options })
  engines.push(engine)
  engine.start()
  return engine
}
const create = (name: string) => record([{ action: 'CREATE', entity: 'clients', data: { name } }])
const drained = () => vi.waitFor(async () => expect(await store.queue.count()).toBe(0), { timeout: 5000 })

test('a change goes by itself', async () => {
  start()
  await create('Ann')
  await drained()
  expect(server.rows.size).toBe(1)
  await vi.waitFor(async () => expect(await readMeta(store, 'last')).toMatchObject({ success: true }))
})

test('two tabs at once send each change once', async () => {
  const [one, two] = [start(), start()]
  await Promise.all([create('Ann'), create('Ben'), one.syncNow(), two.syncNow()])
  await drained()
  expect(server.applied.size).toBe(2)
  expect(server.rows.size).toBe(2)
})

test('after a failure it tries again by itself, and says why it failed', async () => {
  server.before = (kind) => {
    if (kind === 'push') throw new Unreachable('no network')
  }
  start()
  await create('Ann')
  const no = { success: false, error: 'No connection. Try again when you have signal.' }
  await vi.waitFor(async () => expect(await readMeta(store, 'last')).toMatchObject(no))
  server.before = () => undefined
  await drained()
})

test('a lost session stops it until somebody signs in', async () => {
  const onSignedOut = vi.fn()
  server.before = () => {
    throw new ApiError(401, '', '')
  }
  const engine = start({ onSignedOut })
  await vi.waitFor(() => expect(engine.state.signedOut).toBe(true))
  expect(onSignedOut).toHaveBeenCalled()
  server.before = () => undefined
  await create('Ann')
  expect(server.pushes).toEqual([])
  engine.resume()
  await drained()
  expect(engine.state.signedOut).toBe(false)
})

test("nothing is sent once another person's session is in the browser", async () => {
  const engine = start({ isOwner: () => false })
  await create('Ann')
  expect(await engine.syncNow()).toBe('signed_out')
  expect(server.pushes).toEqual([])
  expect(await store.queue.count()).toBe(1)
})

test('a change that waits for the farrier makes no passes', async () => {
  server.answer = () => ({ status: 'rejected', code: 'bad_request', message: 'No.' })
  const engine = start()
  const id = uuidv7()
  await record([
    { action: 'CREATE', entity: 'clients', id, data: { name: 'Bad' } },
    { action: 'CREATE', entity: 'horses', data: { clientId: id } },
  ])
  await vi.waitFor(async () => expect(await store.queue.where({ state: 'rejected' }).count()).toBe(2), { timeout: 5000 })
  await engine.syncNow()
  const pushes = server.pushes.length
  await engine.syncNow()
  expect(server.pushes.length).toBe(pushes)
})

test('a tab looks for itself when another has found no network', async () => {
  const engine = start()
  await vi.waitFor(() => expect(engine.state.syncing).toBe(false))
  await engine.syncNow()
  const asked = vi.fn()
  server.before = asked
  const other = new BroadcastChannel(`${store.name}/sync`)
  other.postMessage('reached')
  other.postMessage('lost')
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  await vi.waitFor(() => expect(engine.state.syncing).toBe(false))
  expect(asked).toHaveBeenCalledOnce()
  other.close()
})

test('who joins a pass under way has another follow it', async () => {
  const pulls = vi.fn()
  let isJoined = false
  server.before = (kind) => {
    if (kind !== 'pull') return
    pulls()
    if (!isJoined) void engine.syncNow()
    isJoined = true
  }
  const engine = start()
  await vi.waitFor(() => expect(pulls).toHaveBeenCalledTimes(2))
})
