import type { LONE_KINDS, LoneKind, NoticeState } from '#features/core/notices/contract.ts'
import { type Facts, wordsOf } from '#features/core/notices/rules.ts'
import { insertNotice } from '#features/core/notices/server/queries.ts'
import { sendLater } from '#features/core/notices/server/waiting.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** `recipient` is the name of who gets it; `path` is the screen that a call to a device opens. */
type LoneNotice = {
  kind: LoneKind
  eventId: string
  memberId: string
  recipient: string
  way: { channel: 'sms'; address: string } | { channel: 'push'; path: string }
  subject: string
  text: string
  notBefore?: Date
  notAfter: Date
}

/**
 * Queues a text or a call of a member's lone-worker timer; there is one per event, kind and channel. It waits for no quiet hours, and what
 * rings or is texted for no daily cap.
 */
export async function queueLone(tx: PracticeTx, actor: Actor, notice: LoneNotice): Promise<void> {
  const { kind, eventId, memberId, recipient, way, subject, text, notBefore, notAfter } = notice
  const facts: Facts = {
    recipient,
    firstName: recipient.split(' ')[0] ?? '',
    practiceName: actor.practiceName,
    zone: actor.zone,
    fields: { text },
    ...(way.channel === 'push' && { path: way.path }),
  }
  const row = await insertNotice(tx, {
    practice_id: actor.practiceId,
    id: uuidv7(),
    event_id: eventId,
    kind,
    member_id: memberId,
    channel: way.channel,
    address: way.channel === 'sms' ? way.address : '',
    ...wordsOf(kind, facts),
    subject,
    facts,
    subject_id: null,
    hold_until: null,
    not_before: notBefore ?? null,
    not_after: notAfter,
    state: 'queued',
    state_reason: null,
    is_urgent: kind !== 'lone_ask',
  })
  await sendLater(tx, row)
}

/** Stops what a member's timer has not rung and texted yet. One that is on its way can't be stopped. `reason` is a sentence. */
export async function stopLone(tx: PracticeTx, memberId: string, reason: string): Promise<void> {
  await tx
    .updateTable('notices')
    .set({ state: 'cancelled', state_reason: reason, state_at: currentTime() })
    .where('member_id', '=', memberId)
    .where('kind', 'in', ['lone_ring', 'lone_text'] satisfies LoneKind[])
    .where('state', 'in', ['held', 'queued'])
    .execute()
}

/** The outcome of one notice of a timer or of its question; undefined when there is none. */
export async function findLone(
  tx: PracticeTx,
  eventId: string,
  kind: (typeof LONE_KINDS)[number],
): Promise<{ state: NoticeState; stateAt: Date; tries: number } | undefined> {
  const row = await tx
    .selectFrom('notices')
    .select(['state', 'state_at', 'attempts'])
    .where('event_id', '=', eventId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row && { state: row.state, stateAt: row.state_at, tries: row.attempts }
}
