import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { AppError } from '#lib/errors.ts'

/** 32 MB and about a quarter of a second a try on a small server: OWASP's scrypt setting for that much memory. */
const COST = { logN: 15, r: 8, p: 3 }
const KEY_BYTES = 32
const MOST_AT_ONCE = 2
/** About five seconds of work; with so many waiting, further callers get `busy`. */
const MOST_WAITING = 20

/**
 * The stored form of a password: `scrypt$logN$r$p$salt$key`, so that the cost may rise without breaking old ones.
 * @throws busy while too many wait
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.logN, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Takes as long when there is no hash to compare with, so that timing doesn't reveal whether a person exists.
 * @throws busy while too many wait
 */
export async function passwordFits(password: string, kept: string | null | undefined): Promise<boolean> {
  const parsed = kept ? parse(kept) : undefined
  const { cost, salt, key } = parsed ?? { cost: COST, salt: Buffer.alloc(16), key: Buffer.alloc(KEY_BYTES) }
  const fits = timingSafeEqual(await derive(password, salt, cost), key)
  return fits && parsed !== undefined
}

function parse(kept: string) {
  const [kind, logN, r, p, salt, key] = kept.split('$')
  if (kind !== 'scrypt' || !salt || !key) return undefined
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
  return { cost, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') }
}

let running = 0
const waiting: (() => void)[] = []

// Each try holds 32 MB and a thread: a burst of sign-ins queues here instead of filling the memory.
async function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  if (waiting.length >= MOST_WAITING) throw new AppError('busy')
  if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await scrypted(password, salt, cost)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function scrypted(password: string, salt: Buffer, { logN, r, p }: typeof COST): Promise<Buffer> {
  const options = { N: 2 ** logN, r, p, maxmem: 256 * 1024 * 1024 }
  return new Promise((resolve, reject) => {
    // One person types é as one sign, another keyboard as two: the same password.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
