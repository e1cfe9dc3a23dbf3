import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAlertDevice } from '#features/core/notices/server/alerts.ts'
import { GUEST_BYTES_A_DAY, GUEST_FILES_A_DAY } from '#features/evidence/files/rules.ts'
import { makePictures } from '#features/evidence/files/server/make-pictures.ts'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { endLooks } from '#features/records/guests/server/let-look.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { photoOf, sha256Of } from '#testing/files.ts'
import { makeGuest } from '#testing/guests.ts'
import { photoWithPlace, SECRETS } from '#testing/pictures.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const today = dayOf(currentTime(), 'Europe/London')
const PDF = Buffer.from('%PDF-1.7\nsound')
const VIDEO = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(100)])
const SOUND = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(100)])
const DICOM = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.alloc(10)])
const PAGE = Buffer.from('<!doctype html><script>1</script>')

let server: TestServer
let clientId: string
let horseId: string
beforeAll(async () => {
  server = await startTestServer({ own: true })
  clientId = await add('/api/clients', { name: 'Siân Penrose' })
  horseId = await add('/api/horses', { name: 'Biscuit', clientId })
  await server.gareth.put('/api/settings', { feet: 'near-off' })
})
afterAll(() => server.stop())

const add = async (path: string, body: object): Promise<string> => (await server.gareth.post(path, body)).json<{ id: string }>().id
const owner = () => makeGuest(server.app, { practice: server.gareth, clientId })
type Owner = Awaited<ReturnType<typeof owner>>

const send = (guest: Pick<Owner, 'cookies'>, path: string, body: object) =>
  server.app.inject({
    method: 'POST',
    url: `/api/my/${path}`,
    cookies: guest.cookies,
    payload: { practice: server.gareth.practiceId, horseId, ...body },
  })
/** Sends a file to where it goes, in one piece or by tus, and files it. */
async function give(guest: Owner, content: Buffer, { id = uuidv7(), fileName = 'x.jpg' } = {}) {
  const asked = await send(guest, 'uploads', { id, bytes: content.length })
  if (asked.statusCode !== 200) return asked
  const { uploadURL } = asked.json<{ uploadURL: string }>()
  const headers = { 'content-type': 'application/octet-stream' }
  const put = await server.app.inject({ method: 'PUT', url: uploadURL, headers, payload: content })
  return put.statusCode === 204 ? send(guest, 'files', { fileId: id, fileName }) : put
}
const attachments = () => server.asOwner(`select * from attachments where horse_id = '${horseId}' order by seq`)

test('a phone’s photo comes in with the horse, shown to its owner, who gets it upright and without its place', async () => {
  const guest = await owner()
  const given = await give(guest, await photoWithPlace(), { fileName: 'IMG_1.jpg' })
  expect(given.json()).toMatchObject({ fileType: 'image' })
  const { id } = given.json<{ id: string }>()
  const [file] = await server.asOwner(`select * from attachments where id = '${id}'`)
  expect(file).toMatchObject({
    uploaded_by: 'client',
    filed_by_member: null,
    client_id: clientId,
    shown_to_owner: true,
    file_name: 'IMG_1.jpg',
  })
  const seen = (await server.gareth.get(`/api/horses/${horseId}/files`)).json<{ id: string; uploadedBy: string }[]>()
  expect(seen).toMatchObject([{ id, uploadedBy: 'client' }])
  const [line] = await server.asOwner(`select by_person, member_id from activity where entity_id = '${id}'`)
  expect(line).toEqual({ by_person: guest.personId, member_id: null })
  for (const { data } of await server.asOwner("select data from pgboss.job where name = 'make-pictures'"))
    await makePictures(server.db, server.app.setup.files).handle(data as Record<string, unknown>)
  const picture = await server.gareth.get(`/api/objects/${file?.file_id}/picture`)
  for (const secret of SECRETS) expect(picture.rawPayload.includes(secret)).toBe(false)
})

