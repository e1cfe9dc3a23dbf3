import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { endAccess } from '#features/records/guests/server/let-in.ts'
import type { ClientServices, WouldTell } from '#features/records/services/contract.ts'
import { arrangeService } from '#features/records/services/server/arrange-service.ts'
import { carrySeats } from '#features/records/services/server/carry-seats.ts'
import { serviceNoticeSender } from '#features/records/services/server/sending-notices.ts'
import { beginServices, endForOwner } from '#features/records/services/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type ServiceFacts, serviceStandingOf } from '#lib/plan.ts'
import { simulated } from '#platform/server/sending/sms.ts'
import { makeGuest } from '#testing/guests.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const TODAY = dayOf(currentTime(), 'Europe/London')

let server: TestServer
let practice: FixturePractice
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())
beforeEach(async () => {
  practice = await makeFixturePractice(server.app, 'Gareth Probert')
  await practice.put('/api/settings', { services: { 'vet-integration': true } })
})

const places = () => ({ db: server.db, origin: server.app.setup.origin, isTestVersion: true })
const made = async (path: string, body: object) => (await practice.post(path, body)).json<{ id: string }>().id

/** Sarah, in the portal, with two horses. */
async function sarah() {
  const clientId = await made('/api/clients', { name: 'Sarah Penrose', email: `${uuidv7()}@example.com`, phone: '07700 900118' })
  const horseIds = [await made('/api/horses', { name: 'Biscuit', clientId }), await made('/api/horses', { name: 'Merlin', clientId })]
  const { personId } = await makeGuest(server.app, { practice, clientId })
  const at = { id: practice.practiceId, zone: 'Europe/London', tier: 'professional' as const, isLapsed: false }
  return { clientId, horseIds, personId, owner: { practice: at, personId, clientId } }
}
const begin = ({ owner, horseIds }: Awaited<ReturnType<typeof sarah>>) =>
  beginServices(places(), owner, { service: 'vet-integration', horseIds })
const has = async () => (await practice.get('/api/services')).json<ClientServices>().has
const isOpen = (horseId = '') =>
  practice.inPractice(async (tx) => {
    const { rows } = await sql<{ open: boolean }>`select service_open(${horseId}, 'vet-integration') as open`.execute(tx)
    return rows[0]?.open
  })
