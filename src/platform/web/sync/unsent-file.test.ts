import 'fake-indexeddb/auto'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { openByteStore } from '#platform/web/files/byte-store.ts'
import { keepFile } from '#platform/web/files/keep-file.ts'
import { shelfOf } from '#platform/web/recorder/shelf.ts'
import { forgetCopy, stripCopy } from '#platform/web/session/forget-copy.ts'
import { recordIn } from '#platform/web/sync/outbox.ts'
import { type Owner, Store } from '#platform/web/sync/store.ts'
import { unsentFile } from '#platform/web/sync/unsent-file.ts'

let owner: Owner
let store: Store
beforeEach(() => {
  owner = { personId: uuidv7(), practiceId: uuidv7(), deviceId: uuidv7() }
  store = new Store(owner)
})
afterEach(async () => {
  store.close()
  await forgetCopy(owner)
})

const add = (name: string) => recordIn(store, [{ action: 'CREATE', entity: 'clients', data: { name } }])
const addPhoto = async (text: string) =>
  keepFile(store, await openByteStore(store), {
    content: new Blob([text], { type: 'image/jpeg' }),
    name: 'foot.jpg',
    changes: (fileId) => [{ action: 'CREATE', entity: 'attachments', data: { fileId }, blobId: fileId }],
  })

test('changes alone are one file that can be read', async () => {
  await add('Ann')
  const { name, content } = await unsentFile(store)
  expect(name).toMatch(/^unsent changes [\d-]+\.json$/)
  expect(JSON.parse(await content.text())).toMatchObject({ changes: [{ what: 'Added in clients: Ann' }], queue: [{ entity: 'clients' }] })
})

test('with photos and recordings it is a ZIP that holds each of them, two of one name apart', async () => {
  await addPhoto('near fore')
  await addPhoto('off fore')
  const id = uuidv7()
  await shelfOf(store).begin({ id, about: { horseId: uuidv7(), horse: 'Merlin' }, mime: 'audio/webm', startedAt: 1 })
  await shelfOf(store).addChunk(id, { content: new Blob(['hoofbeats']), levels: [], lengthMs: 1000 })
  const { name, content } = await unsentFile(store)
  expect(name).toMatch(/\.zip$/)
  const files = Object.entries(unzipSync(new Uint8Array(await content.arrayBuffer())))
  const held = files.map(([path, bytes]) => [
    path.replace(/changes .*json$/, 'changes'),
    path.endsWith('json') ? '' : Buffer.from(bytes).toString(),
  ])
  expect(held).toEqual([
    ['unsent changes', ''],
    ['files/foot.jpg', 'near fore'],
    ['files/2 foot.jpg', 'off fore'],
    ['recordings/Merlin.webm', 'hoofbeats'],
  ])
  shelfOf(store).close()
})

test('an ended copy is stripped to what is unsent: other records and bytes go, and the file is still whole', async () => {
  await add('Ann')
  await addPhoto('near fore')
  await (await openByteStore(store)).write('sent', new Blob(['of another horse']), () => undefined)
  const sent = {
    entity: 'clients' as const,
    id: uuidv7(),
    data: { name: 'Old client' },
    base: { name: 'Old client' },
    baseDeleted: 0 as const,
  }
  await store.rec.put({ ...sent, rev: 1, deleted: 0, isOffline: 0, pending: 0, attention: 0, stamp: 1 })
  await stripCopy(owner)
  expect((await store.rec.toArray()).map(({ data }) => data.name ?? 'photo').sort()).toEqual(['Ann', 'photo'])
  expect((await (await openByteStore(store)).list()).map(({ name }) => name)).not.toContain('sent')
  const files = unzipSync(new Uint8Array(await (await unsentFile(store)).content.arrayBuffer()))
  expect(Object.keys(files)).toEqual([expect.stringContaining('unsent changes'), 'files/foot.jpg'])
})
