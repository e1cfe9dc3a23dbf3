// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices).

import { requireMay } from '#features/core/practice/server/require-may.ts'
import { OPEN, reopenLines } from '#features/visits/appointments/server/lines.ts'
import { cancelNext } from '#features/visits/appointments/server/notify-round.ts'
import { type VisitVerb, writeStatus } from '#features/visits/appointments/server/visit-change.ts'

/**
 * Opens a finished or cancelled visit again, with its horses; as pencilled if `status` requests it. Any member who drives the round may
 * undo *done*. @throws forbidden, conflict
 */
export const reopenVisit: VisitVerb = async (tx, actor, visit, input) => {
  const status = input.status === 'pencilled' ? ('pencilled' as const) : ('booked' as const)
  if (visit.status !== 'done' || status === 'pencilled') requireMay(actor, 'planDiary')
  const opened = await writeStatus(tx, actor, [visit, input], { columns: { ...OPEN, status }, verb: 'reopened', isReopening: true })
  await reopenLines(tx, actor, visit.id)
  await cancelNext(tx, actor, opened)
  return opened
}
