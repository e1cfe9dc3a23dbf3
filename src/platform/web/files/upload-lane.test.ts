import { currentMs } from '#lib/clock.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncResult } from '#lib/sync.ts'
import { ApiError, Unreachable } from '#platform/web/api.ts'
import { type ByteStore, database } from '#platform/web/files/byte-store.ts'
import { hashOf, keepFile } from '#platform/web/files/keep-file.ts'
import { UploadLane } from '#platform/web/files/upload-lane.ts'
import { restoreBlob, tidyBlobs } from '#platform/web/files/upload-rows.ts'
import type { LaneWires, UploadAnswer } from '#platform/web/files/upload-wires.ts'
import { applyResults, findReady, takeBatch } from '#platform/web/sync/apply.ts'
import { recordIn } from '#platform/web/sync/outbox.ts'
import { discard } from '#platform/web/sync/resolve.ts'
import { checkEpoch } from '#platform/web/sync/resync.ts'
import { type BlobRow, Store } from '#platform/web/sync/store.ts'

let store: Store
let bytes: ByteStore
let server: ReturnType<typeof fakeServer>
let lane: UploadLane
let stored: number
beforeEach(async () => {
  store = new Store({ personId: uuidv7(), practiceId: uuidv7(), deviceId: uuidv7() })
  bytes = database(`bytes/${store.name}`)
  server = fakeServer()
  stored = 0
  lane = laneOf()
})
afterEach(async () => {
  await lane.stop()
  await store.delete()
  vi.unstubAllGlobals()
})

const laneOf = (more: { isOwner?: () => boolean; mayUse?: () => boolean } = {}) =>
  new UploadLane(store, { wires: server.wires, bytes, onStored: () => (stored += 1), ...more })

/** Keeps what it is sent, and answers as the server does; `fails` is thrown in its place. */
function fakeServer() {
  const here = new Map<string, Blob>()
  const state = { fails: undefined as unknown, asked: 0, parts: 0, whole: 0, here, onPart: async () => {} }
  const fail = () => {
    if (state.fails) throw state.fails
  }
  const wires: LaneWires = {
    async request(file): Promise<UploadAnswer> {
      state.asked += 1
      fail()
      const isStored = here.get(file.id)?.size === file.bytes
      const way = file.bytes > 5_000_000 ? 'tus' : 'put'
      return { id: file.id, state: isStored ? 'stored' : 'uploading', uploadURL: isStored ? null : `/${file.id}`, way }
    },
    async put(url, content) {
      state.whole += 1
      here.set(url.slice(1), content)
    },
    async parts(url, content, { signal, onPart }) {
      const id = url.slice(1)
      for (let at = here.get(id)?.size ?? 0; at < content.size; ) {
        await state.onPart()
        signal.throwIfAborted()
        state.parts += 1
        at = Math.min(at + 4_000_000, content.size)
        here.set(id, content.slice(0, at))
        if (at < content.size && !(await onPart(at))) return false
      }
      return true
    },
  }
  return Object.assign(state, { wires })
}

const photo = (size = 1000) => new Blob([new Uint8Array(size).map((_, at) => at % 251)], { type: 'image/jpeg' })

/** Keeps a file of a horse; its row and the change that waits for it. */
async function add(content: Blob = photo()) {
  const ids = await keepFile(store, bytes, {
    content,
    name: 'Near fore.jpg',
    fileType: 'image',
    changes: (fileId) => [
      {
        action: 'CREATE',
        entity: 'attachments',
        endpoint: '/api/file-attachments',
        data: { fileId, fileName: 'Near fore.jpg', fileType: 'image', horseId: uuidv7() },
        blobId: fileId,
      },
    ],
  })
  const id = (ids || [])[0] ?? ''
  const item = await store.queue.where({ id }).first()
  if (!item?.blobId) throw new Error('nothing queued')
  return { id, fileId: item.blobId, opId: item.opId }
}

const rowOf = async (fileId: string): Promise<BlobRow> => {
  const row = await store.blob.get(fileId)
  if (!row) throw new Error('no row')
  return row
}
const ready = async () => (await findReady(store, currentMs(), 10)).map((item) => item.opId)
const state = async () => (await store.queue.toArray()).map((item) => [item.state, item.error?.code])

