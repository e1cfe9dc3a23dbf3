import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncRow } from '#lib/sync.ts'
import { applyPage } from '#platform/web/sync/apply.ts'
import { record } from '#platform/web/sync/outbox.ts'
import { runPass } from '#platform/web/sync/pass.ts'
import { applyFreshPage, checkEpoch, dropFresh, requestResync } from '#platform/web/sync/resync.ts'
import { type Cursor, type Queued, readMeta, type Store, writeMeta } from '#platform/web/sync/store.ts'
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

test('a page requested before a push was answered doesn’t undo its answer', async () => {
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

const AT: Cursor = { epoch: uuidv7(), view: uuidv7(), cursor: 7, isComplete: true }
const clientRow = (id: string, rev: number, data: Record<string, unknown>): SyncRow => ({
  entity: 'clients',
  id,
  rev,
  seq: rev,
  deleted: false,
  data,
})
/** A copy of some rows that is at `AT`. */
const standing = async (...rows: SyncRow[]) => {
  await applyPage(store, await readMeta(store, 'cursor'), { ...AT, rows, more: false })
}
/** The one page of a new copy, swapped in. */
const swapped = (at: Partial<Cursor>, ...rows: SyncRow[]) => applyFreshPage(store, undefined, { ...AT, ...at, rows, more: false })
const restored = (...rows: SyncRow[]) => swapped({ epoch: uuidv7() }, ...rows)
const queue = () => store.queue.toArray() as Promise<Queued[]>

test('the first answer of all begins a copy, one of the same server changes nothing', async () => {
  const { epoch, view } = AT
  await checkEpoch(store, { epoch, view })
  expect(await readMeta(store, 'cursor')).toEqual({ epoch, view, cursor: 0, isComplete: false })
  await checkEpoch(store, { epoch, view })
  expect(await readMeta(store, 'isResyncDue')).toBeUndefined()
})

test.each(['epoch', 'view'])('an answer of another %s alone requests a new copy, and leaves the one in use where it is', async (name) => {
  await standing()
  await checkEpoch(store, { ...AT, [name]: uuidv7() })
  expect(await readMeta(store, 'isResyncDue')).toBe(true)
  expect(await readMeta(store, 'cursor')).toEqual(AT)
})

test('a new copy that is dropped leaves nothing behind, and the one in use as it is', async () => {
  const id = uuidv7()
  await standing(clientRow(id, 1, { name: 'Ann' }))
  const page = { ...AT, view: uuidv7(), rows: [clientRow(id, 2, { name: 'Anne' })], more: true }
  expect(await applyFreshPage(store, undefined, page)).toBe(true)
  expect(await readMeta(store, 'fresh')).toEqual({ ...AT, view: page.view, isComplete: false })
  await dropFresh(store)
  expect([await store.fresh.count(), await readMeta(store, 'fresh')]).toEqual([0, undefined])
  expect(await readMeta(store, 'cursor')).toEqual(AT)
  expect((await rec(id))?.data.name).toBe('Ann')
})

test.each([
  ['cursor', { ...AT, cursor: 6 }],
  ['epoch', { ...AT, epoch: uuidv7() }],
  ['view', { ...AT, view: uuidv7() }],
  ['first page', undefined],
])('a page of the new copy asked for from another %s than it stands at is left', async (_, asked) => {
  await writeMeta(store, 'fresh', AT)
  const page = { ...AT, cursor: 8, rows: [clientRow(uuidv7(), 1, { name: 'Ann' })], more: true }
  expect(await applyFreshPage(store, asked, page)).toBe(false)
  expect(await store.fresh.count()).toBe(0)
  expect(await readMeta(store, 'fresh')).toEqual(AT)
})

test('a copy repaired under the same epoch and view forgets what is gone and keeps every change and its journal (I17)', async () => {
  const [gone, kept] = [uuidv7(), uuidv7()]
  await standing(clientRow(gone, 1, { name: 'Gone' }), clientRow(kept, 1, { name: 'Ann' }))
  await edit(gone, { notes: 'a' })
  await edit(kept, { notes: 'b' })
  const before = await queue()
  const [journal] = before
  await store.done.put({ ...(journal as Queued), seq: 99, opId: uuidv7(), ackedAt: 1, outcome: 'applied' })
  await requestResync(store)
  await swapped({ cursor: 9 }, clientRow(kept, 3, { name: 'Anne' }))
  expect(await queue()).toEqual(before)
  expect(await store.done.count()).toBe(1)
  expect(await rec(gone)).toMatchObject({ base: null, rev: 0, pending: 1 })
  expect(await rec(kept)).toMatchObject({ base: { name: 'Anne' }, rev: 3, data: { name: 'Anne', notes: 'b' } })
  expect(await readMeta(store, 'cursor')).toEqual({ ...AT, cursor: 9 })
  expect([await readMeta(store, 'isResyncDue'), await readMeta(store, 'hasLostTime')]).toEqual([undefined, undefined])
})

test('a first copy that came whole beside nothing keeps the changes made before it', async () => {
  const id = uuidv7()
  await standing(clientRow(id, 1, { name: 'Ann' }))
  await edit(id, { notes: 'a' })
  await store.meta.delete('cursor')
  await swapped({ view: uuidv7() })
  expect(await queue()).toMatchObject([{ id, data: { notes: 'a' } }])
})

test('the last page of several swaps the whole new copy in', async () => {
  const [one, two] = [uuidv7(), uuidv7()]
  await standing()
  await requestResync(store)
  const first = { ...AT, cursor: 1, rows: [clientRow(one, 1, { name: 'Ann' })], more: true }
  await applyFreshPage(store, undefined, first)
  expect(await rec(one)).toBeUndefined()
  const asked = await readMeta(store, 'fresh')
  expect(await applyFreshPage(store, asked, { ...first, cursor: 2, rows: [clientRow(two, 2, { name: 'Bob' })], more: false })).toBe(true)
  expect([(await rec(one))?.data.name, (await rec(two))?.data.name]).toEqual(['Ann', 'Bob'])
  expect([await store.fresh.count(), await readMeta(store, 'fresh'), await readMeta(store, 'isResyncDue')]).toEqual([
    0,
    undefined,
    undefined,
  ])
})

test('after a restore what was acknowledged goes again, marked so, and what was given up does not', async () => {
  const id = uuidv7()
  await standing(clientRow(id, 1, { name: 'Ann' }))
  await edit(id, { notes: 'a' })
  const [item] = await queue()
  await store.queue.clear()
  const { seq, opId } = item as Queued
  await store.done.put({ ...(item as Queued), attempts: 2, nextAttemptAt: 5, ackedAt: 1, outcome: 'applied' })
  await store.done.put({ ...(item as Queued), seq: seq + 1, opId: uuidv7(), ackedAt: 1, outcome: 'discarded' })
  await restored(clientRow(id, 1, { name: 'Ann' }))
  const [again, ...others] = await queue()
  expect(others).toEqual([])
  expect(again).toMatchObject({ seq, opId, state: 'sent', again: true, attempts: 2, nextAttemptAt: 0 })
  expect(Object.keys(again ?? {}).filter((name) => ['ackedAt', 'outcome'].includes(name))).toEqual([])
  expect((await store.done.toArray()).map(({ outcome }) => outcome)).toEqual(['discarded'])
  expect(await rec(id)).toMatchObject({ pending: 1, data: { name: 'Ann', notes: 'a' } })
  expect(await readMeta(store, 'hasLostTime')).toBe(true)
})

test('after a restore a change has the base its author saw, if that is there, at no later revision; else none (I6)', async () => {
  const [older, newer, other, gone] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  await standing(...[older, newer, other, gone].map((id) => clientRow(id, 5, { name: 'Ann', phone: '1' })))
  for (const id of [older, newer, other, gone]) await edit(id, { phone: '2' })
  await record([{ action: 'CREATE', entity: 'clients', data: { name: 'New' } }])
  const [first] = await queue()
  await store.queue.put({ ...(first as Queued), state: 'conflict', server: { phone: '3' }, serverRev: 6 })
  await restored(
    clientRow(older, 2, { name: 'Old name', phone: '1' }),
    clientRow(newer, 8, { name: 'Ann', phone: '1' }),
    clientRow(other, 2, { name: 'Ann', phone: '3' }),
  )
  const left = await queue()
  expect(left.map((item) => item.baseRev)).toEqual([2, 5, 0, 0, undefined])
  expect(left[0]).toMatchObject({ state: 'conflict', server: { phone: '3' } })
  expect(left[0]).not.toHaveProperty('serverRev')
  expect(left[4]).not.toHaveProperty('baseRev')
})
