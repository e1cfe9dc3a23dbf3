// Followed by: reminders and confirmations (visits/appointments), the index of whose address it is (records/guests); posts that come down with a consent (office/integrations).

import { requireClient } from '#features/records/clients/server/require-client.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, updateRow } from '#platform/server/database/rows.ts'

/** Leaves a client's horses out of the boards of yards, or shows them again: their own wish. @throws client_not_found */
export async function hideFromYard(tx: PracticeTx, actor: Actor, clientId: string, hides: boolean): Promise<void> {
  await holdWriters(tx)
  const client = await requireClient(tx, clientId)
  if (client.hides_from_yard === hides) return
  await updateRow(tx, actor, client, 'clients', { hides_from_yard: hides }, { verb: hides ? 'left_yard_board' : 'joined_yard_board' })
}
