import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#lib/endpoint.ts'
import { AppError } from '#lib/errors.ts'
import type { App } from '#platform/server/http/http.ts'
import { callerOf, type IsProxy } from '#platform/server/http/proxies.ts'
import { isTagIn, type KeptText, keepText, takenAs, WORTH_IT } from '#platform/server/http/shrink.ts'

/** An answer made ahead: its JSON text and the ETag of that text; `shownAt` is its time where that is a demo's. */
export type LiveAnswer = { body: string; etag: string; shownAt?: number }
type Read = (token: string) => Promise<LiveAnswer>

const MINUTE = 60_000
const JSON_TYPE = 'application/json; charset=utf-8'
const HEADERS = { 'cache-control': 'no-cache', 'x-robots-tag': 'noindex', 'x-content-type-options': 'nosniff' }

/**
 * Registers a read that many anonymous phones repeat: precomputed bytes, ETag and 304, and none of the work of the other routes, so that it
 * costs little more than a static file (`npm run bench`). The path ends in its one parameter, which `read` gets undecoded. A request it can't
 * answer, and one over the rate limit, goes through the ordinary route.
 */
export function serveLive(app: App, endpoint: Endpoint & { audience: 'link' }, read: Read) {
  const { method, path, summary, params, response, audience, perMinute = 240 } = endpoint
  const [prefix = '', parameter = ''] = path.split(':')
  const limit = countByAddress(perMinute, app.isProxy)
  app.bare.route({
    method,
    url: path,
    config: { audience },
    schema: { summary, ...(params ? { params } : {}), response: { 200: response } },
    validatorCompiler: () => () => true,
    serializerCompiler: () => String,
    async handler({ raw, params: given }: FastifyRequest, reply: FastifyReply) {
      if (limit.add(raw) > perMinute) throw new AppError('too_many_requests')
      const answer = await read((given as Record<string, string>)[parameter] ?? '')
      if (app.setup.checksAnswers) response.parse(JSON.parse(answer.body))
      reply.hijack()
      write(raw, reply.raw, answer)
    },
  })
  takeBefore(app, (request, fallBack, reply) => {
    if (request.method !== 'GET' || !request.url?.startsWith(prefix)) return false
    const token = request.url.slice(prefix.length)
    if (!PLAIN.test(token) || limit.count(request) >= perMinute) return false
    limit.add(request)
    read(token).then((answer) => write(request, reply, answer), fallBack)
    return true
  })
}

// What needs no decoding; the rest is left to the router.
const PLAIN = /^[\w-]{1,100}$/

function write(request: IncomingMessage, response: ServerResponse, { body, etag, shownAt }: LiveAnswer) {
  if (shownAt !== undefined) response.setHeader('date', new Date(shownAt).toUTCString())
  const encoding = body.length < WORTH_IT ? null : takenAs(request.headers['accept-encoding'])
  const tag = encoding ? `${etag.slice(0, -1)}-${encoding}"` : etag
  const headers = body.length < WORTH_IT ? { ...HEADERS, etag: tag } : { ...HEADERS, etag: tag, vary: 'accept-encoding' }
  const named = request.headers['if-none-match']
  // The page is painted with the tag of the plain text; both say that the stops are as they were.
  if (isTagIn(named, tag) || isTagIn(named, etag)) return void response.writeHead(304, headers).end()
  if (!encoding) return send(response, headers, body)
  const packing = keptOf(body, etag).packed(encoding)
  packing.then(
    (bytes) => send(response, { ...headers, 'content-encoding': encoding }, bytes),
    () => send(response, { ...headers, etag }, body),
  )
}

const send = (response: ServerResponse, headers: OutgoingHttpHeaders, body: string | Buffer) =>
  void response.writeHead(200, { ...headers, 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(body) }).end(body)

/* Many phones are sent the same text, which is packed once; its tag is of its content. */
const MOST_KEPT = 500
const keptTexts = new Map<string, KeptText>()

function keptOf(body: string, etag: string): KeptText {
  const kept = keptTexts.get(etag) ?? keepText(body)
  if (keptTexts.size >= MOST_KEPT) keptTexts.clear()
  keptTexts.set(etag, kept)
  return kept
}

type Take = (request: IncomingMessage, fallBack: () => void, response: ServerResponse) => boolean

/**
 * Lets `take` answer a request before the router sees it; when it returns false, or falls back later, the router handles the request as usual.
 */
export function takeBefore(app: App, take: Take) {
  const listeners = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    const fallBack = () => {
      for (const listener of listeners) listener(request, response)
    }
    if (!take(request, fallBack, response)) fallBack()
  })
}

/** The requests of an address in the current minute, on this server. */
export function countByAddress(most: number, isProxy: IsProxy) {
  let counts = new Map<string, number>()
  let until = 0
  const count = (address: string) => {
    const now = performance.now()
    if (now > until) {
      counts = new Map()
      until = now + MINUTE
    }
    return counts.get(address) ?? 0
  }
  return {
    count: (request: IncomingMessage) => count(callerOf(request, isProxy)),
    add(request: IncomingMessage): number {
      const address = callerOf(request, isProxy)
      const next = Math.min(count(address) + 1, most + 1)
      counts.set(address, next)
      return next
    },
  }
}
