import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const HEADER = 'x-from-inside'
/** Known to this process alone, and new each time it starts. */
const KEY = randomBytes(32)

/** What a request carries that the server makes of itself. */
export const fromInside = (): Record<string, string> => ({ [HEADER]: KEY.toString('hex') })

/** Whether the server itself asks: what it fetches for one answer of somebody's is counted as that answer. */
export function isFromInside({ headers }: { headers: IncomingHttpHeaders }): boolean {
  const given = Buffer.from(String(headers[HEADER] ?? ''), 'hex')
  return given.length === KEY.length && timingSafeEqual(given, KEY)
}
