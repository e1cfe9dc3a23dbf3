import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import { isStillAll } from '#features/visits/calendars/server/read-again.ts'
import type { FollowedCalendar } from '#features/visits/calendars/server/service.ts'
import { AppError } from '#lib/errors.ts'
import type { App } from '#platform/server/http/http.ts'
import { countByAddress, takeBefore } from '#platform/server/http/serve-live.ts'

/** So often may one address read a calendar. */
const PER_MINUTE = 60
/** A calendar is opened by its address alone. */
export const BY_ADDRESS = {
  schema: { hide: true },
  config: { audience: 'link' as const, rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } },
}

/** Never a page: it runs nothing, is in no search engine, and names its address to no one. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'cache-control': 'private, no-cache',
}

const END = '.ics'

/**
 * Answers a program that requests a calendar again at once that nothing has changed, without the database and the work of a route. A
 * request over the limit goes through the route. `path`: what precedes the token.
 */
export function answerStill(app: App, path: string): void {
  const limit = countByAddress(PER_MINUTE, app.isProxy)
  takeBefore(app, (request, _, response) => {
    const { url = '' } = request
    const known = knownBy(request)
    if (!known || !url.startsWith(path) || !url.endsWith(END)) return false
    const token = url.slice(path.length, -END.length)
    if (limit.count(request) >= PER_MINUTE || !isStillAll(app.db, token, known)) return false
    limit.add(request)
    response.writeHead(304, { ...HEADERS, etag: known }).end()
    return true
  })
}

/** The tag of what a reader has already; what was sent packed came with a weak tag. */
export const knownBy = ({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined => headers['if-none-match']?.replace(/^W\//, '')

/** Answers a program that follows a calendar, or 304 where it has it already. @throws not_found where there is none */
export function sendCalendar(reply: FastifyReply, found: FollowedCalendar | undefined): FastifyReply {
  if (!found) throw new AppError('not_found')
  reply.headers({ ...HEADERS, etag: found.etag })
  return found.text === undefined ? reply.code(304).send() : sendIcs(reply, 'visits.ics', found.text)
}

/** A calendar as a file: a phone offers to add it. */
export const sendIcs = (reply: FastifyReply, name: string, text: string): FastifyReply =>
  reply
    .headers({ ...HEADERS, 'content-disposition': `inline; filename="${name}"` })
    .type('text/calendar; charset=utf-8')
    .send(text)
