import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { keptQueueEndpoints } from '#lib/kept-queue.ts'
import { openByteStore } from '#platform/web/files/byte-store.ts'
import { hashOf, keepFile } from '#platform/web/files/keep-file.ts'
import { shelfOf } from '#platform/web/recorder/shelf.ts'
import { forgetCopy, hasCopy, hasKept } from '#platform/web/session/forget-copy.ts'
import { depositKey, dropLocked, keepQueue, leaveLocked, restoreKept } from '#platform/web/session/kept-queue.ts'
import { recordIn } from '#platform/web/sync/outbox.ts'
import { type Owner, Store } from '#platform/web/sync/store.ts'
import { unsentIn } from '#platform/web/sync/unsent.ts'
import { fakeApi, Refusal } from '#testing/browser/fake-api.ts'

let keys: Map<string, string>
let owner: Owner
let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  keys = new Map()
  owner = { personId: uuidv7(), practiceId: uuidv7(), deviceId: uuidv7() }
  const needed = (id: string) => {
    const key = keys.get(id)
    if (!key) throw new Refusal('kept_key_not_found')
    return { key }
  }
  api = fakeApi()
    .on(keptQueueEndpoints.deposit, ({ params, body }) => void keys.set(params.id, body.key))
    .on(keptQueueEndpoints.read, ({ params }) => needed(params.id))
    .on(keptQueueEndpoints.remove, ({ params }) => void keys.delete(params.id))
})
afterEach(async () => {
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name)
  vi.unstubAllGlobals()
})

const opIds = async (store: Store) => (await store.queue.toArray()).map(({ opId, seq }) => `${seq} ${opId}`)
const add = (store: Store, name: string) => recordIn(store, [{ action: 'CREATE', entity: 'clients', data: { name } }])
/** Puts what a copy has unsent away, and deletes the copy, as signing out does. */
async function leave(store: Store) {
  await keepQueue(store, await depositKey(owner))
  store.close()
  await forgetCopy(owner)
}

test('changes, the bytes of a file and a recording come back as they were, and the key is no longer needed', async () => {
  const store = new Store(owner)
  const photo = new Blob([new Uint8Array(4 * 1024 * 1024 + 10).fill(7)], { type: 'image/jpeg' })
  await add(store, 'Ann')
  await keepFile(store, await openByteStore(store), {
    content: photo,
    name: 'foot.jpg',
    changes: (fileId) => [{ action: 'CREATE', entity: 'attachments', data: { fileId }, blobId: fileId }],
  })
  const id = uuidv7()
  await shelfOf(store).begin({ id, about: { horseId: uuidv7(), horse: 'Merlin' }, mime: 'audio/webm', startedAt: 1 })
  await shelfOf(store).addChunk(id, { content: new Blob(['hoofbeats']), levels: [0.5, 0.25], lengthMs: 1000 })
  const before = await opIds(store)
  expect(await unsentIn(store)).toMatchObject({ changes: 2, files: 1, recordings: 1 })
  shelfOf(store).close()
  await leave(store)
  expect([await hasCopy(owner), await hasKept(owner)]).toEqual([false, true])

  const again = new Store(owner)
  await restoreKept(again)
  expect(await opIds(again)).toEqual(before)
  expect(await unsentIn(again)).toMatchObject({ changes: 2, files: 1, recordings: 1 })
  const [row] = await again.blob.toArray()
  const bytes = await (await openByteStore(again)).read(row?.path ?? '')
  expect(bytes && (await hashOf(bytes))).toBe(await hashOf(photo))
  const sound = await shelfOf(again).soundOf({ id, mime: 'audio/webm' })
  expect([await sound.content.text(), sound.levels]).toEqual(['hoofbeats', [0.5, 0.25]])
  expect([keys.size, await hasKept(owner)]).toEqual([0, false])
  shelfOf(again).close()
  again.close()
})

test('nothing of what is kept can be read on the device', async () => {
  const store = new Store(owner)
  await add(store, 'Rosalind Whitney')
  await leave(store)
  const kept = await new Dexie(`pritchel-kept/${owner.practiceId}/${owner.personId}`).open()
  const rows = (await Promise.all(kept.tables.map((table) => table.toArray()))).flat()
  kept.close()
  const text = rows
    .map((row) =>
      [...Object.values(row)]
        .map((value) =>
          ArrayBuffer.isView(value) || value instanceof ArrayBuffer ? Buffer.from(value as never).toString('latin1') : String(value),
        )
        .join(' '),
    )
    .join(' ')
  expect(text.length).toBeGreaterThan(100)
  expect(text).not.toMatch(/Rosalind|clients|CREATE/)
})

