import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { letCare } from '#testing/care.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* A vet leaves twenty films of one go to a phone with hardly a signal: requests overtake each other, and each answer may be lost. */

const FILMS = 20
const PART = 2_000_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

test('twenty films at once, in parts, each request sent twice: all arrive, whole, and nothing twice', async () => {
  const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
  const clientId = await made('/api/clients', { name: 'Ffion Rees' })
  const horseId = await made('/api/horses', { name: 'Seren', clientId })
  await server.asOwner(`insert into push_subscriptions (practice_id, id, member_id, endpoint, p256dh, auth)
    values ('${server.gareth.practiceId}', gen_random_uuid(), '${server.gareth.memberId}', 'https://push.example/1', 'p', 'a')`)
  const vet = await makeGuest(server.app)
  await letCare(server.gareth, { clientId, horseIds: [horseId], personId: vet.personId })
  const post = (path: string, payload: object) =>
    server.app.inject({ method: 'POST', url: `/api/my/${path}`, cookies: vet.cookies, payload })
  const of = { practice: server.gareth.practiceId, horseId, asCarer: true }
  /** The answer got lost: the phone sends again. */
  const twice = async <T>(ask: () => Promise<T>) => (await Promise.all([ask(), ask()]))[1]

  const sendFilm = async (id: string, at: number) => {
    const film = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.alloc(5_300_000, id)])
    const { uploadURL } = (await twice(() => post('uploads', { ...of, id, bytes: film.length }))).json<{ uploadURL: string }>()
    for (let from = 0; from < film.length; ) {
      const tus = { 'tus-resumable': '1.0.0', 'upload-offset': `${from}`, 'content-type': 'application/offset+octet-stream' }
      const payload = film.subarray(from, from + PART)
      const patch = () => server.app.inject({ method: 'PATCH', url: uploadURL, headers: tus, payload })
      await patch()
      // It has these bytes already, and reports where it is.
      expect([404, 409]).toContain((await patch()).statusCode)
      from += payload.length
    }
    return twice(() => post('files', { ...of, fileId: id, fileName: `IM${at}` }))
  }
  const ids = Array.from({ length: FILMS }, () => uuidv7())
  const answers = await Promise.all(ids.map(sendFilm))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(ids.map(() => 201))
  const filed = await server.asOwner(`select t.file_id as id, f.state, f.bytes::int as bytes, t.file_type from attachments t
    join files f on f.id = t.file_id where t.horse_id = '${horseId}'`)
  const whole = { state: 'stored', bytes: 132 + 5_300_000, file_type: 'radiograph' }
  expect(filed.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))).toEqual(ids.toSorted().map((id) => ({ id, ...whole })))
  // One go is one alert.
  expect(await server.asOwner("select body from notices where kind = 'alert'")).toHaveLength(1)
})
