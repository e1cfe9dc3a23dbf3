import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import type { HorseCare } from '#features/records/guests/care-contract.ts'
import type { OwnerAsk } from '#features/records/guests/contract.ts'
import { acceptInvite, waitingFor } from '#features/records/guests/server/accepting.ts'
import { closeAccount } from '#features/records/guests/server/close-account.ts'
import { keepProof } from '#features/records/guests/server/people.ts'
import { provenHashes } from '#features/records/guests/server/proven-hashes.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { letCare } from '#testing/care.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

let server: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

type Person = Awaited<ReturnType<typeof makeGuest>>
const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
let clientId: string
let horseId: string
let owner: Person
let vet: Person
let consentId: string
beforeEach(async () => {
  clientId = await add('/api/clients', { name: 'Ffion Rees', phone: '07700 900118' })
  horseId = await add('/api/horses', { name: 'Seren', clientId })
  owner = await makeGuest(server.app, { practice: server.gareth, clientId })
  vet = await makeGuest(server.app)
  consentId = (await letCare(server.gareth, { clientId, horseIds: [horseId], personId: vet.personId })).consentId
  await server.gareth.put('/api/settings', { portal: { way: 'invited', may: { care: true } } })
})

const slug = () => server.gareth.practiceId
const careAt = (path = '') => `/my/care/${slug()}/${horseId}${path}`
let people = 0
const address = () => `ann${++people}@vets.example`
/** Each from a network of its own: the limit of a form is not what is tested here. */
const ask = (to: string, more: Record<string, string> = {}, { cookies } = vet) =>
  server.app.inject({
    ...{ method: 'POST', url: careAt('/colleagues'), cookies, remoteAddress: `10.9.0.${people % 250}` },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ name: 'Ann Price', practice: 'Teme Vets', to, ...more }).toString(),
  })
