// Followed by: reminders and confirmations (visits/appointments).

import { currentTime } from '#lib/clock.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { type Row, rowForChange, updateRow } from '#platform/server/database/rows.ts'

/**
 * No more texts to a client, from now on: they said STOP, or the provider says that they did. It is an objection to marketing as well. What
 * waits is stopped as its time comes. Said twice is as good as once; whether anything changed is told.
 * @throws client_not_found
 */
export async function stopTexts(tx: PracticeTx, actor: Actor, clientId: string): Promise<boolean> {
  const client = await rowForChange(tx, 'clients', clientId, 'client_not_found')
  if (isGone(client) || client.stopped_at) return false
  const changes = { stopped_at: currentTime(), marketing_consent_at: null, marketing_consent_how: null }
  await updateRow(tx, actor, client, 'clients', changes, { verb: 'texts_ended' })
  return true
}

/** Texts again, because they said START. Marketing stays off until they agree to it. @throws client_not_found */
export async function startTexts(tx: PracticeTx, actor: Actor, clientId: string): Promise<boolean> {
  const client = await rowForChange(tx, 'clients', clientId, 'client_not_found')
  if (isGone(client) || !client.stopped_at) return false
  await updateRow(tx, actor, client, 'clients', { stopped_at: null }, { verb: 'texts_begun' })
  return true
}

const isGone = (client: Row<'clients'>) => client.deleted_at !== null
