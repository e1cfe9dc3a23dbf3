import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import { listMembersWhoAnswer } from '#features/records/guests/server/ask-queries.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Calls the members who answer owners about a client's way into the portal. */
export async function tellFarrier(tx: PracticeTx, actor: Actor, clientId: string, body: string): Promise<void> {
  const client = await tx.selectFrom('clients').select('name').where('id', '=', clientId).executeTakeFirst()
  await alertMembers(tx, actor, {
    memberIds: await listMembersWhoAnswer(tx),
    title: client?.name ?? 'An owner',
    body,
    path: `/clients?client=${clientId}`,
  })
}
