import { currentTime } from '#lib/clock.ts'
import type { Restored } from '#platform/server/backup/restore.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

const PROBLEM = 'The server was restored from a backup while this was under way. Start it again.'

/** After a restore no import is running: one that was being imported changed nothing, one that was being undone is still in place. */
export async function stopImports(tx: PracticeTx, { practiceId }: Restored): Promise<void> {
  const stopped = { problem: PROBLEM, state_at: currentTime() }
  const ofPractice = tx.updateTable('imports').where('practice_id', '=', practiceId) // a restore may be done by a role that sees every practice
  await ofPractice
    .set({ ...stopped, state: 'failed' })
    .where('state', 'in', ['queued', 'running'])
    .execute()
  await ofPractice
    .set({ ...stopped, state: 'done' })
    .where('state', '=', 'undoing')
    .execute()
}
