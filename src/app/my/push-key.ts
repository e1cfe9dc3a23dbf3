import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/** The key by which the phone of this session can be told of news; null: it can't be, as on a computer of several people, and where nothing leaves. */
export const pushKeyFor = ({ setup }: App, { isShared }: GuestSession): string | null => (isShared ? null : (setup.pushKey ?? null))
