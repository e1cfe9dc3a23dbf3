import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SYNC_SCHEMA } from '#lib/synced.ts'
import { recordIn } from '#platform/web/sync/outbox.ts'
import { runPass, type Wires } from '#platform/web/sync/pass.ts'
import { type Queued, type QueueItem, readMeta, type Store } from '#platform/web/sync/store.ts'
import { bringUpToDate } from '#platform/web/sync/upcast.ts'
import { MemoryServer } from '#testing/browser/memory-server.ts'
import { openTestStore } from '#testing/browser/open-store.ts'

let store: Store
beforeEach(async () => {
  store = await openTestStore()
})
afterEach(() => store.delete())

const NEXT = SYNC_SCHEMA + 1
const renamed = ({ shown: { name, ...shown }, ...rest }: Pick<QueueItem, 'entity' | 'shown' | 'before'>) => ({
  ...rest,
  shown: { ...shown, fullName: name },
})

test('a newer build shows an older one’s queue in its own shape, and fetches the records again, once', async () => {
  const [id = ''] = (await recordIn(store, [{ action: 'CREATE', entity: 'clients', data: { name: 'Ann' } }])) || []
  await bringUpToDate(store, NEXT, { [SYNC_SCHEMA]: renamed })
  await bringUpToDate(store, NEXT, { [SYNC_SCHEMA]: renamed })
  expect((await store.rec.get(['clients', id]))?.data).toEqual({ fullName: 'Ann' })
  expect(await readMeta(store, 'isResyncDue')).toBe(true)
})

test('a copy of this build is left alone', async () => {
  await recordIn(store, [{ action: 'CREATE', entity: 'clients', data: { name: 'Ann' } }])
  const before = await store.rec.toArray()
  await bringUpToDate(store)
  expect(await store.rec.toArray()).toEqual(before)
  expect(await readMeta(store, 'isResyncDue')).toBeUndefined()
})

test('what an older build wrote is sent as it wrote it, under its own schema', async () => {
  await recordIn(store, [{ action: 'CREATE', entity: 'clients', data: { name: 'Ann' } }])
  await bringUpToDate(store, NEXT, { [SYNC_SCHEMA]: renamed })
  await recordIn(store, [{ action: 'CREATE', entity: 'clients', data: { name: 'Bo' } }])
  const second = (await store.queue.toArray())[1] as Queued
  await store.queue.put({ ...second, schema: NEXT })
  const server = new MemoryServer()
  const sent: unknown[] = []
  const push: Wires['push'] = (body) => {
    sent.push([body.schema, body.ops.length])
    return server.wires.push(body)
  }
  await runPass(store, { ...server.wires, push })
  expect(sent).toEqual([
    [SYNC_SCHEMA, 1],
    [NEXT, 1],
  ])
  expect(server.pushes[0]).toMatchObject([{ data: { name: 'Ann' } }])
})
