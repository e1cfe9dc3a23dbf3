import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { type Address, hashed } from '#features/records/guests/rules.ts'
import { acceptInvite, declineInvite, waitingFor } from '#features/records/guests/server/accepting.ts'
import { accessToHorse, requireGuestOfHorse, sharedWith } from '#features/records/guests/server/access-to-horse.ts'
import { endInvite, type InvitedOther, inviteOther } from '#features/records/guests/server/inviting-others.ts'
import { openInvitation } from '#features/records/guests/server/joining.ts'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import { keepProof } from '#features/records/guests/server/people.ts'
import { accessOf } from '#features/records/guests/server/practice-of-guest.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
let people = 0

/** A client with two horses, and their holder. */
async function owner() {
  const clientId = await made('/api/clients', { name: 'Sarah Penrose' })
  const seren = await made('/api/horses', { name: 'Seren', clientId })
  const bess = await made('/api/horses', { name: 'Bess', clientId })
  const holder = await makeGuest(server.app, { practice: server.gareth, clientId })
  return { clientId, seren, bess, holder }
}
type Owner = Awaited<ReturnType<typeof owner>>

/** A person in the portal with no way to anything yet, who has proven an address. */
async function stranger() {
  const address: Address = { kind: 'email', address: `non${++people}@example.com` }
  const { personId } = await makeGuest(server.app)
  await server.db.withDirectory((tx) => keepProof(tx, address, personId))
  return { to: address.address, session: sessionOf(personId) }
}
const sessionOf = (personId: string, onlyPractice: string | null = null) => ({
  ...{ sessionId: uuidv7(), personId, onlyPractice, provedAt: currentTime(), isShared: false },
})

const invite = (of: Owner, asked: Partial<InvitedOther>) =>
  server.gareth.inPractice((tx, actor) =>
    inviteOther(
      tx,
      { ...actor, memberId: null, byPerson: of.holder.personId, opId: uuidv7() },
      {
        ...{ role: 'helper', horseId: null, yardId: null, toName: 'Non Bevan', seesMoney: false, mayAnswer: false },
        to: '',
        clientId: of.clientId,
        ...asked,
      },
    ),
  )
type Session = ReturnType<typeof sessionOf>
const accept = (session: Session, inviteId: string) => acceptInvite(server.app, session, { practiceId: server.gareth.practiceId, inviteId })
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    ({ code }) => code,
  )
const horsesOf = async ({ personId }: Session) =>
  (await server.gareth.inPractice((tx) => sharedWith(tx, personId))).map(({ horseName }) => horseName)
const accessesOf = ({ personId }: Session) => server.gareth.inPractice((tx) => accessOf(tx, personId))

test('a sharer comes in by the address that was named, once, sees that horse alone, and the farrier is notified', async () => {
  const of = await owner()
  const [non, other] = [await stranger(), await stranger()]
  const { inviteId } = await invite(of, { role: 'sharer', horseId: of.seren, to: non.to, mayAnswer: true })
  expect(await refused(accept(other.session, inviteId))).toBe('not_your_invitation')
  expect(await refused(accept(sessionOf(non.session.personId, server.other.practiceId), inviteId))).toBe('not_your_invitation')
  expect(await horsesOf(other.session)).toEqual([])
  const both = await Promise.all([refused(accept(non.session, inviteId)), refused(accept(non.session, inviteId))])
  expect(both.toSorted()).toEqual(['none', 'not_found'])
  expect(await horsesOf(non.session)).toEqual(['Seren'])
  expect(await accessesOf(non.session)).toEqual([])
  const to = (horseId: string) => server.gareth.inPractice((tx) => accessToHorse(tx, non.session.personId, horseId))
  expect(await to(of.seren)).toMatchObject({ role: 'sharer', clientId: of.clientId, mayAnswer: true, asName: 'Non Bevan' })
  expect(await to(of.bess)).toBeUndefined()
  const may = (act: 'confirm' | 'cancel' | 'readMoney') =>
    refused(server.gareth.inPractice((tx) => requireGuestOfHorse(tx, non.session, act, { horseId: of.seren })))
  expect([await may('confirm'), await may('cancel'), await may('readMoney')]).toEqual(['none', 'forbidden', 'forbidden'])
  const journal = await server.asOwner(
    `select verb, by_person from activity where entity_id = '${of.clientId}' and by_person is not null order by at`,
  )
  expect(journal).toMatchObject([
    { verb: 'invited_other', by_person: of.holder.personId },
    { verb: 'other_joined', by_person: non.session.personId },
  ])
  expect((await server.gareth.get(`/api/notices?clientId=${of.clientId}`)).json<Notice[]>()).toHaveLength(1)
})

