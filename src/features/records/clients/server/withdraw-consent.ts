// Followed by: reminders and confirmations (visits/appointments), the index of whose address it is (records/guests).

import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { rowForChange, updateRow } from '#platform/server/database/rows.ts'

/** A client objects to marketing: what waits of it does not go. Messages about their own visits do. @throws client_not_found */
export async function withdrawConsent(tx: PracticeTx, actor: Actor, clientId: string): Promise<void> {
  const before = await rowForChange(tx, 'clients', clientId, 'client_not_found')
  const none = { marketing_consent_how: null, marketing_consent_at: null }
  await updateRow(tx, actor, before, 'clients', none, { verb: 'objected' })
}
