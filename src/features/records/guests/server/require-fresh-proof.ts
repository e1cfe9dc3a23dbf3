import { isFresh } from '#features/core/practice/passkeys.ts'
import { currentMs } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'

/** Whether a guest has just proven who they are. */
export const isFreshlyProven = ({ provedAt }: GuestSession): boolean => isFresh(provedAt.getTime(), currentMs())

/**
 * A person who has just proven who they are: for a new address or passkey, an invitation, a share, a sale, a payment, and their data.
 * @throws proof_too_old; forbidden for a person who proved their address to one practice alone
 */
export function requireFreshProof(session: GuestSession): GuestSession {
  if (session.onlyPractice !== null) throw new AppError('forbidden')
  if (!isFreshlyProven(session)) throw new AppError('proof_too_old')
  return session
}