/** The server's word on everything that can go. */
async function answerAll(status: SyncResult['status']) {
  const sent = await takeBatch(store, currentMs(), 10)
  await checkEpoch(store, { epoch: 'e', view: 'v' })
  const results = sent.map((item) => ({ opId: item.opId, status, id: item.id, rev: 1, code: 'x', message: 'No.' }))
  await applyResults(store, sent, { epoch: 'e', results }, currentMs())
}

describe('a file that is added', () => {
  test('has its bytes, its row and its change on the disk together, with its hash', async () => {
    const content = photo(700_000)
    const { fileId } = await add(content)
    expect(await rowOf(fileId)).toMatchObject({ size: 700_000, mime: 'image/jpeg', state: 'waiting', sha256: await hashOf(content) })
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await content.arrayBuffer()))
    expect(await hashOf(content)).toBe([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
    expect(await hashOf((await bytes.read(fileId)) ?? new Blob())).toBe(await hashOf(content))
    expect(await store.queue.toArray()).toMatchObject([{ blobId: fileId, state: 'pending' }])
  })

  test('leaves nothing behind when its change can’t be recorded', async () => {
    const changes = () => {
      throw new Error('the disk is full')
    }
    await expect(keepFile(store, bytes, { content: photo(), name: 'x', changes })).rejects.toThrow('the disk is full')
    expect([await store.blob.count(), await store.queue.count(), await bytes.list()]).toEqual([0, 0, []])
  })

  test('is refused with a sentence when the device has not room for it and a fifth more', async () => {
    const storage = (free: number) => ({ storage: { estimate: async () => ({ quota: 5000 + free, usage: 5000 }) } })
    vi.stubGlobal('navigator', storage(1199))
    await expect(add(photo(1000))).rejects.toMatchObject({ name: 'NoRoom', sentence: expect.stringContaining("isn't enough room") })
    vi.stubGlobal('navigator', storage(1200))
    await add(photo(1000))
    expect(await store.blob.count()).toBe(1)
  })
})