test.each([
  ['image', photoOf(500)],
  ['video', VIDEO],
  ['document', PDF],
  ['document', Buffer.from('Vet says sound')],
])('%s is taken by its content', async (fileType, content) => {
  expect((await give(await owner(), content, { fileName: 'looks-like.exe' })).json()).toMatchObject({ fileType })
})

test.each([
  ['a sound recording', SOUND],
  ['a radiograph of a machine', DICOM],
])('%s is refused with what to send instead', async (_what, content) => {
  const answer = await give(await owner(), content)
  expect([answer.statusCode, answer.json().message]).toEqual([422, expect.stringContaining('Choose a photo, a video, a PDF')])
})

test('a page is no file', async () => {
  expect((await give(await owner(), PAGE)).json()).toMatchObject({ code: 'file_refused' })
})

test('the farrier is alerted once to several files of one go, and again to the next', async () => {
  const device = { endpoint: 'https://push.example/1', p256dh: 'key', auth: 'auth' }
  await server.gareth.inPractice((tx, actor) => addAlertDevice(tx, actor, device, { userAgent: '', browserId: null }))
  const guest = await owner()
  const alerts = async () => (await server.asOwner("select subject, body from notices where kind = 'alert'")).length
  await server.asOwner(`update attachments set created_at = created_at - interval '1 hour' where horse_id = '${horseId}'`)
  for (const bytes of [410, 420, 430]) await give(guest, photoOf(bytes))
  expect(await server.asOwner("select subject, body, facts ->> 'path' as path from notices where kind = 'alert'")).toEqual([
    { subject: 'Siân Penrose', body: 'They’ve sent a photo of Biscuit.', path: `/horses?horse=${horseId}&tab=photos` },
  ])
  await server.asOwner(`update attachments set created_at = created_at - interval '16 minutes' where horse_id = '${horseId}'`)
  await give(guest, PDF, { fileName: 'Vet.pdf' })
  expect(await alerts()).toBe(2)
})

test('sent twice it is one file', async () => {
  const [guest, id, content] = [await owner(), uuidv7(), photoOf(700)]
  const first = await give(guest, content, { id })
  const again = await send(guest, 'files', { fileId: id, fileName: 'x.jpg' })
  expect(again.json()).toEqual(first.json())
  expect((await attachments()).filter(({ file_id }) => file_id === id)).toHaveLength(1)
})

test('a large one goes on where it was cut', async () => {
  const [guest, id, content] = [await owner(), uuidv7(), Buffer.alloc(6 * 1024 * 1024, 'Sound. ')]
  const asked = (await send(guest, 'uploads', { id, bytes: content.length })).json<{ uploadURL: string; way: string }>()
  expect(asked.way).toBe('tus')
  const patch = (at: number, to: number) =>
    server.app.inject({
      method: 'PATCH',
      url: asked.uploadURL,
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': `${at}`, 'content-type': 'application/offset+octet-stream' },
      payload: content.subarray(at, to),
    })
  expect((await patch(0, 1_000_000)).statusCode).toBe(204)
  const head = await server.app.inject({ method: 'HEAD', url: asked.uploadURL, headers: { 'tus-resumable': '1.0.0' } })
  expect(head.headers['upload-offset']).toBe('1000000')
  expect((await send(guest, 'uploads', { id, bytes: content.length })).json()).toMatchObject({ uploadURL: asked.uploadURL })
  expect((await patch(1_000_000, content.length)).statusCode).toBe(204)
  expect((await send(guest, 'files', { fileId: id, fileName: 'Notes.txt' })).json()).toMatchObject({ fileType: 'document' })
})

