import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Attachment } from '#features/evidence/files/contract.ts'
import { sweep } from '#features/evidence/files/server/jobs.ts'
import { rangeOf } from '#features/evidence/files/server/reading.ts'
import { arrivingAs } from '#features/evidence/files/server/uploads.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { addFile, photoOf, putBytes, requestUpload, sha256Of, storeFile } from '#testing/files.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { type OpenStore, STORES } from '#testing/stores.ts'

let server: TestServer
let store: OpenStore
let horseId: string
let clientId: string
const startOn = (open: () => Promise<OpenStore>) => async () => {
  store = await open()
  server = await startTestServer({ files: store.files })
  clientId = (await server.gareth.post('/api/clients', { name: 'Sarah Penrose' })).json().id
  horseId = (await server.gareth.post('/api/horses', { name: 'Biscuit', clientId })).json().id
}
const stopAll = async () => {
  await server.stop()
  await store.stop()
}

const fileAway = (body: object) => server.gareth.post('/api/file-attachments', { fileType: 'image', fileName: 'a.jpg', horseId, ...body })
const storeText = async (text: string) => storeFile(server.gareth, Buffer.from(text))

test.each([
  [undefined, undefined],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-200', { start: 0, end: 99 }],
  ['bytes=0-1,5-6', undefined],
  ['lines=1-2', undefined],
])('a range of 100 bytes requested as %s is %o', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range)
})

