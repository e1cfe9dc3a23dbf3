import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { record } from '#platform/web/outbox.ts'
import { readMeta, type Store } from '#platform/web/store.ts'
import { applyPage } from '#platform/web/sync-apply.ts'
import { runPass } from '#platform/web/sync-pass.ts'
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
const rec = (id: string) => store.rec.get(['clients', id])
const edit = (id: string, data: Record<string, unknown>) => record([{ action: 'UPDATE', entity: 'clients', id, data }])
/** An edit that can't leave: the push fails, the pull goes through. */
const offlinePush = () =>
  runPass(store, { ...server.wires, push: async () => ({ epoch: server.epoch, view: server.view, lastK: 0, results: [] }) })

test('a full resync takes the server as it is and changes no queue item', async () => {
  server.pageSize = 3
  const ids = Array.from({ length: 8 }, (_, n) => server.write('clients', uuidv7(), { name: `${n}` }))
  await pass()
  await edit(ids[2] ?? '', { name: 'Mine' })
  const before = await store.queue.toArray()
  server.rows.delete(`clients ${ids[5]}`)
  server.epoch = uuidv7()
  await offlinePush()
  expect((await store.queue.toArray()).map(({ opId, data, baseRev }) => ({ opId, data, baseRev }))).toEqual(
    before.map(({ opId, data, baseRev }) => ({ opId, data, baseRev })),
  )
  expect(await rec(ids[2] ?? '')).toMatchObject({ data: { name: 'Mine' }, base: { name: '2' }, pending: 1 })
  expect((await rec(ids[5] ?? ''))?.deleted).toBe(1)
  expect(await readMeta(store, 'cursor')).toMatchObject({ epoch: server.epoch, isComplete: true })
  expect(await store.fresh.count()).toBe(0)
})

test('the copy in use stays whole while the new one is fetched, however often that is cut off', async () => {
  server.pageSize = 2
  for (let n = 0; n < 7; n += 1) server.write('clients', uuidv7(), { name: `${n}` })
  await pass()
  server.epoch = uuidv7()
  for (let cut = 0; cut < 3; cut += 1) {
    let pulls = 0
    server.after = (kind) => {
      pulls += 1
      if (kind === 'pull' && pulls > 1) throw new Error('cut off')
    }
    expect((await pass()).end).toBe('later')
    expect(await store.rec.filter((one) => !one.deleted).count()).toBe(7)
  }
  server.after = () => undefined
  expect((await pass()).end).toBe('done')
  expect((await readMeta(store, 'cursor'))?.epoch).toBe(server.epoch)
})

test('what a server that lost time had acknowledged is applied again, once', async () => {
  const id = uuidv7()
  await record([{ action: 'CREATE', entity: 'clients', id, data: { name: 'Ann' } }])
  await pass()
  const backup = { rows: structuredClone(server.rows), applied: new Map(server.applied) }
  await edit(id, { phone: '1' })
  await pass()
  await edit(id, { notes: 'dog' })
  Object.assign(server, backup, { epoch: uuidv7() })
  await pass()
  await pass()
  expect(server.row('clients', id)?.data).toMatchObject({ name: 'Ann', phone: '1', notes: 'dog' })
  expect(server.applied.size).toBe(3)
  expect(await store.queue.count()).toBe(0)
  expect(await rec(id)).toMatchObject({ data: { name: 'Ann', phone: '1', notes: 'dog' }, pending: 0 })
})

test('what a new view no longer holds is forgotten, with the changes and the journal of it', async () => {
  const erased = server.write('clients', uuidv7(), { name: 'Gone' })
  const kept = server.write('clients', uuidv7(), { name: 'Ann' })
  await pass()
  await edit(erased, { notes: 'a' })
  await pass()
  await edit(erased, { notes: 'b' })
  await edit(kept, { notes: 'c' })
  server.rows.delete(`clients ${erased}`)
  server.view = uuidv7()
  await offlinePush()
  expect((await store.queue.toArray()).map((item) => item.id)).toEqual([kept])
  expect(await store.done.count()).toBe(0)
  expect(await rec(erased)).toMatchObject({ deleted: 1, data: {}, base: null })
})

test('a page another tab was faster with changes nothing', async () => {
  const id = server.write('clients', uuidv7(), { name: 'Old' })
  const page = await server.wires.pull({ deviceId: store.owner.deviceId })
  server.write('clients', id, { name: 'New' })
  await pass()
  expect(await applyPage(store, undefined, page)).toBe(false)
  expect((await rec(id))?.data.name).toBe('New')
})

test("a page asked for before a push was answered doesn't take its answer back", async () => {
  const id = server.write('clients', uuidv7(), { name: 'Ann' })
  await pass()
  server.write('clients', id, { notes: 'x' })
  const asked = await readMeta(store, 'cursor')
  const page = await server.wires.pull({ deviceId: store.owner.deviceId, since: asked?.cursor ?? 0 })
  await edit(id, { name: 'Anne' })
  await runPass(store, { ...server.wires, pull: async () => ({ ...page, rows: [], cursor: asked?.cursor ?? 0 }) })
  expect(await applyPage(store, asked, page)).toBe(true)
  expect((await rec(id))?.data.name).toBe('Anne')
})
