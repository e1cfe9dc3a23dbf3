import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#lib/errors.ts'
import { refuseForeignOrigin } from '#platform/server/http/serve-endpoint.ts'
import { documentOf, HTML } from '#platform/server/pages/document.ts'

/* What the pages have in common on which an owner reads and says something by a link: they are painted, need no script, and are one owner's. */

/**
 * To whom the address of a page goes on: it is a key. A page that has a form tells ourselves, because a browser that may say nothing of where a
 * form comes from says `Origin: null`; any other may tell nobody.
 */
type Referrer = 'same-origin' | 'no-referrer'
type Painted = { title: string; files: string; body: string }

/** Sends a page that is one owner's: nobody keeps or lists it. */
export const sendPrivate = (reply: FastifyReply, status: number, painted: Painted, referrer: Referrer = 'same-origin') =>
  reply
    .code(status)
    .type(HTML)
    .headers(privateHeaders(referrer))
    .send(documentOf({ ...painted, about: aboutOf(referrer) }))

/** The same of what else its link leads to, such as a file. */
export const privateHeaders = (referrer: Referrer = 'same-origin') => ({
  'cache-control': 'no-store',
  'referrer-policy': referrer,
  'x-robots-tag': 'noindex',
})

const aboutOf = (referrer: Referrer) => `<meta name="robots" content="noindex" />\n    <meta name="referrer" content="${referrer}" />`

/** Opening changes nothing, because programs open links to look at them. */
export const READING = { schema: { hide: true }, config: { rateLimit: { max: 120, timeWindow: 60_000 } } }

/** What changes something is a form from our own origin, so many times a minute. */
export const writing = (perMinute: number) => ({
  schema: { hide: true },
  config: { audience: 'link' as const, takesForm: true, rateLimit: { max: perMinute, timeWindow: 60_000 } },
  preParsing: [refuseForeignOrigin],
})

/** The key in a link's address. */
export const tokenOf = ({ params }: Pick<FastifyRequest, 'params'>): string => (params as { token: string }).token

/** Why what an owner said could not be taken, as a sentence; undefined: it was, or the link opens nothing, which the page says. */
export async function refusalOf(take: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await take()
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.message
  }
}
