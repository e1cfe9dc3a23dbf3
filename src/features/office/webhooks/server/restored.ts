import { switchOff } from '#features/office/webhooks/server/queries.ts'
import type { Restored } from '#platform/server/backup/restore.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/**
 * After a restore every webhook is off, and what waited is not sent: it may have got through since the backup, and the address may have been
 * changed or removed since. An owner looks at it and switches it on.
 */
export async function stopWebhooks(tx: PracticeTx, { practiceId }: Restored): Promise<void> {
  await switchOff(tx, { practice_id: practiceId }, 'restored')
}
