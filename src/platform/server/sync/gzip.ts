import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { AppError } from '#lib/errors.ts'
import type { App } from '#platform/server/http/http.ts'
import { requireModest } from '#platform/server/http/json-body.ts'
import { takenAs, WORTH_IT } from '#platform/server/http/shrink.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** The cheapest level; the next ones make an answer only a twentieth shorter. */
const PACKING = { level: constants.Z_BEST_SPEED }

/**
 * In this context JSON requests may be gzipped, and responses are gzipped for any client that accepts it. Bodies here are whole and small, so
 * each is compressed in one piece and never as a stream. The limit of bodies counts the decompressed size.
 */
export function gzipBothWays(context: App) {
  const readJson = context.getDefaultJsonParser('error', 'error')
  context.removeContentTypeParser('application/json')
  context.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const { 'content-encoding': encoding = 'identity' } = request.headers
    const limit = request.routeOptions.bodyLimit ?? body.length
    textOf(body, encoding, limit)
      .then(requireModest)
      .then((text) => readJson(request, text, done), done)
  })
  context.addHook('onSend', async (request, reply, payload) => {
    // What a page of ours fetches is packed already, better.
    if (typeof payload !== 'string' || payload.length < WORTH_IT || !takesGzip(request.headers['accept-encoding'])) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    const ahead = packed.get(reply)
    return ahead?.text === payload ? ahead.bytes : pack(payload, PACKING)
  })
}

const packed = new WeakMap<FastifyReply, { text: string; bytes: Promise<Buffer> }>()

/** Serializes and compresses an answer that is known before it may be sent; when that same object is sent, it is not serialized again. */
export function packAhead(reply: FastifyReply, answer: object) {
  const text = String(reply.serialize(answer))
  // A handler that writes another kind of answer sets its content type.
  reply.type('application/json; charset=utf-8').serializer((payload: unknown) => (payload === answer ? text : JSON.stringify(payload)))
  if (text.length >= WORTH_IT && takesGzip(reply.request.headers['accept-encoding']))
    packed.set(reply, { text, bytes: pack(text, PACKING) })
}

async function textOf(body: Buffer, encoding: string, limit: number): Promise<string> {
  if (encoding === 'identity') return body.toString()
  if (encoding !== 'gzip') throw new AppError('bad_request')
  try {
    return (await unpack(body, { maxOutputLength: limit })).toString()
  } catch (error) {
    throw new AppError((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'bad_request')
  }
}

const takesGzip = (accepted: string | string[] | undefined) => takenAs(accepted, ['gzip']) !== null