test('without the key it stays sealed and is not lost; with it, it is restored', async () => {
  const store = new Store(owner)
  await add(store, 'Ann')
  await leave(store)
  const [[id = '', key = ''] = []] = [...keys]
  const again = new Store(owner)
  keys.clear()
  expect(await restoreKept(again)).toEqual([{ id, keptAt: expect.any(Number) }])
  api.offline(true)
  expect(await restoreKept(again)).toEqual([])
  api.offline(false)
  keys.set(id, key)
  expect(await restoreKept(again)).toEqual([])
  expect(await again.queue.count()).toBe(1)
  again.close()
})

test('one that can no longer be opened blocks nothing else, and stays until its person has agreed to its deletion', async () => {
  for (const name of ['Ann', 'Beth']) {
    const store = new Store(owner)
    await add(store, name)
    await leave(store)
  }
  const [first = ''] = [...keys.keys()].sort()
  keys.delete(first)
  const again = new Store(owner)
  expect(await restoreKept(again)).toEqual([{ id: first, keptAt: expect.any(Number) }])
  expect((await again.queue.toArray()).map(({ data }) => data.name)).toEqual(['Beth'])
  await leaveLocked(owner, first)
  expect([await restoreKept(again), await hasKept(owner)]).toEqual([[], true])
  await dropLocked(owner, first)
  expect([await restoreKept(again), await hasKept(owner)]).toEqual([[], false])
  again.close()
})

test('a key that does not fit opens nothing, and what is sealed stays', async () => {
  const store = new Store(owner)
  await add(store, 'Ann')
  await leave(store)
  const [id = ''] = [...keys.keys()]
  keys.set(id, Buffer.alloc(32, 9).toString('base64'))
  const again = new Store(owner)
  expect(await restoreKept(again)).toEqual([{ id, keptAt: expect.any(Number) }])
  expect([await again.queue.count(), await hasKept(owner)]).toEqual([0, true])
  again.close()
})

test('each part is read back before anything is reported as kept', async () => {
  const store = new Store(owner)
  await keepFile(store, await openByteStore(store), {
    content: new Blob([new Uint8Array(4 * 1024 * 1024 + 10)]),
    name: 'foot.jpg',
    changes: (fileId) => [{ action: 'CREATE', entity: 'attachments', data: { fileId }, blobId: fileId }],
  })
  const deposited = await depositKey(owner)
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
  let opened = 0
  // As a worn flash chip gives back other bytes than it was given.
  decrypt.mockImplementation(async () => {
    if (++opened === 3) throw new DOMException('damaged', 'OperationError')
    return new ArrayBuffer(0)
  })
  await expect(keepQueue(store, deposited)).rejects.toThrow('damaged')
  decrypt.mockRestore()
  expect([opened, await restoreKept(store), await hasKept(owner)]).toEqual([3, [], false])
  store.close()
})

test('what is kept although its copy could not be deleted after it comes back once', async () => {
  const store = new Store(owner)
  await add(store, 'Ann')
  await keepQueue(store, await depositKey(owner))
  await keepQueue(store, await depositKey(owner))
  expect(await restoreKept(store)).toEqual([])
  expect([await store.queue.count(), await hasKept(owner)]).toEqual([1, false])
  store.close()
})

test('what was kept twice comes back in one piece, beside what was made since', async () => {
  for (const name of ['Ann', 'Beth']) {
    const store = new Store(owner)
    await add(store, name)
    await leave(store)
  }
  const again = new Store(owner)
  await add(again, 'Cath')
  await restoreKept(again)
  expect((await again.queue.toArray()).map(({ data }) => data.name).sort()).toEqual(['Ann', 'Beth', 'Cath'])
  expect((await again.rec.toArray()).map(({ data, pending }) => `${data.name} ${pending}`).sort()).toEqual(['Ann 1', 'Beth 1', 'Cath 1'])
  again.close()
})

test('where the server did not take the key, nothing is put away', async () => {
  const store = new Store(owner)
  await add(store, 'Ann')
  api.offline(true)
  await expect(depositKey(owner)).rejects.toThrow()
  expect([await store.queue.count(), await hasKept(owner)]).toEqual([1, false])
  store.close()
})