test('a helper sees all of the client’s, bills where that was chosen; invited again, the last choice holds', async () => {
  const of = await owner()
  const non = await stranger()
  await accept(non.session, (await invite(of, { to: non.to })).inviteId)
  expect(await accessesOf(non.session)).toEqual([{ clientId: of.clientId, role: 'helper', seesMoney: false }])
  await accept(non.session, (await invite(of, { to: non.to, seesMoney: true })).inviteId)
  expect(await accessesOf(non.session)).toEqual([{ clientId: of.clientId, role: 'helper', seesMoney: true }])
  expect(await server.asOwner(`select to_name from client_access where person_id = '${non.session.personId}'`)).toEqual([
    { to_name: 'Non Bevan' },
  ])
})

test('a holder who is invited to help themselves stays the holder', async () => {
  const of = await owner()
  await server.db.withDirectory((tx) => keepProof(tx, { kind: 'email', address: 'sarah@example.com' }, of.holder.personId))
  await accept(sessionOf(of.holder.personId), (await invite(of, { to: 'sarah@example.com' })).inviteId)
  expect(await accessesOf(sessionOf(of.holder.personId))).toEqual([{ clientId: of.clientId, role: 'holder', seesMoney: true }])
})

test('an invitation that waits is found by its address, and a no ends it', async () => {
  const of = await owner()
  const non = await stranger()
  const { inviteId } = await invite(of, { role: 'sharer', horseId: of.seren, to: non.to })
  const waiting = () => waitingFor(server.app, non.session, [server.app.setup.keyedHash(hashed({ kind: 'email', address: non.to }))])
  expect(await waiting()).toMatchObject([
    { inviteId, from: 'Sarah', horse: 'Seren', role: 'sharer', practiceName: 'Gareth Probert Farriery' },
  ])
  expect(await refused(declineInvite(server.app, (await stranger()).session, { practiceId: server.gareth.practiceId, inviteId }))).toBe(
    'not_your_invitation',
  )
  await declineInvite(server.app, non.session, { practiceId: server.gareth.practiceId, inviteId })
  expect([await waiting(), await refused(accept(non.session, inviteId))]).toEqual([[], 'not_found'])
})

test.each([
  [
    'its holder is out',
    (of: Owner) => server.gareth.inPractice((tx) => endAccess(tx, { clientId: of.clientId, personId: of.holder.personId })),
  ],
  [
    'the horse is somebody else’s',
    async (of: Owner) => {
      const toClientId = await made('/api/clients', { name: 'Huw Rees' })
      await server.gareth.put(`/api/horses/${of.seren}`, { clientId: toClientId })
    },
  ],
  ['the horse is dead', (of: Owner) => server.gareth.put(`/api/horses/${of.seren}`, { goneOn: '2020-01-01', goneReason: 'deceased' })],
  ['the portal is off for the client', (of: Owner) => server.gareth.put(`/api/clients/${of.clientId}`, { portal: false })],
  [
    'it is withdrawn',
    async (of: Owner) => {
      const rows = (await server.asOwner(`select id from portal_invites where client_id = '${of.clientId}'`)) as { id: string }[]
      for (const { id } of rows) await server.gareth.inPractice((tx, actor) => endInvite(tx, actor, id))
    },
  ],
])('an invitation opens nothing once %s, and says the same as one that never was', async (_, end) => {
  const of = await owner()
  const non = await stranger()
  const { inviteId } = await invite(of, { role: 'sharer', horseId: of.seren, to: non.to })
  const [text] = (await server.gareth.get(`/api/notices?clientId=${of.clientId}`)).json<Notice[]>()
  const token = /\/j\/(\w+)/.exec(text?.body ?? '')?.[1] ?? ''
  expect((await openInvitation({ db: server.db }, token))?.said).toEqual({
    ...{ practiceName: 'Gareth Probert Farriery', from: 'Sarah', isHanded: false, isNamed: true },
  })
  await end(of)
  expect(await openInvitation({ db: server.db }, token)).toBeUndefined()
  expect(await refused(accept(non.session, inviteId))).toBe('not_found')
  expect(await horsesOf(non.session)).toEqual([])
})
