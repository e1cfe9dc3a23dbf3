import type { Settled } from '#connectors/kit/connector.ts'
import type { Manifest } from '#connectors/kit/manifest.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { TRIED } from '#connectors/registry.ts'
import type { GivenSettings } from '#features/office/integrations/contract.ts'
import { answerOf, type Connecting } from '#features/office/integrations/server/connecting.ts'
import { ownerOf } from '#features/office/integrations/server/manifest-of.ts'
import { isSignedInTo } from '#features/office/integrations/server/oauth-apps.ts'
import { sealTokens, tokensOf } from '#features/office/integrations/server/oauth-tokens.ts'
import { signedInWire } from '#features/office/integrations/server/oauth-wire.ts'
import { type ConnectionRow, findConnection } from '#features/office/integrations/server/queries.ts'
import { AppError } from '#lib/errors.ts'
import type { MemberActor } from '#platform/server/actor.ts'

/* A sign-in that is for several pages or accounts, of which a person chooses one. */

/** The sentence on the card until then. */
export const CHOOSE = 'Choose where posts go, in its settings.'

/** What a sign-in is for; signed in to again, it stays the one that was chosen before, where that is still among them. @throws Refusal */
export async function asBefore(
  { db, vault }: Connecting,
  actor: MemberActor,
  manifest: Manifest,
  { wire, found }: { wire: Wire; found: Settled },
): Promise<Settled> {
  const choose = TRIED[manifest.id]?.choose
  if (!found.choices || !choose) return found
  const row = await db.withPractice(actor.practiceId, (tx) => findConnection(tx, manifest.id, ownerOf(manifest, actor)))
  const company = row?.secret ? tokensOf(vault, row)?.company : undefined
  return company && found.choices.some(({ id }) => id === company) ? choose(wire, company) : found
}

/**
 * Settles a connection on the one that was chosen, with its own token; undefined: nothing was. The columns are those of the row as it is by then.
 * @throws bad_request when there is nothing to choose, key_refused, far_side_silent
 */
export async function chosenOne(
  connecting: Connecting,
  manifest: Manifest,
  known: ConnectionRow | undefined,
  { enabled, settings: { pageId } = {} }: { enabled: boolean; settings?: GivenSettings | undefined },
): Promise<((row: ConnectionRow) => Partial<ConnectionRow>) | undefined> {
  if (!pageId || !enabled) return undefined
  const choose = TRIED[manifest.id]?.choose
  const tokens = known?.secret ? tokensOf(connecting.vault, known) : undefined
  if (!choose || !known?.settings.choices || !tokens || !isSignedInTo(manifest)) throw new AppError('bad_request', {}, NOTHING)
  const { account, company, token } = await answerOf(choose(signedInWire(connecting, manifest, known), pageId))
  const chosen = { ...tokens, ...(company && { company }), ...(token && { access: token, untilMs: null }) }
  // Signed in to again during our request, it is another sign-in.
  return (row) => (row.tokens_rev === known.tokens_rev ? { account, ...sealTokens(connecting.vault, row, chosen) } : {})
}

const NOTHING = 'There is nothing to choose. To post to another page, disconnect and sign in again.'
