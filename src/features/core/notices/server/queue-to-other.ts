import type { NoticeState } from '#features/core/notices/contract.ts'
import { type Facts, type Fields, wordingFor, wordsOf } from '#features/core/notices/rules.ts'
import { insertNotice, lockNotice, updateNotice } from '#features/core/notices/server/queries.ts'
import { sendLater } from '#features/core/notices/server/waiting.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

type ToOther = {
  kind?: OtherKind
  /** Whose record lists it: a client's, or that of the member who sends it. */
  about: { clientId: string } | { memberId: string }
  /** The recipient's name. */
  recipient: string
  way: { channel: 'sms' | 'email'; address: string }
  fields: Fields
  /** What it is about, and its event. */
  subjectId: string
  notAfter: Date
}

/** An invitation or an answer to a helper, a sharer or the manager of a yard; or an invitation to a vet or a para-professional. */
type OtherKind = 'portal_other' | 'answered_other' | 'care_invite'

const STOPPED = 'Whoever has this number or address has asked for no more texts.'

/**
 * Queues an invitation to someone who is no client, at an address that was typed, or an answer to them. Where a client with that address
 * wants no more texts nothing is sent, and only the outbox shows it: the person who typed the address learns nothing about that client.
 */
export async function queueToOther(tx: PracticeTx, actor: Actor, notice: ToOther): Promise<NoticeState> {
  const { kind = 'portal_other', about, recipient, way, fields, subjectId, notAfter } = notice
  const facts: Facts = {
    recipient,
    firstName: recipient.split(/\s+/)[0] ?? '',
    practiceName: actor.practiceName,
    zone: actor.zone,
    ...wordingFor(kind, await settingsOf(tx)),
    fields,
  }
  const isStopped = await hasStopped(tx, way.address)
  const row = await insertNotice(tx, {
    practice_id: actor.practiceId,
    id: uuidv7(),
    event_id: subjectId,
    kind,
    ...('clientId' in about ? { client_id: about.clientId } : { member_id: about.memberId }),
    ...way,
    ...wordsOf(kind, facts),
    facts,
    subject_id: subjectId,
    hold_until: null,
    not_before: null,
    not_after: notAfter,
    state: isStopped ? 'cancelled' : 'queued',
    state_reason: isStopped ? STOPPED : null,
    is_urgent: false,
  })
  if (row.state === 'queued') await sendLater(tx, row)
  return row.state
}

/** Stops an invitation that has not left yet. `reason` is a sentence. */
export async function stopToOther(tx: PracticeTx, subjectId: string, reason: string): Promise<void> {
  const waiting = await tx
    .selectFrom('notices')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('kind', 'in', ['portal_other', 'care_invite'])
    .where('state', '=', 'queued')
    .execute()
  for (const { id } of waiting) {
    const row = await lockNotice(tx, id)
    if (row?.state === 'queued') await updateNotice(tx, row, 'cancelled', { state_reason: reason })
  }
}

const hasStopped = async (tx: PracticeTx, address: string): Promise<boolean> =>
  (await tx
    .selectFrom('clients')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('stopped_at', 'is not', null)
    .where(({ or, eb, fn }) => or([eb('phone_e164', '=', address), eb(fn<string>('lower', ['email']), '=', address)]))
    .limit(1)
    .executeTakeFirst()) !== undefined
