import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { indexAddresses } from '#features/records/guests/server/jobs.ts'
import type { Message } from '#features/talk/messaging/contract.ts'
import { mailReader, takeMail } from '#features/talk/messaging/server/inbound.ts'
import { withoutQuotes } from '#features/talk/messaging/server/mail-words.ts'
import { wishOf } from '#features/talk/messaging/server/stop-words.ts'
import { currentMs } from '#lib/clock.ts'
import { signBody } from '#platform/server/http/signed-body.ts'
import type { Outgoing } from '#platform/server/sending/delivery.ts'
import { twilioSignature } from '#platform/server/sending/twilio.ts'
import { addRecipient } from '#testing/recipient.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const [TEXTS, MAILS] = ['the token of the account', 'a secret of the mail server']
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ textsSecret: TEXTS, inboundMailSecret: MAILS })
  await indexAddresses(server.db, server.app.setup.keyedHash).handle({})
})
afterAll(() => server.stop())

/** A client whose number is unique. */
async function addClient(practice = server.gareth, phone = nextPhone()) {
  const { recipient, notices } = await addRecipient(practice)
  await practice.put(`/api/clients/${recipient.clientId}`, { phone })
  const messages = async (): Promise<Message[]> => {
    const threads = (await practice.get('/api/messages/threads')).json<{ id: string; clientId: string }[]>()
    const own = threads.find(({ clientId }) => clientId === recipient.clientId)
    return own ? (await practice.get(`/api/messages/thread/${own.id}`)).json() : []
  }
  const client = async () => (await practice.get(`/api/clients/${recipient.clientId}`)).json<{ stoppedAt: string | null }>()
  return { recipient: { ...recipient, phoneE164: phone }, phone, messages, notices, client }
}
let phones = 200
const nextPhone = () => {
  phones += 1
  return `+447700900${phones}`
}

let sids = 0
const text = (from: string, body: string, { sid = `SM${++sids}`, secret = TEXTS } = {}) => {
  const form = { From: from, To: '+447700900000', Body: body, MessageSid: sid }
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': twilioSignature(secret, 'http://localhost:3000/hooks/sms/inbound', form),
  }
  return server.app.inject({ method: 'POST', url: '/hooks/sms/inbound', headers, payload: new URLSearchParams(form).toString() })
}

const mail = (lines: string[], secret = MAILS) => {
  const payload = Buffer.from(lines.join('\r\n'))
  const timestamp = String(Math.floor(currentMs() / 1000))
  const headers = {
    'content-type': 'message/rfc822',
    'x-pritchel-timestamp': timestamp,
    'x-pritchel-signature': signBody(secret, timestamp, payload),
  }
  return server.app.inject({ method: 'POST', url: '/hooks/mail/inbound', headers, payload })
}

/** Sends everything in the outbox and returns it. */
async function drained(practice = server.gareth): Promise<Outgoing[]> {
  const sent: Outgoing[] = []
  const carry = async (message: Outgoing) => {
    sent.push(message)
    return { state: 'sent', reference: null } as const
  }
  const options = { origin: 'http://localhost:3000', replyDomain: 'reply.diary.example' }
  await drainPractice(server.db, { sms: carry, email: carry, push: carry }, practice.practiceId, options)
  return sent
}

test('a text lands in its client’s conversation, once however often it is brought, and only from the provider', async () => {
  const { phone, messages } = await addClient()
  expect((await text(phone, 'Can you come Friday?', { secret: 'guessed' })).statusCode).toBe(403)
  expect(await messages()).toEqual([])
  for (const _ of [1, 2]) expect((await text(phone, 'Can you come Friday?', { sid: 'SM-same' })).statusCode).toBe(200)
  expect(await messages()).toMatchObject([{ content: 'Can you come Friday?', senderType: 'client', via: 'sms' }])
  expect((await text('+447700900999', 'Who is this?')).statusCode).toBe(200)
})

test('a number two practices know is answered by the one that texted it last, and STOP holds for both', async () => {
  const mine = await addClient()
  const theirs = await addClient(server.other, mine.phone)
  await server.other.inPractice((tx, actor) => queueWords(tx, actor, 'message', theirs.recipient, { text: 'Hello' }))
  await drained(server.other)
  await text(mine.phone, 'See you then')
  expect(await mine.messages()).toEqual([])
  expect(await theirs.messages()).toMatchObject([{ content: 'See you then' }])
  await text(mine.phone, 'Stop.')
  expect([(await mine.client()).stoppedAt, (await theirs.client()).stoppedAt]).toEqual([expect.any(String), expect.any(String)])
})

test('STOP is applied at once and confirmed once; START, or YES after it, brings texts back', async () => {
  const { recipient, phone, client, messages } = await addClient()
  await server.gareth.inPractice((tx, actor) => queueWords(tx, actor, 'message', recipient, { text: 'Waiting' }))
  for (const _ of [1, 2]) await text(phone, ' stop ')
  const sent = (await drained()).filter(({ to }) => to === phone)
  expect(sent.map(({ body }) => body)).toEqual(["You won't get any more texts from Gareth Probert Farriery. Text START to get them again."])
  expect((await messages()).map(({ content }) => content)).toContain('stop')
  await text(phone, 'Yes')
  expect((await client()).stoppedAt).toBeNull()
  await text(phone, 'Yes')
  expect((await messages()).at(-1)).toMatchObject({ content: 'Yes' })
})

