import 'fake-indexeddb/auto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Attachment } from '#features/evidence/files/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { ApiError, Unreachable } from '#platform/web/api.ts'
import { type ByteStore, database } from '#platform/web/files/byte-store.ts'
import { keepFile } from '#platform/web/files/keep-file.ts'
import { UploadLane } from '#platform/web/files/upload-lane.ts'
import { PART_BYTES, sendInParts } from '#platform/web/files/upload-parts.ts'
import type { LaneWires, UploadAnswer } from '#platform/web/files/upload-wires.ts'
import { runPass, type Wires } from '#platform/web/sync/pass.ts'
import { Store } from '#platform/web/sync/store.ts'
import { photoOf, sha256Of } from '#testing/files.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const MB = 1024 * 1024

let server: TestServer
let url: string
let horseId: string
beforeAll(async () => {
  server = await startTestServer({ own: true })
  url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const clientId = (await server.gareth.post('/api/clients', { name: 'Sarah' })).json<{ id: string }>().id
  horseId = (await server.gareth.post('/api/horses', { name: 'Biscuit', clientId })).json<{ id: string }>().id
})
afterAll(() => server.stop())

let store: Store
let bytes: ByteStore
beforeEach(() => {
  store = new Store({ personId: server.gareth.personId, practiceId: server.gareth.practiceId, deviceId: uuidv7() })
  bytes = database(`bytes/${uuidv7()}`)
})
afterEach(() => store.delete())

const request = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const answer = await server.gareth.send(method, path, body)
  if (answer.statusCode !== 200) throw new ApiError(answer.statusCode, '', answer.body)
  return answer.json()
}
/** The product's own requests, as a device without a page has to make them. */
const wires: LaneWires = {
  request: (file): Promise<UploadAnswer> => request('POST', '/api/objects/upload', file),
  async put(path, content) {
    const answer = await fetch(url + path, { method: 'PUT', body: content })
    if (!answer.ok) throw new ApiError(answer.status, '', await answer.text())
  },
  parts: (path, content, sending) => sendInParts(url + path, content, sending),
}
const syncWires: Wires = {
  push: (body) => request('POST', '/api/sync/push', body),
  pull: (query) => request('GET', `/api/sync/pull?${new URLSearchParams(JSON.parse(JSON.stringify(query)) as Record<string, string>)}`),
}
const laneOf = (over: Partial<LaneWires> = {}) => new UploadLane(store, { wires: { ...wires, ...over }, bytes, onStored: () => {} })
const runOnce = async (over: Partial<LaneWires> = {}) => {
  const lane = laneOf(over)
  const end = await lane.run()
  await lane.stop()
  return end
}

async function add(content: Buffer) {
  const changes = (fileId: string) => [
    {
      action: 'CREATE' as const,
      entity: 'attachments' as const,
      endpoint: '/api/file-attachments',
      data: { fileId, fileType: 'image', fileName: 'Near fore.jpg', horseId },
      blobId: fileId,
    },
  ]
  const file = new Blob([new Uint8Array(content)], { type: 'image/jpeg' })
  const [id = ''] = (await keepFile(store, bytes, { content: file, name: 'Near fore.jpg', changes })) || []
  return id
}
const onServer = async (id: string) =>
  (await server.gareth.get(`/api/horses/${horseId}/files`)).json<Attachment[]>().find((file) => file.id === id)
const storedAs = (content: Buffer) => {
  const name = sha256Of(content)
  return readFile(join(server.filesFolder, name.slice(0, 2), name))
}

test('a small file added in a barn is on the server, on record, and no longer on the device', async () => {
  const content = photoOf(300_000)
  const id = await add(content)
  expect(await runPass(store, syncWires)).toEqual({ end: 'done' })
  expect([await store.queue.count(), await onServer(id)]).toEqual([1, undefined])
  expect(await runOnce()).toBe('idle')
  expect(await runPass(store, syncWires)).toEqual({ end: 'done' })
  expect(await onServer(id)).toMatchObject({ fileSize: 300_000, mime: 'image/jpeg', fileName: 'Near fore.jpg' })
  expect(await storedAs(content)).toEqual(content)
  expect(await store.rec.get(['attachments', id])).toMatchObject({ isOffline: 0, data: { fileSize: 300_000 } })
  await runOnce()
  expect([await store.queue.count(), await store.blob.count(), await bytes.list()]).toEqual([0, 0, []])
})

test('a large one killed in the middle goes on at the part the server has, and its hash is the one it left with', async () => {
  const content = photoOf(18 * MB)
  const id = await add(content)
  const killed: { lane?: UploadLane } = {}
  killed.lane = laneOf({
    parts: (path, blob, sending) =>
      wires.parts(path, blob, {
        ...sending,
        async onPart(sent) {
          if (sent >= 2 * PART_BYTES) void killed.lane?.stop()
          return sending.onPart(sent)
        },
      }),
  })
  await killed.lane.run()
  const [row] = await store.blob.toArray()
  expect(row).toMatchObject({ state: 'uploading', offset: 2 * PART_BYTES })

  let from = Number.POSITIVE_INFINITY
  const parts: LaneWires['parts'] = (path, blob, sending) => {
    const onPart = (sent: number) => {
      from = Math.min(from, sent - PART_BYTES)
      return sending.onPart(sent)
    }
    return wires.parts(path, blob, { ...sending, onPart })
  }
  expect(await runOnce({ parts })).toBe('idle')
  expect(from).toBeGreaterThanOrEqual(2 * PART_BYTES)
  await runPass(store, syncWires)
  expect(await onServer(id)).toMatchObject({ fileSize: 18 * MB })
  expect(sha256Of(await storedAs(content))).toBe(sha256Of(content))
})

test('an answer lost after the last byte sends nothing twice', async () => {
  await add(photoOf(400_000))
  const lost: LaneWires['put'] = async (...asked) => {
    await wires.put(...asked)
    throw new Unreachable('lost')
  }
  expect(await runOnce({ put: lost })).toBe('later')
  await store.blob.toCollection().modify({ nextAttemptAt: 0 })
  const never: LaneWires['put'] = () => Promise.reject(new Error('sent again'))
  expect(await runOnce({ put: never })).toBe('idle')
  expect(await store.blob.toArray()).toMatchObject([{ state: 'stored' }])
})

test('a file of a kind the server refuses shows the farrier the server’s sentence', async () => {
  await add(Buffer.from('MZ this is a program\u0000\u0001'))
  expect(await runOnce()).toBe('idle')
  expect(await store.queue.toArray()).toMatchObject([
    { state: 'rejected', error: { code: 'file_refused', message: expect.stringContaining("This kind of file can't be kept here") } },
  ])
})