describe('the lane', () => {
  test('sends the bytes first, and the change can go only then', async () => {
    const { fileId, opId } = await add()
    expect(await ready()).toEqual([])
    expect(await lane.run()).toBe('idle')
    expect(await rowOf(fileId)).toMatchObject({ state: 'stored', offset: 1000 })
    expect([await ready(), stored, server.whole, server.parts]).toEqual([[opId], 1, 1, 0])
    expect(await hashOf(server.here.get(fileId) ?? new Blob())).toBe((await rowOf(fileId)).sha256)
  })

  test('never goes ahead of a small change that could go', async () => {
    await add()
    await recordIn(store, [{ action: 'CREATE', entity: 'clients', data: { name: 'Ann' } }])
    expect([await lane.run(), server.asked]).toEqual(['held', 0])
    await answerAll('applied')
    expect([await lane.run(), server.whole]).toEqual(['idle', 1])
  })

  test('stops between two parts for a small change, and goes on where it was', async () => {
    const { fileId } = await add(photo(9_000_000))
    server.onPart = async () => {
      if (server.parts === 0) await recordIn(store, [{ action: 'CREATE', entity: 'clients', data: { name: 'Ann' } }])
    }
    expect(await lane.run()).toBe('held')
    expect(await rowOf(fileId)).toMatchObject({ state: 'uploading', offset: 4_000_000 })
    await answerAll('applied')
    expect([await lane.run(), server.parts]).toEqual(['idle', 3])
  })

  test('leaves a file that is held back by hand, in another tab too, and goes on where it was', async () => {
    const { fileId } = await add(photo(9_000_000))
    server.onPart = async () => {
      if (server.parts === 0) await store.blob.update(fileId, { isPaused: true })
    }
    expect(await lane.run()).toBe('held')
    expect([await lane.run(), server.parts, (await rowOf(fileId)).offset]).toEqual(['idle', 1, 4_000_000])
    const { isPaused: _, ...row } = await rowOf(fileId)
    await store.blob.put(row)
    expect([await lane.run(), server.parts]).toEqual(['idle', 3])
  })

  test('sends the server the file’s record before any byte', async () => {
    const told: object[] = []
    const { request } = server.wires
    server.wires.request = (file, signal) => {
      told.push({ ...file, sent: server.whole })
      return request(file, signal)
    }
    await add()
    await lane.run()
    expect(told[0]).toMatchObject({ fileType: 'image', mime: 'image/jpeg', bytes: 1000, sent: 0 })
  })

  test('goes on where it was after the page was killed in the middle', async () => {
    const { fileId } = await add(photo(9_000_000))
    server.onPart = async () => {
      if (server.parts === 1) void lane.stop()
    }
    await lane.run()
    expect(server.here.get(fileId)?.size).toBe(4_000_000)
    server.onPart = async () => {}
    lane = laneOf()
    expect(await lane.run()).toBe('idle')
    expect([server.parts, (await rowOf(fileId)).state]).toEqual([3, 'stored'])
  })

  test('sends one file at a time, the oldest first, from one tab', async () => {
    const first = await add(photo(6_000_000))
    await store.blob.update(first.fileId, { addedAt: 1 })
    const second = await add(photo(6_000_001))
    const other = laneOf()
    const ends = await Promise.all([lane.run(), other.run()])
    await other.stop()
    expect(ends.sort()).toEqual(['busy', 'held'])
    expect([...server.here.keys()]).toEqual([first.fileId])
    await answerAll('applied')
    await lane.run()
    expect([...server.here.keys()]).toEqual([first.fileId, second.fileId])
    expect(server.parts).toBe(4)
  })

  test('waits for Wi-Fi where the setting requires it, and for its own person', async () => {
    await add()
    let isWifi = false
    let isOwner = false
    await lane.stop()
    lane = laneOf({ mayUse: () => isWifi, isOwner: () => isOwner })
    expect(await lane.run()).toBe('held')
    isWifi = true
    expect(await lane.run()).toBe('signed_out')
    isOwner = true
    expect([await lane.run(), server.whole]).toEqual(['idle', 1])
  })
})

describe('I16: how the sending went never costs a file anything but time', () => {
  test.each([
    ['no network', new Unreachable('x')],
    ['a server that fails', new ApiError(500, '', '')],
    ['a gateway', new ApiError(503, '', '<html>')],
    ['too many requests', new ApiError(429, '', '{"code":"too_many_requests"}')],
    ['a full server', new ApiError(507, '', '{"code":"no_room","message":"No room."}')],
    ['an address that has ended', new ApiError(404, '', '{"code":"upload_not_found"}')],
    ['a status nobody knows', new ApiError(418, '', '')],
  ])('%s', async (_what, error) => {
    const { fileId } = await add()
    server.fails = error
    const triedAt = currentMs()
    expect(await lane.run()).toBe('later')
    const row = await rowOf(fileId)
    expect([row.state, row.attempts, row.nextAttemptAt > triedAt]).toEqual(['waiting', 1, true])
    expect([await state(), await ready()]).toEqual([[['pending', undefined]], []])
    server.fails = undefined
    await store.blob.update(fileId, { nextAttemptAt: 0 })
    expect([await lane.run(), (await rowOf(fileId)).state]).toEqual(['idle', 'stored'])
  })

  test.each([
    ['a session that is over', new ApiError(401, '', '')],
    ['a session that has become somebody else’s', new ApiError(403, '', '{"code":"wrong_person"}')],
  ])('%s', async (_what, error) => {
    const { fileId } = await add()
    server.fails = error
    expect(await lane.run()).toBe('signed_out')
    expect(await rowOf(fileId)).toMatchObject({ state: 'waiting', attempts: 0 })
    expect(await state()).toEqual([['pending', undefined]])
  })

  test('bytes that were damaged on the way start from nothing', async () => {
    const { fileId } = await add()
    server.fails = new ApiError(422, '', '{"code":"file_damaged","message":"Damaged."}')
    expect(await lane.run()).toBe('later')
    expect(await rowOf(fileId)).toMatchObject({ state: 'waiting', offset: 0, problem: 'Damaged.' })
    expect(await state()).toEqual([['pending', undefined]])
  })
})

