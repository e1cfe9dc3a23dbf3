import type { SubscriptionInput } from '#features/core/notices/alerts-contract.ts'
import { currentTime } from '#lib/clock.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'

/** Registers a phone for the person who is signed in there, in place of what its session registered before, and of any earlier person. */
export async function keepPush(tx: DirectoryTx, { sessionId, personId }: GuestSession, input: SubscriptionInput): Promise<void> {
  await dropPush(tx, sessionId)
  const own = { session_id: sessionId, person_id: personId, p256dh: input.p256dh, auth: input.auth, made_at: currentTime() }
  await tx
    .insertInto('directory.pushes')
    .values({ endpoint: input.endpoint, ...own })
    .onConflict((clash) => clash.column('endpoint').doUpdateSet(own))
    .execute()
}

/** Stops it. */
export const dropPush = (tx: DirectoryTx, sessionId: string) =>
  tx.deleteFrom('directory.pushes').where('session_id', '=', sessionId).execute()
