import { buildAuthorizationUrl, calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client'
import type { IntegrationSettings } from '#features/office/integrations/contract.ts'
import type { Connecting } from '#features/office/integrations/server/connecting.ts'
import { manifestOf, ownerOf, requireMine, requirePlan } from '#features/office/integrations/server/manifest-of.ts'
import { clientAt, isSignedInTo, redirectUri, type SignedInTo } from '#features/office/integrations/server/oauth-apps.ts'
import { addStart } from '#features/office/integrations/server/oauth-starts.ts'
import { findConnection, insertConnection, updateConnection } from '#features/office/integrations/server/queries.ts'
import { isRehearsed } from '#features/office/integrations/server/secrets.ts'
import { changeIntegration } from '#features/office/integrations/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { MemberActor } from '#platform/server/actor.ts'
import { holdWriters } from '#platform/server/database/rows.ts'

/** Who signs in elsewhere, from which session here. */
export type Signing = { actor: MemberActor; sessionId: string }

/**
 * Where a member is led to sign in; the settings are kept meanwhile. Where nothing leaves, in the test version, it is connected at once and they are
 * led back. @throws integration_not_found, forbidden, not_in_plan, sign_in_not_set_up
 */
export async function startSignIn(
  connecting: Connecting,
  { actor, sessionId }: Signing,
  id: string,
  settings: IntegrationSettings = {},
): Promise<{ url: string }> {
  const manifest = manifestOf(id)
  if (!isSignedInTo(manifest)) throw new AppError('integration_not_found')
  requireMine(manifest, actor)
  requirePlan(manifest, actor)
  if (isRehearsed(connecting, { connector: id, settings: {} })) {
    await changeIntegration(connecting, actor, id, { enabled: true, settings })
    return { url: backTo(manifest, 'connected') }
  }
  const { vendor, scopes, more } = manifest.asks
  const client = clientAt(connecting, manifest)
  if (!client)
    throw new AppError('sign_in_not_set_up', {}, `This server isn't set up for signing in to ${vendor}. Whoever runs it can do that.`)
  await keepSettings(connecting, actor, manifest, settings)
  const verifier = randomPKCECodeVerifier()
  const state = await addStart(connecting, { ...actor, sessionId }, { connector: id, verifier })
  const url = buildAuthorizationUrl(client, {
    ...more,
    redirect_uri: redirectUri(actor.origin),
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href }
}

/** The screen a sign-in leads back to, which shows how it went. */
export const backTo = ({ id, category }: SignedInTo, as: 'connected' | 'refused'): string => `/integrations?tab=${category}&${as}=${id}`

/** What was never connected is off until it is. */
const keepSettings = ({ db }: Connecting, actor: MemberActor, manifest: SignedInTo, settings: IntegrationSettings): Promise<void> =>
  db.withPractice(actor.practiceId, async (tx) => {
    await holdWriters(tx)
    const of = { practice_id: actor.practiceId, connector: manifest.id, member_id: ownerOf(manifest, actor) }
    const known =
      (await findConnection(tx, manifest.id, of.member_id)) ??
      (await insertConnection(tx, { ...of, id: uuidv7(), enabled: false, off_at: currentTime() }))
    await updateConnection(tx, known.id, { settings: { ...known.settings, ...settings } })
  })
