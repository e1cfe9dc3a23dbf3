import type { ApiKey, MadeApiKey, NewApiKey } from '#features/core/api-keys/contract.ts'
import { MOST_KEYS } from '#features/core/api-keys/rules.ts'
import { noteEndedKeys } from '#features/core/api-keys/server/ended-keys.ts'
import { deleteOpening, insertKey, insertOpening, type KeyRow, listKeys, revokeKeys } from '#features/core/api-keys/server/queries.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Scope } from '#lib/scopes.ts'
import type { Actor, MemberActor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity } from '#platform/server/database/rows.ts'
import { newApiKey } from '#platform/server/http/api-key.ts'

/** The practice's keys that were not revoked, the newest first. @throws forbidden for all but owners */
export async function keysOf(tx: PracticeTx, actor: Actor): Promise<ApiKey[]> {
  requireMay(actor, 'runPractice')
  const today = todayOf(actor)
  return (await listKeys(tx)).map((row) => toApiKey(row, today))
}

/**
 * Makes a key that acts for this member. The key itself is in the answer alone: we keep its hash.
 * @throws forbidden for all but owners, too_many_keys
 */
export async function makeKey(db: Database, actor: MemberActor, input: Omit<NewApiKey, 'password'>): Promise<MadeApiKey> {
  requireMay(actor, 'runPractice')
  const { key, hash } = newApiKey()
  const { practiceId, personId, memberId } = actor
  const id = uuidv7()
  return db.withPractice(practiceId, async (tx) => {
    // Two at once must not both be the fiftieth.
    await holdWriters(tx)
    if ((await listKeys(tx)).length >= MOST_KEYS) throw new AppError('too_many_keys')
    const { name, days } = input
    const scopes = [...new Set(input.scopes)]
    const today = todayOf(actor)
    const expiresOn = days === null ? null : addDays(today, days)
    await insertKey(tx, { practice_id: practiceId, id, member_id: memberId, name, scopes, expires_on: expiresOn })
    await logActivity(tx, actor, { entity: 'api_keys', entityId: id, verb: 'added', before: null, after: { name, scopes } })
    await db.withDirectory((directory) => insertOpening(directory, { key_hash: hash, id, practice_id: practiceId, person_id: personId }))
    const made = (await listKeys(tx)).find((row) => row.id === id)
    if (!made) throw new AppError('internal')
    return { key, apiKey: toApiKey(made, today) }
  })
}

/** Revokes a key: it opens nothing from then on, in a restored backup neither. @throws forbidden for all but owners, api_key_not_found */
export async function revokeKey(places: { db: Database; dataFolder?: string | undefined }, tx: PracticeTx, actor: Actor, id: string) {
  requireMay(actor, 'runPractice')
  const revoked = await revokeKeys(tx, { id })
  const [key] = revoked
  if (!key) throw new AppError('api_key_not_found')
  await logActivity(tx, actor, { entity: 'api_keys', entityId: id, verb: 'revoked', before: { name: key.name }, after: null })
  await noteEndedKeys(places.dataFolder, actor.practiceId, revoked)
  await places.db.withDirectory((directory) => deleteOpening(directory, id))
}

const todayOf = ({ zone }: Pick<Actor, 'zone'>): Day => dayOf(currentTime(), zone)

const toApiKey = ({ id, name, scopes, made_at, made_by, expires_on, last_used_on }: KeyRow, today: Day): ApiKey => ({
  id,
  name,
  scopes: scopes as Scope[],
  madeBy: made_by,
  madeAt: made_at.toISOString(),
  expiresOn: expires_on,
  isExpired: expires_on !== null && expires_on < today,
  lastUsedOn: last_used_on,
})
