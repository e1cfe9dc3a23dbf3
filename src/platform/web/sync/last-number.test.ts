import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyLastNumber } from '#platform/web/sync/last-number.ts'
import { record } from '#platform/web/sync/outbox.ts'
import { readMeta, type Store } from '#platform/web/sync/store.ts'
import { openTestStore } from '#testing/browser/open-store.ts'

let store: Store
beforeEach(async () => {
  store = await openTestStore()
})
afterEach(() => store.delete())

const change = async () => {
  await record([{ action: 'CREATE', entity: 'clients', data: { name: 'Ann' } }])
  return (await store.queue.toCollection().last())?.seq
}

test('a server that has numbers this device no longer knows reveals that its local copy was cleared', async () => {
  expect(await change()).toBe(1)
  await applyLastNumber(store, 40)
  expect(await readMeta(store, 'wasCleared')).toBe(true)
  expect(await store.queue.count()).toBe(1)
  expect(await change()).toBe(41)
})

test('numbers this device knows of, waiting, acknowledged or long forgotten, are no news', async () => {
  await change()
  await change()
  await applyLastNumber(store, 2)
  await store.queue.clear()
  await applyLastNumber(store, 2)
  expect(await readMeta(store, 'wasCleared')).toBeUndefined()
  await applyLastNumber(store, 3)
  expect(await readMeta(store, 'wasCleared')).toBe(true)
})

test('what was acknowledged counts while it is in the journal', async () => {
  await change()
  const [item] = await store.queue.toArray()
  if (!item?.seq) throw new Error('nothing queued')
  await store.done.add({ ...item, seq: item.seq, ackedAt: 1, outcome: 'applied' })
  await store.queue.clear()
  await applyLastNumber(store, 1)
  expect(await readMeta(store, 'wasCleared')).toBeUndefined()
})

test('a second loss is noticed as well', async () => {
  await applyLastNumber(store, 40)
  await store.meta.delete('wasCleared')
  await applyLastNumber(store, 40)
  expect(await readMeta(store, 'wasCleared')).toBeUndefined()
  await applyLastNumber(store, 41)
  expect(await readMeta(store, 'wasCleared')).toBe(true)
})

test('a server of an older build does not report it', async () => {
  await applyLastNumber(store, undefined)
  expect(await store.meta.count()).toBe(0)
})
