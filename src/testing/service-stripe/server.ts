import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stripe } from 'stripe'
import { currentMs } from '#lib/clock.ts'
import type { Event } from '#testing/service-stripe/books.ts'
import type { Answer, ApiRequest } from '#testing/service-stripe/keys.ts'
import { type StripeInMemory, stripeInMemory } from '#testing/service-stripe/memory.ts'
import { PENCE } from '#testing/service-stripe/prices.ts'
import type { Fields } from '#testing/service-stripe/routes.ts'
import { stripeEvent } from '#testing/stripe.ts'

export const SERVICE_SECRET = 'whsec_services'

type Options = Partial<Parameters<typeof stripeInMemory>[0]>

/** A server that speaks Stripe's protocol about subscriptions, over a Stripe kept in memory. */
export async function startServiceStripe(options: Options = {}) {
  const stripe = stripeInMemory({ prices: PENCE, ...options })
  const server = createServer(async (request, response) => {
    const answer = stripe.ask(await readAsked(request))
    if (answer === 'hang') return
    if (answer === 'silence') return void request.socket.destroy()
    const { status, body, isReplayed } = answer
    const headers = { 'content-type': 'application/json', 'request-id': `req_${stripe.asked.length}` }
    response.writeHead(status, { ...headers, ...(isReplayed && { 'idempotent-replayed': 'true' }) }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...stripe,
    settings: {
      ...{ secretKey: 'sk_test_services', webhookSecrets: [SERVICE_SECRET] },
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type ServiceStripe = Awaited<ReturnType<typeof startServiceStripe>>

/** An event as Stripe brings it, signed now by `secret`, or at another time. */
export const signedEvent = (event: Event, { secret = SERVICE_SECRET, at = currentMs() } = {}) => stripeEvent(secret, event, new Date(at))

/** Stripe's own library on a Stripe in memory, with no network between; what it is refused it does not try again. */
export async function memoryClient({ ask }: Pick<StripeInMemory, 'ask'>): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const httpClient: Stripe.HttpClient = {
    getClientName: () => 'memory',
    async makeRequest(_host, _port, path, method, headers, data) {
      const [where = '', query = ''] = path.split('?')
      const key = (headers as Record<string, unknown>)['Idempotency-Key']
      const answer = ask({ method, path: where, fields: fieldsOf(query || data), key: typeof key === 'string' ? key : undefined })
      if (typeof answer === 'string') throw Object.assign(new Error('no answer'), { code: 'ECONNREFUSED' })
      return responseOf(answer)
    },
  }
  return new StripeClient('sk_test_memory', { httpClient, maxNetworkRetries: 0, telemetry: false })
}

const responseOf = ({ status, body }: Answer): Stripe.HttpClientResponse => ({
  getStatusCode: () => status,
  getHeaders: () => ({ 'request-id': 'req_memory' }),
  getRawResponse: () => body,
  toStream: () => {
    throw new Error('nothing is streamed')
  },
  toJSON: async () => structuredClone(body),
})

async function readAsked(request: IncomingMessage): Promise<ApiRequest> {
  let text = ''
  for await (const chunk of request) text += chunk
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const key = request.headers['idempotency-key']
  return { method: request.method ?? 'GET', path, fields: fieldsOf(query || text), key: typeof key === 'string' ? key : undefined }
}

/** A form, its names nested as Stripe nests them: `items[0][id]=si_1`. */
function fieldsOf(form: string): Fields {
  const fields: Fields = {}
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.split('[').map((part) => part.replace(']', ''))
    let at = fields
    for (const part of path.slice(0, -1)) at = at[part] ??= {}
    at[path.at(-1) ?? ''] = value
  }
  return inLists(fields) as Fields
}

/** What is numbered from nought is a list. */
function inLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [name, inLists(one)] as const)
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at))
  return isList ? entries.map(([, one]) => one) : Object.fromEntries(entries)
}
