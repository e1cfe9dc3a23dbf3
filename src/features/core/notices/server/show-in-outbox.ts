import type { NoticeKind } from '#features/core/notices/contract.ts'
import type { Facts } from '#features/core/notices/rules.ts'
import { insertNotice } from '#features/core/notices/server/queries.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

type About = { clientId: string; name: string } | { memberId: string; name: string }
/** What would have gone, about whom; `kind`: no practice has words for it. */
export type Shown = {
  kind: Extract<NoticeKind, 'portal_code' | 'seller_notice'>
  about: About
  channel: 'sms' | 'email'
  address: string
  subject: string
  body: string
}

/**
 * Shows in the Outbox of the test version what the server's operator would have sent: it is never sent, and no other version makes one.
 * There is one for each of the actor's events.
 */
export async function showInOutbox(tx: PracticeTx, actor: Actor, { about, ...message }: Shown): Promise<void> {
  const facts: Facts = {
    recipient: about.name,
    firstName: '',
    practiceName: actor.practiceName,
    zone: actor.zone,
    fields: { text: message.body },
  }
  await insertNotice(tx, {
    practice_id: actor.practiceId,
    id: uuidv7(),
    event_id: actor.opId,
    ...('clientId' in about ? { client_id: about.clientId } : { member_id: about.memberId }),
    ...message,
    subject: message.subject || null,
    facts,
    subject_id: null,
    hold_until: null,
    not_before: null,
    not_after: null,
    state: 'simulated',
    state_reason: null,
    is_urgent: true,
  })
}