test('only a text that is nothing but the word is a wish', () => {
  for (const words of ['STOP', 'StopAll', 'unsubscribe', 'Cancel', 'END', 'quit', '"stop"', 'Stop!'])
    expect(wishOf(words, false), words).toBe('stop')
  for (const words of ['START', 'unstop']) expect(wishOf(words, false), words).toBe('start')
  expect([wishOf('yes', false), wishOf('Yes.', true)]).toEqual([undefined, 'start'])
  for (const words of ['Please stop by at 3', 'Cancel Friday please', '']) expect(wishOf(words, true), words).toBeUndefined()
})

test('an answer by e-mail lands where its letter came from, without what it quotes, with its photo', async () => {
  const { recipient, messages } = await addClient()
  await server.gareth.inPractice((tx, actor) => queueWords(tx, actor, 'message', recipient, { text: 'How is he?' }, { channel: 'email' }))
  const replyTo = (await drained()).find(({ to }) => to === recipient.email)?.replyTo
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')
  const letter = [
    `From: Sarah <${recipient.email}>`,
    `To: <${replyTo}>`,
    'Message-ID: <1@home.example>',
    'Subject: Re: A message',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Sound again, thank you.',
    '',
    'On Tue, 24 Nov 2026 at 10:42, Gareth Probert Farriery',
    '<diary@probert.example> wrote:',
    '> How is he?',
    '--b',
    'Content-Type: image/png; name="hoof.png"',
    'Content-Disposition: attachment; filename="hoof.png"',
    'Content-Transfer-Encoding: base64',
    '',
    png.toString('base64'),
    '--b--',
    '',
  ]
  expect((await mail(letter, 'guessed')).statusCode).toBe(403)
  const receiving = vi.spyOn(server.app.setup.files, 'receive')
  for (const _ of [1, 2]) expect((await mail(letter)).statusCode).toBe(204)
  // Posted again, its files are not stored again.
  expect(receiving).toHaveBeenCalledTimes(1)
  receiving.mockRestore()
  expect((await messages()).filter(({ senderType, isAutoReply }) => senderType === 'client' && !isAutoReply)).toMatchObject([
    { content: 'Sound again, thank you.', via: 'email' },
  ])
  const files = await server.asOwner(`select file_name, uploaded_by from attachments where client_id = '${recipient.clientId}'`)
  expect(files).toEqual([{ file_name: 'hoof.png', uploaded_by: 'client' }])
  const machine = ['Auto-Submitted: auto-replied', ...letter.map((line) => line.replace('<1@home', '<2@home'))]
  expect((await mail(machine)).statusCode).toBe(204)
  const stranger = letter.map((line) => line.replace('<1@home', '<3@home').replace(`Sarah <${recipient.email}>`, 'Tom <tom@example.com>'))
  await mail(stranger)
  const theirs = (await messages()).filter(({ senderType }) => senderType === 'client')
  expect(theirs.map(({ content }) => content)).toEqual(['Sound again, thank you.', '[From tom@example.com]\nSound again, thank you.'])
})

test('a letter to an unknown address is not parsed, and one that takes too long leaves a line in its conversation', async () => {
  const { recipient, messages } = await addClient()
  await server.gareth.inPractice((tx, actor) => queueWords(tx, actor, 'message', recipient, { text: 'Hello' }, { channel: 'email' }))
  const replyTo = (await drained()).find(({ to }) => to === recipient.email)?.replyTo
  const letterTo = (to: string | undefined) =>
    Buffer.from(`From: a@example.com\r\nTo: <${to}>\r\nMessage-ID: <slow@example.com>\r\n\r\nHello`)
  const { db } = server
  const intake = { db, files: server.app.setup.files, origin: server.app.setup.origin }
  const never = mailReader({ bytes: 700_000_000, ms: 0 })
  await takeMail(intake, letterTo('reply-nobody@reply.diary.example'), () => expect.unreachable())
  for (const _ of [1, 2]) await takeMail(intake, letterTo(replyTo), never)
  expect((await messages()).filter(({ senderType }) => senderType === 'client').map(({ content }) => content)).toEqual([
    "[An e-mail came that couldn't be read. Ask them to send it again, or to call.]",
  ])
})

test.each([
  ['Yes please\n\nSent from my iPhone', 'Yes please'],
  ['Fine\n-- \nSarah Penrose\n07700 900118', 'Fine'],
  ['Fine\n\nFrom: Gareth <a@b.example>\nSent: Tuesday\nTo: Sarah\n\nold', 'Fine'],
  ['Fine\n________________________________\nFrom: x', 'Fine'],
  ['On Monday I am away.\nOn Friday it suits.', 'On Monday I am away.\nOn Friday it suits.'],
  ['From: the yard you turn left\nthen right', 'From: the yard you turn left\nthen right'],
])('of %j only what is new is kept', (letter, expected) => {
  expect(withoutQuotes(letter)).toBe(expected)
})