describe('a file that can’t go', () => {
  test('because of its content, shows the server’s reason and lets the next one go', async () => {
    const { fileId } = await add()
    await store.blob.update(fileId, { addedAt: 1 })
    await add(photo(2000))
    const { wires } = server
    const refuse: LaneWires['request'] = (file, signal) =>
      file.bytes === 1000
        ? Promise.reject(new ApiError(422, '', '{"code":"file_refused","message":"Not that kind."}'))
        : wires.request(file, signal)
    await lane.stop()
    lane = new UploadLane(store, { wires: { ...wires, request: refuse }, bytes, onStored: () => {} })
    expect(await lane.run()).toBe('idle')
    expect(await state()).toEqual([
      ['rejected', 'file_refused'],
      ['pending', undefined],
    ])
    expect(await rowOf(fileId)).toMatchObject({ state: 'refused', problem: 'Not that kind.' })
    expect(await store.blob.where('id').notEqual(fileId).toArray()).toMatchObject([{ state: 'stored' }])
  })

  test('because the browser cleared it shows that, and goes once the same file is chosen again', async () => {
    const content = photo()
    const { fileId, opId } = await add(content)
    await bytes.remove(fileId)
    expect(await lane.run()).toBe('idle')
    const [item] = await store.queue.toArray()
    expect(item).toMatchObject({
      state: 'rejected',
      error: { code: 'bytes_gone', message: expect.stringContaining('Choose the same file again') },
    })
    await bytes.write(fileId, content, () => {})
    await restoreBlob(store, await rowOf(fileId))
    expect([await lane.run(), await ready()]).toEqual(['idle', [opId]])
  })

  test('because its bytes are no longer what they were is as good as cleared', async () => {
    const { fileId } = await add()
    await bytes.write(fileId, new Blob([new Uint8Array(1000)]), () => {})
    server.fails = new ApiError(422, '', '{"code":"file_damaged"}')
    await lane.run()
    expect([(await rowOf(fileId)).state, await state()]).toEqual(['missing', [['rejected', 'bytes_gone']]])
  })
})

describe('I15: a file’s bytes live until its change is applied, hashes equal', () => {
  const isHere = async (fileId: string) => [(await bytes.read(fileId)) !== undefined, (await store.blob.get(fileId)) !== undefined]

  test('sent, refused or put off they stay; applied they go', async () => {
    const { fileId, opId } = await add()
    await lane.run()
    for (const status of ['retry', 'blocked', 'rejected'] as const) {
      await answerAll(status)
      await store.queue.toCollection().modify({ state: 'pending', nextAttemptAt: 0 })
      await lane.run()
      expect(await isHere(fileId)).toEqual([true, true])
    }
    expect(await hashOf((await bytes.read(fileId)) ?? new Blob())).toBe((await rowOf(fileId)).sha256)
    await answerAll('applied')
    await lane.run()
    expect(await isHere(fileId)).toEqual([false, false])
    expect(await store.done.get(opId)).toMatchObject({ outcome: 'applied', blobId: fileId })
  })

  test('given up they stay for as long as that can be undone', async () => {
    const { fileId, opId } = await add()
    await lane.run()
    await answerAll('rejected')
    await discard(opId, store)
    await lane.run()
    expect(await isHere(fileId)).toEqual([true, true])
    await store.done.delete(opId)
    await lane.run()
    expect(await isHere(fileId)).toEqual([false, false])
  })

  test('cancelled before anything went they go at once', async () => {
    const { fileId, id } = await add()
    await recordIn(store, [{ action: 'DELETE', entity: 'attachments', id }])
    await lane.run()
    expect([await isHere(fileId), await store.queue.count(), server.asked]).toEqual([[false, false], 0, 0])
  })

  test('what a crash left without a row is cleared away, but not what another tab is about to record', async () => {
    await bytes.write('half', photo(), () => {})
    await tidyBlobs(store, bytes, currentMs() + 30 * 60_000)
    expect(await bytes.read('half')).toBeDefined()
    await tidyBlobs(store, bytes, currentMs() + 61 * 60_000)
    expect(await bytes.list()).toEqual([])
  })
})
