import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import { listMembersWhoAnswer } from '#features/records/guests/server/ask-queries.ts'
import { endYardAccess } from '#features/records/guests/server/let-into-yard.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { logActivity } from '#platform/server/database/rows.ts'

/** Ends, at a manager's own wish, what they see of a yard, or of all of theirs here; the farrier is notified. */
export async function leaveYard(tx: PracticeTx, actor: Actor, who: { personId: string; yardId?: string }): Promise<void> {
  for (const { yardId, toName } of await endYardAccess(tx, who)) {
    const yard = await tx.selectFrom('yards').select('name').where('id', '=', yardId).executeTakeFirstOrThrow()
    await logActivity(tx, actor, { entity: 'yards', entityId: yardId, verb: 'manager_left', before: null, after: { name: toName } })
    // One alert a yard.
    await alertMembers(
      tx,
      { ...actor, opId: uuidv7() },
      {
        memberIds: await listMembersWhoAnswer(tx),
        title: yard.name,
        body: `${toName ?? 'Its manager'} doesn’t look at your visits there any more: they ended it themselves.`,
        path: `/yards?yard=${yardId}`,
      },
    )
  }
}
