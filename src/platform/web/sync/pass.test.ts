import { currentMs } from '#lib/clock.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { type SyncOp, syncEndpoints } from '#lib/sync.ts'
import { SYNC_SCHEMA } from '#lib/synced.ts'
import { ApiError, Unreachable } from '#platform/web/api.ts'
import { record } from '#platform/web/sync/outbox.ts'
import { runPass, type Wires, wires } from '#platform/web/sync/pass.ts'
import { type Queued, readMeta, type Store } from '#platform/web/sync/store.ts'
import { fakeApi } from '#testing/browser/fake-api.ts'
import { MemoryServer } from '#testing/browser/memory-server.ts'
import { openTestStore } from '#testing/browser/open-store.ts'

let store: Store
let server: MemoryServer
let clock = 0
beforeEach(async () => {
  store = await openTestStore()
  server = new MemoryServer()
  clock = currentMs()
})
afterEach(() => store.delete())

const pass = () => runPass(store, server.wires, () => clock)
const queue = () => store.queue.toArray() as Promise<Queued[]>
const rec = (id: string) => store.rec.get(['clients', id])
const create = async (name: string) => {
  const id = uuidv7()
  await record([{ action: 'CREATE', entity: 'clients', id, data: { name } }])
  return id
}
const edit = (id: string, data: Record<string, unknown>) => record([{ action: 'UPDATE', entity: 'clients', id, data }])
const failOnce = (where: 'before' | 'after', kind: 'push' | 'pull', error: Error) => {
  server[where] = (now) => {
    if (now !== kind) return
    server[where] = () => undefined
    throw error
  }
}

test('what was made here reaches the server and is an ordinary record afterwards', async () => {
  const id = await create('Ann')
  expect(await pass()).toEqual({ end: 'done' })
  expect(server.row('clients', id)?.data).toMatchObject({ name: 'Ann' })
  expect(await rec(id)).toMatchObject({ isOffline: 0, pending: 0, rev: 1, base: { name: 'Ann' } })
  expect(await queue()).toEqual([])
  expect(await store.done.count()).toBe(1)
})

test("others' changes arrive, removals among them, and only once each", async () => {
  server.pageSize = 2
  const ids = ['A', 'B', 'C', 'D', 'E'].map((name) => server.write('clients', uuidv7(), { name }))
  await pass()
  expect(await store.rec.count()).toBe(5)
  server.write('clients', ids[0] ?? '', null)
  server.pulls = 0
  await pass()
  expect(server.pulls).toBe(1)
  expect(await rec(ids[0] ?? '')).toMatchObject({ deleted: 1, data: {} })
  expect((await readMeta(store, 'cursor'))?.isComplete).toBe(true)
})

test('a lost answer is requested again and takes effect once', async () => {
  const id = await create('Ann')
  failOnce('after', 'push', new Unreachable('lost'))
  expect((await pass()).end).toBe('later')
  expect((await queue())[0]).toMatchObject({ state: 'sent', attempts: 1 })
  await edit(id, { phone: '1' })
  await pass()
  expect(server.applied.size).toBe(2)
  expect(server.row('clients', id)).toMatchObject({ rev: 2, data: { name: 'Ann', phone: '1' } })
  expect(await rec(id)).toMatchObject({ pending: 0, data: { name: 'Ann', phone: '1' } })
})

test('a removal queued behind a CREATE whose answer was lost does remove it', async () => {
  const id = await create('Ann')
  failOnce('after', 'push', new Unreachable('lost'))
  await pass()
  await record([{ action: 'DELETE', entity: 'clients', id }])
  await pass()
  expect(server.row('clients', id)?.deleted).toBe(true)
  expect(await rec(id)).toMatchObject({ deleted: 1, pending: 0 })
})

test('a refused change stays with what depends on it, and everything else goes', async () => {
  const bad = await create('Bad')
  await record([{ action: 'CREATE', entity: 'horses', data: { name: 'Tally', clientId: bad } }])
  for (let n = 0; n < 48; n += 1) await create(`Good ${n}`)
  server.answer = (op) => (op.data.name === 'Bad' ? { status: 'rejected', code: 'bad_request', message: 'No.' } : undefined)
  expect(await pass()).toEqual({ end: 'done' })
  expect(server.rows.size).toBe(48)
  const left = await queue()
  expect(left.map((item) => [item.data.name, item.state])).toEqual([
    ['Bad', 'rejected'],
    ['Tally', 'pending'],
  ])
  expect(left[0]?.error).toEqual({ code: 'bad_request', message: 'No.', fields: [] })
  expect(await rec(bad)).toMatchObject({ isOffline: 1, attention: 1, data: { name: 'Bad' } })
  server.answer = () => undefined
  server.pushes = []
  await edit(bad, { name: 'Mended' })
  await pass()
  expect(server.pushes.flat().map((op) => op.data.name)).toEqual(['Mended', 'Tally'])
  expect(await queue()).toEqual([])
})

