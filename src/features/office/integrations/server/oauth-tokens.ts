import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  type TokenEndpointResponse,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import { sealedFor, secretOf } from '#features/office/integrations/server/secrets.ts'
import { realMs } from '#lib/clock.ts'
import type { Vault } from '#platform/server/vault.ts'

/**
 * What a sign-in elsewhere gave; `refresh` null: nothing to renew by, `untilMs` null: it gave no end. `company`: the id of whose books, or which page,
 * they are for, where that is chosen.
 */
export type Tokens = { access: string; refresh: string | null; untilMs: number | null; company?: string }

/** The tokens of a connection; undefined: it has none, or their key is lost. */
export function tokensOf(vault: Vault, row: ConnectionRow): Tokens | undefined {
  const text = secretOf(vault, row)
  return text === undefined ? undefined : JSON.parse(text)
}

/** The columns of tokens, which show nothing of them. Each sealing gets the next number. */
export function sealTokens(vault: Vault, row: ConnectionRow, tokens: Tokens) {
  const { sealed, keyId } = vault.seal(JSON.stringify(tokens), sealedFor(row))
  return { secret: sealed, vault_key_id: keyId, secret_tail: null, tokens_rev: row.tokens_rev + 1, renewing_until: null }
}

/** The tokens in an answer, `refresh` among them: some vendors give a new one each time, others keep the first. */
export const tokensIn = (
  { access_token, expires_in }: TokenEndpointResponse,
  { refresh, company }: Pick<Tokens, 'refresh' | 'company'>,
): Tokens => ({
  access: access_token,
  refresh,
  ...(company && { company }),
  untilMs: expires_in === undefined ? null : realMs() + expires_in * 1000,
})

/** So long before their end tokens are renewed: a request with them takes less. */
const AHEAD_MS = 60_000

export const isEnding = ({ untilMs }: Tokens): boolean => untilMs !== null && untilMs - realMs() < AHEAD_MS

/** Only its person can put these right, by signing in again. */
const OVER: readonly string[] = ['invalid_grant', 'interaction_required', 'login_required', 'consent_required']

/** Why tokens were not given. What the vendor wrote is not kept: it may name them. */
export function refusalOfTokens(error: unknown, vendor: string): unknown {
  if (error instanceof ResponseBodyError && OVER.includes(error.error)) return signInAgain(vendor)
  if (error instanceof WWWAuthenticateChallengeError || (error instanceof ResponseBodyError && error.status < 500 && error.status !== 429))
    return new Refusal('later', {
      sentence: `${vendor} doesn't accept this server. Whoever runs it has to look at its registration there.`,
    })
  if (error instanceof ResponseBodyError || error instanceof ClientError) return new Refusal('later')
  return error
}

/** A fault by its code, for the log: the rest of it may hold what was sent. */
export function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) return error.error.slice(0, 60)
  return error instanceof ClientError ? (error.code ?? error.message) : 'unknown'
}

export const signInAgain = (vendor: string) => new Refusal('sign_in', { sentence: `Sign in to ${vendor} again.` })
