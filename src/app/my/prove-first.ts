import { isFreshlyProven } from '#features/records/guests/server/require-fresh-proof.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import { isDemoTime } from '#platform/server/practice-time.ts'

/**
 * Why a guest must sign in again before something that binds them, or can't be undone; undefined: they have just proven who they are, or it
 * is a visitor's copy of the demo, where nothing binds anyone and no code comes.
 */
export function proveFirst(session: GuestSession): string | undefined {
  if (isFreshlyProven(session) || isDemoTime(session.onlyPractice ?? '')) return undefined
  // Of the test version: Settings need no code from a guest who proved an address to one practice alone.
  const how =
    session.onlyPractice === null ? 'Get a new code in Settings, then come back here.' : 'Sign out, then in again with a new code.'
  return `You signed in a while ago. ${how}`
}
