import type { FastifyRequest } from 'fastify'
import { AppError } from '#lib/errors.ts'
import { refuseForeignOrigin } from '#platform/server/http/serve-endpoint.ts'

/* What the pages have in common on which an owner reads and says something by a link: they are painted, need no script, and are one owner's. */

export const HTML = 'text/html; charset=utf-8'

// A browser that may say nothing of where a form comes from says `Origin: null`; so the address goes back to ourselves, and to nobody else.
export const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }
export const ABOUT = '<meta name="robots" content="noindex" />\n    <meta name="referrer" content="same-origin" />'

/** Opening changes nothing, because programs open links to look at them. */
export const READING = { schema: { hide: true }, config: { rateLimit: { max: 120, timeWindow: 60_000 } } }

/** What changes something is a form from our own origin, so many times a minute. */
export const writing = (perMinute: number) => ({
  schema: { hide: true },
  config: { audience: 'link' as const, takesForm: true, rateLimit: { max: perMinute, timeWindow: 60_000 } },
  preParsing: [refuseForeignOrigin],
})

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
