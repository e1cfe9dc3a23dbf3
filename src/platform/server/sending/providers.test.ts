import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { isSigned, signBody } from '#platform/server/http/signed-body.ts'
import type { Outgoing } from '#platform/server/sending/delivery.ts'
import { newPushKeys, openPush } from '#platform/server/sending/push.ts'
import { isSignedByTwilio, openTwilio, twilioSignature } from '#platform/server/sending/twilio.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

type Taken = { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers']; body: Buffer }

/** A real server that keeps the requests it gets and gives the configured answers; `undefined` leaves the caller without an answer. */
async function provider(answer: (call: number) => { status: number; body?: object } | undefined | 'reset') {
  const taken: Taken[] = []
  const listen: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    taken.push({ method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks) })
    const said = answer(taken.length)
    if (said === 'reset') request.socket.destroy()
    else if (said) response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body ?? {}))
  }
  const server = createServer(listen)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const message: Outgoing = { id: 'n-1', practiceId: 'p-1', to: '+447700900118', subject: null, body: 'Hi Siân & co,\nsee you at 9.' }
const account = { accountSid: 'AC1', authToken: 'secret', from: '+447700900000', origin: 'https://diary.example' }
const texts = (baseUrl: string, change: Partial<typeof account & { wholeMs: number }> = {}) =>
  openTwilio({ ...account, baseUrl, ...change })

test('a text goes as Twilio takes it, with its id and where its receipt comes', async () => {
  const { taken, url } = await provider(() => ({ status: 201, body: { sid: 'SM1', status: 'queued' } }))
  expect(await texts(url)(message)).toEqual({ state: 'sent', reference: 'SM1' })
  expect(await texts(url, { from: 'MG9' })(message)).toMatchObject({ state: 'sent' })
  const [first, second] = taken
  expect(first).toMatchObject({ method: 'POST', url: '/2010-04-01/Accounts/AC1/Messages.json' })
  expect(first?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`)
  expect(first?.headers['idempotency-key']).toBe('n-1')
  expect(Object.fromEntries(new URLSearchParams(String(first?.body)))).toEqual({
    To: message.to,
    From: account.from,
    Body: message.body,
    StatusCallback: 'https://diary.example/hooks/sms/receipts/p-1/n-1',
  })
  expect(new URLSearchParams(String(second?.body)).get('MessagingServiceSid')).toBe('MG9')
})

test.each([
  [200, {}, { state: 'sent', reference: null }],
  [429, { code: 20429 }, { state: 'later', reason: 'The text provider asked us to try again later (429).' }],
  [500, {}, { state: 'later', reason: 'The text provider asked us to try again later (500).' }],
  [401, { code: 20003 }, { state: 'failed', reason: 'The text provider refused our sign-in (401).' }],
  [400, { code: 21211 }, { state: 'failed', reason: "That phone number can't be texted." }],
  [400, { code: 99999 }, { state: 'failed', reason: 'The text provider refused the number or the message (99999).' }],
  [400, { code: 21610 }, { state: 'failed', because: 'stopped', reason: "They've texted STOP, so the provider won't send them anything." }],
])('an answer %i %j becomes its documented outcome', async (status, body, expected) => {
  const { url } = await provider(() => ({ status, body }))
  expect(await texts(url)(message)).toEqual(expected)
})

test('silence after the text was handed over leaves it in doubt; a provider that is not there does not', async () => {
  const unknown = { state: 'unknown', reason: 'The text provider stopped answering after taking the message. It may have gone.' }
  const hanging = await provider(() => undefined)
  expect(await texts(hanging.url, { wholeMs: 2000 })(message)).toEqual(unknown)
  const breaking = await provider(() => 'reset')
  expect(await texts(breaking.url)(message)).toEqual(unknown)
  expect(breaking.taken).toHaveLength(1)
  expect(await texts('http://127.0.0.1:1')(message)).toEqual({ state: 'later', reason: "The text provider couldn't be reached." })
})

test('only a call signed with our secret, for this address and these words, is the provider’s', () => {
  // The example of Twilio's documentation.
  const form = { CallSid: 'CA1234567890ABCDE', Caller: '+14158675309', Digits: '1234', From: '+14158675309', To: '+18005551212' }
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  expect(twilioSignature('12345', url, form)).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
  const signature = twilioSignature('secret', url, form)
  expect(isSignedByTwilio('secret', { url, form, signature })).toBe(true)
  expect(isSignedByTwilio('other', { url, form, signature })).toBe(false)
  expect(isSignedByTwilio('secret', { url: `${url}x`, form, signature })).toBe(false)
  expect(isSignedByTwilio('secret', { url, form: { ...form, Digits: '9' }, signature })).toBe(false)
  expect(isSignedByTwilio('secret', { url, form, signature: undefined })).toBe(false)
})

test('a signed body is taken while it is fresh and whole', () => {
  const [body, now] = [Buffer.from('From: a@b.example'), new Date('2026-11-24T10:00:00Z')]
  const timestamp = String(now.getTime() / 1000)
  const signature = signBody('secret', timestamp, body)
  expect(isSigned('secret', { body, timestamp, signature, now })).toBe(true)
  expect(isSigned('secret', { body: Buffer.from('other'), timestamp, signature, now })).toBe(false)
  expect(isSigned('secret', { body, timestamp, signature, now: new Date(now.getTime() + 400_000) })).toBe(false)
  expect(isSigned('secret', { body, timestamp: '', signature, now })).toBe(false)
})

/** The keys of a device, as a browser makes them. */
function deviceKeys() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}

test('a device is called encrypted and signed, and one that no longer exists is reported as gone', async () => {
  const { taken, url } = await provider((call) => ({ status: [201, 410, 404, 429, 403][call - 1] ?? 500 }))
  const device = { ...deviceKeys(), path: '/messages' }
  const call = openPush({ ...newPushKeys(), contact: 'mailto:diary@probert.example' })
  const send = (change: Partial<Outgoing> = {}) => call({ ...message, to: `${url}/device/1`, subject: 'EMERGENCY', device, ...change })
  expect(await send()).toEqual({ state: 'sent', reference: null })
  expect(taken[0]?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    urgency: 'high',
    authorization: expect.stringMatching(/^vapid t=/),
  })
  expect(taken[0]?.body.toString('latin1')).not.toContain('EMERGENCY')
  expect(await send()).toMatchObject({ state: 'failed', because: 'gone' })
  expect(await send()).toMatchObject({ state: 'failed', because: 'gone' })
  expect(await send()).toMatchObject({ state: 'later' })
  expect(await send()).toMatchObject({ state: 'failed' })
  expect(await send({ device: { p256dh: 'x', auth: 'y', path: '/' } })).toMatchObject({ state: 'failed', because: 'gone' })
})
