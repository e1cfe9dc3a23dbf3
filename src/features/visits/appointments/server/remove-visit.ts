// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices).

import { dropWaiting } from '#features/core/notices/server/service.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { listLines, type VisitRecord, visitForChange } from '#features/visits/appointments/server/queries.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow } from '#platform/server/database/rows.ts'

/**
 * Removes a visit entered by mistake, with its lines; no one is notified, and what waits to be sent about it is dropped. @throws forbidden,
 * appointment_not_found, conflict
 */
export async function removeVisit(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<VisitRecord> {
  requireMay(actor, 'planDiary')
  const before = await visitForChange(tx, id, baseRev)
  const gone = await deleteRow(tx, actor, before, 'appointments', { baseRev })
  for (const line of await listLines(tx, id)) await deleteRow(tx, actor, line, 'visit_horses')
  await dropWaiting(tx, actor, id, 'The visit was removed.')
  return gone
}