test('thirty files a day, and the one after them tomorrow', async () => {
  const guest = await owner()
  const ask = () => send(guest, 'uploads', { id: uuidv7(), bytes: 10 })
  for (let n = 0; n < GUEST_FILES_A_DAY; n++) expect((await ask()).statusCode).toBe(200)
  const more = await ask()
  expect([more.statusCode, more.json().code]).toEqual([429, 'guest_day_full'])
  expect((await send(await owner(), 'uploads', { id: uuidv7(), bytes: 10 })).statusCode).toBe(200)
  await server.asOwner(`update files set state_at = state_at - interval '1 day' where made_by_person = '${guest.personId}'`)
  expect((await ask()).statusCode).toBe(200)
})

test('500 MB a day to the byte, and no file over 100 MB', async () => {
  const guest = await owner()
  const ask = async (bytes: number) => (await send(guest, 'uploads', { id: uuidv7(), bytes })).json<{ code?: string }>().code ?? 'taken'
  const [most, whole] = [100 * 1024 * 1024, GUEST_BYTES_A_DAY]
  expect(await ask(most + 1)).toBe('file_too_big')
  for (let sent = 0; sent < whole - most; sent += most) expect(await ask(most)).toBe('taken')
  expect(await ask(most - 1)).toBe('taken')
  expect(await ask(2)).toBe('guest_day_full')
  expect(await ask(1)).toBe('taken')
})

test('their videos are no part of the practice’s month', async () => {
  const before = (await server.gareth.get('/api/files/usage')).json<{ videoBytes: number }>().videoBytes
  await give(await owner(), VIDEO, { fileName: 'x.mp4' })
  expect((await server.gareth.get('/api/files/usage')).json()).toMatchObject({ videoBytes: before })
})

test('no one sends for a horse that isn’t theirs, was sold meanwhile, or takes nothing', async () => {
  const guest = await owner()
  const stranger = await add('/api/clients', { name: 'Huw Bevan' })
  const other = await makeGuest(server.app, { practice: server.gareth, clientId: stranger })
  const code = async (answer: ReturnType<typeof send>) => (await answer).json<{ code?: string }>().code
  const [id, content] = [uuidv7(), photoOf(400)]
  expect(await code(send(other, 'uploads', { id, bytes: 400 }))).toBe('horse_not_found')
  expect(await code(send(guest, 'uploads', { id, bytes: 400, practice: server.other.practiceId }))).toBe('horse_not_found')
  expect(await code(send(guest, 'uploads', { id, bytes: 400, horseId: 'junk' }))).toBe('horse_not_found')
  expect((await send({ cookies: {} }, 'uploads', { id, bytes: 400 })).statusCode).toBe(401)
  const sold = await add('/api/horses', { name: 'Seren', clientId })
  const { uploadURL } = (await send(guest, 'uploads', { id, bytes: 400, horseId: sold })).json<{ uploadURL: string }>()
  await server.app.inject({ method: 'PUT', url: uploadURL, headers: { 'content-type': 'image/jpeg' }, payload: content })
  // Theirs for a while: what is handed over on its first day leaves no trace.
  await server.asOwner(`update horses set owners = array[json_build_object('clientId', client_id, 'fromOn', '2026-01-05', 'toOn', null)]
    where id = '${sold}'`)
  await server.gareth.put(`/api/horses/${sold}`, { clientId: stranger })
  const refused = await send(guest, 'files', { fileId: id, fileName: 'x.jpg', horseId: sold })
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    403,
    'This horse is with somebody else now, so your farrier doesn’t get it. You still have it where you chose it.',
  ])
  const gone = await add('/api/horses', { name: 'Nell', clientId })
  await server.gareth.put(`/api/horses/${gone}`, { goneOn: today, goneReason: 'deceased' })
  expect(await code(send(guest, 'uploads', { id: uuidv7(), bytes: 400, horseId: gone }))).toBe('forbidden')
  await server.asOwner(`update settings set portal = '{"may":{"upload":false}}' where practice_id = '${server.gareth.practiceId}'`)
  expect(await code(send(guest, 'uploads', { id: uuidv7(), bytes: 400 }))).toBe('forbidden')
  await server.asOwner(`update settings set portal = '{}' where practice_id = '${server.gareth.practiceId}'`)
  await server.gareth.inPractice((tx) => endAccess(tx, { personId: guest.personId, clientId }))
  expect(await code(send(guest, 'uploads', { id: uuidv7(), bytes: 400 }))).toBe('horse_not_found')
})