const sent = async (clientId: string, kind: string) =>
  (await practice.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>().filter((notice) => notice.kind === kind)
/** A person's notices from the seller, after they have gone as far as they do in the test version. */
async function told(personId: string, kind: string) {
  await serviceNoticeSender({ ...places(), carriers: { email: simulated }, seller: null })(personId)
  const rows = await server.asOwner(
    `select state, body from directory.service_notices where person_id = '${personId}' and kind = '${kind}'`,
  )
  return rows as { state: string; body: string }[]
}
const seats = () => server.asOwner(`select * from directory.seats where practice_id = '${practice.practiceId}' order by id`)

test('a service is open on the same days as the database says', async () => {
  const { horseIds } = await sarah()
  const [horseId = ''] = horseIds
  const day = fc.integer({ min: -20, max: 20 }).map((days) => addDays(TODAY, days))
  const facts: fc.Arbitrary<ServiceFacts> = fc.record({
    fromOn: day,
    paidUntil: fc.option(day),
    isPastDue: fc.boolean(),
    endsOn: fc.option(day),
  })
  const asked = async ({ fromOn, paidUntil, isPastDue, endsOn }: ServiceFacts) => {
    await server.asOwner(`delete from horse_services where horse_id = '${horseId}'`)
    await practice.inPractice((tx, { practiceId }) =>
      tx
        .insertInto('horse_services')
        .values({
          ...{ practice_id: practiceId, id: uuidv7(), horse_id: horseId, service: 'vet-integration', person_id: null, from_on: fromOn },
          ...{ paid_until: paidUntil, is_past_due: isPastDue, ends_on: endsOn, ended_why: endsOn && 'owner' },
        })
        .execute(),
    )
    return isOpen(horseId)
  }
  await fc.assert(
    fc.asyncProperty(facts, async (each) => (await asked(each)) === serviceStandingOf(each, TODAY).isOpen),
    { numRuns: 150 },
  )
})

test('an owner begins a service for two horses at once, pressed twice: it is open, confirmed once with its price, the farrier notified', async () => {
  const owner = await sarah()
  await Promise.all([begin(owner), begin(owner)])
  expect(await has()).toMatchObject([
    { horseName: 'Biscuit', clientName: 'Sarah Penrose', service: 'vet-integration', state: 'open', isArranged: false },
    { horseName: 'Merlin', state: 'open' },
  ])
  expect(await seats()).toHaveLength(2)
  expect([await isOpen(owner.horseIds[0]), await isOpen(owner.horseIds[1])]).toEqual([true, true])
  // A row for each horse, and one message.
  expect(await told(owner.personId, 'begun')).toMatchObject([{ state: 'simulated' }, { state: 'simulated' }])
  const confirmed = await sent(owner.clientId, 'seller_notice')
  expect(confirmed).toMatchObject([{ channel: 'email', state: 'simulated', body: expect.stringContaining('A month costs £5.98.') }])
  expect(confirmed[0]?.body).toContain('/my/services')
  expect(await sent(owner.clientId, 'service_started')).toEqual([])
  const journal = await server.asOwner(
    `select verb, entity_id, by_person from activity where practice_id = '${practice.practiceId}' and by_person is not null`,
  )
  expect(journal).toEqual([{ verb: 'service_begun', entity_id: owner.clientId, by_person: owner.personId }])
})

test('an owner ends it with one press: at once in the first 14 days, later at the end of its month, and takes that back by beginning it again', async () => {
  const owner = await sarah()
  await begin(owner)
  const [first, second] = await has()
  await endForOwner(places(), owner.owner, first?.id ?? '')
  expect(await has()).toMatchObject([
    { horseName: 'Biscuit', state: 'ending', lastDay: TODAY },
    { horseName: 'Merlin', state: 'open' },
  ])
  expect(await told(owner.personId, 'ended')).toMatchObject([{ body: expect.stringContaining('for Biscuit ended on') }])
  await server.asOwner(`update directory.seats set from_on = from_on - 20 where id = '${second?.id}'`)
  await endForOwner(places(), owner.owner, second?.id ?? '')
  const ends = (await has()).find(({ id }) => id === second?.id)?.lastDay ?? ''
  expect(ends > TODAY && ends <= addDays(TODAY, 11)).toBe(true)
  await begin(owner)
  expect(await has()).toMatchObject([{ state: 'open' }, { state: 'open', id: second?.id }])
  expect(await seats()).toHaveLength(2)
})

test('the farrier ends it for one client today, and only who runs the practice may', async () => {
  const owner = await sarah()
  await begin(owner)
  const [first] = await has()
  const nia = await practice.addMember('Nia Rees', 'farrier')
  expect((await nia.post(`/api/services/${first?.id}/end`)).statusCode).toBe(403)
  const answer = (await practice.post(`/api/services/${first?.id}/end`)).json<ClientServices>()
  expect(answer.has).toMatchObject([{ state: 'ending', lastDay: TODAY }, { state: 'open' }])
  expect(await told(owner.personId, 'ended')).toMatchObject([{ body: expect.stringContaining('your farrier ended it') }])
  const other = await makeFixturePractice(server.app, 'Marcus Bell')
  expect((await other.post(`/api/services/${first?.id}/end`)).statusCode).toBe(404)
})

test('nothing begins that is not offered, for another’s horse, in a practice whose plan has ended, or without the test version', async () => {
  const owner = await sarah()
  const [horseId = ''] = owner.horseIds
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => 'begun',
      (error: { code: string }) => error.code,
    )
  const wanted = { service: 'vet-integration', horseIds: [horseId] } as const
  const lapsed = { ...owner.owner, practice: { ...owner.owner.practice, isLapsed: true } }
  const strange = await sarah()
  expect([
    await refused(beginServices(places(), owner.owner, { ...wanted, service: 'para-professional' })),
    await refused(beginServices(places(), owner.owner, { ...wanted, horseIds: strange.horseIds })),
    await refused(beginServices(places(), { ...owner.owner, clientId: strange.clientId }, wanted)),
    await refused(beginServices(places(), lapsed, wanted)),
    await refused(beginServices({ ...places(), isTestVersion: false }, owner.owner, wanted)),
  ]).toEqual(['service_not_offered', 'horse_not_found', 'client_not_found', 'practice_takes_nothing', 'services_by_operator'])
  expect(await seats()).toEqual([])
})

describe('what no one may pay for any longer ends automatically', () => {
  const carry = () => carrySeats(places(), practice.practiceId)

  test.each([
    ['the horse died', (horse: string) => practice.put(`/api/horses/${horse}`, { goneOn: TODAY, goneReason: 'deceased' }), 'gone'],
    ['the portal is off', () => practice.put('/api/settings', { portal: { way: 'off' } }), 'off'],
    [
      'the plan of the practice ended',
      () => server.asOwner(`update directory.practices set trial_ends_on = '2020-01-01' where id = '${practice.practiceId}'`),
      'off',
    ],
  ] as const)('%s', async (_, happen, why) => {
    const owner = await sarah()
    await beginServices(places(), owner.owner, { service: 'vet-integration', horseIds: owner.horseIds.slice(0, 1) })
    await happen(owner.horseIds[0] ?? '')
    await carry()
    await carry()
    expect((await seats()).map(({ ended_why }) => ended_why)).toEqual([why])
    const rows = await server.asOwner(`select ended_why from horse_services where horse_id = '${owner.horseIds[0]}'`)
    expect(rows).toEqual([{ ended_why: why }])
    expect(await told(owner.personId, 'ended')).toHaveLength(1)
  })

  test('the horse is another client’s, or who pays no longer sees it', async () => {
    const [one, two, buyer] = [await sarah(), await sarah(), await made('/api/clients', { name: 'Bethan Price' })]
    await begin(one)
    await begin(two)
    await server.asOwner(`update horses set client_id = '${buyer}' where id = '${one.horseIds[0]}'`)
    await practice.inPractice((tx) => endAccess(tx, { clientId: two.clientId, personId: two.personId }))
    await carry()
    const rows = await server.asOwner(`select horse_id, ended_why from horse_services where practice_id = '${practice.practiceId}'`)
    const whyOf = (horseId: string | undefined) => rows.find((row) => row.horse_id === horseId)?.ended_why
    expect([whyOf(one.horseIds[0]), whyOf(one.horseIds[1]), whyOf(two.horseIds[0])]).toEqual(['left', null, 'left'])
    // The buyer is not notified of what another person paid for.
    expect(await told(one.personId, 'ended')).toHaveLength(1)
    expect(await sent(buyer, 'seller_notice')).toEqual([])
  })
})

