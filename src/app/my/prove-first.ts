import { FRESH_PROOF_MINUTES } from '#features/records/guests/rules.ts'
import { currentMs } from '#lib/clock.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'

/** Why a guest must sign in again before something that binds them, or can't be undone; undefined: they have just proven who they are. */
export const proveFirst = ({ provedAt }: GuestSession): string | undefined =>
  currentMs() - provedAt.getTime() <= FRESH_PROOF_MINUTES * 60_000
    ? undefined
    : 'You signed in a while ago. Sign in again with a new code, then come back here.'
