import { createHash, randomUUID } from 'node:crypto'
import { ALL_SCOPES, APP, type FarMeta, GraphFault } from '#connectors/kit/far-graph-people.ts'
import type { FarAnswer } from '#connectors/kit/far-server.ts'

/* For tests only: signing in at Facebook, as Gareth does who says yes to what he is asked; what he leaves unticked is not in `scopes`. */

const HOURS_2 = 7200
const DAYS_60 = 5_183_944

/** The dialog leads back at once. */
export function dialog(meta: FarMeta, query: URLSearchParams): FarAnswer {
  const redirectUri = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== APP.id || !redirectUri)
    throw new GraphFault(400, 191, 'Can’t load URL: the domain of this URL is not included in the app’s domains')
  const scopes = (query.get('scope') ?? '').split(/[ ,]/)
  const strange = scopes.filter((scope) => !ALL_SCOPES.includes(scope))
  if (strange.length > 0 || query.get('response_type') !== 'code') throw new GraphFault(400, 100, `Invalid Scopes: ${strange}`)
  const back = new URL(redirectUri)
  const code = `code ${randomUUID()}`
  meta.codes.set(code, { redirectUri, challenge: query.get('code_challenge') })
  back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString()
  back.hash = '_=_'
  return { status: 302, headers: { location: back.href } }
}

/** A code for a token of two hours, or such a token for one of two months. None comes with a token to renew by. */
export function exchange(meta: FarMeta, form: URLSearchParams): object {
  if (form.get('client_id') !== APP.id || form.get('client_secret') !== APP.secret)
    throw new GraphFault(400, 1, 'Error validating client secret.')
  if (form.get('grant_type') === 'fb_exchange_token') {
    if (!meta.userTokens.has(form.get('fb_exchange_token') ?? '')) throw new GraphFault(400, 190, 'Invalid OAuth access token')
    return tokenOf(meta, 'long', DAYS_60)
  }
  const code = meta.codes.get(form.get('code') ?? '')
  meta.codes.delete(form.get('code') ?? '')
  if (!code || code.redirectUri !== form.get('redirect_uri')) throw new GraphFault(400, 100, 'This authorization code has been used.')
  const verifier = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  if (code.challenge && code.challenge !== verifier) throw new GraphFault(400, 100, 'Invalid code_verifier parameter')
  return tokenOf(meta, 'short', HOURS_2)
}

function tokenOf({ userTokens }: FarMeta, kind: 'short' | 'long', expires_in: number) {
  const access_token = `a ${kind} token of Gareth ${randomUUID()}`
  userTokens.set(access_token, kind)
  return { access_token, token_type: 'bearer', expires_in }
}
