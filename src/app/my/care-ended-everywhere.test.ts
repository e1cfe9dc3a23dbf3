import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import { makePictures } from '#features/evidence/files/server/make-pictures.ts'
import { acceptInvite, waitingFor } from '#features/records/guests/server/accepting.ts'
import { askCare } from '#features/records/guests/server/ask-care.ts'
import { takeBackCare } from '#features/records/guests/server/end-care.ts'
import { askToGoOn } from '#features/records/guests/server/go-on-from.ts'
import { keepProof } from '#features/records/guests/server/people.ts'
import { provenHashes } from '#features/records/guests/server/proven-hashes.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import { type Database, openDatabase, type PracticeTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'
import { makeGuest } from '#testing/guests.ts'
import { photoWithPlace } from '#testing/pictures.ts'
import { startPortal } from '#testing/portal.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* Each end of a vet's access holds on the next request, on either of two servers on one database; messages that wait on it aren't sent. */

let server: TestServer
let twin: Database
let portals: readonly [App, App]
beforeAll(async () => {
  server = await startTestServer({ own: true })
  const app = server.db.pool.options
  twin = openDatabase({ app, directory: { ...app, user: 'pritchel_directory', max: 2 } })
  portals = [await startPortal(server.app.setup), await startPortal({ ...server.app.setup, db: twin })]
  await server.gareth.put('/api/settings', { sending: { quietFrom: '00:00', quietTo: '00:00' } })
})
afterAll(async () => {
  for (const portal of portals) await portal.close()
  await twin.close()
  await server.stop()
})

const today = dayOf(currentTime(), 'Europe/London')
const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const slug = () => server.gareth.practiceId
const SENTENCE = 'It has been answered, or has ended, since.'

type Owned = Awaited<ReturnType<typeof owned>>
/** A horse whose vet is paid for, its owner, and a vet with a proven address. */
async function owned() {
  const clientId = await made('/api/clients', { name: 'Ffion Rees', phone: '07700 900118' })
  const horseId = await made('/api/horses', { name: 'Seren', clientId })
  await server.asOwner(`insert into horse_services (practice_id, id, horse_id, service, from_on)
    values ('${slug()}', gen_random_uuid(), '${horseId}', 'vet-integration', clock_now()::date)`)
  const holder = await makeGuest(server.app, { practice: server.gareth, clientId })
  const address = `mia.${uuidv7()}@vets.example`
  const vet = await makeGuest(server.app)
  await server.db.withDirectory((tx) => keepProof(tx, { kind: 'email', address }, vet.personId))
  const session = { sessionId: uuidv7(), personId: vet.personId, onlyPractice: null, provedAt: currentTime(), isShared: false }
  const asHolder = <T>(work: (tx: PracticeTx, actor: Actor) => Promise<T>) =>
    server.gareth.inPractice((tx, actor) => work(tx, { ...actor, memberId: null, byPerson: holder.personId, opId: uuidv7() }))
  const { id } = await asHolder((tx, actor) =>
    askCare(tx, actor, {
      ...{ role: 'vet', clientId, horseIds: [horseId], toName: 'Mia Bevan', to: address, toPractice: 'Teme Vets', backToOn: null },
      ...{ untilOn: addDays(today, 10), mayContact: false, how: 'portal' },
    }),
  )
  return { clientId, horseId, vet, session, consentId: id, asHolder }
}
/** The farrier decides first, and so can refuse as well. */
beforeEach(() => server.gareth.put('/api/settings', { portal: { way: 'invited', may: { care: false } } }))
const approve = ({ consentId }: Owned) => server.gareth.put(`/api/owner-asks/${consentId}`, { outcome: 'done' })
async function comeIn({ session }: Owned) {
  const [waiting] = await waitingFor(server.app, session, await provenHashes(server.app, session))
  await acceptInvite(server.app, session, { practiceId: slug(), inviteId: waiting?.inviteId ?? '' })
}

/** The outcome of every message that was due, once the worker has run. */
async function sendAll({ clientId }: Owned) {
  const carry = async () => ({ state: 'sent' as const, reference: 'ref' })
  await drainPractice(server.db, { sms: carry, email: carry, push: carry }, slug(), { origin: 'https://diary.example' })
  return server.asOwner(
    `select kind, state, state_reason as reason from notices where client_id = '${clientId}' and kind like 'care%' order by created_at`,
  )
}

const ENDS: Record<string, (of: Owned) => Promise<unknown>> = {
  'taken back': ({ asHolder, consentId }) => asHolder((tx, actor) => takeBackCare(tx, actor, consentId)),
  'run out': ({ consentId }) => server.asOwner(`update horse_grants set until_at = clock_now() where consent_id = '${consentId}'`),
  sold: async ({ horseId }) =>
    server.gareth.put(`/api/horses/${horseId}`, { clientId: await made('/api/clients', { name: 'Huw Bevan' }), ownedFrom: today }),
  dead: ({ horseId }) => server.gareth.put(`/api/horses/${horseId}`, { goneOn: today, goneReason: 'deceased' }),
  'without its service': ({ horseId }) =>
    server.asOwner(`update horse_services set ends_on = clock_now()::date - 1 where horse_id = '${horseId}'`),
  'turned down after all': ({ consentId }) => server.gareth.put(`/api/owner-asks/${consentId}`, { outcome: 'declined' }),
  'left by the vet': ({ vet, horseId }) => vet.submit(`/my/care/${slug()}/${horseId}/end`),
  'of a practice whose portal is off': () => server.gareth.put('/api/settings', { portal: { way: 'off' } }),
}

