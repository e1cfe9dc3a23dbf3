import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { memberPasskeyEndpoints } from '#features/core/practice/passkeys.ts'
import { letIn, whence } from '#features/core/practice/server/cookies.ts'
import {
  addPasskey,
  dropPasskey,
  newPasskeyOptions,
  passkeyOptions,
  passkeysOf,
  takePasskey,
} from '#features/core/practice/server/passkeys-of.ts'
import { requirePerson } from '#features/core/practice/server/queries.ts'
import { requireProof } from '#features/core/practice/server/require-proof.ts'
import { mailPasskey, signInWithPasskey } from '#features/core/practice/server/sign-in.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMemberAside, servePublic } from '#platform/server/http/serve-endpoint.ts'

/** A member's passkeys: made soon after signing in or with the password, and used in its place from then on. */
export function memberPasskeyRoutes(app: App) {
  const { origin, dataFolder, mail } = app.setup
  const places = { db: app.db, origin, dataFolder }
  const of = ({ personId }: { personId: string }) => ({ personId, side: 'practice' as const })
  serveMemberAside(app, memberPasskeyEndpoints.list, ({ actor }) => passkeysOf(places, of(actor)))
  serveMemberAside(app, memberPasskeyEndpoints.newOptions, async ({ actor, body, request }) => {
    await requireProof(app, request, { actor, password: body.password, words: AGAIN })
    return { ...(await newPasskeyOptions(places, of(actor))) }
  })
  serveMemberAside(app, memberPasskeyEndpoints.add, async ({ actor, body, request }) => {
    const userAgent = request.headers['user-agent'] ?? ''
    await addPasskey(places, of(actor), { response: body as RegistrationResponseJSON, userAgent })
    if (!mail) return
    const { email } = await app.db.withDirectory((tx) => requirePerson(tx, actor.personId))
    if (email) mailPasskey(email, { mail, origin }).catch((err) => request.log.error({ err }, 'a new passkey was not reported'))
  })
  serveMemberAside(app, memberPasskeyEndpoints.remove, ({ actor, params }) => dropPasskey(places, of(actor), params.id))
  servePublic(app, memberPasskeyEndpoints.challenge, async () => ({ ...(await passkeyOptions(places)) }))
  servePublic(app, memberPasskeyEndpoints.use, async ({ body, request, reply }) => {
    const { personId } = await takePasskey(places, body as AuthenticationResponseJSON, 'practice')
    const from = { ...whence(app, request), sendsMail: mail !== undefined }
    await letIn(app, request, reply, await signInWithPasskey(app.db, personId, from))
  })
}

const AGAIN = 'You signed in a while ago. Type your password to add a passkey.'
