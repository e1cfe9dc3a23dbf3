import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncOp } from '#lib/sync.ts'
import { ApiError } from '#platform/web/api.ts'
import { record } from '#platform/web/sync/outbox.ts'
import { runPass } from '#platform/web/sync/pass.ts'
import { readMeta, type Store } from '#platform/web/sync/store.ts'
import { MemoryServer } from '#testing/browser/memory-server.ts'
import { openTestStore } from '#testing/browser/open-store.ts'

let store: Store
let server: MemoryServer
beforeEach(async () => {
  store = await openTestStore()
  server = new MemoryServer()
})
afterEach(() => store.delete())

const pass = () => runPass(store, server.wires)
const queue = () => store.queue.toArray()
const rec = (id: string) => store.rec.get(['clients', id])
const create = async (name: string) => {
  const id = uuidv7()
  await record([{ action: 'CREATE', entity: 'clients', id, data: { name } }])
  return id
}
const edit = (id: string, data: Record<string, unknown>) => record([{ action: 'UPDATE', entity: 'clients', id, data }])
const gone = () => new ApiError(410, 'Gone', '')
/** A pass, and its requests to the server. */
const heard = async () => {
  Object.assign(server, { bodies: [], queries: [] })
  const outcome = await pass()
  return { outcome, pushes: server.bodies, pulls: server.queries }
}

test('a server that answers a push with lost time first has its news fetched, and then takes the change', async () => {
  const id = await create('Ann')
  server.before = () => {
    server.before = () => undefined
    throw gone()
  }
  const { outcome, pushes, pulls } = await heard()
  expect(outcome).toEqual({ end: 'done' })
  expect([pushes.length, pulls.length]).toEqual([2, 2])
  expect(server.row('clients', id)?.data.name).toBe('Ann')
})

test('after a restore one pass fetches the new copy, sends what waits and fetches what came of it', async () => {
  const id = await create('Ann')
  await pass()
  server.epoch = uuidv7()
  await edit(id, { phone: '1' })
  const { outcome, pushes, pulls } = await heard()
  expect(outcome).toEqual({ end: 'done' })
  expect(pushes.map(({ ops }) => (ops as SyncOp[]).map((op) => [op.action, op.again]))).toEqual([
    [['UPDATE', undefined]],
    [
      ['CREATE', true],
      ['UPDATE', undefined],
    ],
  ])
  expect(pulls).toHaveLength(2)
  expect(await readMeta(store, 'cursor')).toMatchObject({ epoch: server.epoch, isComplete: true })
  expect(await rec(id)).toMatchObject({ pending: 0, data: { name: 'Ann', phone: '1' } })
})

test('a server restored twice in one pass is left to the next', async () => {
  const id = await create('Ann')
  await pass()
  server.before = (kind) => {
    if (kind === 'push') server.epoch = uuidv7()
  }
  await edit(id, { phone: '1' })
  const { outcome, pulls } = await heard()
  expect(outcome).toEqual({ end: 'later', error: new Error('the server lost time twice') })
  expect(pulls).toHaveLength(1)
  server.before = () => undefined
  expect(await pass()).toEqual({ end: 'done' })
  expect(server.row('clients', id)?.data).toMatchObject({ name: 'Ann', phone: '1' })
  expect(await queue()).toEqual([])
})

test('a restored server that needs a newer build reports it', async () => {
  const id = await create('Ann')
  await pass()
  server.epoch = uuidv7()
  server.answer = () => ({ status: 'upgrade' })
  await edit(id, { phone: '1' })
  expect(await pass()).toEqual({ end: 'upgrade' })
})

test('an outdated copy is fetched again in the same pass', async () => {
  const id = server.write('clients', uuidv7(), { name: 'Ann' })
  await pass()
  server.epoch = uuidv7()
  server.rows.delete(`clients ${id}`)
  expect(await pass()).toEqual({ end: 'done' })
  expect(await rec(id)).toMatchObject({ deleted: 1, base: null })
})

test('a copy that is out of date as soon as it is begun is left to the next pass, with what waits', async () => {
  await create('Ann')
  await pass()
  await create('Bob')
  server.before = () => {
    throw gone()
  }
  const { outcome, pushes, pulls } = await heard()
  expect(outcome).toEqual({ end: 'later', error: new Error('the server asked twice for a new copy') })
  expect([pushes.length, pulls.length]).toEqual([1, 2])
  expect(await queue()).toMatchObject([{ data: { name: 'Bob' }, state: 'sent' }])
})
