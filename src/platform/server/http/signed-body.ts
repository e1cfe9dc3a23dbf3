import { createHmac, timingSafeEqual } from 'node:crypto'

/** Older calls are refused: they may be replays. */
const FRESH_SECONDS = 300

/**
 * Whether a body was signed with a secret, and lately: `signature` is the HMAC-SHA256, as hex, of the time in seconds since 1970, a dot, and
 * the body.
 */
export function isSigned(secret: string, call: { body: Buffer; timestamp: string; signature: string; now: Date }): boolean {
  const { body, timestamp, signature, now } = call
  if (!isFresh(timestamp, now)) return false
  const [given, wanted] = [Buffer.from(signature), Buffer.from(signBody(secret, timestamp, body))]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Whether the time a call carries is of these minutes. */
export const isFresh = (timestamp: string, now: Date): boolean =>
  /^\d{9,12}$/.test(timestamp) && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= FRESH_SECONDS

/** The signature of a body at a time, in seconds since 1970. */
export const signBody = (secret: string, timestamp: string, body: Buffer): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
