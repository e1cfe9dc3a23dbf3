import { realTime } from '#lib/clock.ts'
import type { Database } from '#platform/server/database/db.ts'
import { hashToken, newToken } from '#platform/server/http/session.ts'
import type { Vault } from '#platform/server/vault.ts'

/** Who signs in elsewhere, from which session here. */
export type Starter = { practiceId: string; personId: string; sessionId: string }

type Keeping = { db: Database; vault: Vault }

/** How long a member may take to sign in there. */
const LIVES_MS = 10 * 60_000
/** As many sign-ins a person has under way at once; the oldest makes room. */
const MOST_AT_ONCE = 10

/** Records that a member is led elsewhere to sign in, and returns the state they must come back with. */
export async function addStart({ db, vault }: Keeping, who: Starter, { connector, verifier }: { connector: string; verifier: string }) {
  const { token: state, hash } = newToken()
  const now = realTime()
  const { sealed, keyId } = vault.seal(verifier, sealedFor(who, connector, hash))
  await db.withDirectory(async (tx) => {
    const kept = tx.selectFrom('directory.oauth_starts').select('state_hash').where('person_id', '=', who.personId)
    await tx
      .deleteFrom('directory.oauth_starts')
      .where((eb) =>
        eb.or([
          eb('expires_at', '<=', now),
          eb.and([
            eb('person_id', '=', who.personId),
            eb('state_hash', 'not in', kept.orderBy('expires_at', 'desc').limit(MOST_AT_ONCE - 1)),
          ]),
        ]),
      )
      .execute()
    await tx
      .insertInto('directory.oauth_starts')
      .values({
        state_hash: hash,
        practice_id: who.practiceId,
        person_id: who.personId,
        session_id: who.sessionId,
        connector,
        verifier: sealed,
        vault_key_id: keyId,
        expires_at: new Date(now.getTime() + LIVES_MS),
      })
      .execute()
  })
  return state
}

/**
 * What a state was given out for, once and to the same session alone; undefined: it was never given out, is used or too old, or is someone
 * else's, for whom it stays.
 */
export async function takeStart({ db, vault }: Keeping, who: Starter, state: string) {
  const hash = hashToken(state)
  const start = await db.withDirectory((tx) =>
    tx
      .deleteFrom('directory.oauth_starts')
      .where('state_hash', '=', hash)
      .where('practice_id', '=', who.practiceId)
      .where('person_id', '=', who.personId)
      .where('session_id', '=', who.sessionId)
      .where('expires_at', '>', realTime())
      .returning(['connector', 'verifier', 'vault_key_id'])
      .executeTakeFirst(),
  )
  if (!start) return undefined
  const { connector } = start
  const verifier = vault.open({ sealed: start.verifier, keyId: start.vault_key_id }, sealedFor(who, connector, hash))
  return verifier === undefined ? undefined : { connector, verifier }
}

const sealedFor = ({ practiceId }: Starter, connector: string, hash: Buffer) => ({
  practiceId,
  connector,
  field: `start ${hash.toString('hex')}`,
})
