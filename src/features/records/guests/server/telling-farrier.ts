import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import { may } from '#features/core/practice/rules.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Calls the members who may see to it about a client's way into the portal. */
export async function tellFarrier(tx: PracticeTx, actor: Actor, clientId: string, body: string): Promise<void> {
  const members = await tx
    .selectFrom('members')
    .select(['id', 'role'])
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  const client = await tx.selectFrom('clients').select('name').where('id', '=', clientId).executeTakeFirst()
  await alertMembers(
    tx,
    // Two clients may be spoken of in one request.
    { ...actor, opId: uuidv7() },
    {
      memberIds: members.flatMap(({ id, role }) => (may(role, 'sendTexts') ? [id] : [])),
      title: client?.name ?? 'An owner',
      body,
      path: `/clients?client=${clientId}`,
    },
  )
}
