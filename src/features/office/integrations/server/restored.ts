import { doubtPosts } from '#features/office/integrations/server/doubt-posts.ts'
import { currentTime } from '#lib/clock.ts'
import type { Restored } from '#platform/server/backup/restore.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { exchangeAt } from '#platform/server/database/exchanges.ts'

/**
 * After a restore no worker holds a connection, and what exchanges does so at once. It has no success yet on these rows: what was moved there since
 * the backup may be a move of ours that owners know of, so it raises a question (`pass.ts`). A post that was to go may have gone: a person looks.
 */
export async function resumeConnections(tx: PracticeTx, { practiceId }: Restored): Promise<void> {
  const now = currentTime()
  await doubtPosts(tx, practiceId)
  const { numUpdatedRows } = await tx
    .updateTable('connections')
    .set({ leased_until: null, renewing_until: null, last_success_at: null, busy_read_at: null, next_at: now })
    .where('practice_id', '=', practiceId)
    .where('next_at', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await exchangeAt(tx, now)
}
