// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices).

import { requireMay } from '#features/core/practice/server/require-may.ts'
import { confirmLater } from '#features/visits/appointments/server/reminders.ts'
import { type VisitVerb, writeStatus } from '#features/visits/appointments/server/visit-change.ts'
import { noneIfBlank } from '#lib/blank.ts'

/** Confirms a pencilled visit; if it is booked already, notifies its owners of that. @throws forbidden, conflict */
export const confirmVisit: VisitVerb = async (tx, actor, visit, input) => {
  requireMay(actor, 'planDiary')
  if (visit.status === 'booked') {
    confirmLater(tx, actor, visit.id)
    return visit
  }
  const columns = { status: 'booked' as const, status_reason: noneIfBlank(input.statusReason) ?? null }
  return writeStatus(tx, actor, [visit, input], { columns, verb: 'confirmed' })
}
