import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#lib/endpoint.ts'
import { AppError } from '#lib/errors.ts'
import type { App } from '#platform/server/http.ts'

/** An answer made ahead: its JSON text and the ETag of that text. */
export type LiveAnswer = { body: string; etag: string }

const MINUTE = 60_000

/**
 * Hangs a read on the app that many anonymous phones repeat: bytes made ahead, ETag and 304, no hooks of the other routes. It costs little
 * more than a static file (`npm run bench`). Counts by address, as the common limit does. The caller's parameters are not parsed: `read`
 * takes the one of the path as it stands.
 */
export function serveLive(app: App, endpoint: Endpoint & { audience: 'link' }, read: (token: string) => Promise<LiveAnswer>) {
  const { method, path, summary, params, response, audience, perMinute = 240 } = endpoint
  const isOverLimit = countByAddress(perMinute)
  const parameter = /:(\w+)/.exec(path)?.[1] ?? ''
  app.bare.route({
    method,
    url: path,
    config: { audience },
    schema: { summary, ...(params ? { params } : {}), response: { 200: response } },
    validatorCompiler: () => () => true,
    serializerCompiler: () => String,
    async handler(request: FastifyRequest, reply: FastifyReply) {
      if (isOverLimit(request.ip)) throw new AppError('too_many_requests')
      const { body, etag } = await read((request.params as Record<string, string>)[parameter] ?? '')
      if (app.setup.checksAnswers) response.parse(JSON.parse(body))
      reply.hijack()
      if (request.headers['if-none-match'] === etag) reply.raw.writeHead(304, { ...HEADERS, etag }).end()
      else reply.raw.writeHead(200, { ...HEADERS, etag, 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(body) }).end(body)
    },
  })
}

const JSON_TYPE = 'application/json; charset=utf-8'
const HEADERS = { 'cache-control': 'no-cache', 'x-robots-tag': 'noindex', 'x-content-type-options': 'nosniff' }

/** Whether an address has asked more than `most` times in the minute that runs. */
function countByAddress(most: number) {
  let counts = new Map<string, number>()
  let until = 0
  return (address: string): boolean => {
    const now = performance.now()
    if (now > until) {
      counts = new Map()
      until = now + MINUTE
    }
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    return count > most
  }
}
