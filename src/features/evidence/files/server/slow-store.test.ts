import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { forgetFile } from '#features/evidence/files/server/forget-file.ts'
import { sweep } from '#features/evidence/files/server/jobs.ts'
import { storeArrived } from '#features/evidence/files/server/store-arrived.ts'
import { takeMail } from '#features/talk/messaging/server/inbound.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type FileStore, fileStore } from '#platform/server/files/store.ts'
import { photoOf, putBytes, requestUpload, sha256Of, storeFile } from '#testing/files.ts'
import { addRecipient } from '#testing/recipient.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let folder: string
let store: FileStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pritchel-files-'))
  store = fileStore({ filesFolder: folder })
  // Looked up again at each call, so that a test may make one slow, or fail.
  const files = { ...store, keep: (...args: Parameters<FileStore['keep']>) => store.keep(...args) }
  server = await startTestServer({ files: { ...files, remove: (...args) => store.remove(...args) } })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const inDays = (days: number) => new Date(currentMs() + days * 86_400_000)
const isKept = async (content: Buffer) => (await store.find(sha256Of(content))) !== undefined
const rowsOf = (id: string) => server.asOwner(`select state, store_key as key from files where id = '${id}'`)
const places = () => ({ db: server.db, files: server.app.setup.files })
const sweepIn = (days: number) => sweep(server.db, server.app.setup.files, inDays(days))

/** Makes keeping wait until `goOn` is called; `begun` returns how many wait. */
function holdUp() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { keep } = store
  const held = vi.spyOn(store, 'keep').mockImplementation(async (...args) => {
    await promise
    return keep(...args)
  })
  const goOn = () => {
    held.mockRestore()
    resolve()
  }
  return { begun: (count: number) => expect.poll(() => held.mock.calls.length).toBe(count), goOn }
}

test('a letter whose photo is stored slowly delays no one else of the practice', async () => {
  const { recipient } = await addRecipient(server.gareth)
  await server.asOwner(`insert into directory.inbound (practice_id, address, client_id)
    values ('${server.gareth.practiceId}', 'slow@in.example.com', '${recipient.clientId}') on conflict do nothing`)
  const { begun, goOn } = holdUp()
  const file = { name: 'Biscuit.jpg', content: photoOf(3000) }
  const letter = { ref: 'slow-1', sender: null, subject: 'Biscuit', text: 'See the photo', files: [file] }
  const raw = Buffer.from('To: slow@in.example.com\r\n\r\n')
  const taken = takeMail({ ...places(), origin: 'http://localhost:3000' }, raw, async () => letter)
  await begun(1)
  expect((await server.gareth.post('/api/clients', { name: 'Sarah' })).statusCode).toBe(201)
  goOn()
  await taken
  expect(await isKept(file.content)).toBe(true)
  expect(await server.asOwner(`select file_name from attachments where file_name = 'Biscuit.jpg'`)).toHaveLength(1)
})

test('more concurrent uploads than connections still leave some connections to others', async () => {
  const { begun, goOn } = holdUp()
  const sent = Array.from({ length: 8 }, () => storeFile(server.gareth))
  await begun(8)
  expect((await server.gareth.get('/api/clients')).statusCode).toBe(200)
  goOn()
  expect(new Set(await Promise.all(sent)).size).toBe(8)
})

test('a server that stops when a file is kept and not noted leaves an upload to be sent again, or to be swept with its bytes', async () => {
  const { keep } = store
  const [again, lost] = [photoOf(700), photoOf(700)]
  vi.spyOn(store, 'keep').mockImplementation(async (...args) => {
    await keep(...args)
    throw new Error('stopped')
  })
  const ids: string[] = []
  for (const content of [again, lost]) {
    const { id, uploadURL } = await requestUpload(server.gareth, { bytes: content.length })
    expect((await putBytes(server.gareth, uploadURL ?? '', content)).statusCode).toBe(500)
    ids.push(id)
  }
  vi.restoreAllMocks()
  const [first = '', second = ''] = ids
  const { uploadURL } = await requestUpload(server.gareth, { id: first })
  expect((await putBytes(server.gareth, uploadURL ?? '', again)).statusCode).toBe(204)
  await server.asOwner(`update files set upload_ends_at = clock_now() - interval '1 minute' where id = '${second}'`)
  await sweepIn(2)
  expect([await isKept(again), await isKept(lost), await rowsOf(second)]).toEqual([true, false, []])
})

test('a file half deleted by a stopped server opens for no one, is deleted the next night, and may be sent again', async () => {
  const contents = [photoOf(800), photoOf(800)]
  const ids: string[] = []
  vi.spyOn(store, 'remove').mockRejectedValue(new Error('stopped'))
  for (const content of contents) {
    const id = await storeFile(server.gareth, content)
    await expect(forgetFile(places(), server.gareth.practiceId, id, currentTime())).rejects.toThrow('stopped')
    expect(await rowsOf(id)).toEqual([{ state: 'uploading', key: null }])
    ids.push(id)
  }
  vi.restoreAllMocks()
  const [gone, anew] = contents as [Buffer, Buffer]
  const { uploadURL } = await requestUpload(server.gareth, { id: ids[1] })
  expect((await putBytes(server.gareth, uploadURL ?? '', anew)).statusCode).toBe(204)
  await sweepIn(2)
  expect([await isKept(gone), await rowsOf(ids[0] ?? '')]).toEqual([false, []])
  expect([await isKept(anew), (await rowsOf(ids[1] ?? ''))[0]?.state]).toEqual([true, 'stored'])
})

test('of two files with the same bytes that are forgotten at once neither leaves them to the other', async () => {
  const content = photoOf(850)
  const [ours, theirs] = [await storeFile(server.gareth, content), await storeFile(server.other, content)]
  await server.asOwner(`update files set state = 'uploading', store_key = null where id = '${ours}'`)
  await forgetFile(places(), server.other.practiceId, theirs, currentTime())
  expect(await isKept(content)).toBe(false)
})

test('a file that is put on record after the sweep looked is not forgotten', async () => {
  const id = await storeFile(server.gareth)
  const clientId = (await server.gareth.post('/api/clients', { name: 'Sarah' })).json<{ id: string }>().id
  await server.gareth.post('/api/file-attachments', { fileId: id, clientId, fileType: 'image', fileName: 'x.jpg' })
  await forgetFile(places(), server.gareth.practiceId, id, currentTime())
  expect((await rowsOf(id))[0]?.state).toBe('stored')
})

test('an upload that two finish at once is finished', async () => {
  const content = photoOf(900)
  const id = uuidv7()
  const arrival = await store.receive(id, Readable.from([content]), content.length)
  const { begun, goOn } = holdUp()
  const both = [1, 2].map(() => storeArrived(places(), server.gareth.actor, { id, arrival }))
  await begun(2)
  goOn()
  await Promise.all(both)
  expect([(await rowsOf(id))[0]?.state, await isKept(content)]).toEqual(['stored', true])
})
