import { currentTime } from '#lib/clock.ts'
import type { Restored } from '#platform/server/backup/restore.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

const PROBLEM = 'The server was restored from a backup while this was being made. Start it again.'

/** After a restore: no backup holds files made for a day, so finished exports expire; unfinished ones must be requested again. */
export async function endExports(tx: PracticeTx, { practiceId }: Restored): Promise<void> {
  const ofPractice = tx.updateTable('exports').where('practice_id', '=', practiceId) // a restore may be done by a role that sees every practice
  await ofPractice.set({ dies_at: currentTime() }).where('state', '=', 'done').execute()
  await ofPractice.set({ state: 'failed', problem: PROBLEM }).where('state', 'in', ['queued', 'running']).execute()
}