test('a field changed elsewhere in the meantime needs a decision, and another field of the same record doesn’t', async () => {
  const id = server.write('clients', uuidv7(), { name: 'Ann', phone: '1', notes: '' })
  await pass()
  await edit(id, { phone: '2' })
  await edit(id, { notes: 'dog' })
  server.write('clients', id, { phone: '3' })
  await pass()
  expect(server.row('clients', id)?.data).toMatchObject({ phone: '3', notes: 'dog' })
  expect(await queue()).toMatchObject([{ state: 'conflict', error: { fields: ['phone'] }, server: { phone: '3' }, before: { phone: '1' } }])
  expect(await rec(id)).toMatchObject({ data: { phone: '2', notes: 'dog' }, base: { phone: '3' }, attention: 1 })
  await edit(id, { phone: '4' })
  await pass()
  // Their value was under ours and no one here has seen it yet: entering ours again prompts again.
  expect(server.row('clients', id)?.data.phone).toBe('3')
  expect(await queue()).toMatchObject([{ state: 'conflict', data: { phone: '4' }, before: { phone: '1' } }])
})

test('a change that must wait is not overtaken by a later one of the same record', async () => {
  const id = server.write('clients', uuidv7(), { name: 'Ann' })
  await pass()
  await edit(id, { name: 'First' })
  server.answer = (op) => (op.data.name === 'First' ? { status: 'retry' } : undefined)
  await pass()
  await edit(id, { name: 'Second' })
  server.answer = () => undefined
  await pass()
  expect(server.row('clients', id)?.data.name).toBe('Ann')
  clock += 120_000
  await pass()
  expect(server.row('clients', id)?.data.name).toBe('Second')
})

test.each([
  ['401', new ApiError(401, '', ''), 'signed_out'],
  ['500', new ApiError(500, '', ''), 'later'],
  ['503', new ApiError(503, '', ''), 'later'],
  ['429', new ApiError(429, '', ''), 'later'],
  ['418', new ApiError(418, '', ''), 'later'],
  ['a captive portal', new Unreachable('html'), 'later'],
])('%s refuses no change', async (_, error, end) => {
  const id = await create('Ann')
  server.before = () => {
    throw error
  }
  expect((await pass()).end).toBe(end)
  expect((await queue()).map((item) => item.state)).toEqual(['sent'])
  server.before = () => undefined
  clock += 120_000
  await pass()
  expect(server.row('clients', id)?.data.name).toBe('Ann')
})

test('an op the server falls over keeps none of the others', async () => {
  for (let n = 0; n < 20; n += 1) await create(n === 7 ? 'Poison' : `Good ${n}`)
  const push = server.wires.push
  const wires = {
    ...server.wires,
    push: (body: Parameters<typeof push>[0]) => {
      if ((body.ops as SyncOp[]).some((op) => op.data.name === 'Poison')) throw new ApiError(500, '', '')
      return push(body)
    },
  }
  await runPass(store, wires, () => clock)
  expect(server.rows.size).toBe(19)
  expect((await queue()).map((item) => [item.data.name, item.state])).toEqual([['Poison', 'sent']])
})

test('a server that refuses everything gets a few requests, not one for each op', async () => {
  await record(Array.from({ length: 150 }, (_, n) => ({ action: 'CREATE', entity: 'clients', data: { name: `${n}` } }) as const))
  let asked = 0
  server.before = () => {
    asked += 1
    throw new ApiError(500, '', '')
  }
  expect((await pass()).end).toBe('later')
  expect(asked).toBe(9)
})

test('at most 100 ops go in a request, in order', async () => {
  await record(Array.from({ length: 250 }, (_, n) => ({ action: 'CREATE', entity: 'clients', data: { name: `${n}` } }) as const))
  await pass()
  expect(server.pushes.map((ops) => ops.length)).toEqual([100, 100, 50])
  expect(server.pushes.flat().map((op) => op.data.name)).toEqual(Array.from({ length: 250 }, (_, n) => `${n}`))
})

