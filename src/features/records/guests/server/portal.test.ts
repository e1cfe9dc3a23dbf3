import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { ClientPortal, Invited, Opening } from '#features/records/guests/contract.ts'
import { comeIn, openInvitation } from '#features/records/guests/server/joining.ts'
import { lookAs } from '#features/records/guests/server/looking-as.ts'
import { accessOf, eyesOf, noteOpening, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { listGuestHorses } from '#features/records/guests/server/reading.ts'
import { uuidv7 } from '#lib/ids.ts'
import { NO_PERSON } from '#platform/server/actor.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const places = () => ({ db: server.db, origin: 'http://localhost:3000' })
const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const invite = (id: string, how: string) => server.gareth.post(`/api/clients/${id}/portal/invite`, { how })
const portalOf = async (id: string) => (await server.gareth.get(`/api/clients/${id}/portal`)).json<ClientPortal>()
const end = (id: string, body: object) => server.gareth.post(`/api/clients/${id}/portal/end`, body)
const come = (token: string, personId?: string) => comeIn(places(), token, { personId, userAgent: 'test' })
const horsesSeenBy = async (personId: string) =>
  (await server.db.withGuest({ practiceId: server.gareth.practiceId, personId }, listGuestHorses)).map(({ name }) => name)

async function owner(name: string, more: object = {}) {
  const clientId = await made('/api/clients', { name, phone: '07700 900118', email: 'owner@example.com', ...more })
  return { clientId, horseId: await made('/api/horses', { name: `${name}'s`, clientId }) }
}

test('an invitation is a text to the client’s own address whose link names the practice, and alone opens nothing', async () => {
  const { clientId } = await owner('Ffion Rees')
  expect((await invite(clientId, 'sms')).json<Invited>()).toMatchObject({ link: null })
  const [text] = (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>()
  expect(text).toMatchObject({ kind: 'portal', purpose: 'service', channel: 'sms' })
  const token = /\/j\/(\w+)/.exec(text?.body ?? '')?.[1] ?? ''
  expect((await openInvitation(places(), token))?.said).toEqual({
    ...{ practiceName: 'Gareth Probert Farriery', from: 'Gareth Probert Farriery', isHanded: false, isNamed: false },
  })
  expect(await come(token)).toBeUndefined()
  expect((await portalOf(clientId)).people).toEqual([])
  expect((await portalOf(clientId)).invites).toMatchObject([{ how: 'sms' }])
  expect((await server.gareth.get(`/api/clients/${clientId}`)).json<Client>()).toMatchObject({ portal: true })
  await end(clientId, {})
  expect(await openInvitation(places(), token)).toBeUndefined()
  expect((await server.gareth.get(`/api/clients/${clientId}`)).json<Client>()).toMatchObject({ portal: null })
})

test('several are invited by one request; who can’t be is named with why, left as they were, and keeps no one else out', async () => {
  const [one, other, none] = [await owner('Ffion Pugh'), await owner('Huw Pugh'), await owner('Nia Pugh', { phone: '', email: '' })]
  const unknown = uuidv7()
  const invites = [one, none, other].map(({ clientId }, at) => ({ clientId, how: at === 2 ? 'email' : 'sms' }))
  const answer = await server.gareth.post('/api/portal/invites', { invites: [...invites, { clientId: unknown, how: 'sms' }] })
  expect(answer.json()).toEqual({
    refused: [
      { clientId: none.clientId, message: expect.stringMatching(/number|phone|mobile/i) },
      { clientId: unknown, message: expect.any(String) },
    ],
  })
  expect((await portalOf(one.clientId)).invites).toMatchObject([{ how: 'sms' }])
  expect((await portalOf(other.clientId)).invites).toMatchObject([{ how: 'email' }])
  expect((await portalOf(none.clientId)).invites).toEqual([])
  expect((await server.gareth.get(`/api/clients/${none.clientId}`)).json<Client>()).toMatchObject({ portal: null })
  for (const { clientId } of [one, other])
    expect((await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>()).toMatchObject([{ kind: 'portal' }])
})

/** How many people there are that no row leads to. */
const strangers = () =>
  server.asOwner(`select count(*)::int as n from directory.people p where not exists (
    select from directory.memberships m where m.person_id = p.id) and not exists (select from directory.ways w where w.person_id = p.id) and p.email is null`)

test('a link that is handed over lets in who opens it first, once, and is on record as the farrier’s word', async () => {
  const { clientId } = await owner('Huw Bevan')
  const { link } = (await invite(clientId, 'handed')).json<Invited>()
  const token = link?.split('/').at(-1) ?? ''
  const before = await strangers()
  const both = await Promise.all([come(token), come(token)])
  expect(both.filter((session) => session === undefined)).toHaveLength(1)
  expect(both.find((session) => session !== undefined)).toEqual(expect.any(String))
  expect(await openInvitation(places(), token)).toBeUndefined()
  const { people, invites } = await portalOf(clientId)
  expect(people).toMatchObject([{ role: 'holder', how: 'handed', isConfirmed: true, until: null }])
  expect(invites).toEqual([])
  expect(await horsesSeenBy(people[0]?.personId ?? '')).toEqual(["Huw Bevan's"])
  expect(await strangers()).toEqual(before)
  await end(clientId, { personId: people[0]?.personId })
  expect(await horsesSeenBy(people[0]?.personId ?? '')).toEqual([])
})

test('a link that is handed over opens nothing after a day, after it is withdrawn, or while the portal is off', async () => {
  const { clientId } = await owner('Nia Pugh')
  const tokenOf = async () => (await invite(clientId, 'handed')).json<Invited>().link?.split('/').at(-1) ?? ''
  const [late, withdrawn] = [await tokenOf(), await tokenOf()]
  await server.asOwner(`update portal_invites set dies_at = clock_now() - interval '1 second' where id = (
    select id from portal_invites where client_id = '${clientId}' order by id limit 1)`)
  expect(await come(late)).toBeUndefined()
  await end(clientId, {})
  expect(await come(withdrawn)).toBeUndefined()
  await server.gareth.put('/api/settings', { portal: { way: 'off' } })
  expect((await invite(clientId, 'sms')).json()).toMatchObject({ code: 'portal_is_off' })
  await server.gareth.put('/api/settings', { portal: { way: 'invited' } })
  expect(
    (await (await server.gareth.addMember('Apprentice', 'apprentice')).post(`/api/clients/${clientId}/portal/invite`, { how: 'sms' }))
      .statusCode,
  ).toBe(403)
  expect((await server.other.post(`/api/clients/${clientId}/portal/invite`, { how: 'sms' })).statusCode).toBe(404)
})

test('what was opened is listed by client and by horse, with who it was', async () => {
  const { clientId, horseId } = await owner('Elin Huws')
  const { personId } = await makeGuest(server.app, { practice: server.gareth, clientId })
  await server.db.withGuest({ practiceId: server.gareth.practiceId, personId }, async (tx) => {
    await noteOpening(tx, { clientId, what: 'home', subjectId: clientId })
    await noteOpening(tx, { clientId, what: 'horse', subjectId: horseId })
  })
  const log = async (query: string) =>
    (await server.gareth.get(`/api/guests/log?${query}`))
      .json<Opening[]>()
      .map(({ what, name, clientName, role }) => [what, name, clientName, role])
  expect(await log(`horseId=${horseId}`)).toEqual([['horse', "Elin Huws's", 'Elin Huws', 'holder']])
  expect(await log(`clientId=${clientId}`)).toHaveLength(2)
  expect((await server.other.get(`/api/guests/log?clientId=${clientId}`)).json()).toEqual([])
  expect((await portalOf(clientId)).people).toMatchObject([{ personId, lastOpenedAt: expect.any(String) }])
})

test('a member who looks as a client sees that client’s practice and horses, as no person', async () => {
  const { clientId } = await owner('Gwen Parry')
  const { practiceId } = server.gareth
  const seen = await lookAs({ practiceId, clientId }, async () => {
    const [practice] = await practicesOfGuest(server.db, { personId: NO_PERSON, onlyPractice: practiceId })
    if (!practice) throw new Error('no practice')
    const horses = await server.db.withGuest(eyesOf({ personId: NO_PERSON }, practice), listGuestHorses)
    return { horses: horses.map(({ name }) => name), access: await server.gareth.inPractice((tx) => accessOf(tx, NO_PERSON)) }
  })
  expect(seen).toEqual({ horses: ["Gwen Parry's"], access: [{ clientId, role: 'holder', seesMoney: true }] })
  expect(await server.gareth.inPractice((tx) => accessOf(tx, NO_PERSON))).toEqual([])
  expect((await server.gareth.post(`/api/clients/${clientId}/portal/preview`, {})).json()).toEqual({ path: '/my' })
  expect((await (await server.gareth.addMember('Office', 'office')).post(`/api/clients/${clientId}/portal/preview`, {})).statusCode).toBe(
    403,
  )
})
