import { allowInsecureRequests, ClientSecretBasic, Configuration, customFetch } from 'openid-client'
import type { ByOAuth, Manifest } from '#connectors/kit/manifest.ts'
import { SIGNED_IN_PATH } from '#features/office/integrations/rules.ts'
import { isReached, type Places } from '#features/office/integrations/server/secrets.ts'
import type { OAuthApps } from '#platform/server/config.ts'
import { OutOfReach, type Reach } from '#platform/server/reach.ts'

/** What signing in elsewhere needs. `farOrigins` of `<id>:sign-in`: where one signs in instead (tests). */
export type SigningIn = Places & { reach: Reach; oauthApps?: OAuthApps }

/** A connector that one signs in to. */
export type SignedInTo = Manifest & { asks: ByOAuth }

export const isSignedInTo = (manifest: Manifest): manifest is SignedInTo => manifest.asks.by === 'oauth'

/** Where vendors lead back to: each must have exactly this address in its registration. */
export const redirectUri = (origin: string): string => `${origin}${SIGNED_IN_PATH}`

/** How this server speaks to where one signs in; undefined: it isn't registered there. */
export function clientAt(signingIn: SigningIn, { id, asks }: SignedInTo): Configuration | undefined {
  const { oauthApps, farOrigins, reach, reachable, isTestVersion } = signingIn
  const app = oauthApps?.[asks.env]
  if (!app) return undefined
  const instead = farOrigins?.[`${id}:sign-in`]
  const at = (path: string) => {
    const url = new URL(path, asks.signInAt)
    return instead ? `${instead}${url.pathname}` : url.href
  }
  const client = new Configuration(
    {
      issuer: instead ?? asks.signInAt,
      authorization_endpoint: at(asks.authorizePath),
      token_endpoint: at(asks.tokenPath),
      ...(asks.revokePath && { revocation_endpoint: at(asks.revokePath) }),
    },
    app.id,
    app.secret,
    asks.clientAuth === 'basic' ? ClientSecretBasic(app.secret) : undefined,
  )
  client[customFetch] = async (url, { method, headers, body }) => {
    if (isTestVersion && !isReached(reachable, url)) throw new OutOfReach('address')
    if (!(body instanceof URLSearchParams)) throw new TypeError('what is sent there is a form')
    // The secret is in the form: it follows no redirect.
    return reach(url, { method, headers, body: body.toString(), redirect: 'manual' })
  }
  if (isReached(reachable, at(asks.tokenPath))) allowInsecureRequests(client)
  return client
}
