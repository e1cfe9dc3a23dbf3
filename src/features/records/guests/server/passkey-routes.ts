import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { addPasskey, dropPasskey, newPasskeyOptions, passkeyOptions, takePasskey } from '#features/core/practice/server/passkeys-of.ts'
import { passkeyEndpoints } from '#features/records/guests/passkey-contract.ts'
import { openFor } from '#features/records/guests/server/entering.ts'
import { requireFreshProof } from '#features/records/guests/server/require-fresh-proof.ts'
import { serveGuest } from '#features/records/guests/server/serve-guest.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'
import { servePublic } from '#platform/server/http/serve-endpoint.ts'

const of = ({ personId }: GuestSession) => ({ personId, side: 'portal' as const })

/** Passkeys: made by who has just proven their address, and used in place of a code from then on. */
export function passkeyRoutes(app: App) {
  const { origin, dataFolder } = app.setup
  const places = { db: app.db, origin, dataFolder }
  const fresh = (session: GuestSession) => of(requireFreshProof(session))
  serveGuest(app, passkeyEndpoints.newOptions, async ({ session }) => ({
    ...(await newPasskeyOptions(places, fresh(session))),
  }))
  serveGuest(app, passkeyEndpoints.add, async ({ session, body, request }) => {
    const userAgent = request.headers['user-agent'] ?? ''
    await addPasskey(places, fresh(session), { response: body as RegistrationResponseJSON, userAgent })
  })
  serveGuest(app, passkeyEndpoints.remove, ({ session, params }) => dropPasskey(places, of(session), params.id))
  servePublic(app, passkeyEndpoints.challenge, async () => ({ ...(await passkeyOptions(places)) }))
  servePublic(app, passkeyEndpoints.use, async ({ body, request, reply }) => {
    const { personId } = await takePasskey(places, body as AuthenticationResponseJSON, 'portal')
    await openFor({ app, request, reply }, { personId, onlyPractice: null, isShared: false })
  })
}
