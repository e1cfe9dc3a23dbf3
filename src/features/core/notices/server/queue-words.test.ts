import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import type { Recipient } from '#features/core/notices/rules.ts'
import { addAlertDevice } from '#features/core/notices/server/alerts.ts'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import { alertMembers, queueWords } from '#features/core/notices/server/queue-words.ts'
import { holdMoved, queueNotice } from '#features/core/notices/server/service.ts'
import { stopTexts } from '#features/core/notices/server/stop-texts.ts'
import { currentTime } from '#lib/clock.ts'
import type { Delivery, Outgoing } from '#platform/server/sending/delivery.ts'
import { twilioSignature } from '#platform/server/sending/twilio.ts'
import { addRecipient } from '#testing/recipient.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const SECRET = 'the token of the account'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ textsSecret: SECRET, pushKey: 'B'.repeat(87) })
})
afterAll(() => server.stop())
afterEach(async () => {
  await server.asOwner(`update notices set state = 'cancelled' where state in ('held', 'queued', 'sending')`)
  await server.asOwner('delete from sending_days')
})

/** Carriers that return the given result and record their input. */
function outward(answer: (message: Outgoing) => Delivery = () => ({ state: 'sent', reference: 'SM1' })) {
  const sent: Outgoing[] = []
  const carry = async (message: Outgoing) => {
    sent.push(message)
    return answer(message)
  }
  return { sent, sms: carry, email: carry, push: carry }
}
const drain = (by: ReturnType<typeof outward>, at?: string) =>
  drainPractice(server.db, by, server.gareth.practiceId, {
    origin: 'https://diary.example',
    replyDomain: 'reply.diary.example',
    ...(at && { now: () => new Date(at) }),
  })
const words = (recipient: Recipient, ...more: unknown[]) => {
  const [kind = 'message', fields = { text: 'Leave the gate open' }, options = {}] = more as [never, never, never]
  return server.gareth.inPractice((tx, actor) => queueWords(tx, actor, kind, recipient, fields, options))
}
const consent = (recipient: Recipient, how: string | null) =>
  server.gareth.put(`/api/clients/${recipient.clientId}`, { marketingConsentHow: how })
const decide = (sending: object) => server.gareth.put('/api/settings', { sending })
const one = async (notices: () => Promise<Notice[]>) => (await notices())[0]

test('a typed message is sent as typed, by the requested channel', async () => {
  const { recipient, notices } = await addRecipient(server.gareth)
  await words(recipient, 'message', { text: 'Gate’s “open” {name}' }, { threadId: recipient.clientId, subject: 'Biscuit' })
  await words(recipient, 'terms', { link: 'https://diary.example/t/1' }, { channel: 'email' })
  const by = outward()
  await drain(by)
  expect(by.sent.map(({ body }) => body)).toEqual(
    expect.arrayContaining(['Gate’s “open” {name}', expect.stringContaining('accept my terms of business:\nhttps://diary.example/t/1\n')]),
  )
  expect(by.sent.find(({ to }) => to === recipient.email)?.replyTo).toMatch(/^reply-[0-9a-f]{20}@reply\.diary\.example$/)
  expect(await notices()).toMatchObject([
    { kind: 'terms', state: 'sent' },
    { kind: 'message', state: 'sent', appointmentId: null },
  ])
  await expect(words({ ...recipient, email: null }, 'terms', {}, { channel: 'email' })).rejects.toMatchObject({ code: 'no_email' })
})

test('an offer needs consent, ends with the way out, waits for the morning, and dies with an objection', async () => {
  const { recipient, notices } = await addRecipient(server.gareth)
  const offer = () =>
    words(recipient, 'offer', { day: 'Tue 24 Nov', time: 'at 09:00', horse: 'Biscuit', answer: 'https://x' }, { purpose: 'marketing' })
  await expect(offer()).rejects.toMatchObject({ code: 'no_consent' })
  await consent(recipient, 'said')
  await offer()
  const by = outward()
  await drain(by, '2026-11-24T21:30:00Z')
  expect(by.sent).toEqual([])
  expect(await one(notices)).toMatchObject({ state: 'queued', purpose: 'marketing', goesAt: '2026-11-25T08:00:00.000Z' })
  await drain(by, '2026-11-25T08:00:00Z')
  expect(by.sent.map(({ body }) => body.split('\n').at(-1))).toEqual(['Reply STOP to stop these.'])
  await offer()
  await consent(recipient, null)
  await drain(by, '2026-11-25T09:00:00Z')
  expect(by.sent).toHaveLength(1)
  expect(await one(notices)).toMatchObject({ state: 'cancelled', stateReason: 'This client no longer wants offers.' })
})

test('over the daily cap a text waits for tomorrow or is cancelled as too late, and an urgent one is sent', async () => {
  const at = '2026-11-24T10:00:00Z'
  await decide({ dailyTexts: 1 })
  const [first, late, urgent] = [await addRecipient(server.gareth), await addRecipient(server.gareth), await addRecipient(server.gareth)]
  await words(first.recipient)
  const by = outward()
  await drain(by, at)
  await words(first.recipient)
  await words(late.recipient, 'message', { text: 'Now' }, { notAfter: new Date('2099-01-01') })
  await server.asOwner(`update notices set not_after = '2026-11-24T12:00:00Z' where not_after > '2098-01-01'`)
  await words(urgent.recipient, 'message', { text: 'Call the vet' }, { isUrgent: true })
  await drain(by, at)
  expect(by.sent).toHaveLength(2)
  expect(await one(first.notices)).toMatchObject({
    state: 'queued',
    goesAt: '2026-11-25T08:00:00.000Z',
    stateReason: "Today's 1 texts have gone, so this one goes tomorrow.",
  })
  expect(await one(late.notices)).toMatchObject({ state: 'failed', stateReason: expect.stringContaining('tomorrow is too late') })
  expect(await one(urgent.notices)).toMatchObject({ state: 'sent' })
  await drain(by, '2026-11-25T08:00:00Z')
  expect(await one(first.notices)).toMatchObject({ state: 'sent' })
  await decide({})
})

