import { guestPushEndpoints } from '#features/records/guests/push-contract.ts'
import { dropPush, keepPush } from '#features/records/guests/server/pushes.ts'
import { serveGuest } from '#features/records/guests/server/serve-guest.ts'
import { AppError } from '#lib/errors.ts'
import type { App } from '#platform/server/http/http.ts'

/** Notifications of news on a phone; a computer of several people gets none. */
export function guestPushRoutes(app: App) {
  serveGuest(app, guestPushEndpoints.keep, async ({ session, body }) => {
    if (!app.setup.pushKey || session.isShared) throw new AppError('push_off')
    await app.db.withDirectory((tx) => keepPush(tx, session, body))
  })
  serveGuest(app, guestPushEndpoints.remove, async ({ session }) => {
    await app.db.withDirectory((tx) => dropPush(tx, session.sessionId))
  })
}
