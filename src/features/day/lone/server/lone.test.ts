import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAlertDevice } from '#features/core/notices/server/alerts.ts'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import type { LoneTimer, LoneWorker } from '#features/day/lone/contract.ts'
import { loneStage } from '#features/day/lone/rules.ts'
import { answerAsk, openAsk } from '#features/day/lone/server/agreeing.ts'
import { currentMs } from '#lib/clock.ts'
import { timeOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Delivery, Outgoing } from '#platform/server/sending/delivery.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { addRecipient } from '#testing/recipient.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const CONTACT = { name: 'Jo Probert', phone: '07700 900119' }
const MINUTE = 60_000

let server: TestServer
let gareth: FixturePractice
beforeAll(async () => {
  server = await startTestServer({ mode: 'production', hasProvider: { texts: true, mail: false, inboundMail: false } })
})
beforeEach(async () => {
  gareth = await makeFixturePractice(server.app, 'Gareth Probert')
})
afterAll(() => server.stop())

type Sent = Outgoing & { by: 'sms' | 'push' }
/** Carriers that note what leaves, and answer as the provider would. */
function carriers(answer: () => Delivery = () => ({ state: 'sent', reference: uuidv7() })) {
  const sent: Sent[] = []
  const by = (channel: Sent['by']) => async (message: Outgoing) => {
    sent.push({ ...message, by: channel })
    return answer()
  }
  return { sent, sms: by('sms'), email: by('sms'), push: by('push') }
}
type By = ReturnType<typeof carriers>

/** As a worker does at a moment; by default now. */
const run = (by: By, at = currentMs()) =>
  drainPractice(server.db, by, gareth.practiceId, { origin: 'https://diary.example', now: () => new Date(at) })
const textsTo = (by: By, phone = '+447700900119') => by.sent.filter(({ to }) => to === phone)

type Member = Pick<FixturePractice, 'get' | 'put' | 'post'>
const mine = async (member: Member = gareth) => (await member.get('/api/lone-timer')).json<LoneWorker>()
const places = {
  get db() {
    return server.db
  },
  origin: 'https://diary.example',
}

let addresses = 0
/** Each from an address of its own: requests are limited by address. */
function choose(contact: typeof CONTACT, member: Pick<FixturePractice, 'send'> = gareth) {
  addresses += 1
  return member.send('PUT', '/api/lone-timer/contact', contact, { remoteAddress: `10.8.0.${addresses}` })
}

/** Texts the question to the contact, and opens the link in that text. */
async function ask(contact = CONTACT) {
  const answer = await choose(contact)
  expect(answer.statusCode).toBe(200)
  const by = carriers()
  await run(by)
  const text = by.sent[0]?.body ?? ''
  return { text, token: /\/w\/(\w+)/.exec(text)?.[1] ?? '' }
}

async function agreed() {
  const { token } = await ask()
  await answerAsk(places, token, 'yes')
  await run(carriers())
  return token
}

/** A visit at a client with an address. */
async function visit(practice: FixturePractice = gareth) {
  const { recipient, addVisit } = await addRecipient(practice)
  await practice.put(`/api/clients/${recipient.clientId}`, { address: 'Kiln Lane, Kingsland', postcode: 'HR6 9QX', lat: 52.25, lng: -2.8 })
  return (await addVisit()).words().appointmentId
}

/** The wall time some hours from now: a timer may be set at any hour. */
const wall = (hours: number) => timeOf(currentMs() + hours * 60 * MINUTE, 'Europe/London')

async function set(hours = 3): Promise<LoneTimer> {
  const answer = await gareth.put('/api/lone-timer', { visitId: await visit(), ringAt: wall(hours) })
  expect(answer.statusCode, answer.body).toBe(200)
  return timerIn(answer.json<LoneWorker>())
}
function timerIn({ timer }: LoneWorker): LoneTimer {
  if (!timer) throw new Error('no timer')
  return timer
}
const ms = (moment: string) => Date.parse(moment)
const stageAt = async (at: number) => loneStage(timerIn(await mine()), at)

