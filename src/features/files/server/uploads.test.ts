import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app/build-app.ts'
import { MOST_BYTES } from '#features/files/rules.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http.ts'
import { askUpload, photoOf, putBytes, sha256Of, storeFile } from '#testing/files.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const MB = 1024 * 1024
const PART = 4 * MB

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startTestServer()
  url = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())

const placeOf = (sha256: string) => join(server.filesFolder, sha256.slice(0, 2), sha256)
const onRecord = async (fileId: string) => {
  const clientId = (await server.gareth.post('/api/clients', { name: 'Sarah' })).json<{ id: string }>().id
  const body = { fileId, clientId, fileType: 'image', fileName: 'Biscuit.jpg' }
  return server.gareth.post('/api/file-attachments', body)
}

describe('a small file', () => {
  test('is sent in one go to an address that stays the same, and lies under the name of its content', async () => {
    const content = photoOf(20_000)
    const asked = { id: `offline_${uuidv7()}`, bytes: content.length, sha256: sha256Of(content), mime: 'image/jpeg' }
    const upload = await askUpload(server.gareth, asked)
    expect(upload).toMatchObject({ id: asked.id.slice(8), state: 'uploading', way: 'put' })
    expect(await askUpload(server.gareth, { ...asked, id: asked.id.slice(8) })).toEqual(upload)
    expect((await putBytes(server.gareth, upload.uploadURL ?? '', content)).statusCode).toBe(204)
    expect(await readFile(placeOf(asked.sha256))).toEqual(content)
    expect(await askUpload(server.gareth, asked)).toMatchObject({ state: 'stored', uploadURL: null })
  })

  test('needs no announcement: the id, size and hash are then the server’s', async () => {
    const { id, uploadURL } = await askUpload(server.gareth, {})
    expect((await putBytes(server.gareth, uploadURL ?? '', photoOf(5000, 1))).statusCode).toBe(204)
    expect(await askUpload(server.gareth, { id })).toMatchObject({ state: 'stored' })
  })

  test('is sent by nobody else: the address is unguessable, used once, and ends', async () => {
    const { uploadURL, id } = await askUpload(server.gareth, {})
    const address = uploadURL ?? ''
    const flipped = address.replace(/.(.{9})$/, (end) => (end.startsWith('A') ? 'B' : 'A') + end.slice(1))
    const elsewhere = address.replace(id, uuidv7())
    for (const wrong of [flipped, elsewhere, address.slice(0, -10), `/api/objects/${id}/upload/x`]) {
      expect((await putBytes(server.gareth, wrong, photoOf(100))).json()).toMatchObject({ code: 'upload_not_found' })
    }
    await server.asOwner(`update files set upload_ends_at = now() - interval '1 second' where id = '${id}'`)
    expect((await putBytes(server.gareth, address, photoOf(100))).statusCode).toBe(404)
    expect((await askUpload(server.gareth, { id })).uploadURL).toBe(address)
    expect((await putBytes(server.gareth, address, photoOf(100))).statusCode).toBe(204)
    expect((await putBytes(server.gareth, address, photoOf(100))).statusCode).toBe(404)
  })

  test('with an id another practice has used is another file', async () => {
    const id = await storeFile(server.other)
    expect(await askUpload(server.gareth, { id })).toMatchObject({ id, state: 'uploading' })
  })

  test('is taken for nobody but whose device it lies on', async () => {
    const answer = await server.gareth.post('/api/objects/upload', { id: uuidv7(), personId: uuidv7() })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'wrong_person'])
  })

  test('whose id stands for other bytes is refused', async () => {
    const id = await storeFile(server.gareth)
    const answer = await server.gareth.post('/api/objects/upload', { id, bytes: 3, sha256: 'b'.repeat(64) })
    expect(answer.json()).toMatchObject({ code: 'id_taken' })
  })

  test('that arrives with another hash, shorter or longer is not kept, and can be sent again', async () => {
    const content = photoOf(9000)
    const asked = { id: uuidv7(), bytes: content.length, sha256: sha256Of(content) }
    const { uploadURL } = await askUpload(server.gareth, asked)
    const damaged = Buffer.from(content)
    damaged[7000] = (damaged[7000] ?? 0) ^ 1
    for (const wrong of [damaged, content.subarray(0, 8999), Buffer.concat([content, content])]) {
      const answer = await putBytes(server.gareth, uploadURL ?? '', wrong)
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'file_damaged'])
    }
    expect(await askUpload(server.gareth, asked)).toMatchObject({ state: 'uploading' })
    expect(await readdir(join(server.filesFolder, 'arriving'))).not.toContain(asked.id)
    expect((await putBytes(server.gareth, uploadURL ?? '', content)).statusCode).toBe(204)
  })

  test('of a kind that is not kept is refused for good, whatever it calls itself', async () => {
    const content = Buffer.from('MZ\u0090\u0000 this program cannot be run in DOS mode')
    const { id, uploadURL } = await askUpload(server.gareth, { bytes: content.length, mime: 'image/jpeg' })
    const answer = await putBytes(server.gareth, uploadURL ?? '', content)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'file_refused'])
    expect((await server.gareth.post('/api/objects/upload', { id })).json()).toMatchObject({ code: 'file_refused' })
    expect((await onRecord(id)).json()).toMatchObject({ code: 'file_not_stored' })
  })

  test('over 100 MB is refused before a byte of it is sent', async () => {
    expect((await server.gareth.post('/api/objects/upload', { bytes: MOST_BYTES + 1 })).json()).toMatchObject({ code: 'file_too_big' })
    const { uploadURL } = await askUpload(server.gareth, {})
    const headers = { 'content-length': String(MOST_BYTES + 1) }
    const answer = await server.gareth.send('PUT', uploadURL ?? '', undefined, { payload: photoOf(10), headers })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'file_too_big'])
  })
})

