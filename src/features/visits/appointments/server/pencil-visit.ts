// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices).

import { requireMay } from '#features/core/practice/server/require-may.ts'
import { type VisitVerb, writeStatus } from '#features/visits/appointments/server/visit-change.ts'
import { noneIfBlank } from '#lib/blank.ts'

/** Reverts a confirmation; no one is notified, and waiting texts are cancelled. @throws forbidden, conflict */
export const pencilVisit: VisitVerb = async (tx, actor, visit, input) => {
  requireMay(actor, 'planDiary')
  const columns = { status: 'pencilled' as const, status_reason: noneIfBlank(input.statusReason) ?? null }
  return writeStatus(tx, actor, [visit, input], { columns, verb: 'changed' })
}
