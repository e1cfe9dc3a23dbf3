import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  ClientError,
  type Configuration,
  genericGrantRequest,
  ResponseBodyError,
} from 'openid-client'
import type { Settled } from '#connectors/kit/connector.ts'
import type { ByOAuth } from '#connectors/kit/manifest.ts'
import { Refusal, type RefusalKind } from '#connectors/kit/refusal.ts'
import type { WhyRefused } from '#features/office/integrations/rules.ts'
import { type Connecting, checked, STARTED } from '#features/office/integrations/server/connecting.ts'
import { forgetRead } from '#features/office/integrations/server/end-connection.ts'
import { forgetAllItems } from '#features/office/integrations/server/exchange-queries.ts'
import { manifestOf, ownerOf, requireMine, requirePlan } from '#features/office/integrations/server/manifest-of.ts'
import { clientAt, isSignedInTo, redirectUri, type SignedInTo } from '#features/office/integrations/server/oauth-apps.ts'
import { asBefore } from '#features/office/integrations/server/oauth-choice.ts'
import { backTo, type Signing } from '#features/office/integrations/server/oauth-start.ts'
import { takeStart } from '#features/office/integrations/server/oauth-starts.ts'
import { reasonOf, sealTokens, type Tokens, tokensIn } from '#features/office/integrations/server/oauth-tokens.ts'
import { triedWire } from '#features/office/integrations/server/oauth-wire.ts'
import { findConnection, insertConnection, updateConnection } from '#features/office/integrations/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { MemberActor } from '#platform/server/actor.ts'
import { exchangeAt } from '#platform/server/database/exchanges.ts'
import { holdWriters } from '#platform/server/database/rows.ts'

/**
 * Connects the service of a member's sign-in that led back here by `url`: the code in it is exchanged and tried, and the tokens are
 * sealed. Returns where the browser goes on to, which shows how it went.
 */
export async function finishSignIn(connecting: Connecting, { actor, sessionId }: Signing, url: string): Promise<string> {
  const back = new URL(redirectUri(actor.origin))
  back.search = new URL(url, back).search
  const state = back.searchParams.get('state') ?? ''
  const start = await takeStart(connecting, { ...actor, sessionId }, state)
  const manifest = start && manifestOf(start.connector)
  if (!manifest || !isSignedInTo(manifest)) return `/integrations?refused=&why=${'over' satisfies WhyRefused}`
  try {
    requireMine(manifest, actor)
    requirePlan(manifest, actor)
    const tokens = await exchanged(clientAt(connecting, manifest), manifest, back, { state, verifier: start.verifier })
    const wire = triedWire(connecting, manifest, tokens)
    const found = await checked(manifest.id, async () => wire)
    await connect(connecting, actor, manifest, { tokens, settled: await asBefore(connecting, actor, manifest, { wire, found }) })
    return backTo(manifest, 'connected')
  } catch (error) {
    const why = whyOf(error)
    if (why === 'refused') connecting.log?.error({ connector: manifest.id, reason: reasonOf(error) }, 'a sign-in was refused')
    return `${backTo(manifest, 'refused')}&why=${why}`
  }
}

/** A sign-in that can't be connected by. */
class Unfit extends Error {
  readonly why: WhyRefused
  constructor(why: WhyRefused) {
    super(why)
    this.why = why
  }
}

/** The tokens for a code. */
async function exchanged(
  client: Configuration | undefined,
  { asks }: SignedInTo,
  back: URL,
  { state, verifier }: { state: string; verifier: string },
): Promise<Tokens> {
  if (!client) throw new Unfit('refused')
  const answer = await authorizationCodeGrant(client, back, { expectedState: state, pkceCodeVerifier: verifier })
  if (asks.exchange) {
    const lasting = await genericGrantRequest(client, asks.exchange, { [asks.exchange]: answer.access_token })
    return tokensIn(lasting, { refresh: null })
  }
  if (!answer.refresh_token || !hasAll(answer.scope, asks.scopes)) throw new Unfit('partial')
  return tokensIn(answer, { refresh: answer.refresh_token, ...companyIn(back, asks) })
}

/** Whose books were chosen there. It is put into addresses, so nothing but digits counts. */
function companyIn({ searchParams }: URL, { companyParam }: ByOAuth): Pick<Tokens, 'company'> {
  if (!companyParam) return {}
  const company = searchParams.get(companyParam) ?? ''
  if (!/^\d{1,30}$/.test(company)) throw new Unfit('partial')
  return { company }
}

/** People may leave boxes unticked. Without a list all scopes were granted as requested; some vendors list scopes by their full address. */
function hasAll(given: string | undefined, asked: readonly string[]): boolean {
  if (given === undefined) return true
  const all = given.toLowerCase().split(' ')
  return asked
    .filter((scope) => !UNTOLD.includes(scope))
    .every((scope) => all.some((each) => each === scope.toLowerCase() || each.endsWith(`/${scope.toLowerCase()}`)))
}

/** Vendors may leave these out of the list: their effect shows without it. */
const UNTOLD = ['offline_access', 'openid']

async function connect(
  { db, vault }: Connecting,
  actor: MemberActor,
  manifest: SignedInTo,
  { tokens, settled: { account, company, token, choices } }: { tokens: Tokens; settled: Settled },
): Promise<void> {
  await db.withPractice(actor.practiceId, async (tx) => {
    await holdWriters(tx)
    const of = { practice_id: actor.practiceId, connector: manifest.id, member_id: ownerOf(manifest, actor) }
    const before =
      (await findConnection(tx, manifest.id, of.member_id)) ??
      (await insertConnection(tx, { ...of, id: uuidv7(), enabled: true, off_at: null }))
    const isOther = before.account !== null && before.account !== account
    const { choices: _, ...settings } = before.settings
    const { level, onMoved, books, booksFrom } = settings
    const kept = isOther
      ? { ...(level && { level }), ...(onMoved && { onMoved }), ...(books && { books }), ...(booksFrom && { booksFrom }) }
      : settings
    await updateConnection(tx, before.id, {
      ...{ enabled: true, off_at: null, account, next_at: currentTime() },
      ...sealTokens(vault, before, { ...tokens, ...(company && { company }), ...(token && { access: token, untilMs: null }) }),
      ...STARTED,
      settings: { ...kept, ...(choices && { choices: [...choices] }) },
      // Nothing of ours is in another account, and none of its calendars was chosen.
      ...(isOther && { far_calendar: null, own_calendar: null, cursor: null, busy_read_at: null, leased_until: null }),
    })
    if (isOther) {
      await forgetAllItems(tx, before.id)
      await forgetRead(tx, before)
    }
    await exchangeAt(tx, currentTime())
  })
}

/** @throws what is no refusal */
function whyOf(error: unknown): WhyRefused {
  if (error instanceof Unfit) return error.why
  if (error instanceof AuthorizationResponseError) return error.error === 'access_denied' ? 'denied' : 'refused'
  if (error instanceof ResponseBodyError) return error.status < 500 ? 'refused' : 'silent'
  if (error instanceof ClientError) return error.code ? 'refused' : 'silent'
  if (error instanceof Refusal) return WHYS_OF_REFUSALS[error.kind] ?? 'refused'
  if (error instanceof AppError) return WHYS[error.status] ?? 'refused'
  throw error
}

const WHYS: Readonly<Record<number, WhyRefused>> = { 402: 'forbidden', 403: 'forbidden', 504: 'silent' }
const WHYS_OF_REFUSALS: Partial<Record<RefusalKind, WhyRefused>> = { later: 'silent', not_allowed: 'partial', gone: 'nothing' }
