import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Alerts the members to what was written about a horse, or withdrawn. */
export const tellOfNote = (
  tx: PracticeTx,
  actor: Actor,
  { horseId, horseName, body }: { horseId: string; horseName: string; body: string },
): Promise<void> => alertMembers(tx, actor, { title: horseName, body, path: `/horses?horse=${horseId}&tab=details` })