/** Gives the member a device that is called, and a telephone of their own. */
async function beCalled() {
  const device = { endpoint: `https://push.example.com/${uuidv7()}`, p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
  await gareth.inPractice((tx, actor) => addAlertDevice(tx, actor, device, { userAgent: '', browserId: null }))
  await gareth.put('/api/alerts', { phone: '07700 900555' })
}

test('the person chosen gets the question by text, and answers yes or no by its link', async () => {
  const { text, token } = await ask()
  expect(text).toContain('Gareth Probert asks you')
  expect(await mine()).toMatchObject({ whyNot: null, contact: { name: 'Jo Probert', agreedAt: null, refusedAt: null, ask: 'sent' } })
  expect(await openAsk(places, token)).toEqual({
    practiceName: 'Gareth Probert Farriery',
    memberName: 'Gareth Probert',
    contactName: 'Jo Probert',
    picture: null,
    standing: 'open',
  })
  await answerAsk(places, token, 'yes')
  expect(await openAsk(places, token)).toMatchObject({ standing: 'agreed' })
  expect(await mine()).toMatchObject({ contact: { agreedAt: expect.any(String) } })
  await answerAsk(places, token, 'no')
  expect(await mine()).toMatchObject({ contact: { agreedAt: null, refusedAt: expect.any(String) } })
  expect(await openAsk(places, `${token}x`)).toBeUndefined()
  expect(await answerAsk(places, `${token}x`, 'yes')).toBeUndefined()
})

test('opening the link answers nothing; its form does, from our own page alone', async () => {
  const { token } = await ask()
  const url = `/lone-worker/${token}`
  const post = (says: string, origin: string, to = url) =>
    server.app.inject({
      method: 'POST',
      url: to,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
      payload: new URLSearchParams({ says }).toString(),
    })
  const shown = await server.app.inject({ url })
  expect([shown.statusCode, shown.headers['cache-control'], shown.headers['x-robots-tag']]).toEqual([200, 'no-store', 'noindex'])
  expect(shown.body).toContain('May a text come to you if Gareth Probert doesn’t answer?')
  expect(shown.body).not.toContain('900119')
  expect((await post('yes', 'https://elsewhere.example')).statusCode).toBe(403)
  expect((await post('perhaps', server.app.setup.origin)).statusCode).toBe(303)
  expect(await mine()).toMatchObject({ contact: { agreedAt: null, refusedAt: null } })
  expect((await post('yes', server.app.setup.origin)).headers.location).toBe(url)
  expect((await server.app.inject({ url })).body).toContain('Thank you. You said yes.')
  expect((await server.app.inject({ url: `${url}x` })).statusCode).toBe(404)
  expect((await post('yes', server.app.setup.origin, `${url}x`)).statusCode).toBe(303)
})

test('a contact who answered no gets no second question, and one who is replaced has a dead link', async () => {
  const { token } = await ask()
  await answerAsk(places, token, 'no')
  expect((await choose(CONTACT)).json()).toMatchObject({ code: 'lone_refused' })
  await ask({ name: 'Nia', phone: '07700 900120' })
  expect(await openAsk(places, token)).toBeUndefined()
  expect((await choose({ name: 'Nia', phone: '12' })).json()).toMatchObject({ code: 'bad_phone' })
})

test('a new name for the same number keeps its yes and texts no one', async () => {
  await agreed()
  const by = carriers()
  const answer = await choose({ ...CONTACT, name: 'Joanna' })
  await run(by)
  expect(answer.json()).toMatchObject({ contact: { name: 'Joanna', agreedAt: expect.any(String) } })
  expect(by.sent).toEqual([])
})

test('it rings at its time and again after five minutes, and texts the place after ten', async () => {
  await agreed()
  await beCalled()
  const timer = await set()
  const [ring, by] = [ms(timer.ringAt), carriers()]
  expect(ms(timer.textAt) - ring).toBe(10 * MINUTE)
  await run(by, ring - 1000)
  expect(by.sent).toEqual([])
  expect(await stageAt(ring - 1000)).toBe('on')
  await run(by, ring)
  expect(by.sent.map((each) => each.by).sort()).toEqual(['push', 'sms'])
  expect(by.sent[0]?.body).toContain(`rung at ${timeOf(timer.ringAt, 'Europe/London')}`)
  expect(await stageAt(ring)).toBe('ringing')
  await run(by, ring + 5 * MINUTE)
  expect(by.sent).toHaveLength(4)
  await run(by, ring + 10 * MINUTE - 1000)
  expect(textsTo(by)).toEqual([])
  await run(by, ring + 10 * MINUTE)
  const [text, ...others] = textsTo(by)
  expect(others).toEqual([])
  expect(text?.body).toContain('Gareth Probert asked to be rung at')
  expect(text?.body).toContain('They were at: Kiln Lane, Kingsland, HR6 9QX')
  expect(text?.body).toContain('destination=52.25%2C-2.8')
  expect(text?.body).toContain('on +447700900555')
  expect(await stageAt(ring + 11 * MINUTE)).toBe('texted')
})

test('no one is sent to the centre of a postcode: the text has the address, and no map', async () => {
  await agreed()
  const visitId = await visit()
  await gareth.inPractice((tx) => tx.updateTable('clients').set({ position_source: 'postcode' }).execute())
  const { ringAt } = timerIn((await gareth.put('/api/lone-timer', { visitId, ringAt: wall(3) })).json<LoneWorker>())
  const by = carriers()
  await run(by, ms(ringAt) + 10 * MINUTE)
  expect(textsTo(by)[0]?.body).toContain('They were at: Kiln Lane, Kingsland, HR6 9QX')
  expect(textsTo(by)[0]?.body).not.toContain('destination')
})

test('the text goes once, however often and by however many workers its time is looked at', async () => {
  await agreed()
  const { textAt } = await set()
  const by = carriers()
  await Promise.all([run(by, ms(textAt)), run(by, ms(textAt)), run(by, ms(textAt))])
  await run(by, ms(textAt) + MINUTE)
  expect(textsTo(by)).toHaveLength(1)
})

test('its delivery is watched to the receipt, and one that fails is shown as failed', async () => {
  await agreed()
  const first = await set()
  await run(carriers(), ms(first.textAt))
  await server.asOwner(`update notices set state = 'delivered' where event_id = '${first.id}' and kind = 'lone_text'`)
  expect(await mine()).toMatchObject({ timer: { text: { state: 'delivered' } } })
  await gareth.post(`/api/lone-timer/${first.id}/answer`)
  const second = await set()
  await run(
    carriers(() => ({ state: 'failed', reason: 'No such number.' })),
    ms(second.textAt),
  )
  expect(await stageAt(ms(second.textAt))).toBe('failed')
})

test('an answer stops what has not rung or gone yet, once and for all', async () => {
  await agreed()
  await beCalled()
  const { id, ringAt, textAt } = await set()
  const by = carriers()
  await run(by, ms(ringAt))
  const rung = by.sent.length
  for (const _ of ['once', 'again'])
    expect((await gareth.post(`/api/lone-timer/${id}/answer`)).json()).toMatchObject({ timer: { answeredAt: expect.any(String) } })
  await run(by, ms(textAt) + MINUTE)
  expect(by.sent).toHaveLength(rung)
  expect(await stageAt(ms(textAt))).toBe('answered')
})

test('an answer after the text has gone is noted, and the text stays gone', async () => {
  await agreed()
  const { id, textAt } = await set()
  await run(carriers(), ms(textAt))
  expect((await gareth.put('/api/lone-timer', { visitId: await visit(), ringAt: wall(4) })).json()).toMatchObject({
    code: 'lone_text_gone',
  })
  await gareth.post(`/api/lone-timer/${id}/answer`)
  expect(await mine()).toMatchObject({ timer: { answeredAt: expect.any(String), text: { state: 'sent' } } })
  expect(await stageAt(ms(textAt))).toBe('texted')
  await set(4)
})

test('a timer that is on takes another time, and an answer to the old one answers nothing', async () => {
  await agreed()
  const first = await set(3)
  const second = await set(5)
  expect((await gareth.post(`/api/lone-timer/${first.id}/answer`)).statusCode).toBe(404)
  const by = carriers()
  await run(by, ms(first.textAt) + MINUTE)
  expect(textsTo(by)).toEqual([])
  await run(by, ms(second.textAt))
  expect(textsTo(by)).toHaveLength(1)
})

test('neither quiet hours nor the cap of the day hold it', async () => {
  await agreed()
  await gareth.put('/api/settings', { sending: { quietFrom: '00:00', quietTo: '23:59', dailyTexts: 1 } })
  const { textAt } = await set()
  const by = carriers()
  await run(by, ms(textAt))
  expect(textsTo(by)).toHaveLength(1)
})

test('a provider that is down is tried again, until an answer', async () => {
  await agreed()
  const { id, textAt } = await set()
  const down = carriers(() => ({ state: 'later', reason: 'Busy.' }))
  await run(down, ms(textAt))
  expect(await stageAt(ms(textAt))).toBe('texting')
  await gareth.post(`/api/lone-timer/${id}/answer`)
  const by = carriers()
  await run(by, ms(textAt) + 5 * MINUTE)
  expect(by.sent).toEqual([])
})

test('it can’t be set before a yes, for a time long off, or at a visit of no one', async () => {
  const visitId = await visit()
  const to = async (body: object) => (await gareth.put('/api/lone-timer', body)).json<{ code: string }>().code
  expect(await to({ visitId, ringAt: wall(3) })).toBe('lone_not_agreed')
  await ask()
  expect(await to({ visitId, ringAt: wall(3) })).toBe('lone_not_agreed')
  await answerAsk(places, await newToken(), 'yes')
  expect(await to({ visitId, ringAt: wall(-1) })).toBe('lone_time_wrong')
  expect(await to({ visitId: uuidv7(), ringAt: wall(3) })).toBe('appointment_not_found')
  expect(await to({ visitId: await visit(server.other), ringAt: wall(3) })).toBe('appointment_not_found')
  expect(await mine()).toMatchObject({ timer: null })
})

/** Texts the question once more, which gives a fresh link. */
const newToken = async () => (await ask()).token

test('a no while it is on stops it, and the member is notified', async () => {
  const token = await agreed()
  await beCalled()
  const { textAt } = await set()
  await answerAsk(places, token, 'no')
  const by = carriers()
  await run(by)
  expect(by.sent.map(({ body }) => body).join()).toContain('timer is off')
  expect(await stageAt(currentMs())).toBe('off')
  await run(by, ms(textAt))
  expect(textsTo(by)).toEqual([])
})

test('whom it texts stays while it is on', async () => {
  await agreed()
  await set()
  expect((await choose({ name: 'Nia', phone: '07700 900120' })).json()).toMatchObject({ code: 'lone_timer_on' })
})

test('it is its member’s alone: a colleague neither sees nor answers nor stops it', async () => {
  await agreed()
  const { id, textAt } = await set()
  const tom = await gareth.addMember('Tom Price', 'owner')
  expect(await mine(tom)).toMatchObject({ contact: null, timer: null })
  expect((await tom.post(`/api/lone-timer/${id}/answer`)).statusCode).toBe(404)
  expect((await server.other.post(`/api/lone-timer/${id}/answer`)).statusCode).toBe(404)
  const notices = await server.asOwner(`select id from notices where event_id = '${id}'`)
  for (const way of ['cancel', 'send-now']) expect((await tom.post(`/api/notices/${notices[0]?.id}/${way}`)).statusCode).toBe(404)
  const by = carriers()
  await run(by, ms(textAt))
  expect(textsTo(by)).toHaveLength(1)
  expect((await tom.get('/api/notices')).body).not.toContain('900119')
})

test('an apprentice may set their own', async () => {
  const young = await gareth.addMember('Beth Young', 'apprentice')
  expect((await choose(CONTACT, young)).statusCode).toBe(200)
  expect(await mine(young)).toMatchObject({ contact: { name: 'Jo Probert' } })
})

test('without texts that leave it is not offered, and the reason is shown; one that is on can still be answered', async () => {
  await agreed()
  const { id } = await set()
  const refused = async (whyNot: string, member: Member = gareth) => {
    expect(await mine(member)).toMatchObject({ whyNot })
    return (await member.put('/api/lone-timer', { visitId: await visit(), ringAt: wall(3) })).json<{ code: string; message: string }>()
  }
  const before = { ...server.app.setup }
  Object.assign(server.app.setup, { hasProvider: { texts: false, mail: true, inboundMail: false } })
  expect(await refused('no_texts')).toMatchObject({ code: 'lone_not_offered', message: expect.stringContaining('sends no texts') })
  Object.assign(server.app.setup, { mode: 'test' })
  expect(await refused('test_version')).toMatchObject({ code: 'lone_not_offered', message: expect.stringContaining('test version') })
  expect((await choose(CONTACT)).json()).toMatchObject({ code: 'lone_not_offered' })
  Object.assign(server.app.setup, before)
  await server.asOwner(`update directory.practices set paid_until = '2020-01-01' where id = '${gareth.practiceId}'`)
  const late = await gareth.addMember('Nia Late', 'owner')
  expect(await mine(late)).toMatchObject({ whyNot: 'plan_ended' })
  expect((await choose(CONTACT, late)).json()).toMatchObject({ code: 'plan_lapsed' })
  expect((await gareth.post(`/api/lone-timer/${id}/answer`)).statusCode).toBe(200)
})
