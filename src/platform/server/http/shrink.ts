import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What answers are sent in, the smaller first. */
export type Encoding = 'br' | 'gzip'
const ENCODINGS: Encoding[] = ['br', 'gzip']

/** Shorter answers gain nothing. */
export const WORTH_IT = 1024

/** On the fly: a good half of what the highest level gains, in a tenth of its time. */
const QUICK = { br: 4, gzip: 6 }
/** What is made once and sent often. */
const THOROUGH = { br: 10, gzip: 9 }

const SHRINKS = /^(text\/(html|plain|css|csv|xml|calendar)|application\/(json|xml))\b/

/** The first of ours among what a client takes; null: only what is as it is. */
export const takenAs = (accepted: string | string[] | undefined, ours: Encoding[] = ENCODINGS): Encoding | null =>
  accepted ? negotiate(String(accepted), ours) : null

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** Packs a text on another thread. */
const pack = (text: string | Buffer, encoding: Encoding, levels = QUICK): Promise<Buffer> =>
  encoding === 'gzip'
    ? toGzip(text, { level: levels.gzip })
    : toBrotli(text, {
        params: { [constants.BROTLI_PARAM_QUALITY]: levels.br, [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) },
      })

/**
 * Sends answers over 1 kB as Brotli or gzip: whole texts in answer to GET. Streams, files and news go as they are. So do the answers to writes,
 * which alone hand out addresses with a key in them, and to any request that another site makes a signed-in browser send: an attacker who
 * chooses a part of an answer and sees its size could guess the rest (BREACH).
 */
export function shrinkAnswers(app: Pick<FastifyInstance, 'addHook'>) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.hasHeader('content-encoding') || !isText(payload) || !SHRINKS.test(String(reply.getHeader('content-type')))) return payload
    varyBy(reply, 'accept-encoding')
    const encoding = isOwnWish(request) && payload.length >= WORTH_IT && takenAs(request.headers['accept-encoding'])
    if (!encoding || reply.statusCode === 206) return payload
    const etag = reply.getHeader('etag')
    // A strong tag is of the very bytes, and these bytes differ. A record's is understood in either form.
    if (typeof etag === 'string' && etag.startsWith('"')) reply.header('etag', `W/${etag}`)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return pack(payload, encoding)
  })
}

const isText = (payload: unknown): payload is string | Buffer => typeof payload === 'string' || Buffer.isBuffer(payload)

/** Whether no other site could have caused this request under the browser's session. A browser that doesn't report it is not trusted. */
function isOwnWish({ method, headers, cookies, server }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (!cookies?.[server.cookieName]) return true
  const site = headers['sec-fetch-site']
  return site === 'same-origin' || site === 'none'
}

function varyBy(reply: FastifyReply, header: string) {
  const now = String(reply.getHeader('vary') ?? '')
  if (!now.toLowerCase().split(/, */).includes(header)) reply.header('vary', now ? `${now}, ${header}` : header)
}

/** A text that is made once: its tag, and how it is sent in each encoding. */
export type KeptText = { readonly text: string; readonly tag: string; packed: (encoding: Encoding) => Promise<Buffer> }

/** Keeps a text that is sent often, packed thoroughly when an encoding is first requested. */
export function keepText(text: string): KeptText {
  const packed = new Map<Encoding, Promise<Buffer>>()
  return {
    text,
    tag: createHash('sha256').update(text).digest('base64url').slice(0, 22),
    packed(encoding) {
      const known = packed.get(encoding) ?? pack(text, encoding, THOROUGH)
      packed.set(encoding, known)
      return known
    },
  }
}

/** Sends a kept text, or that it is still the one the client has. The type and how long it holds are the caller's to set. */
export async function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptText) {
  const encoding = takenAs(request.headers['accept-encoding'])
  const etag = `"${kept.tag}${encoding ? `-${encoding}` : ''}"`
  reply.header('etag', etag)
  varyBy(reply, 'accept-encoding')
  if (reply.statusCode === 200 && isTagIn(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (!encoding) return reply.send(kept.text)
  return reply.header('content-encoding', encoding).send(await kept.packed(encoding))
}

/** Whether a client names this tag; a proxy on the way may have weakened it. */
export const isTagIn = (named: string | undefined, etag: string): boolean =>
  named !== undefined && (named === etag || named.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))
