import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { addAlertDevice } from '#features/core/notices/server/alerts.ts'
import type { SlotOffer } from '#features/day/gaps/contract.ts'
import { answerOffer, openOffer } from '#features/day/gaps/server/answering.ts'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { slotFor } from '#testing/answers.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

const places = () => ({ db: server.db, origin: 'http://localhost:3000' })
const open = (token: string) => openOffer(places(), token)
const answer = (token: string, says: 'yes' | 'no') => answerOffer(places(), token, says)
const offers = async (gap: string) =>
  (await server.gareth.get('/api/slot-offers?from=2026-01-01')).json<SlotOffer[]>().filter((one) => one.gapId === gap)
const texts = async (clientId: string) => (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>()
const visitsOn = async (day: string) => (await server.gareth.get(`/api/appointments?date=${day}`)).json<Appointment[]>()

/** Offers a slot, and finds each one's link in the text that goes to them. */
async function offered(names: string[], day: string) {
  const slot = await slotFor(server.gareth, names, day)
  const made = await server.gareth.post('/api/slot-offers', slot)
  expect(made.statusCode, made.body).toBe(201)
  const { offers: all } = made.json<{ offers: SlotOffer[] }>()
  const people = await Promise.all(
    all.map(async (offer) => {
      const [text] = await texts(offer.clientId)
      return { offer, text, token: /\/o\/(\w+)/.exec(text?.body ?? '')?.[1] ?? '' }
    }),
  )
  return { gap: all[0]?.gapId ?? '', people }
}

/** As if the worker had sent the waiting notices. */
const sendAll = () => server.asOwner(`update notices set state = 'simulated' where kind = 'offer' and state = 'queued'`)

test('five are sent an offer, of two who accept at once one has it, and each of the others is notified once', async () => {
  const day = '2098-01-08'
  const { gap, people } = await offered(['Sarah', 'Tom', 'Nia', 'Olwen', 'Huw'], day)
  const [sarah, tom, nia, olwen, huw] = people
  expect(sarah?.text).toMatchObject({
    kind: 'offer',
    purpose: 'marketing',
    body: expect.stringContaining("Wed 8 Jan at 14:00 for Sarah's horse"),
  })
  expect(sarah?.text?.body).toContain('STOP')
  await sendAll()
  await server.asOwner(`update notices set state = 'queued' where client_id = '${huw?.offer.clientId}'`)
  expect(await open(sarah?.token ?? '')).toMatchObject({
    standing: 'open',
    when: 'Wednesday 8 January at 14:00',
    until: '13:00 on Wed 8 Jan',
  })
  expect(await answer(nia?.token ?? '', 'no')).toMatchObject({ standing: 'declined' })
  const said = await Promise.all([answer(sarah?.token ?? '', 'yes'), answer(tom?.token ?? '', 'yes')])
  expect(said.map((page) => page?.standing).sort()).toEqual(['gone', 'yours'])
  const [has, hasNot] = said[0]?.standing === 'yours' ? [sarah, tom] : [tom, sarah]
  expect(await answer(has?.token ?? '', 'yes')).toMatchObject({ standing: 'yours' })
  const visits = await visitsOn(day)
  expect(visits).toMatchObject([
    { clientId: has?.offer.clientId, localStart: '14:00', localEnd: '14:30', status: 'booked', memberId: server.gareth.memberId },
  ])
  expect(visits[0]?.horses).toMatchObject([{ plannedWork: 'Trim' }])
  const states = new Map((await offers(gap)).map((one) => [one.clientId, one]))
  expect(states.get(has?.offer.clientId ?? '')).toMatchObject({ state: 'taken', appointmentId: visits[0]?.id })
  expect([...states.values()].map(({ state }) => state).sort()).toEqual(['gone', 'gone', 'gone', 'gone', 'taken'])
  const kinds = async (one: typeof sarah) => (await texts(one?.offer.clientId ?? '')).map(({ kind, state }) => `${kind} ${state}`).sort()
  expect(await kinds(has)).toEqual(['booked queued', 'offer simulated'])
  expect(await kinds(hasNot)).toEqual(['offer simulated', 'offer_taken queued'])
  expect(await kinds(olwen)).toEqual(['offer simulated', 'offer_taken queued'])
  // A client who declined needs no second text; one who was never texted gets none at all.
  expect(await kinds(nia)).toEqual(['offer simulated'])
  expect(await kinds(huw)).toEqual(['offer cancelled'])
  expect(await answer(olwen?.token ?? '', 'yes')).toMatchObject({ standing: 'gone' })
  expect(await visitsOn(day)).toHaveLength(1)
})

test('a yes to a slot that was filled meanwhile, ran out or was withdrawn books nothing', async () => {
  const filled = await offered(['Ann'], '2098-01-09')
  const own = await server.gareth.post('/api/appointments', {
    startTime: '2098-01-09T14:15:00Z',
    endTime: '2098-01-09T15:00:00Z',
    title: 'Dentist',
  })
  expect(await answer(filled.people[0]?.token ?? '', 'yes')).toMatchObject({ standing: 'gone' })
  expect((await visitsOn('2098-01-09')).map(({ id }) => id)).toEqual([own.json().id])
  const late = await offered(['Ben'], '2098-01-10')
  await server.asOwner(`update slot_offers set expires_at = clock_now() - interval '1 second' where gap_id = '${late.gap}'`)
  expect(await answer(late.people[0]?.token ?? '', 'yes')).toMatchObject({ standing: 'ended' })
  const back = await offered(['Cat', 'Dan'], '2098-01-11')
  await sendAll()
  const withdrawn = await server.gareth.post(`/api/slot-offers/${back.people[0]?.offer.id}/withdraw`)
  expect(withdrawn.json<SlotOffer[]>().map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn'])
  expect(await answer(back.people[1]?.token ?? '', 'yes')).toMatchObject({ standing: 'gone' })
  expect((await texts(back.people[1]?.offer.clientId ?? '')).map(({ kind }) => kind)).toEqual(['offer_taken', 'offer'])
  for (const day of ['2098-01-10', '2098-01-11']) expect(await visitsOn(day)).toEqual([])
  expect(await open('unknown')).toBeUndefined()
})

test('time marked off closes the offers in it, and a late yes shows the truth to the client and the farrier', async () => {
  const day = '2098-01-15'
  const slot = await offered(['Gwen', 'Hal'], day)
  const later = await offered(['Ivy'], '2098-01-16')
  await sendAll()
  await server.gareth.inPractice((tx, actor) =>
    addAlertDevice(
      tx,
      actor,
      { endpoint: 'https://push.example.com/1', p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      { userAgent: '', browserId: null },
    ),
  )
  const morning = { fromDay: day, toDay: day, kind: 'personal', localStart: '09:00', localEnd: '14:00' }
  expect((await server.gareth.post('/api/time-off', morning)).statusCode).toBe(201)
  expect((await offers(slot.gap)).map(({ state }) => state)).toEqual(['offered', 'offered'])
  await server.gareth.post('/api/time-off', { fromDay: day, toDay: day, kind: 'ill' })
  expect((await offers(slot.gap)).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn'])
  expect((await offers(later.gap)).map(({ state }) => state)).toEqual(['offered'])
  const [gwen] = slot.people
  expect((await texts(gwen?.offer.clientId ?? '')).map(({ kind }) => kind)).toEqual(['offer_taken', 'offer'])
  for (const _ of [1, 2]) expect(await answer(gwen?.token ?? '', 'yes')).toMatchObject({ standing: 'gone' })
  expect(await visitsOn(day)).toEqual([])
  const alerts = await server.asOwner(`select subject, body from notices where kind = 'alert' and subject like 'Nothing booked%'`)
  expect(alerts).toEqual([
    { subject: "Nothing booked: you're away", body: expect.stringContaining('Gwen said yes to Wed 15 Jan at 14:00') },
  ])
})

test('an offer that stood when the day was marked off by an older build is not taken either, and none is made on such a day', async () => {
  const day = '2098-01-17'
  const { people } = await offered(['Jo'], day)
  await server.gareth.inPractice((tx, { practiceId }) =>
    tx
      .insertInto('time_off')
      .values({
        practice_id: practiceId,
        id: uuidv7(),
        member_id: null,
        from_day: day,
        to_day: day,
        kind: 'holiday',
        rev: 1,
        seq: 0,
        deleted_at: null,
      })
      .execute(),
  )
  expect(await answer(people[0]?.token ?? '', 'yes')).toMatchObject({ standing: 'gone' })
  expect(await visitsOn(day)).toEqual([])
  const slot = await slotFor(server.gareth, ['Kay'], day)
  expect((await server.gareth.post('/api/slot-offers', slot)).json()).toMatchObject({ code: 'slot_taken' })
})

test('no one is sent an offer without consent, and then none of those it was offered to together', async () => {
  const slot = await slotFor(server.gareth, ['Eve', 'Fay'], '2098-01-12')
  await server.asOwner(
    `update clients set marketing_consent_at = null, marketing_consent_how = null where id = '${slot.offers[1]?.clientId}'`,
  )
  expect((await server.gareth.post('/api/slot-offers', slot)).json()).toMatchObject({ code: 'no_consent' })
  expect(await texts(slot.offers[0]?.clientId ?? '')).toEqual([])
  const stranger = { ...slot, offers: [{ ...slot.offers[0], clientId: slot.offers[1]?.clientId }] }
  expect((await server.gareth.post('/api/slot-offers', stranger)).json()).toMatchObject({ code: 'horse_not_found' })
  const own = { startTime: '2098-01-13T14:15:00Z', endTime: '2098-01-13T15:00:00Z', title: 'Dentist' }
  await server.gareth.post('/api/appointments', own)
  const full = { ...slot, onDay: '2098-01-13', offers: [slot.offers[0]] }
  expect((await server.gareth.post('/api/slot-offers', full)).json()).toMatchObject({ code: 'slot_taken' })
  const past = { ...slot, onDay: '2026-01-05', offers: [slot.offers[0]] }
  expect((await server.gareth.post('/api/slot-offers', past)).json()).toMatchObject({ code: 'visit_is_past' })
})