test.each(['sharer', 'helper'] as const)(
  'a %s whose horse is sold, or who is out, while a photo is on its way leaves nothing of it',
  async (role) => {
    const buyer = await add('/api/clients', { name: 'Huw Bevan' })
    const content = photoOf(400)
    const ends = {
      sold: (horse: string) => server.gareth.put(`/api/horses/${horse}`, { clientId: buyer }),
      out: async (_: string, personId: string) => {
        await server.gareth.inPractice((tx) => endAccess(tx, { personId, clientId }))
        await server.gareth.inPractice((tx, actor) => endLooks(tx, actor, { personId }))
      },
    }
    for (const [why, end] of Object.entries(ends)) {
      const sold = await add('/api/horses', { name: 'Seren', clientId })
      const guest = await makeGuest(server.app, { practice: server.gareth, clientId, role, horseId: sold })
      const begin = async (id: string) => {
        const { uploadURL } = (await send(guest, 'uploads', { id, bytes: 400, horseId: sold })).json<{ uploadURL: string }>()
        const headers = { 'content-type': 'image/jpeg' }
        expect((await server.app.inject({ method: 'PUT', url: uploadURL, headers, payload: content })).statusCode).toBe(204)
      }
      const [before, during] = [uuidv7(), uuidv7()]
      await begin(before)
      await begin(during)
      const file = (fileId: string) => send(guest, 'files', { fileId, fileName: 'x.jpg', horseId: sold })
      expect((await file(before)).statusCode, why).toBe(201)
      await end(sold, guest.personId)
      expect([403, 404], why).toContain((await file(during)).statusCode)
      const kept = await server.asOwner(`select file_id from attachments where horse_id = '${sold}'`)
      expect(kept, why).toEqual([{ file_id: before }])
    }
  },
)

test('only its sender can file what they sent', async () => {
  const [guest, other] = [await owner(), await owner()]
  const content = photoOf(800)
  const farriers = (await server.gareth.post('/api/objects/upload', { bytes: 800, sha256: sha256Of(content) })).json<{
    id: string
    uploadURL: string
  }>()
  await server.gareth.send('PUT', farriers.uploadURL, undefined, { payload: content, headers: { 'content-type': 'image/jpeg' } })
  const theirs = uuidv7()
  await send(other, 'uploads', { id: theirs, bytes: 800 })
  for (const id of [farriers.id, theirs]) {
    expect((await send(guest, 'uploads', { id, bytes: 800 })).json()).toMatchObject({ code: 'id_taken' })
    expect((await send(guest, 'files', { fileId: id, fileName: 'x.jpg' })).json()).toMatchObject({ code: 'id_taken' })
  }
})

test('a plan without the portal takes nothing, and one that has ended shows whom to ring', async () => {
  const plan = (set: string) => server.asOwner(`update directory.practices set ${set} where id = '${server.gareth.practiceId}'`)
  const ask = async () => (await send(await owner(), 'uploads', { id: uuidv7(), bytes: 10 })).json<{ code: string; message: string }>()
  await plan("tier = 'essential', paid_until = '2099-01-01', trial_ends_on = null")
  expect((await ask()).code).toBe('horse_not_found')
  await plan("tier = 'professional', paid_until = '2020-01-01'")
  expect(await ask()).toMatchObject({
    code: 'practice_takes_nothing',
    message: 'Your farrier takes nothing here at the moment. Ring or text them.',
  })
  await plan("tier = 'professional', paid_until = '2099-01-01'")
})
