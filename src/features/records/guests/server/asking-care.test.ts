import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import type { CareConsent, HorseCare } from '#features/records/guests/care-contract.ts'
import { careStateOf } from '#features/records/guests/care-rules.ts'
import type { Address } from '#features/records/guests/rules.ts'
import { acceptInvite, declineInvite, waitingFor } from '#features/records/guests/server/accepting.ts'
import { agreeToCare, refuseCare } from '#features/records/guests/server/answer-care.ts'
import { type AskedCare, askCare } from '#features/records/guests/server/ask-care.ts'
import { requireConsent } from '#features/records/guests/server/care-queries.ts'
import { endCaring, takeBackCare } from '#features/records/guests/server/end-care.ts'
import { askToGoOn, renewCare } from '#features/records/guests/server/go-on-from.ts'
import { keepProof } from '#features/records/guests/server/people.ts'
import { provenHashes } from '#features/records/guests/server/proven-hashes.ts'
import { takeOver } from '#features/records/guests/server/taking-over.ts'
import { withdrawNote } from '#features/visits/care/server/own-note.ts'
import { writeNote } from '#features/visits/care/server/write-note.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
  // A member with a device is alerted.
  await server.asOwner(`insert into push_subscriptions (practice_id, id, member_id, endpoint, p256dh, auth)
    values ('${server.gareth.practiceId}', gen_random_uuid(), '${server.gareth.memberId}', 'https://push.example/1', 'p', 'a')`)
})
afterAll(() => server.stop())

const today = dayOf(currentTime(), 'Europe/London')
const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const textsOf = async (clientId: string) => (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>()
const alerts = async () =>
  (await server.asOwner("select body from notices where kind = 'alert' order by created_at")) as unknown as { body: string }[]
let people = 0

/** An owner with two horses, for both of which a vet is paid for. */
async function owner(more: object = {}) {
  const clientId = await made('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118', ...more })
  const seren = await made('/api/horses', { name: 'Seren', clientId })
  const bess = await made('/api/horses', { name: 'Bess', clientId })
  for (const horseId of [seren, bess]) await openService(horseId)
  const holder = await makeGuest(server.app, { practice: server.gareth, clientId })
  return { clientId, seren, bess, holder }
}
type Owner = Awaited<ReturnType<typeof owner>>
const openService = (horseId: string) =>
  server.asOwner(`insert into horse_services (practice_id, id, horse_id, service, from_on)
    values ('${server.gareth.practiceId}', gen_random_uuid(), '${horseId}', 'vet-integration', clock_now()::date)`)

/** A vet who has proven their address, and has no way to anything yet. */
async function vet() {
  const address: Address = { kind: 'email', address: `mia${++people}@vets.example` }
  const { personId } = await makeGuest(server.app)
  await server.db.withDirectory((tx) => keepProof(tx, address, personId))
  const session = { ...{ sessionId: uuidv7(), personId, onlyPractice: null, provedAt: currentTime(), isShared: false } }
  return { to: address.address, personId, session }
}
type Vet = Awaited<ReturnType<typeof vet>>

const asked = (of: Owner, to: string, more: Partial<AskedCare> = {}): AskedCare => ({
  ...{ role: 'vet', clientId: of.clientId, horseIds: [of.seren, of.bess], toName: 'Mia Bevan', to, toPractice: 'Teme Vets' },
  ...{ backToOn: null, untilOn: addDays(today, 90), mayContact: false, how: 'portal', ...more },
})
const asOwner = <T>(of: Owner, work: (tx: PracticeTx, actor: Actor) => Promise<T>) =>
  server.gareth.inPractice((tx, actor) => work(tx, { ...actor, memberId: null, byPerson: of.holder.personId, opId: uuidv7() }))
const askAsOwner = (of: Owner, to: string, more: Partial<AskedCare> = {}) =>
  asOwner(of, (tx, actor) => askCare(tx, actor, asked(of, to, more)))
const askAsFarrier = async (of: Owner, to: string, more: object = {}) => {
  const body = {
    role: 'vet',
    alsoHorseIds: [of.bess],
    name: 'Mia Bevan',
    to,
    practice: 'Teme Vets',
    untilOn: addDays(today, 90),
    how: 'link',
  }
  return server.gareth.post(`/api/horses/${of.seren}/grants`, { ...body, ...more })
}
const read = (id: string) => server.gareth.inPractice((tx) => requireConsent(tx, id, 'Europe/London'))
const statesOf = (consent: CareConsent) => consent.horses.map((horse) => careStateOf(consent, horse, currentTime()))
const kindsOf = async (id: string) => statesOf(await read(id)).map((state) => (state.is === 'ended' ? state.why : state.is))

