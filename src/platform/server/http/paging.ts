import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#lib/errors.ts'

/** Opaque to callers: where the page before ended. */
export const toCursor = (parts: readonly string[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')

/** @throws bad_request when it is none of ours, or has not `count` parts. */
export function fromCursor(cursor: string | undefined, count: number): string[] | undefined {
  if (cursor === undefined) return undefined
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(parts) && parts.length === count && parts.every((part) => typeof part === 'string')) return parts
  } catch {
    // Answered below like any other cursor that is not ours.
  }
  throw new AppError('bad_request')
}

/** Lists are plain arrays; the address of the next page is in the Link header when the page is full. */
export function linkNext<T>(request: FastifyRequest, reply: FastifyReply, rows: T[], limit: number, cursorOf: (last: T) => string) {
  const last = rows.at(-1)
  if (rows.length < limit || !last) return
  const next = new URL(request.url, 'http://x')
  next.searchParams.set('after', cursorOf(last))
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`)
}
