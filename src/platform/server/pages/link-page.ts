import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#lib/errors.ts'
import { refuseForeignOrigin } from '#platform/server/http/serve-endpoint.ts'
import { documentOf, HTML } from '#platform/server/pages/document.ts'

/* Shared by the pages on which an owner reads and answers by a link: they are rendered on the server, need no script, and are for one owner. */

/**
 * Where a browser sends the address of this page as referrer: the address is a key. A page with a form sends it to us, because a browser
 * that may not send a referrer sends `Origin: null` with the form; any other page sends it to no one.
 */
type Referrer = 'same-origin' | 'no-referrer'
type Painted = { title: string; files: string; body: string; touchIcon?: string }

/** Sends a page for one owner: it is not cached or indexed. */
export const sendPrivate = (reply: FastifyReply, status: number, painted: Painted, referrer: Referrer = 'same-origin') =>
  reply
    .code(status)
    .type(HTML)
    .headers(privateHeaders(referrer))
    .send(documentOf({ ...painted, about: aboutOf(referrer) }))

/** The same by a link: it ends with `footOf`'s words, unless the link opens nothing. */
export async function sendByLink(reply: FastifyReply, status: number, painted: Painted, referrer?: Referrer) {
  const foot = status === 404 ? '' : await reply.server.footOf(tokenOf(reply.request))
  return sendPrivate(reply, status, { ...painted, body: painted.body + foot }, referrer)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What a page opened by this link ends with; set by the app that serves the pages. */
    footOf: (token: string) => Promise<string>
  }
}

/** The same of what else its link leads to, such as a file. */
export const privateHeaders = (referrer: Referrer = 'same-origin') => ({
  'cache-control': 'no-store',
  'referrer-policy': referrer,
  'x-robots-tag': 'noindex',
})

const aboutOf = (referrer: Referrer) => `<meta name="robots" content="noindex" />\n    <meta name="referrer" content="${referrer}" />`

/** Opening changes nothing, because programs open links to look at them. */
export const READING = { schema: { hide: true }, config: { rateLimit: { max: 120, timeWindow: 60_000 } } }

/** A change comes as a form from our own origin, at most so many times a minute. */
export const writing = (perMinute: number) => ({
  schema: { hide: true },
  config: { audience: 'link' as const, takesForm: true, rateLimit: { max: perMinute, timeWindow: 60_000 } },
  preParsing: [refuseForeignOrigin],
})

/** The key in a link's address. */
export const tokenOf = ({ params }: Pick<FastifyRequest, 'params'>): string => (params as { token: string }).token

/** Why an owner's answer was refused, as a sentence; undefined: it was accepted, or the link opens nothing, which the page shows. */
export async function refusalOf(take: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await take()
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.message
  }
}
