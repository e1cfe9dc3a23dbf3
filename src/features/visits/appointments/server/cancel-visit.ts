// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices).

import { requireMay } from '#features/core/practice/server/require-may.ts'
import { type VisitVerb, writeStatus } from '#features/visits/appointments/server/visit-change.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { AppError } from '#lib/errors.ts'

/**
 * Cancels a visit, or records that no one was there (status `no_show`). @throws forbidden; conflict when it was finished in the meantime
 */
export const cancelVisit: VisitVerb = async (tx, actor, visit, input) => {
  requireMay(actor, 'planDiary')
  if (visit.status === 'done') throw new AppError('conflict', { fields: ['status'], row: visit })
  const status = input.status === 'no_show' ? ('no_show' as const) : ('cancelled' as const)
  const columns = { status, status_reason: noneIfBlank(input.statusReason) ?? null }
  return writeStatus(tx, actor, [visit, input], { columns, verb: 'cancelled' })
}
