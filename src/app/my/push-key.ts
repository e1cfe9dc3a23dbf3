import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/** The key by which this session's phone can be notified; null: it can't be, as on a shared computer, and where nothing leaves. */
export const pushKeyFor = ({ setup }: App, { isShared }: GuestSession): string | null => (isShared ? null : (setup.pushKey ?? null))
