import { type Address, emailOf, hashed, isMobile, MOST_ASKS, SEND_MINUTES } from '#features/records/guests/rules.ts'
import { browserHash, insertAsk, type Keys } from '#features/records/guests/server/ask-rows.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { AppError, type ErrorCode } from '#lib/errors.ts'
import { toE164 } from '#lib/phone.ts'
import type { Database } from '#platform/server/database/db.ts'
import { type Limit, networkOf, type Tries } from '#platform/server/tries.ts'

export type Asking = Keys & { db: Database; tries: Tries }

/** What was typed, as an address that a code can reach; undefined: it is none. */
export function addressOf(typed: string): Address | undefined {
  const email = emailOf(typed)
  if (email) return { kind: 'email', address: email }
  const phone = toE164(typed)
  return phone && isMobile(phone) ? { kind: 'phone', address: phone } : undefined
}

/** From which browser and network; `addTo`: the person who adds the address to theirs. */
type From = { browser: string; ip: string; addTo?: string }

/**
 * Notes that a browser requests a code. The same is done whether anyone has the address or not: a worker looks it up, and sends.
 * @throws too_many_codes
 */
export async function askForCode(asking: Asking, address: Address, { browser, ip, addTo }: From): Promise<void> {
  await counted(
    asking.tries,
    'too_many_codes',
    { what: 'code for', whose: asking.keyedHash(hashed(address)).toString('hex'), most: MOST_ASKS.ofAddress, minutes: 60 },
    { what: 'codes by browser', whose: browser, most: MOST_ASKS.ofBrowser },
    { what: 'codes by network', whose: networkOf(ip), most: MOST_ASKS.ofNetwork },
  )
  const now = currentTime()
  await asking.db.withDirectory((tx) =>
    insertAsk(tx, asking, {
      address,
      browserHash: browserHash(browser),
      what: addTo ? 'add' : 'code',
      personId: addTo ?? null,
      askedAt: now,
      dueAt: now,
      expiresAt: new Date(currentMs() + SEND_MINUTES * 60_000),
    }),
  )
}

/** Counts a try under each limit. @throws the given refusal when one is used up */
export async function counted(tries: Tries, refusal: ErrorCode, ...limits: Limit[]): Promise<void> {
  try {
    await tries.take(...limits)
  } catch (error) {
    throw error instanceof AppError ? new AppError(refusal) : error
  }
}
