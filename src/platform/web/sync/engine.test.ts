import { currentMs } from '#lib/clock.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { ApiError, Unreachable } from '#platform/web/api.ts'
import { SyncEngine, type SyncOptions } from '#platform/web/sync/engine.ts'
import { record } from '#platform/web/sync/outbox.ts'
import type { Wires } from '#platform/web/sync/pass.ts'
import { readMeta, type Store } from '#platform/web/sync/store.ts'
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
/** However long a busy machine takes. */
const until = <T>(seen: () => T) => vi.waitFor(seen, { timeout: 120_000 })
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const drained = () => until(async () => expect(await store.queue.count()).toBe(0))

test('a change is sent automatically', async () => {
  start()
  await create('Ann')
  await drained()
  expect(server.rows.size).toBe(1)
  await until(async () => expect(await readMeta(store, 'last')).toMatchObject({ success: true }))
})

test('two tabs at once send each change once', async () => {
  const [one, two] = [start(), start()]
  await Promise.all([create('Ann'), create('Ben'), one.syncNow(), two.syncNow()])
  await drained()
  expect(server.applied.size).toBe(2)
  expect(server.rows.size).toBe(2)
})

test('after a failure it retries automatically, and shows why it failed', async () => {
  server.before = (kind) => {
    if (kind === 'push') throw new Unreachable('no network')
  }
  start()
  await create('Ann')
  const no = { success: false, error: 'No connection. Try again when you have signal.' }
  await until(async () => expect(await readMeta(store, 'last')).toMatchObject(no))
  server.before = () => undefined
  await drained()
})

test('a lost session stops it until a user signs in', async () => {
  const onSignedOut = vi.fn()
  server.before = () => {
    throw new ApiError(401, '', '')
  }
  const engine = start({ onSignedOut })
  await until(() => expect(onSignedOut).toHaveBeenCalled())
  expect(engine.state.signedOut).toBe(true)
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
  await until(async () => expect(await store.queue.where({ state: 'rejected' }).count()).toBe(2))
  await engine.syncNow()
  const pushes = server.pushes.length
  await engine.syncNow()
  expect(server.pushes.length).toBe(pushes)
})

test('a tab looks for itself when another has found no network', async () => {
  const engine = start()
  await engine.forceSync()
  const asked = vi.fn()
  server.before = asked
  const other = new BroadcastChannel(`${store.name}/sync`)
  other.postMessage('reached')
  other.postMessage('lost')
  await until(() => expect(asked).toHaveBeenCalled())
  await until(() => expect(engine.state.syncing).toBe(false))
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
  await until(() => expect(pulls).toHaveBeenCalledTimes(2))
})

test('after a 429 the server gets no request for as long as it requires, regardless of new changes', async () => {
  let at = 0
  server.before = () => {
    at = performance.now()
    throw new ApiError(429, '', '', '2')
  }
  const engine = start()
  await until(() => expect(engine.state.syncing).toBe(false))
  const asked = vi.fn()
  server.before = asked
  await create('Ann')
  await drained()
  expect(performance.now() - at).toBeGreaterThan(1800)
})

test('the button makes a pass at once, including what waits for a retry, and reports how it ended', async () => {
  server.before = () => {
    throw new ApiError(503, '', '', '300')
  }
  const engine = start()
  await create('Ann')
  await until(async () => expect(await readMeta(store, 'last')).toMatchObject({ success: false }))
  await store.queue.toCollection().modify({ nextAttemptAt: currentMs() + 60_000 })
  server.before = () => undefined
  expect(await engine.forceSync()).toEqual({ end: 'done' })
  expect(await store.queue.count()).toBe(0)
})

test('the button waits for the tab that is at it', async () => {
  const other = Promise.withResolvers<void>()
  const holding = navigator.locks.request(`${store.name}/sync`, () => other.promise)
  await create('Ann')
  const engine = start()
  const forced = engine.forceSync()
  await until(() => expect(engine.state.syncing).toBe(false))
  other.resolve()
  await holding
  expect(await forced).toEqual({ end: 'done' })
})

test('a request names whose copy it is; the server’s word that it is not is a lost session, and refuses nothing (I16)', async () => {
  const named: unknown[] = []
  const onSignedOut = vi.fn()
  await create('Ann')
  const engine = start({
    onSignedOut,
    wires: {
      ...server.wires,
      push: (body) => {
        named.push([body.personId, body.practiceId])
        throw new ApiError(403, '', '{"code":"wrong_person"}')
      },
    },
  })
  await until(() => expect(onSignedOut).toHaveBeenCalled())
  expect(engine.state.signedOut).toBe(true)
  expect(named).toEqual([[store.owner.personId, store.owner.practiceId]])
  expect((await store.queue.toArray()).map((item) => item.state)).toEqual(['sent'])
})

test('news from the server is fetched at once; what a pass was about to fetch anyway makes no second one', async () => {
  const events = new EventTarget()
  const pulls = vi.fn()
  const source = Object.assign(events, { readyState: 1, close: () => undefined })
  const engine = start({ openEvents: () => source })
  // A pass of its own: after one that was joined another would follow.
  await engine.forceSync()
  server.before = (kind) => {
    // Its own change comes back as news while it is sent.
    if (kind === 'push') events.dispatchEvent(new Event('changed'))
    else pulls()
  }
  await create('Ann')
  await drained()
  await until(() => expect(engine.state.syncing).toBe(false))
  expect(pulls).toHaveBeenCalledTimes(1)
  const id = server.write('clients', uuidv7(), { name: 'Ben' })
  events.dispatchEvent(new Event('changed'))
  await until(async () => expect((await store.rec.get(['clients', id]))?.data).toMatchObject({ name: 'Ben' }))
  expect(pulls).toHaveBeenCalledTimes(2)
})

test('a timer that fires while a pass goes on makes no second one', async () => {
  const push = vi.fn<Wires['push']>(async (body) => {
    // Longer than a change waits for others to go with it.
    await sleep(400)
    return server.wires.push(body)
  })
  const engine = start({ wires: { ...server.wires, push } })
  await engine.forceSync()
  const { pulls } = server
  await create('Ann')
  await engine.forceSync()
  // A second one would follow at once.
  await sleep(200)
  expect(push).toHaveBeenCalledOnce()
  expect(server.pulls).toBe(pulls + 1)
})

test('a disk that is full in the middle of a pass refuses nothing, and the passes go on (I16)', async () => {
  const full = new DOMException('no room', 'QuotaExceededError')
  await create('Ann')
  const engine = start()
  const written = [vi.spyOn(store.rec, 'bulkPut'), vi.spyOn(store.meta, 'put')]
  for (const each of written) each.mockRejectedValue(full)
  await until(() => expect(server.applied.size).toBe(1))
  await until(() => expect(engine.state.syncing).toBe(false))
  expect((await store.queue.toArray()).map((item) => item.state)).toEqual(['sent'])
  for (const each of written) each.mockRestore()
  await drained()
  expect(server.applied.size).toBe(1)
})
