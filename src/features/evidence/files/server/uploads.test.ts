import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app/build-app.ts'
import { MOST_BYTES } from '#features/evidence/files/rules.ts'
import { arrivingAs } from '#features/evidence/files/server/uploads.ts'
import { uuidv7 } from '#lib/ids.ts'
import { Replaced } from '#platform/server/files/store.ts'
import type { App } from '#platform/server/http/http.ts'
import { photoOf, putBytes, requestUpload, sha256Of, storeFile } from '#testing/files.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { contentOf, type OpenStore, STORES } from '#testing/stores.ts'

const MB = 1024 * 1024
const PART = 4 * MB

let server: TestServer
let store: OpenStore
let url: string
const startOn = (open: () => Promise<OpenStore>) => async () => {
  store = await open()
  server = await startTestServer({ files: store.files })
  url = await server.app.listen({ port: 0, host: '127.0.0.1' })
}
const stopAll = async () => {
  await server.stop()
  await store.stop()
}

const kept = (sha256: string) => contentOf(store.files, sha256)
const arriving = async (id: string) => (await store.arriving()).filter((name) => name.startsWith(id))
const onRecord = async (fileId: string) => {
  const clientId = (await server.gareth.post('/api/clients', { name: 'Sarah' })).json<{ id: string }>().id
  const body = { fileId, clientId, fileType: 'image', fileName: 'Biscuit.jpg' }
  return server.gareth.post('/api/file-attachments', body)
}

