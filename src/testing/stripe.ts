import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { currentTime } from '#lib/clock.ts'

/** A request to it: method and path, the fields of the form, and the headers that matter. */
export type StripeRequest = { what: string; form: Record<string, string>; account: string | undefined; key: string | undefined }

type Answer = { status: number; body: object } | 'silence' | undefined
type Answering = (asked: StripeRequest) => Answer | Promise<Answer>

/**
 * A server that speaks as much of Stripe's protocol as we use: forms in, JSON out, and the same answer for the same idempotency key
 * (https://docs.stripe.com/api/idempotent_requests). `answer` decides its answers.
 */
export async function startStripe(answer: Answering) {
  const asked: StripeRequest[] = []
  const answered = new Map<string, { status: number; body: object }>()
  const server = createServer(async (request, response) => {
    const one = await readRequest(request)
    asked.push(one)
    const known = one.key ? answered.get(one.key) : undefined
    const said = known ?? (await answer(one)) ?? NOTHING_SUCH
    if (said === 'silence') return void request.socket.destroy()
    const { status, body } = said
    // What was refused before anything was done is not remembered.
    if (one.key && status < 400) answered.set(one.key, { status, body })
    response
      .writeHead(status, { ...HEADERS, 'request-id': `req_${randomUUID()}`, ...(known && { 'idempotent-replayed': 'true' }) })
      .end(JSON.stringify(body))
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

const HEADERS = { 'content-type': 'application/json' }
const NOTHING_SUCH = { status: 404, body: { error: { type: 'invalid_request_error', message: 'No such thing' } } }

type Session = { id: string; status: 'open' | 'complete' | 'expired'; payment_intent: string | null; [field: string]: unknown }

/**
 * Pages of Stripe's Checkout as its API has them (https://docs.stripe.com/api/checkout/sessions): made open, looked at, and expired if they
 * are not paid. A session is found only in the account it was made in. `answer` is part of the answers of a server of `startStripe`; `host`: where
 * the pages are.
 */
export function checkoutPages(host = 'checkout.example') {
  const sessions = new Map<string, Session & { account: string | undefined }>()
  const shown = ({ account: _, ...session }: Session & { account: string | undefined }) => ({ status: 200, body: { ...session } })
  const requireOf = (id: string) => {
    const session = sessions.get(id)
    if (!session) throw new Error(`no session ${id}`)
    return session
  }
  return {
    answer({ what, form, account }: StripeRequest) {
      if (what === 'POST /v1/checkout/sessions') {
        const id = `cs_${sessions.size + 1}`
        const sums = { amount_total: Number(form['line_items[0][price_data][unit_amount]']), currency: 'gbp', payment_intent: null }
        const urls = { url: `https://${host}/${id}`, success_url: form.success_url }
        sessions.set(id, { id, object: 'checkout.session', status: 'open', payment_status: 'unpaid', ...sums, ...urls, account })
        return shown(requireOf(id))
      }
      const [, id = '', act] = /^(?:GET|POST) \/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(what) ?? []
      const session = sessions.get(id)
      if (!session || session.account !== account) return undefined
      if (act && session.status !== 'open')
        return {
          status: 400,
          body: { error: { type: 'invalid_request_error', message: 'Only Checkout Sessions that are open can be expired.' } },
        }
      if (act) Object.assign(session, { status: 'expired', url: null })
      return shown(session)
    },
    /** A person paid on a page; Stripe's event about it has still to come. */
    pay: (id: string, intent: string) =>
      Object.assign(requireOf(id), { status: 'complete', payment_status: 'paid', payment_intent: intent, url: null }),
    /** A page expires a day after it was made. */
    age: (id: string) => Object.assign(requireOf(id), { status: 'expired', url: null }),
    /** Pages that can be paid now. */
    live: () => [...sessions.values()].filter(({ status }) => status === 'open').map(({ id }) => id),
  }
}

async function readRequest(request: IncomingMessage): Promise<StripeRequest> {
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
