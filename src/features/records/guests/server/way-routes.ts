import { endDevices } from '#features/records/guests/server/devices.ts'
import { serveGuest } from '#features/records/guests/server/serve-guest.ts'
import { ask, signInByCode, signInByLink } from '#features/records/guests/server/way-in.ts'
import { wayEndpoints } from '#features/records/guests/way-contract.ts'
import { idOf } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import type { App } from '#platform/server/http/http.ts'
import { servePublic } from '#platform/server/http/serve-endpoint.ts'

/** The way into the portal, for programs; people have its pages. */
export function wayRoutes(app: App) {
  servePublic(app, wayEndpoints.ask, async (call) => {
    await ask(call, call.body.address)
  })
  servePublic(app, wayEndpoints.useCode, (call) => signInByCode(call, call.body.code, call.body))
  servePublic(app, wayEndpoints.useLink, (call) => signInByLink(call, call.body.token, call.body))
  serveGuest(app, wayEndpoints.endSession, async ({ session, params }) => {
    if (!(await endDevices(app.db, session.personId, idOf(params.id, 'session_not_found')))) throw new AppError('session_not_found')
  })
}