/** tus 1.0 as its specification has it, by hand. */
const tus = (base: string, address: string) => {
  const headers = { 'tus-resumable': '1.0.0' }
  return {
    async offset() {
      const answer = await fetch(base + address, { method: 'HEAD', headers })
      return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : answer.status
    },
    patch: (offset: number, body: Buffer | ReadableStream) =>
      fetch(base + address, {
        method: 'PATCH',
        headers: { ...headers, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body,
        ...(body instanceof Buffer ? {} : { duplex: 'half' }),
      } as RequestInit),
  }
}

/** The outcome of sending without end and without a stated length. */
async function sendEndlessly(to: string, method: 'PUT' | 'PATCH'): Promise<number | 'cut'> {
  let sent = 0
  const body = new ReadableStream({
    async pull(controller) {
      await new Promise(setImmediate)
      controller.enqueue(photoOf(500_000))
      sent += 500_000
      if (sent > 130 * MB) controller.error(new Error('nobody stopped it'))
    },
  })
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const answer = await fetch(to, { method, headers, body, duplex: 'half' } as RequestInit).catch(() => undefined)
  if (sent > 130 * MB) throw new Error('nobody stopped it')
  return answer?.status ?? 'cut'
}

/** Sends parts from `from` up to `to`; what the last answer was. */
async function sendParts(base: string, address: string, content: Buffer, from: number, to = content.length) {
  let answer: Response | undefined
  for (let at = from; at < to; at += PART) {
    answer = await tus(base, address).patch(at, content.subarray(at, Math.min(at + PART, to)))
    if (!answer.ok) break
  }
  return answer
}

for (const { name, isHere, isDisk, open } of STORES) {
  describe.skipIf(!isHere)(name, () => {
    // A store that receives uploads directly is tested in `files/s3-store.test.ts`.
    const ifDisk = isDisk ? test : () => {}
    beforeAll(startOn(open))
    afterAll(stopAll)

    describe('a small file', () => {
      ifDisk('is sent in one go to an address that stays the same, and lies under the name of its content', async () => {
        const content = photoOf(20_000)
        const asked = { id: `offline_${uuidv7()}`, bytes: content.length, sha256: sha256Of(content), mime: 'image/jpeg' }
        const upload = await requestUpload(server.gareth, asked)
        expect(upload).toMatchObject({ id: asked.id.slice(8), state: 'uploading', way: 'put' })
        expect(await requestUpload(server.gareth, { ...asked, id: asked.id.slice(8) })).toEqual(upload)
        expect((await putBytes(server.gareth, upload.uploadURL ?? '', content)).statusCode).toBe(204)
        expect(await kept(asked.sha256)).toEqual(content)
        expect(await requestUpload(server.gareth, asked)).toMatchObject({ state: 'stored', uploadURL: null })
      })

      ifDisk('needs no announcement: the id, size and hash are then the server’s', async () => {
        const { id, uploadURL } = await requestUpload(server.gareth, {})
        expect((await putBytes(server.gareth, uploadURL ?? '', photoOf(5000, 1))).statusCode).toBe(204)
        expect(await requestUpload(server.gareth, { id })).toMatchObject({ state: 'stored' })
      })

      test('is sent by no one else: the address is unguessable, used once, and expires', async () => {
        const { uploadURL, id } = await requestUpload(server.gareth, {})
        const address = uploadURL ?? ''
        const flipped = address.replace(/.(.{9})$/, (end) => (end.startsWith('A') ? 'B' : 'A') + end.slice(1))
        // The last character holds more bits than the bytes need: others decode to the same bytes.
        const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
        const slack = address.slice(0, -1) + last[last.indexOf(address.at(-1) ?? '') ^ 1]
        const elsewhere = address.replace(id, uuidv7())
        for (const wrong of [flipped, slack, elsewhere, address.slice(0, -10), `/api/objects/${id}/upload/x`]) {
          expect((await putBytes(server.gareth, wrong, photoOf(100))).json()).toMatchObject({ code: 'upload_not_found' })
        }
        await server.asOwner(`update files set upload_ends_at = clock_now() - interval '1 second' where id = '${id}'`)
        expect((await putBytes(server.gareth, address, photoOf(100))).statusCode).toBe(404)
        expect((await requestUpload(server.gareth, { id })).uploadURL).toBe(address)
        expect((await putBytes(server.gareth, address, photoOf(100))).statusCode).toBe(204)
        expect((await putBytes(server.gareth, address, photoOf(100))).statusCode).toBe(404)
      })

      ifDisk('with an id another practice has used is another file', async () => {
        const id = await storeFile(server.other)
        expect(await requestUpload(server.gareth, { id })).toMatchObject({ id, state: 'uploading' })
      })

      ifDisk('of two practices that use the same id at once is two files', async () => {
        const id = uuidv7()
        const [ours, theirs] = [photoOf(6 * MB, 1), photoOf(6 * MB, 2)]
        const sent = async (practice: typeof server.gareth, content: Buffer) =>
          (await requestUpload(practice, { id, bytes: content.length, sha256: sha256Of(content) })).uploadURL ?? ''
        const [first, second] = [await sent(server.gareth, ours), await sent(server.other, theirs)]
        expect((await sendParts(url, first, ours, 0, PART))?.status).toBe(204)
        expect(await tus(url, second).offset()).toBe(0)
        expect((await sendParts(url, second, theirs, 0))?.status).toBe(204)
        expect((await sendParts(url, first, ours, PART))?.status).toBe(204)
        expect((await kept(sha256Of(ours)))?.equals(ours)).toBe(true)
        expect((await kept(sha256Of(theirs)))?.equals(theirs)).toBe(true)
      })

      test('is never taken for what came to the same place after it was read through', async () => {
        const [shown, swapped] = [photoOf(4000), photoOf(4000)]
        const arrival = await store.files.receive('same', Readable.from([shown]), 4000)
        const other = await store.files.receive('same', Readable.from([swapped]), 4000)
        await expect(store.files.keep('same', arrival)).rejects.toThrow(Replaced)
        expect(await kept(arrival.sha256)).toBeUndefined()
        expect(await kept(await store.files.keep('same', other))).toEqual(swapped)
        await expect(store.files.keep('same', other)).rejects.toThrow(Replaced)
      })

      ifDisk('is taken for nobody but whose device it lies on', async () => {
        const answer = await server.gareth.post('/api/objects/upload', { id: uuidv7(), personId: uuidv7() })
        expect([answer.statusCode, answer.json().code]).toEqual([403, 'wrong_person'])
      })

      ifDisk('whose id stands for other bytes is refused', async () => {
        const id = await storeFile(server.gareth)
        const answer = await server.gareth.post('/api/objects/upload', { id, bytes: 3, sha256: 'b'.repeat(64) })
        expect(answer.json()).toMatchObject({ code: 'id_taken' })
      })

      ifDisk('that arrives with another hash, shorter or longer is not kept, and can be sent again', async () => {
        const content = photoOf(9000)
        const asked = { id: uuidv7(), bytes: content.length, sha256: sha256Of(content) }
        const { uploadURL } = await requestUpload(server.gareth, asked)
        const damaged = Buffer.from(content)
        damaged[7000] = (damaged[7000] ?? 0) ^ 1
        for (const wrong of [damaged, content.subarray(0, 8999), Buffer.concat([content, content])]) {
          const answer = await putBytes(server.gareth, uploadURL ?? '', wrong)
          expect([answer.statusCode, answer.json().code]).toEqual([422, 'file_damaged'])
        }
        expect(await requestUpload(server.gareth, asked)).toMatchObject({ state: 'uploading' })
        expect(await arriving(asked.id)).toEqual([])
        expect((await putBytes(server.gareth, uploadURL ?? '', content)).statusCode).toBe(204)
      })

      ifDisk('of a kind that is not kept is refused for good, whatever it calls itself', async () => {
        for (const [mime, text] of [
          ['image/jpeg', 'MZ\u0090\u0000 this program cannot be run in DOS mode'],
          ['image/jpeg', '<!doctype html><script>alert(1)</script>'],
          ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'PK\u0003\u0004 and then no Word'],
        ] as const) {
          const content = Buffer.from(text)
          const { id, uploadURL } = await requestUpload(server.gareth, { bytes: content.length, mime })
          const answer = await putBytes(server.gareth, uploadURL ?? '', content)
          expect([answer.statusCode, answer.json().code]).toEqual([422, 'file_refused'])
          expect((await server.gareth.post('/api/objects/upload', { id })).json()).toMatchObject({ code: 'file_refused' })
          expect((await onRecord(id)).json()).toMatchObject({ code: 'file_not_stored' })
        }
      })

      ifDisk('over 100 MB is refused before a byte of it is sent', async () => {
        expect((await server.gareth.post('/api/objects/upload', { bytes: MOST_BYTES + 1 })).json()).toMatchObject({ code: 'file_too_big' })
        const { uploadURL } = await requestUpload(server.gareth, {})
        const headers = { 'content-length': String(MOST_BYTES + 1) }
        const answer = await server.gareth.send('PUT', uploadURL ?? '', undefined, { payload: photoOf(10), headers })
        expect([answer.statusCode, answer.json().code]).toEqual([413, 'file_too_big'])
      })

      ifDisk('that goes on for longer than announced is not taken to its end', async () => {
        const { id, uploadURL } = await requestUpload(server.gareth, { id: uuidv7(), bytes: 6 * MB })
        expect([422, 'cut']).toContain(await sendEndlessly(url + (uploadURL ?? ''), 'PUT'))
        expect(await requestUpload(server.gareth, { id })).toMatchObject({ state: 'uploading' })
      })
    })

    describe('a large file', () => {
      test('cut in the middle goes on where it stopped, over a restart of the server, and arrives whole', async () => {
        // The journeys cover 80 MB cut at 40 (e2e/sync-files.e2e.ts).
        const [all, half] = [24 * MB, 8 * MB]
        const content = photoOf(all)
        const asked = { id: uuidv7(), bytes: content.length, sha256: sha256Of(content) }
        const { uploadURL, way } = await requestUpload(server.gareth, asked)
        const address = uploadURL ?? ''
        expect(way).toBe('tus')
        await sendParts(url, address, content, 0, half)

        // The connection breaks in the middle of a part: what came of it counts.
        let sent = half
        const broken = new ReadableStream({
          pull(controller) {
            controller.enqueue(content.subarray(sent, sent + 100_000))
            sent += 100_000
            // More than the sockets between hold.
            if (sent > half + 14 * MB) controller.error(new Error('no signal'))
          },
        })
        await expect(tus(url, address).patch(half, broken)).rejects.toThrow()
        const offset = await tus(url, address).offset()
        expect(offset).toBeGreaterThan(half)

        const second: App = await buildApp(server.app.setup)
        const restarted = await second.listen({ port: 0, host: '127.0.0.1' })
        expect(await tus(restarted, address).offset()).toBe(offset)
        expect((await tus(restarted, address).patch(0, content.subarray(0, PART))).status).toBe(409)
        expect(await requestUpload(server.gareth, asked)).toMatchObject({ uploadURL: address })
        expect((await sendParts(restarted, address, content, offset))?.status).toBe(204)
        await second.close()

        expect(await requestUpload(server.gareth, asked)).toMatchObject({ state: 'stored' })
        expect((await kept(asked.sha256))?.equals(content)).toBe(true)
        expect(await arriving(asked.id)).toEqual([])
      })

      test('that arrived damaged is reported as such and starts from nothing', async () => {
        const content = photoOf(6 * MB)
        const asked = { id: uuidv7(), bytes: content.length, sha256: 'c'.repeat(64) }
        const { uploadURL } = await requestUpload(server.gareth, asked)
        const answer = await sendParts(url, uploadURL ?? '', content, 0)
        expect([answer?.status, await answer?.json()]).toMatchObject([422, { code: 'file_damaged', arrived: 6 * MB }])
        expect(await tus(url, uploadURL ?? '').offset()).toBe(404)
        expect(await requestUpload(server.gareth, asked)).toMatchObject({ uploadURL, way: 'tus' })
        expect(await tus(url, uploadURL ?? '').offset()).toBe(0)
      })

      test('that fully arrived before the server stopped is finished at the next request', async () => {
        const content = photoOf(6 * MB)
        const asked = { id: uuidv7(), bytes: content.length, sha256: sha256Of(content) }
        await requestUpload(server.gareth, asked)
        await store.files.receive(
          arrivingAs({ id: asked.id, practice_id: server.gareth.practiceId }),
          Readable.from([content]),
          content.length,
        )
        expect(await requestUpload(server.gareth, asked)).toMatchObject({ state: 'stored' })
      })

      test('whose sender comes back before its old connection has died goes on without it', async () => {
        const content = photoOf(6 * MB)
        const asked = { id: uuidv7(), bytes: content.length, sha256: sha256Of(content) }
        const address = (await requestUpload(server.gareth, asked)).uploadURL ?? ''
        const hanging = new ReadableStream({ start: (controller) => controller.enqueue(content.subarray(0, MB)) })
        const old = tus(url, address)
          .patch(0, hanging)
          .then(
            ({ status }) => status,
            () => 'cut',
          )
        const goOn = async () => sendParts(url, address, content, Number(await tus(url, address).offset()))
        // Regardless of which of the two the server receives first, another request ends the old one; its connection may take another's
        // with it.
        let answer = await goOn().catch(() => undefined)
        if (answer?.status !== 204) answer = await goOn()
        expect(answer?.status).toBe(204)
        expect(await old).not.toBe(204)
        expect((await kept(asked.sha256))?.equals(content)).toBe(true)
      })

      ifDisk('is taken as tus 1.0 has it', async () => {
        const address = (await requestUpload(server.gareth, { bytes: 6 * MB })).uploadURL ?? ''
        const send = async (method: string, headers: Record<string, string>, body?: Uint8Array) =>
          fetch(url + address, { method, headers, ...(body ? { body: new Uint8Array(body) } : {}) })
        const ours = { 'tus-resumable': '1.0.0' }
        const part = { ...ours, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
        const other = await send('HEAD', { 'tus-resumable': '0.2.2' })
        expect([other.status, other.headers.get('tus-version')]).toEqual([412, '1.0.0'])
        expect((await send('PATCH', { ...part, 'content-type': 'image/jpeg' }, photoOf(10))).status).toBe(415)
        expect((await send('PATCH', { ...part, 'upload-offset': 'x' }, photoOf(10))).status).toBe(409)
        const taken = await send('PATCH', part, photoOf(1000))
        expect([taken.status, taken.headers.get('upload-offset'), taken.headers.get('tus-resumable')]).toEqual([204, '1000', '1.0.0'])
        const { status, headers } = await send('HEAD', ours)
        const said = ['upload-offset', 'upload-length', 'cache-control', 'tus-resumable'].map((name) => headers.get(name))
        expect([status, ...said]).toEqual([200, '1000', String(6 * MB), 'no-store', '1.0.0'])
      })

      ifDisk('takes no more than was announced, and only at its own address', async () => {
        const { uploadURL } = await requestUpload(server.gareth, { bytes: 6 * MB })
        const address = uploadURL ?? ''
        const answer = await tus(url, address).patch(0, photoOf(6 * MB + 1))
        expect(answer.status).toBe(413)
        expect(await tus(url, address.slice(0, -4)).offset()).toBe(404)
        // Nor by a request without a stated length, whose connection is not kept either.
        expect([413, 'cut']).toContain(await sendEndlessly(url + address, 'PATCH'))
        expect(await tus(url, address).offset()).toBeLessThanOrEqual(6 * MB)
      })
    })
  })
}
