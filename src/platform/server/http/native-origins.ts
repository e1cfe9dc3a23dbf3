import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keyIn } from '#platform/server/http/api-key.ts'

/** Where the page of a phone shell stands: Capacitor's addresses on iOS and on Android. The desktop's main process needs no leave. */
export const NATIVE_ORIGINS: readonly string[] = ['capacitor://localhost', 'https://localhost']

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].join(', ')
/** What the app and its uploads (tus) send. */
const SENT = [
  'authorization',
  'accept',
  'content-type',
  'content-encoding',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'range',
  'tus-resumable',
  'upload-offset',
].join(', ')
/** What they read of an answer, beyond what any page may. */
const READ = [
  'content-disposition',
  'content-range',
  'date',
  'etag',
  'retry-after',
  'session-token',
  'tus-resumable',
  'tus-version',
  'upload-length',
  'upload-offset',
  'x-request-id',
].join(', ')
/** Chromium keeps leave for two hours at most. */
const KEPT_SECONDS = 7200

/** Whether a request comes from the page of a phone shell and carries nothing by itself: no cookie goes along with one. */
export const isNative = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.cookie === undefined && NATIVE_ORIGINS.includes(headers.origin ?? '')

/**
 * Lets the pages of phone shells read what /api/ answers, by their token, and never with a cookie or an API key. No other origin gets leave
 * for anything.
 */
export function letShellsRead(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url, headers } = request
    if (!url.startsWith('/api/') || !isNative(request) || keyIn(request) !== undefined) return done()
    reply.headers({ 'access-control-allow-origin': headers.origin, vary: 'origin' })
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) {
      reply.header('access-control-expose-headers', READ)
      return done()
    }
    const leave = { 'access-control-allow-methods': METHODS, 'access-control-allow-headers': SENT, 'access-control-max-age': KEPT_SECONDS }
    reply.code(204).headers(leave).send()
  })
}
