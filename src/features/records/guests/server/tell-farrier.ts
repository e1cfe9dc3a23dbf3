import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import { listMembersWhoAnswer } from '#features/records/guests/server/ask-queries.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Alerts the members who answer owners to what a client did in the portal; `path`: the screen that the alert opens, in place of the client. */
export async function tellFarrier(
  tx: PracticeTx,
  actor: Actor,
  { clientId, body, path = `/clients?client=${clientId}` }: FarrierNotice,
): Promise<void> {
  const client = await tx.selectFrom('clients').select('name').where('id', '=', clientId).executeTakeFirst()
  await alertMembers(tx, actor, {
    memberIds: await listMembersWhoAnswer(tx),
    title: client?.name ?? 'An owner',
    body,
    path,
  })
}

type FarrierNotice = { clientId: string; body: string; path?: string }
