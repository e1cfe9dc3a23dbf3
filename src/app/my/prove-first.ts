import { isFreshlyProven } from '#features/records/guests/server/require-fresh-proof.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import { isDemoTime } from '#platform/server/practice-time.ts'

/**
 * Why a guest must sign in again before something that binds them, or can't be undone; undefined: they have just proven who they are, or it is a
 * visitor's copy of the demo, where nothing binds anybody and no code comes.
 */
export const proveFirst = (session: GuestSession): string | undefined =>
  isFreshlyProven(session) || isDemoTime(session.onlyPractice ?? '')
    ? undefined
    : 'You signed in a while ago. Sign in again with a new code, then come back here.'