test('cut short between the directory and the practice, the next run carries it over, once, and nothing late takes a change back', async () => {
  const owner = await sarah()
  await begin(owner)
  const [first] = await has()
  // The press was written, and the server died.
  await server.asOwner(`update directory.seats set ends_on = '${TODAY}', ended_why = 'owner', rev = rev + 1 where id = '${first?.id}'`)
  expect((await has())[0]?.state).toBe('open')
  await Promise.all([carrySeats(places(), practice.practiceId), carrySeats(places(), practice.practiceId)])
  expect((await has())[0]).toMatchObject({ state: 'ending', lastDay: TODAY })
  expect(await sent(owner.clientId, 'service_ended')).toEqual([])
  const before = await server.asOwner(`select * from horse_services where practice_id = '${practice.practiceId}' order by id`)
  await carrySeats(places(), practice.practiceId)
  expect(await server.asOwner(`select * from horse_services where practice_id = '${practice.practiceId}' order by id`)).toEqual(before)
})

test('only who agreed to offers by word, in writing or by a form is notified, each once, with the way out', async () => {
  const consents = ['said', 'written', 'form', 'soft_opt_in', null] as const
  const clients = await Promise.all(
    consents.map(async (how, at) => {
      const id = await made('/api/clients', { name: `Client ${at}`, phone: '07700 900118', marketingConsentHow: how })
      await made('/api/horses', { name: 'Biscuit', clientId: id })
      return id
    }),
  )
  const unreachable = await made('/api/clients', { name: 'Nobody', marketingConsentHow: 'said' })
  await made('/api/horses', { name: 'Biscuit', clientId: unreachable })
  await made('/api/clients', { name: 'No horse', phone: '07700 900118', marketingConsentHow: 'said' })
  const preview = (await practice.get('/api/services/tell?service=vet-integration')).json<WouldTell>()
  expect(preview).toMatchObject({
    clients: clients.slice(0, 3).map((id) => ({ id, channel: 'sms' })),
    notAgreed: 2,
    unreachable: 1,
    toldBefore: 0,
  })
  const all = [...clients, unreachable]
  expect((await practice.post('/api/services/tell', { service: 'vet-integration', clientIds: all })).json()).toEqual({ told: 3 })
  expect((await practice.post('/api/services/tell', { service: 'vet-integration', clientIds: all })).json()).toEqual({ told: 0 })
  const [told] = await sent(clients[0] ?? '', 'service_offer')
  expect(told).toMatchObject({ purpose: 'marketing', body: expect.stringMatching(/£2\.99[\s\S]*STOP/) })
  expect(await sent(clients[3] ?? '', 'service_offer')).toEqual([])
  expect((await practice.post('/api/services/tell', { service: 'para-professional', clientIds: all })).statusCode).toBe(409)
  expect((await practice.get('/api/services/tell?service=vet-integration')).json<WouldTell>()).toMatchObject({ clients: [], toldBefore: 3 })
})

test('the operator arranges a service for all horses of a client, and ends it', async () => {
  const owner = await sarah()
  const [{ slug, email }] = (await server.asOwner(
    `select p.slug, c.email from directory.practices p join clients c on c.practice_id = p.id where c.id = '${owner.clientId}'`,
  )) as [{ slug: string; email: string }]
  const arrange = (isOn: boolean, to = email) => arrangeService(places(), { slug, email: to, service: 'para-professional', isOn })
  expect(await arrange(true)).toEqual(['Biscuit', 'Merlin'])
  expect(await arrange(true, 'nobody@example.com')).toBeUndefined()
  expect(await has()).toMatchObject([{ isArranged: true, state: 'open' }, { isArranged: true }])
  expect((await sent(owner.clientId, 'service_started'))[0]?.body).toContain('arranged with the person who runs this server')
  await arrange(false)
  expect(await has()).toMatchObject([{ state: 'ending', lastDay: TODAY }, { state: 'ending' }])
})