/** Sends a file as the vet, by one of the servers; its id on the record, and where its bytes go. */
async function give(portal: App, { vet, horseId }: Owned, content: Buffer, sent = content.length) {
  const of = { practice: slug(), horseId, asCarer: true }
  const post = (path: string, payload: object) => portal.inject({ method: 'POST', url: `/api/my/${path}`, cookies: vet.cookies, payload })
  const id = uuidv7()
  const { uploadURL } = (await post('uploads', { ...of, id, bytes: content.length })).json<{ uploadURL: string }>()
  const more = (by: App, from: number) =>
    by.inject({
      ...{ method: 'PATCH', url: uploadURL, payload: content.subarray(from, from + sent) },
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': `${from}`, 'content-type': 'application/offset+octet-stream' },
    })
  if (sent < content.length) return { more, finish: () => post('files', { ...of, fileId: id, fileName: 'long.mp4' }), id: '' }
  const headers = { 'content-type': 'application/octet-stream' }
  await portal.inject({ method: 'PUT', url: uploadURL, headers, payload: content })
  const answer = await post('files', { ...of, fileId: id, fileName: 'x' })
  expect(answer.statusCode, answer.body).toBe(201)
  return { more, finish: () => post('files', { ...of, fileId: id, fileName: 'x' }), id: answer.json<{ id: string }>().id }
}
const film = () => Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.from(uuidv7())])

test.each(Object.keys(ENDS))(
  'once it is %s, record, notes, film, file, picture and a half-done upload are closed by either server, and the owner isn’t asked to go on',
  async (how) => {
    const of = await owned()
    expect((await approve(of)).statusCode).toBe(200)
    await comeIn(of)
    await server.gareth.inPractice((tx, actor) => askToGoOn(tx, { ...actor, memberId: null, opId: uuidv7() }))
    const filed = (await give(portals[0], of, film())).id
    const photo = (await give(portals[1], of, await photoWithPlace())).id
    for (const { data } of await server.asOwner("select data from pgboss.job where name = 'make-pictures'"))
      await makePictures(server.db, server.app.setup.files).handle(data as Record<string, unknown>)
    const half = await give(portals[0], of, Buffer.alloc(6_000_000, 'Sound. '), 1_000_000)
    expect((await half.more(portals[0], 0)).statusCode).toBe(204)
    const at = `/my/care/${slug()}/${of.horseId}`
    const statuses = () =>
      Promise.all(
        portals.map(async (portal) => {
          const get = async (path: string) => (await portal.inject({ method: 'GET', url: at + path, cookies: of.vet.cookies })).statusCode
          const pages = [await get(''), await get('/notes'), await get(`/films/${filed}`)]
          return [...pages, await get(`/files/${filed}/file`), await get(`/files/${photo}/small`), await get(`/files/${photo}/large`)]
        }),
      )
    expect(await statuses()).toEqual(portals.map(() => [200, 200, 200, 200, 200, 200]))
    await ENDS[how]?.(of)
    expect(await statuses()).toEqual(portals.map(() => [410, 410, 410, 404, 404, 404]))
    for (const portal of portals) expect((await half.more(portal, 1_000_000)).statusCode).toBe(404)
    expect((await half.finish()).statusCode).toBe(404)
    // Access can go on after it ran out, so the request to the owner is still sent.
    const asked = how === 'run out' ? { state: 'sent' } : { state: 'cancelled', reason: SENTENCE }
    expect(await sendAll(of)).toMatchObject([{ kind: 'care_invite' }, { kind: 'care_ask', ...asked }])
  },
)

test.each(['taken back', 'sold', 'dead', 'without its service', 'turned down after all', 'of a practice whose portal is off'])(
  'an invitation that has not left yet doesn’t leave once it is %s',
  async (how) => {
    const of = await owned()
    expect((await approve(of)).statusCode).toBe(200)
    await ENDS[how]?.(of)
    const isWithdrawn = how === 'taken back' || how === 'turned down after all'
    const reason = isWithdrawn ? 'The invitation was withdrawn.' : SENTENCE
    expect(await sendAll(of)).toMatchObject([{ kind: 'care_invite', state: 'cancelled', reason }])
  },
)

test('an invitation to what is still open leaves', async () => {
  const of = await owned()
  expect((await approve(of)).statusCode).toBe(200)
  expect(await sendAll(of)).toMatchObject([{ kind: 'care_invite', state: 'sent' }])
})
