import { isSoon } from '#features/core/notices/quiet.ts'
import { insertNotice, type NoticeRow } from '#features/core/notices/server/queries.ts'
import { uuidv7 } from '#lib/ids.ts'
import { NO_PERSON } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/**
 * A client who reads in the portal is notified on their phone or by e-mail. When a visit within a day is moved or cancelled a text goes as
 * well, because the other may stay unread until the farrier was due. `going`: notices about to leave; the texts leave with those due next.
 */
export async function alsoByText(tx: PracticeTx, going: readonly NoticeRow[], now: Date): Promise<void> {
  const news = going.filter(
    ({ channel, client_id, kind, facts, attempts }) =>
      (channel === 'email' || (channel === 'push' && client_id)) &&
      attempts === 0 &&
      (kind === 'moved' || kind === 'cancelled') &&
      isSoon(facts, now),
  )
  if (news.length === 0) return
  const phones = await phonesOfPortal(
    tx,
    news.flatMap(({ client_id }) => client_id ?? []),
  )
  for (const { client_id, practice_id, event_id, kind, subject, body, facts, subject_id, not_after, heeds_quiet } of news) {
    const address = client_id && phones.get(client_id)
    if (!address) continue
    await insertNotice(tx, {
      ...{
        practice_id,
        id: uuidv7(),
        event_id,
        kind,
        client_id,
        channel: 'sms',
        address,
        subject,
        body,
        facts,
        subject_id,
        not_after,
        heeds_quiet,
      },
      ...{ hold_until: null, not_before: null, state: 'queued', state_reason: null },
    })
  }
}

/** The numbers of those clients who prefer the portal. */
async function phonesOfPortal(tx: PracticeTx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('clients')
    .select(['id', 'phone_e164'])
    .where('id', 'in', [...ids, NO_PERSON])
    .where('preferred_channel', '=', 'portal')
    .execute()
  return new Map(rows.flatMap(({ id, phone_e164 }) => (phone_e164 ? [[id, phone_e164] as const] : [])))
}
