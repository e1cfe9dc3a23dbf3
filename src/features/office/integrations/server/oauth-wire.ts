import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import type { Connecting } from '#features/office/integrations/server/connecting.ts'
import { withinDay } from '#features/office/integrations/server/day-limit.ts'
import type { SignedInTo } from '#features/office/integrations/server/oauth-apps.ts'
import { renewed } from '#features/office/integrations/server/oauth-renew.ts'
import { isEnding, signInAgain, type Tokens, tokensOf } from '#features/office/integrations/server/oauth-tokens.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import { addressOf } from '#features/office/integrations/server/secrets.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import type { Reach } from '#platform/server/reach.ts'

type Held = { access: () => Promise<string>; renew: (refused: string) => Promise<string>; company?: string | undefined }

/**
 * The way to a far side that a member signed in to. Tokens that end are renewed before they are sent, those that are refused once, and they
 * are sent to the far side alone, wherever an answer of it may lead. @throws Refusal `sign_in` when there is no sign-in, or its key is lost
 */
export function signedInWire(connecting: Connecting, manifest: SignedInTo, row: ConnectionRow): Wire {
  const tokens = tokensOf(connecting.vault, row)
  if (!tokens) throw signInAgain(manifest.asks.vendor)
  const wire = wireWith(connecting, manifest, { ...heldBy(connecting, manifest, row), company: tokens.company })
  const most = connecting.oauthApps?.[manifest.asks.env]?.callsADay
  return most === undefined ? wire : withinDay(wire, { of: row.id, vendor: manifest.asks.vendor, most })
}

/** The same with tokens that are not kept yet, to try them. */
export const triedWire = (connecting: Connecting, manifest: SignedInTo, { access, company }: Tokens): Wire =>
  wireWith(connecting, manifest, { access: async () => access, company, renew: () => Promise.reject(signInAgain(manifest.asks.vendor)) })

function wireWith(connecting: Connecting, manifest: SignedInTo, held: Held): Wire {
  const address = addressOf(connecting, { connector: manifest.id, settings: {} })
  const wire = openWire({
    fetch: carrying(connecting.reach, held, address),
    manifest,
    credentials: { key: '', ...(address && { address }), ...(held.company && { account: held.company }) },
  })
  return { ...wire, fetch: (url, init) => wire.fetch(url, init).catch((error) => Promise.reject(named(error, manifest.asks.vendor))) }
}

function heldBy(connecting: Connecting, manifest: SignedInTo, given: ConnectionRow): Held {
  let row = given
  const tokens = (): Tokens => {
    const found = tokensOf(connecting.vault, row)
    if (!found) throw signInAgain(manifest.asks.vendor)
    return found
  }
  return {
    async access() {
      if (isEnding(tokens())) row = await renewed(connecting, manifest, row)
      return tokens().access
    },
    async renew(refused) {
      // Another request of ours has renewed them meanwhile.
      if (tokens().access === refused) row = await renewed(connecting, manifest, row)
      return tokens().access
    },
  }
}

const carrying =
  (reach: Reach, held: Held, address: string | undefined): Reach =>
  async (url, init = {}) => {
    const isFarSide = address !== undefined && new URL(url).origin === new URL(address).origin
    if (!isFarSide) return reach(url, init)
    const send = (access: string) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${access}`)
      return reach(url, { ...init, headers })
    }
    const access = await held.access()
    const answer = await send(access)
    return answer.status === 401 ? send(await held.renew(access)) : answer
  }

/** The sentences about a password do not fit a sign-in. */
function named(error: unknown, vendor: string): unknown {
  if (!(error instanceof Refusal) || error.sentence) return error
  if (error.kind === 'sign_in') return signInAgain(vendor)
  const sentence = `${vendor} doesn't let Pritchel do this. Sign in again, and allow everything it asks for.`
  return error.kind === 'not_allowed' ? new Refusal('not_allowed', { sentence, cause: error }) : error
}
