import { refreshTokenGrant } from 'openid-client'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Connecting } from '#features/office/integrations/server/connecting.ts'
import { clientAt, type SignedInTo } from '#features/office/integrations/server/oauth-apps.ts'
import { revokeTokens } from '#features/office/integrations/server/oauth-revoke.ts'
import {
  refusalOfTokens,
  sealTokens,
  signInAgain,
  type Tokens,
  tokensIn,
  tokensOf,
} from '#features/office/integrations/server/oauth-tokens.ts'
import {
  type ConnectionRow,
  findConnectionById,
  giveBackRenewal,
  keepRenewed,
  takeRenewal,
} from '#features/office/integrations/server/queries.ts'
import { realMs, realTime } from '#lib/clock.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Longer than an answer may take: a worker that was killed while renewing holds it up for so long. */
const RENEWING_MS = 60_000
/** How often we check whether another worker is done. */
const LOOK_MS = 100

/**
 * The connection with tokens that come after those of `row`. However many workers want them, one requests them and the others wait for what
 * it gets: a vendor that gives a new token to renew by ends the sign-in when the old one comes twice.
 * @throws Refusal `sign_in` when the vendor no longer renews, `later` when it is silent
 */
export async function renewed(connecting: Connecting, manifest: SignedInTo, row: ConnectionRow): Promise<ConnectionRow> {
  const inPractice = <T>(work: (tx: PracticeTx) => Promise<T>) => connecting.db.withPractice(row.practice_id, work)
  for (const giveUpAt = realMs() + RENEWING_MS; realMs() < giveUpAt; await new Promise((done) => setTimeout(done, LOOK_MS))) {
    const taken = await inPractice((tx) => takeRenewal(tx, row, { now: realTime(), until: new Date(realMs() + RENEWING_MS) }))
    if (taken) return renew(connecting, manifest, taken)
    const now = await inPractice((tx) => findConnectionById(tx, row.id))
    if (!now?.secret) throw signInAgain(manifest.asks.vendor)
    if (now.tokens_rev !== row.tokens_rev) return now
  }
  throw new Refusal('later')
}

async function renew(connecting: Connecting, manifest: SignedInTo, row: ConnectionRow): Promise<ConnectionRow> {
  const { db, vault } = connecting
  const tokens = await asked(connecting, manifest, row).catch(async (error) => {
    await db.withPractice(row.practice_id, (tx) => giveBackRenewal(tx, row))
    throw error
  })
  const kept = await db.withPractice(row.practice_id, (tx) => keepRenewed(tx, row, sealTokens(vault, row, tokens)))
  if (kept) return kept
  // It has ended, or was signed in to again, during our request.
  const now = await db.withPractice(row.practice_id, (tx) => findConnectionById(tx, row.id))
  if (now?.secret) return now
  await revokeTokens(connecting, manifest, tokens)
  throw signInAgain(manifest.asks.vendor)
}

async function asked(connecting: Connecting, manifest: SignedInTo, row: ConnectionRow): Promise<Tokens> {
  const { vendor } = manifest.asks
  const client = clientAt(connecting, manifest)
  const before = tokensOf(connecting.vault, row)
  if (!client || !before?.refresh) throw signInAgain(vendor)
  const answer = await refreshTokenGrant(client, before.refresh).catch((error: unknown) => {
    throw refusalOfTokens(error, vendor)
  })
  return tokensIn(answer, { ...before, refresh: answer.refresh_token ?? before.refresh })
}
