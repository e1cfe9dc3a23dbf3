// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices).

import { isOff, isPencilled } from '#features/visits/appointments/rules.ts'
import { updateCompletion } from '#features/visits/appointments/server/lines.ts'
import { notifyChange } from '#features/visits/appointments/server/notify.ts'
import { listRecipients } from '#features/visits/appointments/server/queries.ts'
import type { VisitVerb } from '#features/visits/appointments/server/visit-change.ts'
import { requireMayDrive } from '#features/visits/appointments/server/visit-rights.ts'

/**
 * Finishes a visit without horses at `completedAt`, or now. A visit with horses is done when they are (data.md, Wire), and nothing here
 * undoes that. Notifies the owners of the next stops that their turn is near. @throws forbidden
 */
export const finishVisit: VisitVerb = async (tx, actor, visit, input) => {
  requireMayDrive(actor, visit.status)
  const isDone = input.isCallComplete === true || input.status === 'done'
  const recipients = isOff(visit) || isPencilled(visit) ? await listRecipients(tx, visit) : undefined
  const after = await updateCompletion(
    tx,
    actor,
    visit,
    isDone ? { isDone, at: input.completedAt ? new Date(input.completedAt) : undefined } : {},
  )
  if (recipients)
    await notifyChange(tx, actor, { before: visit, after, audience: recipients, now: recipients }, input.sendSmsNotification ?? false)
  return after
}
