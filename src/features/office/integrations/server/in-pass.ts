import type { FarPost } from '#connectors/kit/poster.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import { firstOwner } from '#features/core/practice/server/first-owner.ts'
import type { Connecting, Log } from '#features/office/integrations/server/connecting.ts'
import { leaseConnection, releaseLease } from '#features/office/integrations/server/exchange-queries.ts'
import { afterFailure } from '#features/office/integrations/server/failing.ts'
import { inLease, LeaseLost } from '#features/office/integrations/server/lease.ts'
import { revokeThere } from '#features/office/integrations/server/oauth-revoke.ts'
import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import { currentTime } from '#lib/clock.ts'
import type { MemberActor } from '#platform/server/actor.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'

/** What an exchange needs; `pictures`: those of posts. */
export type Exchanging = Connecting & { origin: string; log: Log; pictures?: Pictures }

/** The picture that leaves, of a file by its hash, of no more bytes than this; undefined: it is not made yet. */
type Pictures = (sha256: string, most: number) => Promise<FarPost['picture'] | undefined>

/**
 * A pass: one connection, held by its lease. `actor`: its member; for the practice's connections, its owner. `ended`: how it was last, once the pass
 * has ended it.
 */
export type Pass = Exchanging & { row: ConnectionRow; actor: MemberActor; ended?: ConnectionRow | undefined }

/**
 * One worker's pass over a connection: it is leased, what the far side refuses makes it wait or stop, and it is given back. Another worker's is
 * left alone.
 */
export async function inPass<E extends Exchanging>(
  exchanging: E,
  { practice_id, id }: ConnectionRow,
  work: (pass: E & Pass) => Promise<unknown>,
): Promise<void> {
  const { db, origin } = exchanging
  const row = await db.withPractice(practice_id, (tx) => leaseConnection(tx, id, currentTime()))
  if (!row) return
  const memberId = row.member_id ?? (await db.withPractice(practice_id, firstOwner))
  const pass: E & Pass = { ...exchanging, row, actor: { ...(await actorOfPractice(db, practice_id, { origin })), memberId } }
  try {
    await work(pass).catch((error) => {
      if (!(error instanceof Refusal)) throw error
      return inLease(pass, (tx) => afterFailure(tx, pass.actor, pass.row, error, currentTime()))
    })
    await revokeThere(pass, pass.ended)
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
  } finally {
    await db.withPractice(practice_id, (tx) => releaseLease(tx, pass.row)).catch(() => {})
  }
}