for (const { name, isHere, isDisk, open } of STORES) {
  describe.skipIf(!isHere)(name, () => {
    const ifDisk = isDisk ? test : () => {}
    beforeAll(startOn(open))
    afterAll(stopAll)

    describe('a file on record', () => {
      test('is listed with its horse, its size and kind as the server found them, newest first', async () => {
        const photo = photoOf(3000)
        const fileId = await storeFile(server.gareth, photo)
        const answer = await fileAway({ fileId, fileName: 'Near fore.jpg', fileSize: 1, description: 'Crack', foot: 'NF' })
        expect(answer.statusCode).toBe(201)
        const later = await addFile(server.gareth, { horseId })
        const listed = (await server.gareth.get(`/api/horses/${horseId}/files`)).json<Attachment[]>()
        expect(listed.map(({ id }) => id)).toEqual([later.id, answer.json().id])
        expect(listed[1]).toMatchObject({
          horseId,
          fileId,
          fileUrl: `/api/objects/${fileId}`,
          fileType: 'image',
          fileName: 'Near fore.jpg',
          fileSize: 3000,
          mime: 'image/jpeg',
          uploadedBy: 'farrier',
          filedBy: server.gareth.memberId,
          description: 'Crack',
          foot: 'NF',
          shownToOwner: false,
        })
        const { headers } = await server.gareth.get(`/api/horses/${horseId}/files?limit=1`)
        const next = await server.gareth.get(/<([^>]+)>/.exec(String(headers.link))?.[1] ?? '')
        expect(next.json<Attachment[]>().map(({ id }) => id)).toEqual([answer.json().id])
      })

      ifDisk('may be named by the address it was sent to', async () => {
        const content = photoOf(500)
        const { uploadURL, id } = await requestUpload(server.gareth, {})
        await putBytes(server.gareth, uploadURL ?? '', content)
        expect((await fileAway({ fileUrl: `http://localhost:3000${uploadURL}` })).json()).toMatchObject({ fileId: id, fileSize: 500 })
      })

      ifDisk('must be stored, ours, of what is ours, and of something', async () => {
        const { id: coming } = await requestUpload(server.gareth, {})
        const fileId = await storeFile(server.gareth)
        const theirs = await storeFile(server.other)
        const codes = await Promise.all(
          [
            { fileId: coming },
            { fileId: theirs },
            { fileId: uuidv7() },
            {},
            { fileId, horseId: uuidv7() },
            { fileId, horseId: null },
            { fileId, horseId: null, yardId: 'nonsense' },
          ].map(async (body) => (await fileAway(body)).json().code),
        )
        const missing = ['file_not_stored', 'file_not_stored', 'file_not_stored', 'file_not_stored']
        expect(codes).toEqual([...missing, 'horse_not_found', 'nothing_named', 'yard_not_found'])
      })

      ifDisk('is of a type its content allows and its maker may file', async () => {
        const [photo, text] = [await storeFile(server.gareth), await storeText('gait,left,right\n1,2,3\n')]
        const filed = async (body: object) => (await fileAway(body)).json<{ code?: string; mime?: string; message?: string }>()
        expect(await filed({ fileId: text, fileType: 'image' })).toMatchObject({ code: 'wrong_file_type' })
        expect(await filed({ fileId: photo, fileType: 'radiograph' })).toMatchObject({
          message: 'A radiograph is filed under who made it: choose who that was.',
        })
        const received = { fileId: photo, fileType: 'radiograph', uploadedBy: 'vet', receivedFrom: 'Marches Equine' }
        expect(await filed(received)).toMatchObject({ uploadedBy: 'vet', receivedFrom: 'Marches Equine', filedBy: server.gareth.memberId })
        expect(await filed({ fileId: text, fileType: 'gait-analysis', fileName: 'gait.csv' })).toMatchObject({ mime: 'text/csv' })
      })

      ifDisk('has a name that any system can save it under, whatever it was called', async () => {
        const fileId = await storeFile(server.gareth)
        const named = async (fileName: string) => (await fileAway({ fileId, fileName })).json<Attachment>().fileName
        expect([await named('../../etc/passwd'), await named('a\u0007b\u202Egpj.exe'), await named('..\\')]).toEqual([
          'passwd',
          'abgpj.exe',
          'file',
        ])
        expect(Buffer.byteLength(await named(`${'a'.repeat(296)}.jpg`))).toBe(255)
        // A NUL is kept out of the name as it is out of the database.
        expect((await fileAway({ fileId, fileName: 'a\0b.jpg' })).json()).toMatchObject({ fileName: 'ab.jpg' })
      })

      ifDisk('is corrected field by field and taken off, by an apprentice only what they filed', async () => {
        const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
        const { id, body } = await addFile(server.gareth, { horseId })
        const own = (await ned.post('/api/file-attachments', body)).json<{ id: string }>().id
        expect((await ned.put(`/api/file-attachments/${id}`, { description: 'x' })).statusCode).toBe(403)
        expect((await ned.delete(`/api/file-attachments/${id}`)).statusCode).toBe(403)
        expect((await ned.put(`/api/file-attachments/${own}`, { description: 'Mine' })).json()).toMatchObject({ description: 'Mine' })
        expect((await ned.delete(`/api/file-attachments/${own}`)).statusCode).toBe(204)
        expect(
          (await server.gareth.put(`/api/file-attachments/${id}`, { fileName: '../../etc/passwd', view: 'sole' })).json(),
        ).toMatchObject({
          fileName: 'passwd',
          view: 'sole',
        })
      })

      ifDisk('goes with work that is on record later than the photo, of this practice alone', async () => {
        const { id } = await addFile(server.gareth, { horseId })
        const work = { horseId, serviceType: 'Trim', workDate: '2026-11-03' }
        const workEntryId = (await server.gareth.post('/api/work-entries', work)).json<{ id: string }>().id
        const tie = (to: string | null) => server.gareth.put(`/api/file-attachments/${id}`, { workEntryId: to })
        expect((await tie(workEntryId)).json()).toMatchObject({ workEntryId, horseId })
        expect((await tie(uuidv7())).json()).toMatchObject({ code: 'work_entry_not_found' })
        expect((await tie(null)).json()).toMatchObject({ workEntryId: null })
        const device = server.gareth.device()
        const op = device.op({ entity: 'attachments', action: 'UPDATE', id, data: { workEntryId } })
        expect((await device.push(op)).results).toMatchObject([{ status: 'applied', row: { workEntryId } }])
      })

      ifDisk('comes from a device once, and waits for its file with a sentence', async () => {
        const device = server.gareth.device()
        const { id: fileId, uploadURL } = await requestUpload(server.gareth, {})
        const data = { fileId, fileType: 'image', fileName: 'a.jpg', horseId }
        const op = device.op({ entity: 'attachments', action: 'CREATE', id: uuidv7(), data })
        expect((await device.push(op)).results).toMatchObject([
          {
            status: 'rejected',
            code: 'file_not_stored',
            message: "The file itself hasn't reached the server, so it can't be put on record yet.",
          },
        ])
        await putBytes(server.gareth, uploadURL ?? '', photoOf(800))
        expect((await device.push(op)).results).toMatchObject([{ status: 'applied', row: { fileId, fileSize: 800 } }])
        expect((await device.push(op)).results).toMatchObject([{ status: 'applied', rev: 1 }])
      })
    })

    describe('the bytes of a file', () => {
      test('are for members of the practice, to be saved and never opened as a page', async () => {
        const content = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
        const fileId = await storeFile(server.gareth, content)
        await fileAway({ fileId, fileName: 'Čáp "x"\u202Egpj.svg' })
        const answer = await server.gareth.get(`/api/objects/${fileId}`)
        expect(answer.rawPayload).toEqual(content)
        expect(answer.headers).toMatchObject({
          'content-type': 'image/svg+xml',
          'content-disposition': `attachment; filename="Cap xgpj.svg"; filename*=UTF-8''%C4%8C%C3%A1p%20xgpj.svg`,
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-cache',
          'content-length': String(content.length),
        })
        expect((await server.other.get(`/api/objects/${fileId}`)).json()).toMatchObject({ code: 'file_not_found' })
        expect((await server.app.inject(`/api/objects/${fileId}`)).statusCode).toBe(401)
        expect(
          (await server.app.inject({ method: 'HEAD', url: `/api/objects/${fileId}`, cookies: server.gareth.cookies })).headers,
        ).toMatchObject({
          'content-length': String(content.length),
        })
      })

      test('come in ranges, and not at all when they are known', async () => {
        const content = photoOf(1000)
        const fileId = await storeFile(server.gareth, content)
        await fileAway({ fileId })
        const ask = (headers: Record<string, string>) => server.gareth.send('GET', `/api/objects/${fileId}`, undefined, { headers })
        const part = await ask({ range: 'bytes=990-' })
        expect([part.statusCode, part.headers['content-range'], part.rawPayload]).toEqual([
          206,
          'bytes 990-999/1000',
          content.subarray(990),
        ])
        expect((await ask({ range: 'bytes=2000-' })).json()).toMatchObject({ code: 'bad_range' })
        expect((await ask({ range: 'bytes=0-9', 'if-range': '"another"' })).rawPayload.length).toBe(1000)
        const known = await ask({ 'if-none-match': `"${sha256Of(content)}"` })
        expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
      })

      test('are closed once the file is taken off record, and open again when that is undone', async () => {
        const { id, body } = await addFile(server.gareth, { horseId })
        const open = async () => (await server.gareth.get(`/api/objects/${body.fileId}`)).statusCode
        expect(await open()).toBe(200)
        await server.gareth.delete(`/api/file-attachments/${id}`)
        expect(await open()).toBe(404)
        const [act] = (await server.gareth.get('/api/dashboard/activity?limit=1')).json<{ id: string; title: string }[]>()
        expect(act?.title).toBe('Removed Near fore.jpg')
        expect((await server.gareth.post(`/api/activity/${act?.id}/undo`)).statusCode).toBe(204)
        expect(await open()).toBe(200)
      })
    })

    describe('the nightly sweep', () => {
      const DAY = 86_400_000
      const inDays = (days: number) => new Date(currentMs() + days * DAY)
      const rows = (ids: string[]) => server.asOwner(`select id from files where id in ('${ids.join("','")}') order by id`)
      const isKept = async (content: Buffer) => (await store.files.find(sha256Of(content))) !== undefined

      // What a bucket calls old is in `files/s3-store.test.ts`: nothing there can be made older than it is.
      ifDisk('clears away parts nobody has touched for a day, and no younger ones', async () => {
        const [stale, young] = [uuidv7(), uuidv7()]
        for (const id of [stale, young]) await requestUpload(server.gareth, { id, bytes: 6_000_000 })
        await store.age?.(arrivingAs({ id: stale, practice_id: server.gareth.practiceId }), inDays(-2))
        await server.asOwner(
          `update files set state_at = clock_now() - interval '2 days', upload_ends_at = clock_now() - interval '1 day' where id = '${stale}'`,
        )
        await sweep(server.db, store.files, currentTime())
        const left = (await store.arriving()).filter((name) => name.startsWith(stale) || name.startsWith(young))
        expect(left.map((name) => name.slice(0, young.length))).toEqual([young])
        expect(await rows([stale, young])).toEqual([{ id: young }])
      })

      test('removes stored bytes that nothing has named for 30 days, but never what another practice has too', async () => {
        const [shared, lone, named] = [photoOf(700), photoOf(700), photoOf(700)]
        const orphans = [await storeFile(server.gareth, shared), await storeFile(server.gareth, lone)]
        const kept = [await storeFile(server.other, shared), await storeFile(server.gareth, named)]
        await fileAway({ fileId: kept[1] })
        const clientOfOther = (await server.other.post('/api/clients', { name: 'Olwen' })).json<{ id: string }>().id
        const theirs = { fileId: kept[0], clientId: clientOfOther, fileType: 'image', fileName: 'x.jpg' }
        expect((await server.other.post('/api/file-attachments', theirs)).statusCode).toBe(201)
        await sweep(server.db, store.files, inDays(29))
        expect(await rows(orphans)).toHaveLength(2)
        await sweep(server.db, store.files, inDays(31))
        expect(await rows([...orphans, ...kept])).toEqual(kept.toSorted().map((id) => ({ id })))
        expect([await isKept(shared), await isKept(lone), await isKept(named)]).toEqual([true, false, true])
      })

      ifDisk('keeps the bytes of what was taken off record for as long as that can be undone', async () => {
        const content = photoOf(600)
        const fileId = await storeFile(server.gareth, content)
        const id = (await fileAway({ fileId })).json<{ id: string }>().id
        await server.asOwner(`update files set state_at = clock_now() - interval '90 days' where id = '${fileId}'`)
        await server.gareth.delete(`/api/file-attachments/${id}`)
        await sweep(server.db, store.files, inDays(29))
        expect(await isKept(content)).toBe(true)
        await sweep(server.db, store.files, inDays(31))
        expect([await isKept(content), await rows([fileId])]).toEqual([false, []])
        const [act] = (await server.gareth.get('/api/dashboard/activity?limit=1')).json<{ id: string }[]>()
        expect((await server.gareth.post(`/api/activity/${act?.id}/undo`)).json()).toMatchObject({ code: 'cannot_undo' })
      })
    })
  })
}