test('an older build keeps its changes and reports that it needs an upgrade', async () => {
  await create('Ann')
  server.answer = () => ({ status: 'upgrade' })
  expect(await pass()).toEqual({ end: 'upgrade' })
  expect((await queue())[0]?.state).toBe('pending')
})

test('a practice whose plan has ended keeps its changes on the device and still reads what is new', async () => {
  const id = await create('Ann')
  const theirs = server.write('clients', uuidv7(), { name: 'Ben' })
  server.before = (kind) => {
    if (kind === 'push') throw new ApiError(402, 'Payment Required', '{"code":"plan_lapsed"}')
  }
  expect(await pass()).toEqual({ end: 'lapsed' })
  expect(await rec(theirs)).toMatchObject({ base: { name: 'Ben' } })
  expect((await queue()).map((item) => [item.id, item.state])).toEqual([[id, 'sent']])
  server.before = () => undefined
  expect(await pass()).toEqual({ end: 'done' })
  expect(server.row('clients', id)?.data).toMatchObject({ name: 'Ann' })
})

test('what was changed while its batch was under way is sent after it', async () => {
  const id = await create('Ann')
  const push = server.wires.push
  let isFirst = true
  const wires = {
    ...server.wires,
    push: async (body: Parameters<typeof push>[0]) => {
      const answer = await push(body)
      if (isFirst) await edit(id, { name: 'Anne' })
      isFirst = false
      return answer
    },
  }
  await runPass(store, wires, () => clock)
  expect(server.row('clients', id)?.data.name).toBe('Anne')
  expect(await rec(id)).toMatchObject({ pending: 0, data: { name: 'Anne' } })
})

/** A pass, and its requests to the server. */
const heard = async () => {
  Object.assign(server, { bodies: [], queries: [] })
  const outcome = await pass()
  return { outcome, pushes: server.bodies, pulls: server.queries }
}

test('a batch names its device, and the position of the local copy as soon as it has one', async () => {
  await create('Ann')
  const first = await heard()
  const about = { deviceId: store.owner.deviceId, schema: SYNC_SCHEMA, ops: expect.anything() }
  expect(first.pushes).toStrictEqual([about])
  await create('Bob')
  const at = await readMeta(store, 'cursor')
  expect((await heard()).pushes).toStrictEqual([{ ...about, epoch: server.epoch, since: at?.cursor, proof: `proof of ${at?.cursor}` }])
})

test('an op is sent with all the server goes by, and with nothing that is not so', async () => {
  const id = await create('Ann')
  const [made] = await queue()
  const [sent] = (await heard()).pushes
  const { opId, endpoint, createdAt, seq } = made as Queued
  expect(sent?.ops).toStrictEqual([
    { opId, action: 'CREATE', endpoint, entity: 'clients', id, data: { name: 'Ann' }, deps: [], k: seq, createdAt },
  ])
  await edit(id, { phone: '1' })
  await record([{ action: 'CREATE', entity: 'horses', data: { name: 'Tally', clientId: id } }])
  const ops = (await heard()).pushes[0]?.ops as SyncOp[]
  expect(ops.map(({ action, baseRev }) => [action, baseRev])).toEqual([
    ['UPDATE', 1],
    ['CREATE', undefined],
  ])
})

test('the copy is marked as new in each page’s request until it is complete', async () => {
  server.pageSize = 1
  for (const name of ['Ann', 'Bob']) server.write('clients', uuidv7(), { name })
  const query = { deviceId: store.owner.deviceId, limit: 1000 }
  const first = JSON.stringify({ whole: [], before: {}, want: [] })
  expect((await heard()).pulls).toStrictEqual([
    { ...query, limit: 300, since: 0, isNew: 'true', first },
    { ...query, since: 1, proof: 'proof of 1', epoch: server.epoch, view: server.view, isNew: 'true' },
  ])
  expect((await heard()).pulls).toStrictEqual([{ ...query, since: 2, proof: 'proof of 2', epoch: server.epoch, view: server.view }])
})

test('a batch the server falls over is sent in quarters, and grows again once one gets through', async () => {
  await record(Array.from({ length: 120 }, (_, n) => ({ action: 'CREATE', entity: 'clients', data: { name: `${n}` } }) as const))
  const sizes: number[] = []
  const push: Wires['push'] = async (body) => {
    sizes.push(body.ops.length)
    if ((body.ops as SyncOp[]).some((op) => op.data.name === '0')) throw new ApiError(500, '', '')
    return server.wires.push(body)
  }
  expect(await runPass(store, { ...server.wires, push }, () => clock)).toEqual({ end: 'done' })
  expect(sizes).toEqual([100, 25, 6, 1, 1, 4, 16, 64, 34])
})

