import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentMs } from '#lib/clock.ts'
import { signBody } from '#platform/server/http/signed-body.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const SECRET = 'a secret of the mail server'
const LARGE = 29_000_000
let server: TestServer
let without: TestServer
beforeAll(async () => {
  server = await startTestServer({ inboundMailSecret: SECRET })
  without = await startTestServer({ own: true })
  for (const { app } of [server, without]) await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => Promise.all([server.stop(), without.stop()]))

const now = () => String(Math.floor(currentMs() / 1000))
const signed = { 'x-pritchel-timestamp': now(), 'x-pritchel-signature': 'f'.repeat(64) }

/** A mail that is announced and never arrives. */
function announce({ app }: TestServer, headers: Record<string, string | number>): ClientRequest {
  const port = (app.server.address() as { port: number }).port
  const call = request({ port, host: '127.0.0.1', method: 'POST', path: '/hooks/mail/inbound', headers, agent: false }).on(
    'error',
    () => {},
  )
  call.flushHeaders()
  return call
}

async function told(call: ClientRequest): Promise<unknown[]> {
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  const { code } = (await json(answer)) as { code: string }
  call.destroy()
  return [answer.statusCode, code]
}

const bring = async (text: string) => {
  const payload = Buffer.from(`From: a@example.com\r\nTo: <reply-nobody@reply.example>\r\n\r\n${text}`)
  const headers = {
    'content-type': 'message/rfc822',
    'x-pritchel-timestamp': now(),
    'x-pritchel-signature': signBody(SECRET, now(), payload),
  }
  return (await server.app.inject({ method: 'POST', url: '/hooks/mail/inbound', headers, payload })).statusCode
}

test('a mail that cannot be meant is refused before any of it is here', async () => {
  const long = { 'content-type': 'message/rfc822', 'content-length': LARGE }
  expect(await told(announce(without, { ...long, ...signed }))).toEqual([404, 'not_found'])
  for (const odd of [{ 'x-pritchel-timestamp': '' }, { 'x-pritchel-timestamp': '1700000000' }, { 'x-pritchel-signature': '' }])
    expect(await told(announce(server, { ...long, ...signed, ...odd }))).toEqual([403, 'wrong_signature'])
})

test.each([
  ['said to be', { 'content-length': LARGE }],
  ['that may be', { 'transfer-encoding': 'chunked' }],
])('of mails %s large only a few come at once, and small ones all the same', async (_, length) => {
  const calls = Array.from({ length: 5 }, () => announce(server, { ...signed, ...length, 'content-type': 'message/rfc822' }))
  expect(await Promise.race(calls.map(told))).toEqual([503, 'busy'])
  expect(await bring('Hello')).toBe(204)
  expect(await bring('x'.repeat(2_000_000))).toBe(503)
  for (const call of calls) call.destroy()
  await expect.poll(() => bring('x'.repeat(2_000_000))).toBe(204)
})
