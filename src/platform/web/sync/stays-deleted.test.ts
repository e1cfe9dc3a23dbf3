import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { database } from '#platform/web/files/byte-store.ts'
import { RecordingShelf } from '#platform/web/recorder/shelf.ts'
import { forgetCopy, hasCopy } from '#platform/web/session/forget-copy.ts'
import { guarded } from '#platform/web/sync/guarded.ts'
import { runPass } from '#platform/web/sync/pass.ts'
import { type Owner, Store } from '#platform/web/sync/store.ts'
import { MemoryServer } from '#testing/browser/memory-server.ts'

const someone = (): Owner => ({ personId: uuidv7(), practiceId: uuidv7(), deviceId: uuidv7() })

test('a page of news that comes after the copy was deleted in another tab writes nothing', async () => {
  const owner = someone()
  const server = new MemoryServer()
  server.write('clients', uuidv7(), { name: 'Old client' })
  const { push, pull } = server.wires
  const slow = async (query: Parameters<typeof pull>[0]) => {
    const page = await pull(query)
    await forgetCopy(owner)
    return page
  }
  const store = new Store(owner)
  await store.open()
  expect(await runPass(store, guarded(store, { push, pull: slow }, { isOwner: () => true }))).toMatchObject({ end: 'later' })
  expect(await hasCopy(owner)).toBe(false)
})

test('neither recordings nor bytes come back where their databases were deleted', async () => {
  const owner = someone()
  const shelf = new RecordingShelf({ owner })
  const bytes = database(`pritchel-bytes/${owner.practiceId}/${owner.personId}`)
  await shelf.open()
  await bytes.write('one', new Blob(['x']), () => undefined)
  await forgetCopy(owner)
  await expect(shelf.begin({ id: uuidv7(), about: { horseId: uuidv7(), horse: 'Merlin' }, mime: 'a', startedAt: 1 })).rejects.toThrow()
  await expect(bytes.write('two', new Blob(['x']), () => undefined)).rejects.toThrow()
  expect(await Dexie.getDatabaseNames()).toEqual([])
})