test('a busy server gets one request, and no smaller batches', async () => {
  for (const name of ['Ann', 'Bob']) await create(name)
  const busy = new ApiError(503, '', '')
  failOnce('before', 'push', busy)
  const { outcome, pushes, pulls } = await heard()
  expect(outcome).toEqual({ end: 'later', error: busy })
  expect([pushes.length, pulls.length]).toEqual([1, 0])
})

test('a busy server gets no request for a whole new copy', async () => {
  await pass()
  failOnce('before', 'pull', new ApiError(503, '', ''))
  expect((await heard()).outcome.end).toBe('later')
  expect(await readMeta(store, 'isResyncDue')).toBeUndefined()
})

test('a change withdrawn while the server failed on it is not held back, nor is the one that has its number now', async () => {
  await create('Ann')
  const [ann] = await queue()
  const bob = { ...(ann as Queued), opId: uuidv7(), data: { name: 'Bob' } }
  const fall = (then: () => Promise<unknown>) => {
    let isFirst = true
    const push: Wires['push'] = async (body) => {
      if (!isFirst) return server.wires.push(body)
      isFirst = false
      await then()
      throw new ApiError(500, '', '')
    }
    return runPass(store, { ...server.wires, push }, () => clock)
  }
  expect(await fall(() => store.queue.put(bob))).toEqual({ end: 'done' })
  expect(server.row('clients', bob.id)?.data.name).toBe('Bob')
  await edit(bob.id, { phone: '1' })
  expect(await fall(() => store.queue.clear())).toEqual({ end: 'done' })
  expect(await queue()).toEqual([])
})

test('when another tab moves the copy on in the meantime, the page is requested again from there', async () => {
  await pass()
  server.write('clients', uuidv7(), { name: 'Ann' })
  const since: unknown[] = []
  let last = ''
  const pull: Wires['pull'] = async (query) => {
    since.push(query.since)
    const page = await server.wires.pull(query)
    if (since.length > 1) return page
    await pass()
    last = server.write('clients', uuidv7(), { name: 'Bob' })
    return page
  }
  expect(await runPass(store, { ...server.wires, pull }, () => clock)).toEqual({ end: 'done' })
  expect(since).toEqual([0, 1])
  expect((await rec(last))?.data.name).toBe('Bob')
})

test('the real server is called by the two routes of the contract, gzipped, and not for ever', async () => {
  const api = fakeApi()
  const said = { epoch: server.epoch, view: server.view, lastK: 0 }
  api.on(syncEndpoints.push, ({ body }) => ({ ...said, results: [{ opId: body.deviceId, id: '', status: 'retry' as const }] }))
  api.on(syncEndpoints.pull, ({ query }) => ({ ...said, since: query.since, cursor: 9, proof: '', more: false, rows: [] }))
  const inits: RequestInit[] = []
  const answer = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    inits.push(init)
    return answer(url, init)
  })
  const { deviceId } = store.owner
  const pushed = await wires.push({ deviceId, schema: 1, ops: [{ notes: 'x'.repeat(2000) }] })
  const pulled = await wires.pull({ deviceId, since: 7 })
  vi.unstubAllGlobals()
  expect([pushed.results[0]?.opId, pulled.cursor]).toEqual([deviceId, 9])
  expect(api.requests).toEqual(['POST /api/sync/push', `GET /api/sync/pull?deviceId=${deviceId}&since=7`])
  expect(new Headers(inits[0]?.headers).get('content-encoding')).toBe('gzip')
  expect(inits.map(({ signal }) => signal?.aborted)).toEqual([false, false])
})

test('the first page of a copy waits for no one; later ones come behind the parts that screens requested', async () => {
  const order: string[] = []
  const page = { epoch: server.epoch, view: server.view, lastK: 0, cursor: 1, rows: [] }
  const pull: Wires['pull'] = async ({ first }) => {
    if (!first) return { ...page, more: false }
    order.push('page')
    return { ...page, more: order.length < 4, first: { whole: [], before: {} } }
  }
  const settle = async () => void order.push('parts')
  expect(await runPass(store, { ...server.wires, pull }, () => clock, { wanted: () => [], settle })).toEqual({ end: 'done' })
  expect(order).toEqual(['page', 'parts', 'page', 'parts', 'page'])
})
