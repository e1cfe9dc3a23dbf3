import type { NoticeRow } from '#features/core/notices/server/queries.ts'
import { waitsUntil } from '#features/core/notices/server/wire.ts'
import { currentTime } from '#lib/clock.ts'
import type { Restored } from '#platform/server/backup/restore.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { wakeAt } from '#platform/server/database/wakes.ts'

const STOPPED = 'The server stopped while sending. It may have gone.'
const SINCE = 'It was due after the backup was made, so it may have gone.'

/**
 * After a restore, waiting notices are checked again and sent once. A notice that may have been sent, because it was being sent or was due
 * in the time after the backup, is never sent automatically; the outbox shows it, and a person decides.
 */
export async function resumeNotices(tx: PracticeTx, { practiceId, mayHaveHappenedUntil }: Restored): Promise<void> {
  await giveUp(tx, practiceId, STOPPED, ['sending'])
  const waiting = (await tx
    .selectFrom('notices')
    .selectAll()
    .where('practice_id', '=', practiceId)
    .where('state', 'in', ['held', 'queued'])
    .execute()) as NoticeRow[]
  const isDueBy = (row: NoticeRow, moment: Date | null) => moment !== null && (waitsUntil(row) ?? row.state_at) <= moment
  const doubtful = waiting.filter((row) => isDueBy(row, mayHaveHappenedUntil))
  await giveUp(
    tx,
    practiceId,
    SINCE,
    ['held', 'queued'],
    doubtful.map((row) => row.id),
  )
  // The worker that wakes finds nothing due, or sets the next wake-up.
  await wakeAt(tx, new Date(0))
}

async function giveUp(tx: PracticeTx, practiceId: string, reason: string, states: NoticeRow['state'][], ids?: string[]) {
  if (ids?.length === 0) return
  let query = tx
    .updateTable('notices')
    .set({ state: 'unknown', state_reason: reason, state_at: currentTime() })
    .where('practice_id', '=', practiceId) // a restore may be done by a role that sees every practice
    .where('state', 'in', states)
  if (ids) query = query.where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
  await query.execute()
}