const accept = async ({ session }: Vet, regNumber = 'M 7012345') => {
  const waiting = await waitingFor(server.app, session, await provenHashes(server.app, session))
  for (const { practiceId, inviteId } of waiting) await acceptInvite(server.app, session, { practiceId, inviteId, regNumber })
  return waiting
}
/** What the door of the database lets them see. */
const sees = ({ personId }: Vet) =>
  server.db.withGuest({ practiceId: server.gareth.practiceId, carerId: personId }, async (tx) =>
    (await tx.selectFrom('horses').select('name').orderBy('name').execute()).map(({ name }) => name),
  )

test('an owner lets a vet see two horses: invited at once, in by a proven address, with their own registration number', async () => {
  const [of, mia] = [await owner(), await vet()]
  const { id, words } = await askAsOwner(of, mia.to)
  expect(words).toContain('Mia Bevan, Teme Vets may see Seren and Bess as a vet, until')
  expect(await kindsOf(id)).toEqual(['sent', 'sent'])
  expect(await sees(mia)).toEqual([])
  // The farrier is notified; what goes to the vet names the owner and no horse.
  expect((await alerts()).map(({ body }) => body)).toEqual(['They let Mia Bevan, Teme Vets see Seren and Bess. End it on the horse.'])
  const [mail] = await textsOf(of.clientId)
  expect(mail).toMatchObject({ kind: 'care_invite', channel: 'email', address: mia.to })
  expect(mail?.body).toMatch(/^Hi Mia, Sarah would like you to see a horse's record, here:/)
  expect(mail?.body).not.toMatch(/Seren|Bess/)

  const [invitation] = await accept(mia)
  expect(invitation).toMatchObject({ role: 'vet', from: 'Sarah', care: { horses: ['Bess', 'Seren'], untilOn: addDays(today, 90) } })
  expect(await kindsOf(id)).toEqual(['open', 'open'])
  expect(await read(id)).toMatchObject({ regNumber: 'M 7012345', agreedHow: 'portal', askedBy: 'owner' })
  expect(await sees(mia)).toEqual(['Bess', 'Seren'])
  expect((await alerts()).at(-1)?.body).toBe('Mia Bevan sees Bess and Seren from now on, as a vet. End it on the horse.')
})

test('a farrier’s wish waits for the owner’s yes by a link: no one is invited before it, and a no ends it', async () => {
  const [of, mia] = [await owner(), await vet()]
  const answer = await askAsFarrier(of, mia.to)
  expect(answer.statusCode).toBe(200)
  const { id } = answer.json<CareConsent>()
  expect(await kindsOf(id)).toEqual(['asked', 'asked'])
  const [text] = await textsOf(of.clientId)
  expect(text).toMatchObject({ kind: 'care_ask', channel: 'sms', alphabet: 'GSM-7' })
  expect(text?.body).toMatch(/may Mia Bevan, Teme Vets see the record of Seren and Bess as a vet until .*\?\nYes or no: .*\/g\/\w{12}/)
  expect(await accept(mia)).toEqual([])
  expect(await textsOf(of.clientId)).toHaveLength(1)
  await asOwner(of, (tx, actor) => refuseCare(tx, actor, id))
  expect(await kindsOf(id)).toEqual(['declined', 'declined'])
  await expect(asOwner(of, (tx, actor) => agreeToCare(tx, actor, id, 'link'))).rejects.toMatchObject({ code: 'care_answered' })
  expect((await alerts()).at(-1)?.body).toBe('They don’t want Mia Bevan, Teme Vets to see Seren and Bess.')
})

test('consent given to a member is recorded, notified to the owner with a stop, and the stop holds on the next request', async () => {
  const [of, mia] = [await owner(), await vet()]
  const { id } = (await askAsFarrier(of, mia.to, { how: 'said' })).json<CareConsent>()
  expect(await read(id)).toMatchObject({ agreedHow: 'said', notedBy: expect.any(String), approvedAt: expect.any(String) })
  const told = (await textsOf(of.clientId)).find(({ kind }) => kind === 'care_told')
  expect(told?.body).toMatch(/I noted that you agree: .*\nNot right\? Stop it here: .*\/g\/\w{12}/)
  await accept(mia)
  expect(await sees(mia)).toEqual(['Bess', 'Seren'])
  await asOwner(of, (tx, actor) => takeBackCare(tx, actor, id))
  expect(await sees(mia)).toEqual([])
  expect(await kindsOf(id)).toEqual(['taken-back', 'taken-back'])
  // An owner who can't be notified is not recorded.
  const silent = await owner({ phone: '' })
  expect((await askAsFarrier(silent, mia.to, { how: 'said' })).json()).toMatchObject({ code: 'no_phone' })
})

test('where the practice decides first, its yes has the vet invited; a no, and an undone answer, close it', async () => {
  const [of, mia] = [await owner(), await vet()]
  await server.gareth.put('/api/settings', { portal: { may: { care: false } } })
  const { id } = await askAsOwner(of, mia.to)
  await server.gareth.put('/api/settings', { portal: { may: { care: true } } })
  expect(await kindsOf(id)).toEqual(['waits', 'waits'])
  expect(await accept(mia)).toEqual([])
  const ask = (await server.gareth.get(`/api/owner-asks?clientId=${of.clientId}`)).json<{ id: string; kind: string; facts: object }[]>()
  expect(ask).toMatchObject([{ id, kind: 'vet_invite', facts: { name: 'Mia Bevan', practice: 'Teme Vets' } }])
  expect((await server.gareth.post(`/api/grants/${id}/answer`, { isYes: true })).statusCode).toBe(200)
  await accept(mia)
  expect(await sees(mia)).toEqual(['Bess', 'Seren'])
  expect((await server.gareth.put(`/api/owner-asks/${id}`, { outcome: 'declined' })).statusCode).toBe(200)
  expect(await sees(mia)).toEqual([])
  expect(await kindsOf(id)).toEqual(['declined', 'declined'])
  expect((await server.gareth.put(`/api/owner-asks/${id}`, { outcome: null })).statusCode).toBe(200)
  expect(await kindsOf(id)).toEqual(['waits', 'waits'])
  expect(await sees(mia)).toEqual([])
})

test('it goes on by a press of the owner; two weeks before the end they get a request, once', async () => {
  const [of, mia] = [await owner(), await vet()]
  const first = await askAsOwner(of, mia.to, { untilOn: addDays(today, 10) })
  await accept(mia)
  const night = () => server.gareth.inPractice((tx, actor) => askToGoOn(tx, { ...actor, memberId: null, opId: uuidv7() }))
  await night()
  await night()
  const texts = (await textsOf(of.clientId)).filter(({ kind }) => kind === 'care_ask')
  expect(texts).toHaveLength(1)
  expect(texts[0]?.body).toMatch(/what Mia Bevan, Teme Vets can see of Seren and Bess ends on .*\. Go on until .*\?/)
  // Requested, and still as it was: it goes on only by a yes.
  expect((await read(first.id)).untilOn).toBe(addDays(today, 10))
  await asOwner(of, (tx, actor) => renewCare(tx, actor, first.id))
  const { consents } = (await server.gareth.get(`/api/horses/${of.seren}/grants`)).json<HorseCare>()
  expect(consents).toHaveLength(1)
  expect(consents[0]).toMatchObject({ renewsId: first.id, untilOn: addDays(today, 100), agreedHow: 'portal' })
  expect(await kindsOf(consents[0]?.id ?? '')).toEqual(['open', 'open'])
  expect(await sees(mia)).toEqual(['Bess', 'Seren'])
})

test('the farrier’s device knows until when a service is open: the days of grace after what is paid, or its end', async () => {
  const of = await owner()
  const care = async () => (await server.gareth.get(`/api/horses/${of.seren}/grants`)).json<HorseCare>()
  const set = (days: string) =>
    server.asOwner(`update horse_services set ${days} where horse_id = '${of.seren}' and service = 'vet-integration'`)
  const midnightAfter = (days: number) => instantOf(addDays(today, days + 1), '00:00', 'Europe/London').toISOString()
  expect(await care()).toMatchObject({
    services: { 'vet-integration': true },
    openUntil: { 'vet-integration': null, 'para-professional': null },
  })
  await set(`paid_until = '${addDays(today, 3)}'`)
  expect((await care()).openUntil['vet-integration']).toBe(midnightAfter(17))
  await set(`ends_on = '${addDays(today, 5)}', ended_why = 'owner'`)
  expect((await care()).openUntil['vet-integration']).toBe(midnightAfter(5))
  await askAsFarrier(of, (await vet()).to, { how: 'said' })
  expect((await care()).consents[0]?.horses[0]).toMatchObject({ isServiceOpen: true, serviceOpenUntil: midnightAfter(5) })
})

test('a vet who declines, and one who leaves, end it themselves', async () => {
  const [of, mia] = [await owner(), await vet()]
  const { id } = await askAsOwner(of, mia.to)
  const [one] = await waitingFor(server.app, mia.session, await provenHashes(server.app, mia.session))
  await declineInvite(server.app, mia.session, { practiceId: server.gareth.practiceId, inviteId: one?.inviteId ?? '' })
  expect(await read(id)).toMatchObject({ refusedBy: 'invited' })
  const again = await askAsOwner(of, mia.to)
  await accept(mia)
  await server.gareth.inPractice((tx, actor) => endCaring(tx, { ...actor, memberId: null, byPerson: mia.personId, opId: uuidv7() }))
  expect(await kindsOf(again.id)).toEqual(['left', 'left'])
  expect(await sees(mia)).toEqual([])
  expect((await alerts()).at(-1)?.body).toBe('Mia Bevan, who saw Bess and Seren, has closed their portal account.')
})

test('a vet who is two accounts goes on as one: what they see, what they wrote and may withdraw, and nothing by the old one', async () => {
  const [of, mia, one] = [await owner(), await vet(), await vet()]
  const { id } = await askAsOwner(of, mia.to)
  await accept(mia)
  const as = (person: Vet) => ({ personId: person.personId, horseId: of.seren })
  const write = <T>(person: Vet, work: (tx: PracticeTx, actor: Actor) => Promise<T>) =>
    server.gareth.inPractice((tx, actor) => work(tx, { ...actor, memberId: null, byPerson: person.personId, opId: uuidv7() }))
  const note = { id: uuidv7(), body: 'Sore behind', plan: null, figures: null, filmId: null, reviewOn: null, isKept: false }
  await write(mia, (tx, actor) => writeNote(tx, actor, as(mia), note))
  const proven = { address: { kind: 'email', address: mia.to }, addressHash: Buffer.alloc(0), onlyPractice: null, addTo: null } as const
  await takeOver(server.app, proven, mia.personId, one.personId)
  expect([await sees(mia), await sees(one)]).toEqual([[], ['Bess', 'Seren']])
  expect(await kindsOf(id)).toEqual(['open', 'open'])
  await expect(write(mia, (tx, actor) => withdrawNote(tx, actor, { ...as(mia), noteId: note.id }))).rejects.toMatchObject({
    code: 'horse_not_found',
  })
  await write(one, (tx, actor) => withdrawNote(tx, actor, { ...as(one), noteId: note.id }))
  expect(await server.asOwner(`select withdrawn_at is not null as back from care_notes where id = '${note.id}'`)).toEqual([{ back: true }])
  // The owner's accounts too: what they agreed to still holds, and is theirs to withdraw.
  const [address, again] = [`ffion${++people}@example.com`, await makeGuest(server.app)]
  await server.db.withDirectory((tx) => keepProof(tx, { kind: 'email', address }, of.holder.personId))
  await takeOver(server.app, { ...proven, address: { kind: 'email', address } }, of.holder.personId, again.personId)
  expect(await sees(one)).toEqual(['Bess', 'Seren'])
  await asOwner({ ...of, holder: again }, (tx, actor) => takeBackCare(tx, actor, id))
  expect(await sees(one)).toEqual([])
})

test('the end by the farrier, of one and of a client’s whole portal, closes invitations and requests too', async () => {
  const [of, mia, tom] = [await owner(), await vet(), await vet()]
  const open = await askAsOwner(of, mia.to)
  await accept(mia)
  const waits = (await askAsFarrier(of, tom.to)).json<CareConsent>()
  expect((await server.gareth.post(`/api/grants/${open.id}/end`, {})).json()).toMatchObject({ takenBackBy: 'practice' })
  expect(await sees(mia)).toEqual([])
  expect((await server.gareth.post(`/api/clients/${of.clientId}/portal/end`, {})).statusCode).toBe(200)
  expect(await kindsOf(waits.id)).toEqual(['taken-back', 'taken-back'])
})

test('another address, one who is forwarded it, and an invitation after the horses were sold let no one in', async () => {
  const [of, mia, other] = [await owner(), await vet(), await vet()]
  await askAsOwner(of, mia.to)
  const [one] = await waitingFor(server.app, mia.session, await provenHashes(server.app, mia.session))
  const which = { practiceId: server.gareth.practiceId, inviteId: one?.inviteId ?? '' }
  await expect(acceptInvite(server.app, other.session, which)).rejects.toMatchObject({ code: 'not_your_invitation' })
  const buyer = await made('/api/clients', { name: 'Huw Buyer' })
  for (const horse of [of.seren, of.bess]) await server.gareth.put(`/api/horses/${horse}`, { clientId: buyer, ownedFrom: today })
  await expect(acceptInvite(server.app, mia.session, which)).rejects.toMatchObject({ code: 'not_found' })
})

test.each<[string, Partial<AskedCare> | 'closed' | 'sold' | 'off', string]>([
  ['without a name', { toName: ' ' }, 'name_needed'],
  ['nowhere', { to: 'mia at the vets' }, 'not_reachable'],
  ['for longer than a year', { untilOn: addDays(today, 366) }, 'care_too_long'],
  ['until today', { untilOn: today }, 'care_too_long'],
  ['from a day after its end', { backToOn: addDays(today, 91) }, 'wrong_order'],
  ['for no horse', { horseIds: [] }, 'horses_needed'],
  ['without the service', 'closed', 'service_not_open'],
  ['for a horse that is another’s', 'sold', 'horse_not_found'],
  ['while the portal is off', 'off', 'portal_is_off'],
])('is not asked %s', async (_, what, code) => {
  const of = await owner()
  if (what === 'closed') await server.asOwner(`delete from horse_services where horse_id = '${of.bess}'`)
  if (what === 'off') await server.asOwner(`update clients set portal = false where id = '${of.clientId}'`)
  const more = what === 'sold' ? { horseIds: [(await owner()).seren] } : typeof what === 'string' ? {} : what
  await expect(askAsOwner(of, 'mia@vets.example', more)).rejects.toMatchObject({ code })
  expect(await server.asOwner(`select id from care_consents where client_id = '${of.clientId}'`)).toEqual([])
})

test('an apprentice requests nothing and ends nothing; another practice finds none of it', async () => {
  const of = await owner()
  const { id } = await askAsOwner(of, 'mia@vets.example')
  expect((await server.other.post(`/api/grants/${id}/end`, {})).statusCode).toBe(404)
  expect((await server.other.get(`/api/horses/${of.seren}/grants`)).statusCode).toBe(404)
  expect((await server.other.get(`/api/grants/${id}/agreement`)).statusCode).toBe(404)
  const pdf = await server.gareth.get(`/api/grants/${id}/agreement`)
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

const ENDS: readonly (readonly [string, string])[] = [
  ['it is taken back', `update care_consents set taken_back_at = clock_now() where id = '$consent'`],
  ['it was not approved', `update care_consents set approved_at = null where id = '$consent'`],
  ['it was ended', `update horse_grants set ended_at = clock_now() where consent_id = '$consent'`],
  ['its days are over', `update horse_grants set until_at = clock_now() where consent_id = '$consent'`],
  ['the service has ended', `update horse_services set ends_on = clock_now()::date - 1 where horse_id in ('$seren', '$bess')`],
  ['nobody has paid for two weeks', `update horse_services set paid_until = clock_now()::date - 15 where horse_id in ('$seren', '$bess')`],
  ['a payment is late', `update horse_services set paid_until = clock_now()::date - 14 where horse_id in ('$seren', '$bess')`],
  ['one horse has died', `update horses set gone_on = clock_now()::date, gone_reason = 'deceased' where id = '$seren'`],
  ['one horse was sold', `update horses set gone_on = clock_now()::date, gone_reason = 'sold' where id = '$seren'`],
  ['one horse was removed', `update horses set deleted_at = clock_now() where id = '$seren'`],
  ['one horse goes tomorrow', `update horses set gone_on = clock_now()::date + 1, gone_reason = 'sold' where id = '$seren'`],
  ['the portal is off for the client', `update clients set portal = false where id = '$client'`],
  ['who agreed is out', `update client_access set until = clock_now() where client_id = '$client'`],
  ['nothing has happened', 'select 1'],
]

test.each(ENDS)('the rule and the door say the same where %s', async (_, change) => {
  const [of, mia] = [await owner(), await vet()]
  const { id } = await askAsOwner(of, mia.to)
  await accept(mia)
  const ids = { $consent: id, $seren: of.seren, $bess: of.bess, $client: of.clientId }
  await server.asOwner(Object.entries(ids).reduce((text, [name, one]) => text.replaceAll(name, one), change))
  const { horses, ...agreement } = await read(id)
  const open = horses.filter((horse) => careStateOf(agreement, horse, currentTime()).is === 'open').map(({ name }) => name)
  expect(open.toSorted()).toEqual(await sees(mia))
})
