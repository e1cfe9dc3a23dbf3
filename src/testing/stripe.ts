import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { currentTime } from '#lib/clock.ts'

/** What was asked of it: method and path, the fields of the form, and the headers that matter. */
export type Asked = { what: string; form: Record<string, string>; account: string | undefined; key: string | undefined }

type Answering = (asked: Asked) => { status: number; body: object } | 'silence' | undefined

/**
 * A server that speaks as much of Stripe's protocol as we use: forms in, JSON out, and the same answer for the same idempotency key
 * (https://docs.stripe.com/api/idempotent_requests). `answer` says what it says.
 */
export async function startStripe(answer: Answering) {
  const asked: Asked[] = []
  const answered = new Map<string, { status: number; body: object }>()
  const server = createServer(async (request, response) => {
    const one = await readAsked(request)
    asked.push(one)
    const known = one.key ? answered.get(one.key) : undefined
    const said = known ?? answer(one) ?? NOTHING_SUCH
    if (said === 'silence') return void request.socket.destroy()
    const { status, body } = said
    // What was refused before anything was done is not remembered.
    if (one.key && status < 400) answered.set(one.key, { status, body })
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}` }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    asked,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const NOTHING_SUCH = { status: 404, body: { error: { type: 'invalid_request_error', message: 'No such thing' } } }

async function readAsked(request: IncomingMessage): Promise<Asked> {
  let text = ''
  for await (const chunk of request) text += chunk
  const { 'stripe-account': account, 'idempotency-key': key } = request.headers
  return {
    what: `${request.method} ${request.url?.split('?')[0]}`,
    form: Object.fromEntries(new URLSearchParams(text)),
    account: typeof account === 'string' ? account : undefined,
    key: typeof key === 'string' ? key : undefined,
  }
}

/** An event as Stripe brings it: its body, and the signature of that by a secret (https://docs.stripe.com/webhooks#verify-manually). */
export function stripeEvent(secret: string, event: object, at = currentTime()): { payload: string; headers: Record<string, string> } {
  const payload = JSON.stringify({ object: 'event', api_version: '2026-10-28.endive', created: Math.floor(at.getTime() / 1000), ...event })
  const time = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')
  return { payload, headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${time},v1=${signature}` } }
}
