import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const HEADER = 'x-from-inside'
/** Known to this process alone, and new each time it starts. */
const KEY = randomBytes(32)

/** The header of a request that the server makes to itself. */
export const fromInside = (): Record<string, string> => ({ [HEADER]: KEY.toString('hex') })

/** Whether the server itself is the caller: what it fetches for one answer counts as that answer. */
export function isFromInside({ headers }: { headers: IncomingHttpHeaders }): boolean {
  const given = Buffer.from(String(headers[HEADER] ?? ''), 'hex')
  return given.length === KEY.length && timingSafeEqual(given, KEY)
}
