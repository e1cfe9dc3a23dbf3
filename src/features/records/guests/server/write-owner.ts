import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { CONSENT_PATH } from '#features/records/guests/care-rules.ts'
import { overAt } from '#features/records/guests/server/care-queries.ts'
import type { Row } from '#features/records/guests/server/care-rows.ts'
import { shortPath } from '#lib/short-links.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { addCareLink } from '#platform/server/links.ts'

/** An owner who changes their mind after the last day still finds what they agreed to. */
const OUTLIVES_MS = 30 * 86_400_000

/**
 * Sends an owner a request about an agreement by text or e-mail, or what was recorded for them: their yes, their no and its end are one tap
 * on the page it leads to. @throws no_phone, no_email, stopped
 */
export async function writeOwner(tx: PracticeTx, actor: Actor, row: Row, kind: 'care_ask' | 'care_told', text: string): Promise<void> {
  const diesAt = new Date(overAt(row.until_on, actor.zone).getTime() + OUTLIVES_MS)
  const token = await addCareLink(tx, { consentId: row.id, clientId: row.client_id, diesAt })
  const link = actor.origin + shortPath(CONSENT_PATH + token)
  const recipient = recipientOf(await requireClient(tx, row.client_id))
  await queueWords(tx, actor, kind, recipient, { text, link }, { subjectId: row.id, eventId: row.id })
}