const asks = async () => (await server.gareth.get(`/api/owner-asks?clientId=${clientId}`)).json<OwnerAsk[]>()
const grants = async () => (await server.gareth.get(`/api/horses/${horseId}/grants`)).json<HorseCare>()
const askedFor = async () => (await grants()).consents.find(({ toName }) => toName === 'Ann Price')
const invitations = async () =>
  (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>().filter(({ kind }) => kind === 'care_invite')
const answersOfOwner = async (says: 'yes' | 'no') => {
  await server.asOwner(`update directory.sessions set proved_at = clock_now() where person_id = '${owner.personId}'`)
  const id = (await askedFor())?.id ?? ''
  return owner.submit(`/my/at/${slug()}/sharing/care/answer`, { for: clientId, id, says })
}
const answersOfFarrier = (isYes: boolean, id: string) => server.gareth.post(`/api/grants/${id}/answer`, { isYes })
const stands = async () => (await vet.get(careAt())).body

describe('a colleague named by a vet', () => {
  test('has no access until the owner has agreed; the request waits with the owner and with the farrier, and nothing is sent', async () => {
    const to = address()
    const sent = await ask(to)
    expect([sent.statusCode, sent.headers.location]).toEqual([303, careAt('?said=asked#colleagues')])
    expect(await asks()).toMatchObject([
      { kind: 'vet_invite', horseId, facts: { name: 'Ann Price', practice: 'Teme Vets', email: to, by: 'Mia Bevan' }, seenAt: null },
    ])
    expect(await askedFor()).toMatchObject({
      askedBy: 'carer',
      askedFor: 'Mia Bevan',
      agreedAt: null,
      approvedAt: null,
      mayContact: false,
      role: 'vet',
    })
    expect((await owner.get('/my')).body).toContain('Somebody asks to see a horse of yours')
    expect((await owner.get('/my/sharing')).body).toContain('asked for by Mia Bevan, who sees it already')
    expect(await stands()).toContain('Waits for the owner')
    expect(await invitations()).toEqual([])
  })

  test('is invited by the owner’s one press where the farrier leaves it to owners; the farrier’s question is gone, and the vet reads it', async () => {
    const to = address()
    await ask(to)
    expect((await answersOfOwner('yes')).statusCode).toBe(303)
    expect([(await invitations()).map((one) => one.address), await asks()]).toEqual([[to], []])
    expect(await stands()).toContain('Let in. They’re invited, and not in yet')
    expect((await owner.get('/my')).body).not.toContain('Somebody asks')
    const ann = await makeGuest(server.app)
    await server.db.withDirectory((tx) => keepProof(tx, { kind: 'email', address: to }, ann.personId))
    expect((await ann.get(careAt())).statusCode).toBe(404)
    const session = { sessionId: uuidv7(), personId: ann.personId, onlyPractice: null, provedAt: currentTime(), isShared: false }
    const [invite] = await waitingFor(server.app, session, await provenHashes(server.app, session))
    await acceptInvite(server.app, session, { practiceId: invite?.practiceId ?? '', inviteId: invite?.inviteId ?? '' })
    expect([(await ann.get(careAt())).statusCode, (await stands()).includes('>Let in<')]).toEqual([200, true])
    const until = (await grants()).consents.map(({ untilOn }) => untilOn)
    expect(new Set(until).size).toBe(1)
  })

  test('is let in by the farrier’s tap only once the owner has agreed too, in either order', async () => {
    await server.gareth.put('/api/settings', { portal: { way: 'invited', may: { care: false } } })
    await ask(address())
    const first = (await askedFor())?.id ?? ''
    expect((await answersOfFarrier(true, first)).statusCode).toBe(200)
    expect([await invitations(), (await stands()).includes('The farrier has said yes. Waits for the owner')]).toEqual([[], true])
    // The owner gets a text with the request, now that the farrier has seen whom it names.
    const texts = (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>()
    expect(texts.filter(({ kind }) => kind === 'care_ask').map(({ body }) => body)).toEqual([
      expect.stringContaining('may Ann Price, Teme Vets see'),
    ])
    await answersOfOwner('yes')
    expect(await invitations()).toHaveLength(1)

    await server.asOwner(`update care_consents set taken_back_at = clock_now() where id = '${first}'`)
    await ask(address(), { name: 'Tom Pugh' })
    const second = (await grants()).consents.find(({ toName }) => toName === 'Tom Pugh')?.id ?? ''
    await owner.submit(`/my/at/${slug()}/sharing/care/answer`, { for: clientId, id: second, says: 'yes' })
    expect([(await invitations()).length, (await stands()).includes('The owner has said yes. Waits for the farrier')]).toEqual([1, true])
    await answersOfFarrier(true, second)
    expect(await invitations()).toHaveLength(2)
  })

  test.each(['owner', 'farrier'] as const)('is not let in where the %s says no, which the vet reads', async (who) => {
    await ask(address())
    if (who === 'owner') await answersOfOwner('no')
    else await answersOfFarrier(false, (await askedFor())?.id ?? '')
    expect(await stands()).toContain(`The ${who} has said no`)
    expect([await invitations(), (await asks()).filter(({ seenAt }) => seenAt === null)]).toEqual([[], []])
  })

  test('is no longer requested once the vet’s own access has ended', async () => {
    await ask(address())
    const id = (await askedFor())?.id ?? ''
    await owner.submit(`/my/at/${slug()}/sharing/care/end`, { for: clientId, id: consentId })
    expect([(await asks()).filter(({ seenAt }) => seenAt === null), (await askedFor())?.takenBackAt]).toEqual([[], expect.any(String)])
    await server.asOwner(`update directory.sessions set proved_at = clock_now() where person_id = '${owner.personId}'`)
    const late = await owner.submit(`/my/at/${slug()}/sharing/care/answer`, { for: clientId, id, says: 'yes' })
    expect([late.statusCode, await invitations()]).toEqual([422, []])
    expect((await ask(address())).statusCode).toBe(410)
  })

  test('named twice, pressed twice or sent twice, is one request', async () => {
    const to = address()
    for (const _ of [1, 2]) expect((await ask(to)).statusCode).toBe(303)
    expect(await asks()).toHaveLength(1)
  })

  test.each([
    ['a shared mailbox', { to: 'Reception@temevets.example' }, 'an address that several people read'],
    ['another', { to: 'info+horses@temevets.example' }, 'an address that several people read'],
    ['their own address', { to: 'MIA@vets.example' }, 'That’s your own address.'],
    ['no name', { to: 'ann@vets.example', name: ' ' }, 'Say who it is.'],
    ['no address', { to: 'Ann' }, ''],
  ])('with %s is refused in a sentence, and what was typed stays', async (_, fields, sentence) => {
    const refused = await ask(fields.to, fields)
    expect([refused.statusCode, await asks()]).toEqual([422, []])
    expect(refused.body).toContain(fields.to)
    expect(refused.body).toContain(sentence)
  })

  test('can’t be requested when already in, nor more than five in a day', async () => {
    const to = address()
    await ask(to)
    await answersOfOwner('yes')
    expect((await ask(to)).body).toContain('Ann Price is let in already, or invited.')
    for (const _ of [1, 2, 3, 4]) expect((await ask(address())).statusCode).toBe(303)
    expect((await ask(address())).statusCode).toBe(422)
  })

  test('can’t be requested by anyone who doesn’t look after the horse, nor by an owner', async () => {
    const stranger = await makeGuest(server.app)
    expect([(await ask(address(), {}, stranger)).statusCode, (await ask(address(), {}, owner)).statusCode]).toEqual([404, 404])
    expect(await asks()).toEqual([])
  })

  test('keeps no name of a vet who closes their account', async () => {
    await ask(address())
    await closeAccount({ db: server.db, origin: 'http://localhost' }, { personId: vet.personId, onlyPractice: null })
    expect((await asks()).map(({ facts }) => facts.by)).toEqual(['A colleague'])
    const named = await server.asOwner(`select id from activity where entity = 'owner_asks' and after::text like '%Mia Bevan%'
      and entity_id in (select id from owner_asks where client_id = '${clientId}')`)
    expect(named).toEqual([])
  })
})

test('what is new on a horse is counted by who wrote and sent it, since the farrier looked', async () => {
  const written = (path: string, fields: object) => vet.submit(careAt(path), { formId: uuidv7(), ...fields } as Record<string, string>)
  await written('/notes', { body: 'Sore behind' })
  const first = await grants()
  expect(first.news).toEqual([{ role: 'vet', plans: 0, notes: 1, films: 0, files: 0, marks: 0 }])
  await written('/plans', { 'NF-wedge': '3' })
  const since = (at: string) => server.gareth.get(`/api/horses/${horseId}/grants?since=${encodeURIComponent(at)}`)
  expect((await since(first.asAt)).json<HorseCare>().news).toEqual([{ role: 'vet', plans: 1, notes: 0, films: 0, files: 0, marks: 0 }])
  expect((await since((await grants()).asAt)).json<HorseCare>().news).toEqual([])
  expect((await server.other.get(`/api/horses/${horseId}/grants`)).statusCode).toBe(404)
})
