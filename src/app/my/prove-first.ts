import { currentMs } from '#lib/clock.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'

/** How long a proof of who they are is enough for what binds them, or can't be undone. */
const FRESH_MS = 15 * 60_000

/** Why a guest must sign in again before something that binds them; undefined: they have just proven who they are. */
export const proveFirst = ({ provedAt }: GuestSession): string | undefined =>
  currentMs() - provedAt.getTime() < FRESH_MS ? undefined : 'You signed in a while ago. Sign in again with a new code, then come back here.'
