// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices).

import type { CANCEL_REASONS } from '#features/visits/appointments/rules.ts'
import { changeVisit } from '#features/visits/appointments/server/change-visit.ts'
import { removeLine } from '#features/visits/appointments/server/lines.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow } from '#platform/server/database/rows.ts'

type OnVisit = { lineId: string; clientId: string; name: string; plannedWork: string | null }

const REASON: (typeof CANCEL_REASONS)[number] = 'Owner asked'

/**
 * Takes an owner's horses off a visit (`own`); with no other owner's on it, the visit is cancelled. Where it was booked for that owner, it
 * passes to the owner of the first horse that stays, and a title that names a horse that left names those that stay. The owner is texted
 * that it is off, as at any cancellation.
 * @throws forbidden, conflict, visit_horse_not_found
 */
export async function cancelForOwner(
  tx: PracticeTx,
  actor: Actor,
  visitId: string,
  { clientId, own, rest }: { clientId: string; own: readonly OnVisit[]; rest: readonly OnVisit[] },
): Promise<void> {
  const [first] = rest
  if (!first) {
    await changeVisit(tx, actor, visitId, { status: 'cancelled', statusReason: REASON, sendSmsNotification: true })
    return
  }
  const visit = await findRow(tx, 'appointments', visitId)
  const isTheirs = visit?.client_id === clientId && rest.every((line) => line.clientId !== clientId)
  const isNamed = own.some(({ name }) => visit?.title.includes(name))
  if (isTheirs || isNamed)
    await changeVisit(tx, actor, visitId, {
      ...(isTheirs && { clientId: first.clientId }),
      ...(isNamed && { title: rest.map(titled).join('; ').slice(0, LONGEST_TITLE) }),
    })
  for (const { lineId } of own) await removeLine(tx, actor, lineId)
}

const titled = ({ name, plannedWork }: OnVisit) => (plannedWork ? `${name}, ${plannedWork.toLowerCase()}` : name)
const LONGEST_TITLE = 200
