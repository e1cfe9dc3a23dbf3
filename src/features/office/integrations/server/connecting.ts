import type { Settled } from '#connectors/kit/connector.ts'
import type { Manifest } from '#connectors/kit/manifest.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Credentials, Wire } from '#connectors/kit/wire.ts'
import { TRIED } from '#connectors/registry.ts'
import type { GivenSettings } from '#features/office/integrations/contract.ts'
import { sentenceOf } from '#features/office/integrations/server/failing.ts'
import type { SigningIn } from '#features/office/integrations/server/oauth-apps.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import { addressOf, isReached, sealedFor, secretOf, tailOf } from '#features/office/integrations/server/secrets.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { AppError } from '#lib/errors.ts'
import type { Database } from '#platform/server/database/db.ts'
import type { Reach } from '#platform/server/reach.ts'
import type { Vault } from '#platform/server/vault.ts'

/** What connecting needs. */
export type Connecting = SigningIn & { db: Database; vault: Vault; log?: Log }

/** Records failures that are no caller's to answer for. */
export type Log = { error: (details: object, message: string) => void }

/** A key as it was tried; `account` null: it was not, in the test version. */
export type Tried = { key: string; account: string | null }

/**
 * Tries the key that a connection will have, with the address and the name that will go with it. Undefined: nothing of it changes, or the
 * connector needs none. @throws key_required, address_required, key_refused, far_side_silent
 */
export async function keyed(
  connecting: Connecting,
  manifest: Manifest,
  known: ConnectionRow | undefined,
  { enabled, settings = {} }: { enabled: boolean; settings?: GivenSettings | undefined },
): Promise<Tried | undefined> {
  const { vault, reach, reachable, isTestVersion } = connecting
  const { asks } = manifest
  if (asks.by !== 'key' || !enabled) return undefined
  const kept = known && secretOf(vault, known)
  const { address, account } = { ...known?.settings, ...settings }
  const key = givenKey(settings.apiKey, kept, asks.isEither && Boolean(address))
  if (key === undefined) throw new AppError('key_required')
  const fields = { address, account }
  if (!asks.isEither && asks.fields.some(({ id, isOptional }) => !isOptional && !fields[id])) throw new AppError('address_required')
  const isTried = known?.enabled && known.account !== null && known.status === 'connected'
  const isSame = key === kept && address === known?.settings.address && account === known?.settings.account
  if (isTried && isSame) return undefined
  const where = addressOf(connecting, { connector: manifest.id, settings: fields })
  if (isTestVersion && !isReached(reachable, where)) return { key, account: null }
  return { key, account: await accountOf(manifest, reach, { key, ...(where && { address: where }), ...(account && { account }) }) }
}

/** The key from now on: as typed, else the one that is kept. Where an address is enough, an emptied field means none. */
function givenKey(typed: string | undefined, kept: string | undefined, isEnough: boolean | undefined): string | undefined {
  if (typed && !typed.startsWith('••')) return typed
  if (isEnough && (typed === '' || kept === undefined)) return ''
  return kept || undefined
}

const accountOf = (manifest: Manifest, reach: Reach, credentials: Credentials): Promise<string> =>
  tried(manifest.id, async () => openWire({ fetch: reach, manifest, credentials }))

/** The name of an account there, for a member who waits for it. @throws key_refused, with its sentence, and far_side_silent */
export const tried = async (id: string, wire: () => Promise<Wire>): Promise<string> => (await answerOf(checked(id, wire))).account

/** All that a key or a sign-in is for. @throws Refusal */
export async function checked(id: string, wire: () => Promise<Wire>): Promise<Settled> {
  const connector = TRIED[id]
  if (!connector) throw new Error(`nothing to try a key with: ${id}`)
  return atMost(LONGEST_TRY_MS, wire().then(connector.check))
}

/** What a far side answers to someone who waits for it. @throws key_refused, with its sentence, and far_side_silent */
export async function answerOf<T>(asking: Promise<T>): Promise<T> {
  try {
    return await atMost(LONGEST_TRY_MS, asking)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.kind === 'later') throw new AppError('far_side_silent')
    throw new AppError('key_refused', {}, sentenceOf(error))
  }
}

const LONGEST_TRY_MS = 10_000

async function atMost<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Refusal('later')), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** A connection that begins, or begins again. */
export const STARTED = { status: 'connected', sentence: null, failures: 0, is_ending: false, many: null } as const

/** The columns of a key: sealed, and its end to recognise it by. */
export function sealKey(vault: Vault, row: ConnectionRow, { key, account }: Tried) {
  const { sealed, keyId } = vault.seal(key, sealedFor(row))
  return { secret: sealed, vault_key_id: keyId, secret_tail: key ? tailOf(key) : null, account }
}
