// Followed by: reminders and confirmations (visits/appointments), the index of whose address it is (records/guests); posts that come down with a consent (office/integrations).

import { currentTime } from '#lib/clock.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { type Row, rowForChange, updateRow } from '#platform/server/database/rows.ts'

/**
 * Stops all texts to a client from now on: they replied STOP, or the provider reports that they did. This is an objection to marketing as
 * well. Waiting texts are cancelled when they fall due. A repeated call changes nothing. Returns whether anything changed.
 * @throws client_not_found
 */
export async function stopTexts(tx: PracticeTx, actor: Actor, clientId: string): Promise<boolean> {
  const client = await rowForChange(tx, 'clients', clientId, 'client_not_found')
  if (isGone(client) || client.stopped_at) return false
  const changes = { stopped_at: currentTime(), marketing_consent_at: null, marketing_consent_how: null }
  await updateRow(tx, actor, client, 'clients', changes, { verb: 'texts_ended' })
  return true
}

/** Allows texts again, because the client replied START. Marketing stays off until they agree to it. @throws client_not_found */
export async function startTexts(tx: PracticeTx, actor: Actor, clientId: string): Promise<boolean> {
  const client = await rowForChange(tx, 'clients', clientId, 'client_not_found')
  if (isGone(client) || !client.stopped_at) return false
  await updateRow(tx, actor, client, 'clients', { stopped_at: null }, { verb: 'texts_begun' })
  return true
}

const isGone = (client: Row<'clients'>) => client.deleted_at !== null
