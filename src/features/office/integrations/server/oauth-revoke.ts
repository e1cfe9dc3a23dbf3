import { tokenRevocation } from 'openid-client'
import type { Connecting } from '#features/office/integrations/server/connecting.ts'
import { manifestOf } from '#features/office/integrations/server/manifest-of.ts'
import { clientAt, isSignedInTo, type SignedInTo } from '#features/office/integrations/server/oauth-apps.ts'
import { reasonOf, type Tokens, tokensOf } from '#features/office/integrations/server/oauth-tokens.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'

/**
 * Takes a sign-in back at its vendor once its connection has ended here, where the vendor has a way to. Our tokens are forgotten by then: what fails
 * keeps nothing from ending, and its person can still take us off the list of apps there.
 */
export async function revokeThere(connecting: Connecting, ended: ConnectionRow | undefined): Promise<void> {
  if (!ended) return
  const manifest = manifestOf(ended.connector)
  const tokens = isSignedInTo(manifest) && ended.secret ? tokensOf(connecting.vault, ended) : undefined
  if (tokens && isSignedInTo(manifest)) await revokeTokens(connecting, manifest, tokens)
}

/** The same of tokens that were never kept. */
export async function revokeTokens(connecting: Connecting, manifest: SignedInTo, tokens: Tokens): Promise<void> {
  const client = clientAt(connecting, manifest)
  if (!client || !manifest.asks.revokePath || !tokens.refresh) return
  const hint = { token_type_hint: 'refresh_token' }
  await tokenRevocation(client, tokens.refresh, hint).catch((error: unknown) =>
    connecting.log?.error({ connector: manifest.id, reason: reasonOf(error) }, 'a sign-in was not revoked there'),
  )
}
