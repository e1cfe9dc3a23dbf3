// Followed by: reminders and confirmations (visits/appointments), the index of whose address it is (records/guests); posts that come down with a consent (office/integrations).

import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { logActivity, rowForChange, updateRow } from '#platform/server/database/rows.ts'

/** Where a client left a newsletter list, and when. */
type LeftList = { list: string; at: Date }

/**
 * A client objects to marketing: what waits of it does not go. Messages about their own visits do. `left`: they did so by leaving a newsletter
 * list, which the journal records. @throws client_not_found
 */
export async function withdrawConsent(tx: PracticeTx, actor: Actor, clientId: string, left?: LeftList): Promise<void> {
  const before = await rowForChange(tx, 'clients', clientId, 'client_not_found')
  const none = { marketing_consent_how: null, marketing_consent_at: null }
  if (!left) return void (await updateRow(tx, actor, before, 'clients', none, { verb: 'objected' }))
  await updateRow(tx, actor, before, 'clients', none, { isPart: true })
  const { marketing_consent_how, marketing_consent_at } = before
  await logActivity(tx, actor, {
    ...{ entity: 'clients', entityId: clientId, verb: 'left_list' },
    before: { marketing_consent_how, marketing_consent_at },
    after: { ...none, list: left.list, left_at: left.at.toISOString() },
  })
}
