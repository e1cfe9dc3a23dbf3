import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweep } from '#features/evidence/files/server/jobs.ts'
import { makePictures } from '#features/evidence/files/server/make-pictures.ts'
import { PICTURE_NAMES, picturesForOwner } from '#features/evidence/files/server/pictures-for-owner.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { derivedKey } from '#platform/server/files/store.ts'
import { photoOf, sha256Of, storeFile } from '#testing/files.ts'
import { halves, hugePng, photoWithPlace, SECRETS } from '#testing/pictures.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { contentOf, type OpenStore, STORES } from '#testing/stores.ts'

const DAY = 86_400_000
const inDays = (days: number) => new Date(currentMs() + days * DAY)

for (const { name, isHere, isDisk, open } of STORES) {
  describe.skipIf(!isHere)(`pictures ${name}`, () => {
    let server: TestServer
    let store: OpenStore
    let clientId: string
    beforeAll(async () => {
      store = await open()
      server = await startTestServer({ files: store.files })
      clientId = (await server.gareth.post('/api/clients', { name: 'Sarah Penrose' })).json().id
    })
    afterAll(async () => {
      await server.stop()
      await store.stop()
    })

    /** Runs the worker's jobs for this file; returns how many there were. */
    const work = async (fileId: string) => {
      const asked = await jobsOf(fileId)
      for (const { data } of asked) await makePictures(server.db, store.files).handle(data as Record<string, unknown>)
      return asked.length
    }
    const jobsOf = (fileId: string) =>
      server.asOwner(`select data from pgboss.job where name = 'make-pictures' and data ->> 'fileId' = '${fileId}'`)
    const fileAway = async (fileId: string, more: object = {}) => {
      const answer = await server.gareth.post('/api/file-attachments', {
        fileId,
        clientId,
        fileType: 'image',
        fileName: 'Near fore.png',
        ...more,
      })
      if (answer.statusCode !== 201) throw new Error(answer.body)
      return answer.json<{ id: string }>().id
    }
    const add = async (content: Buffer, more: object = {}) => {
      const fileId = await storeFile(server.gareth, content)
      return { fileId, id: await fileAway(fileId, more) }
    }
    const thumbnail = (fileId: string, who = server.gareth, width = 200) => who.get(`/api/objects/${fileId}/thumbnail?width=${width}`)
    const faultOf = async (fileId: string) =>
      (await server.asOwner(`select pictures_fault from files where id = '${fileId}'`))[0]?.pictures_fault

    test('of a photo are made by the worker, once, and until then the response is no_picture_yet', async () => {
      const content = await photoWithPlace()
      const { fileId } = await add(content)
      expect([(await thumbnail(fileId)).statusCode, (await thumbnail(fileId)).json().code]).toEqual([404, 'no_picture_yet'])
      expect(await work(fileId)).toBe(1)
      const answer = await thumbnail(fileId)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': String(answer.rawPayload.length),
        'cache-control': 'private, max-age=31536000, immutable',
        vary: 'cookie',
        'content-disposition': `attachment; filename="Near fore.jpg"; filename*=UTF-8''Near%20fore.jpg`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        etag: `"${sha256Of(content)}.200.jpg"`,
      })
      const large = await server.gareth.get(`/api/objects/${fileId}/picture`)
      for (const picture of [answer.rawPayload, large.rawPayload]) {
        expect(picture.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
        for (const secret of SECRETS) expect(picture.includes(secret)).toBe(false)
      }
      expect(await contentOf(store.files, sha256Of(content))).toEqual(content)
      const known = await server.gareth.send('GET', `/api/objects/${fileId}/thumbnail?width=200`, undefined, {
        headers: { 'if-none-match': String(answer.headers.etag) },
      })
      expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
    })

    test('go with the file they were made of, and alone when it is gone already', async () => {
      const [shared, lone] = [await halves(30, 20).png().toBuffer(), await halves(20, 30).png().toBuffer()]
      const orphans = [await storeFile(server.gareth, shared), await storeFile(server.gareth, lone)]
      const theirs = await storeFile(server.other, shared)
      for (const id of [...orphans, theirs]) await work(id)
      const has = (content: Buffer) =>
        Promise.all(PICTURE_NAMES.map(async (each) => (await store.files.find(derivedKey(sha256Of(content), each))) !== undefined))
      expect([await has(shared), await has(lone)].flat()).not.toContain(false)
      const olwen = (await server.other.post('/api/clients', { name: 'Olwen' })).json<{ id: string }>().id
      const body = { fileId: theirs, clientId: olwen, fileType: 'image', fileName: 'x.png' }
      expect((await server.other.post('/api/file-attachments', body)).statusCode).toBe(201)
      await sweep(server.db, store.files, inDays(31))
      expect((await has(shared)).concat(await has(lone))).toEqual([true, true, true, true, false, false, false, false])
      await store.files.remove(sha256Of(shared), inDays(1))
      await sweep(server.db, store.files, currentTime())
      expect(await has(shared)).toEqual([false, false, false, false])
    })

    if (!isDisk) return

    test('are for members while the file is on record', async () => {
      const { fileId, id } = await add(await halves(400, 300).png().toBuffer())
      await work(fileId)
      expect((await thumbnail(fileId, server.other)).json()).toMatchObject({ code: 'file_not_found' })
      expect((await server.app.inject(`/api/objects/${fileId}/picture`)).statusCode).toBe(401)
      expect((await thumbnail(fileId, server.gareth, 300)).statusCode).toBe(400)
      expect((await thumbnail(fileId, server.gareth, 600)).statusCode).toBe(200)
      await server.gareth.delete(`/api/file-attachments/${id}`)
      expect((await thumbnail(fileId)).json()).toMatchObject({ code: 'file_not_found' })
    })

    test('are requested once, and again after ten minutes without a result', async () => {
      const { fileId } = await add(await halves(12, 12).png().toBuffer())
      for (const _ of [1, 2, 3]) await thumbnail(fileId)
      expect(await jobsOf(fileId)).toHaveLength(1)
      await server.asOwner(`update files set pictures_asked_at = clock_now() - interval '11 minutes' where id = '${fileId}'`)
      for (const _ of [1, 2, 3]) await thumbnail(fileId)
      expect(await jobsOf(fileId)).toHaveLength(2)
    })

    test.each([
      ['a picture of 50,000 by 50,000', hugePng(50_000, 50_000), 'too_large'],
      ['what only begins like a photo', photoOf(5000), 'unreadable'],
    ])('are never tried again of %s', async (_name, content, fault) => {
      const { fileId } = await add(content)
      await work(fileId)
      expect([await faultOf(fileId), (await thumbnail(fileId)).json().code]).toEqual([fault, 'no_picture'])
      await server.asOwner(`update files set pictures_asked_at = clock_now() - interval '1 year' where id = '${fileId}'`)
      await thumbnail(fileId)
      expect(await jobsOf(fileId)).toHaveLength(1)
    })

    test.each([
      ['an SVG with a program in it', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), {}],
      ['a radiograph', Buffer.concat([Buffer.alloc(128), Buffer.from('DICM')]), { fileType: 'radiograph', uploadedBy: 'vet' }],
      ['a PDF', Buffer.from('%PDF-1.7'), { fileType: 'document' }],
    ])('are not even tried of %s', async (_name, content, more) => {
      const { fileId } = await add(content, more)
      expect(await jobsOf(fileId)).toEqual([])
      expect((await thumbnail(fileId)).json()).toMatchObject({ code: 'no_picture', message: "There's no picture of this file to show." })
      expect(await jobsOf(fileId)).toEqual([])
    })

    test('of a video wait for ffmpeg to be installed, which is looked for once a day', async () => {
      const { fileId } = await add(Buffer.from('\0\0\0\x18ftypisom and no more'), { fileType: 'video' })
      await server.asOwner(`update files set pictures_fault = 'no_ffmpeg' where id = '${fileId}'`)
      expect((await thumbnail(fileId)).json()).toMatchObject({ code: 'no_picture' })
      expect(await jobsOf(fileId)).toHaveLength(1)
      await server.asOwner(`update files set pictures_asked_at = clock_now() - interval '25 hours' where id = '${fileId}'`)
      await thumbnail(fileId)
      expect(await jobsOf(fileId)).toHaveLength(2)
    })

    test('are all an owner ever sees of a file, and only of one that is shown to owners', async () => {
      const content = await photoWithPlace(150, 200)
      const { fileId, id } = await add(content)
      const forOwner = async (attachmentId: string, of = server.gareth) =>
        (await picturesForOwner({ db: server.db, files: store.files }, of.practiceId, [attachmentId])).get(attachmentId)
      await work(fileId)
      expect(await forOwner(id)).toBeUndefined()
      await server.gareth.put(`/api/file-attachments/${id}`, { shownToOwner: true })
      const picture = await forOwner(id)
      const shown = Buffer.concat((await picture?.content().toArray()) as Buffer[])
      expect([shown.length, shown.subarray(0, 2)]).toEqual([picture?.bytes, Buffer.from([0xff, 0xd8])])
      for (const secret of SECRETS) expect(shown.includes(secret)).toBe(false)
      expect(await forOwner(id, server.other)).toBeUndefined()
      expect(await forOwner(uuidv7())).toBeUndefined()
      await server.gareth.delete(`/api/file-attachments/${id}`)
      expect(await forOwner(id)).toBeUndefined()
    })

    test('are there a moment after a photo has come, with a worker at work', async () => {
      await server.asOwner(`delete from pgboss.job where name = 'make-pictures'`)
      await server.jobs.work([makePictures(server.db, store.files)])
      const { fileId } = await add(await halves(800, 700).jpeg().toBuffer(), { fileName: 'sole' })
      await expect.poll(async () => (await thumbnail(fileId, server.gareth, 280)).statusCode).toBe(200)
      expect((await thumbnail(fileId, server.gareth, 280)).headers['content-disposition']).toContain('filename="sole.jpg"')
    })
  })
}