test('what a farrier presses at night goes at once', async () => {
  const { recipient, addVisit } = await addRecipient(server.gareth)
  const visit = await addVisit()
  await server.gareth.inPractice((tx, actor) => queueNotice(tx, actor, 'reminder', recipient, visit.words(), { answer: 'https://x/a' }))
  const { noticeId } = await server.gareth.inPractice((tx, actor) =>
    holdMoved(tx, actor, recipient, visit.words(), visit.words(1), { answer: 'https://x/b' }),
  )
  const by = outward()
  await drain(by, currentTime().toISOString().replace(/T.*/, 'T23:30:00Z'))
  expect(by.sent.map(({ body }) => body)).toEqual([expect.stringContaining('Confirm or reply: https://x/a')])
  await server.gareth.post(`/api/notices/${noticeId}/cancel`)
})

/** The provider's call about a text, as it is signed there. */
const receipt = (noticeId: string, form: Record<string, string>, secret = SECRET) => {
  const url = `/hooks/sms/receipts/${server.gareth.practiceId}/${noticeId}`
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': twilioSignature(secret, `http://localhost:3000${url}`, form),
  }
  return server.app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(form).toString() })
}

test('receipts from the provider alone update a text’s state, once, and never backwards', async () => {
  const { recipient, notices } = await addRecipient(server.gareth)
  const { noticeId } = await words(recipient)
  await drain(outward())
  const forged = await receipt(noticeId, { MessageSid: 'SM1', MessageStatus: 'delivered' }, 'guessed')
  expect([forged.statusCode, forged.json().code]).toEqual([403, 'wrong_signature'])
  expect(await one(notices)).toMatchObject({ state: 'sent' })
  for (const MessageStatus of ['delivered', 'delivered', 'sent', 'undelivered'])
    expect((await receipt(noticeId, { MessageSid: 'SM1', MessageStatus })).statusCode).toBe(204)
  expect(await one(notices)).toMatchObject({ state: 'delivered', stateReason: null })
  const second = await words(recipient)
  await drain(outward())
  await receipt(second.noticeId, { MessageSid: 'SM2', MessageStatus: 'undelivered', ErrorCode: '30003' })
  expect(await one(notices)).toMatchObject({ state: 'undelivered', stateReason: 'Their phone is off or out of reach.' })
})

test('a client who sent STOP to the provider gets no more texts, and the app shows it', async () => {
  const { recipient, notices } = await addRecipient(server.gareth)
  await consent(recipient, 'written')
  await words(recipient)
  await drain(outward(() => ({ state: 'failed', reason: 'They have texted STOP.', because: 'stopped' })))
  const client = (await server.gareth.get(`/api/clients/${recipient.clientId}`)).json()
  expect(client).toMatchObject({ stoppedAt: expect.any(String), marketingConsentAt: null, marketingConsentHow: null })
  expect(await one(notices)).toMatchObject({ state: 'failed', stateReason: 'They have texted STOP.' })
  expect(await server.gareth.inPractice((tx, actor) => stopTexts(tx, actor, recipient.clientId))).toBe(false)
})

test('an alert calls a member’s devices, drops those that are gone, and when urgent texts their own telephone', async () => {
  const device = (end: string) => ({ endpoint: `https://push.example.com/${end}`, p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) })
  const nia = await server.gareth.addMember('Nia Rees', 'farrier')
  await nia.put('/api/alerts', { phone: '07700 900222' })
  await nia.post('/api/alerts/devices', device('new'))
  await server.gareth.inPractice((tx, actor) => addAlertDevice(tx, actor, device('old'), { userAgent: '', browserId: null }))
  const alert = (urgent: boolean) =>
    server.gareth.inPractice((tx, actor) => alertMembers(tx, actor, { title: 'EMERGENCY', body: 'Lost shoe', path: '/messages', urgent }))
  await decide({ dailyTexts: 0 })
  await alert(true)
  const by = outward(({ to }) =>
    to.endsWith('old') ? { state: 'failed', reason: 'Gone.', because: 'gone' } : { state: 'sent', reference: null },
  )
  await drain(by)
  expect(by.sent.map(({ to }) => to).sort()).toEqual(['+447700900222', device('new').endpoint, device('old').endpoint])
  expect(by.sent.find(({ to }) => to === '+447700900222')?.body).toBe('EMERGENCY\nLost shoe\nhttp://localhost:3000/messages')
  expect(by.sent.find(({ to }) => to.endsWith('new'))).toMatchObject({
    subject: 'EMERGENCY',
    body: 'Lost shoe',
    device: { path: '/messages' },
  })
  expect(await server.asOwner('select endpoint from push_subscriptions')).toEqual([{ endpoint: device('new').endpoint }])
  await alert(false)
  await drain(by)
  expect(by.sent).toHaveLength(4)
  expect((await nia.get('/api/sending')).json()).toMatchObject({ textsToday: 0, segmentsToday: 1, isTestVersion: true })
  await decide({})
})