/** tus 1.0 as its specification has it, by hand. */
const tus = (base: string, address: string) => {
  const headers = { 'tus-resumable': '1.0.0' }
  return {
    async offset() {
      const answer = await fetch(base + address, { method: 'HEAD', headers })
      return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : answer.status
    },
    patch: (offset: number, body: Buffer | ReadableStream, signal?: AbortSignal) =>
      fetch(base + address, {
        method: 'PATCH',
        headers: { ...headers, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body,
        ...(body instanceof Buffer ? {} : { duplex: 'half' }),
        ...(signal ? { signal } : {}),
      } as RequestInit),
  }
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

describe('a large file', () => {
  test('of 80 MB cut at 40 goes on where it stopped, over a restart of the server, and arrives whole', async () => {
    const content = photoOf(80 * MB)
    const asked = { id: uuidv7(), bytes: content.length, sha256: sha256Of(content) }
    const { uploadURL, way } = await askUpload(server.gareth, asked)
    const address = uploadURL ?? ''
    expect(way).toBe('tus')
    await sendParts(url, address, content, 0, 40 * MB)

    // The connection breaks in the middle of a part: what came of it counts.
    const cut = new AbortController()
    let sent = 40 * MB
    const half = new ReadableStream({
      async pull(controller) {
        controller.enqueue(content.subarray(sent, sent + 100_000))
        sent += 100_000
        if ((await stat(join(server.filesFolder, 'arriving', asked.id))).size > 41 * MB) cut.abort()
      },
    })
    await expect(tus(url, address).patch(40 * MB, half, cut.signal)).rejects.toThrow()
    const offset = await tus(url, address).offset()
    expect(offset).toBeGreaterThan(40 * MB)

    const second: App = await buildApp(server.app.setup)
    const restarted = await second.listen({ port: 0, host: '127.0.0.1' })
    expect(await tus(restarted, address).offset()).toBe(offset)
    expect((await tus(restarted, address).patch(0, content.subarray(0, PART))).status).toBe(409)
    expect(await askUpload(server.gareth, asked)).toMatchObject({ uploadURL: address })
    expect((await sendParts(restarted, address, content, offset))?.status).toBe(204)
    await second.close()

    expect(await askUpload(server.gareth, asked)).toMatchObject({ state: 'stored' })
    expect(sha256Of(await readFile(placeOf(asked.sha256)))).toBe(asked.sha256)
    expect(await readdir(join(server.filesFolder, 'arriving'))).toEqual([])
  })

  test('that arrived damaged says so and starts from nothing', async () => {
    const content = photoOf(6 * MB)
    const asked = { id: uuidv7(), bytes: content.length, sha256: 'c'.repeat(64) }
    const { uploadURL } = await askUpload(server.gareth, asked)
    const answer = await sendParts(url, uploadURL ?? '', content, 0)
    expect([answer?.status, await answer?.json()]).toMatchObject([422, { code: 'file_damaged', arrived: 6 * MB }])
    expect(await tus(url, uploadURL ?? '').offset()).toBe(404)
    expect(await askUpload(server.gareth, asked)).toMatchObject({ uploadURL, way: 'tus' })
    expect(await tus(url, uploadURL ?? '').offset()).toBe(0)
  })

  test('all of which came before the server stopped is finished when somebody asks', async () => {
    const content = photoOf(6 * MB)
    const asked = { id: uuidv7(), bytes: content.length, sha256: sha256Of(content) }
    await askUpload(server.gareth, asked)
    await writeFile(join(server.filesFolder, 'arriving', asked.id), content)
    expect(await askUpload(server.gareth, asked)).toMatchObject({ state: 'stored' })
  })

  test('takes no more than was announced, and only at its own address', async () => {
    const { uploadURL } = await askUpload(server.gareth, { bytes: 6 * MB })
    const address = uploadURL ?? ''
    const answer = await tus(url, address).patch(0, photoOf(6 * MB + 1))
    expect(answer.status).toBe(413)
    expect(await tus(url, address.slice(0, -4)).offset()).toBe(404)
    expect((await fetch(url + address, { method: 'PATCH' })).status).toBe(412)
  })
})
