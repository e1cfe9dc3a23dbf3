import { isFreshlyProven } from '#features/records/guests/server/require-fresh-proof.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'

/** Why a guest must sign in again before something that binds them, or can't be undone; undefined: they have just proven who they are. */
export const proveFirst = (session: GuestSession): string | undefined =>
  isFreshlyProven(session) ? undefined : 'You signed in a while ago. Sign in again with a new code, then come back here.'
