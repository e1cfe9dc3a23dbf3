import type { NoticeOutcome, WordKind } from '#features/core/notices/contract.ts'
import {
  type Facts,
  type Fields,
  HOLD_SECONDS,
  type Recipient,
  TOO_LATE,
  wayTo,
  wordingFor,
  wordsOf,
} from '#features/core/notices/rules.ts'
import { hasConsent, listAlerted } from '#features/core/notices/server/known.ts'
import { insertNotice } from '#features/core/notices/server/queries.ts'
import { sendLater } from '#features/core/notices/server/waiting.ts'
import { outcomeOf } from '#features/core/notices/server/wire.ts'
import { sendingOf } from '#features/core/practice/rules.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** An alert that no one has seen by then is out of date. */
const ALERT_MINUTES = 60
const MAYBE_SENT_REASON = 'It was requested before the server was restored from a backup, so it may have gone.'
/** Never sent automatically: a person decides. */
export const MAYBE_SENT = { state: 'unknown', state_reason: MAYBE_SENT_REASON } as const

type Options = {
  notBefore?: Date
  notAfter?: Date
  /** Requires one channel, regardless of the client's preference. */
  channel?: 'sms' | 'email'
  /** Marketing needs consent, waits for the end of the quiet hours and ends with the opt-out line. */
  purpose?: 'service' | 'marketing'
  /** Of an e-mail, in place of the kind's own. */
  subject?: string
  /** What it is about: a message, a request. */
  subjectId?: string
  /** Where an answer by e-mail belongs; else in the client's newest conversation. */
  threadId?: string
  /** Sent regardless of the daily cap. */
  isUrgent?: boolean
  /** Waits for the end of the quiet hours, though it is no marketing. */
  respectsQuiet?: boolean
  /** Is held for a moment first, in case the person takes it back. */
  isHeld?: boolean
  /** The id of the cause, where one action notifies one client twice; else `actor.opId`. */
  eventId?: string
}

/**
 * Notifies a client of something that is about no visit. There is one notice per (event, kind, recipient), so a repeated call returns the
 * first. A `message` is sent as it was typed; every other kind uses the practice's wording, with `fields` filled in.
 * @throws no_phone, no_email, stopped (except for `stop_noted`), no_consent
 */
export async function queueWords(
  tx: PracticeTx,
  actor: Actor,
  kind: WordKind,
  recipient: Recipient,
  fields: Fields,
  options: Options = {},
): Promise<NoticeOutcome> {
  const { purpose = 'service', notBefore = null, notAfter = null } = options
  const way = wayTo(kind === 'stop_noted' ? { ...recipient, stoppedAt: null } : recipient, options.channel)
  if (typeof way === 'string') throw new AppError(way)
  if (purpose === 'marketing' && !(await hasConsent(tx, recipient.clientId))) throw new AppError('no_consent')
  const settings = await settingsOf(tx)
  const facts: Facts = {
    ...envelopeOf(actor, recipient),
    ...wordingFor(kind, settings),
    ...(purpose === 'marketing' ? { optOut: sendingOf(settings).optOutLine } : {}),
    fields,
  }
  const isTooLate = notAfter !== null && notAfter <= currentTime()
  const row = await insertNotice(tx, {
    practice_id: actor.practiceId,
    id: uuidv7(),
    event_id: options.eventId ?? actor.opId,
    kind,
    client_id: recipient.clientId,
    ...way,
    ...wordsOf(kind, facts),
    ...(options.subject && { subject: options.subject }),
    facts,
    subject_id: options.subjectId ?? null,
    hold_until: options.isHeld ? new Date(currentMs() + HOLD_SECONDS * 1000) : null,
    not_before: notBefore,
    not_after: notAfter,
    state: isTooLate ? 'cancelled' : options.isHeld ? 'held' : 'queued',
    state_reason: isTooLate ? TOO_LATE : null,
    purpose,
    heeds_quiet: purpose === 'marketing' || (options.respectsQuiet ?? false),
    is_urgent: options.isUrgent ?? false,
    thread_id: options.threadId ?? null,
    ...(actor.isAgain && MAYBE_SENT),
  })
  if (row.state === 'queued' || row.state === 'held') await sendLater(tx, row)
  return outcomeOf(row)
}

/** `path` opens when the alert is pressed: `/messages?thread=...`. Without `memberIds` every active member is called. */
type Alert = { memberIds?: string[]; title: string; body: string; path: string; urgent?: boolean }

/**
 * Alerts members on their devices. An urgent alert is also texted to members with a telephone number, regardless of the daily cap. A member
 * with neither is skipped. There is one notice per (actor.opId, member, channel).
 */
export async function alertMembers(tx: PracticeTx, actor: Actor, { memberIds, title, body, path, urgent = false }: Alert): Promise<void> {
  const text = `${title}\n${body}\n${actor.origin}${path}`
  for (const member of await listAlerted(tx, memberIds)) {
    const facts = { ...envelopeOf(actor, member), fields: { text: body }, path }
    const about = { facts, member_id: member.memberId, title, body }
    if (member.hasDevice) await queueAlert(tx, actor, { ...about, channel: 'push', address: '' })
    if (urgent && member.phoneE164) await queueAlert(tx, actor, { ...about, channel: 'sms', address: member.phoneE164, body: text })
  }
}

type MemberAlert = { facts: Facts; member_id: string; channel: 'push' | 'sms'; address: string; title: string; body: string }

async function queueAlert(tx: PracticeTx, actor: Actor, { title, ...columns }: MemberAlert) {
  const row = await insertNotice(tx, {
    practice_id: actor.practiceId,
    id: uuidv7(),
    event_id: actor.opId,
    kind: 'alert',
    ...columns,
    subject: title,
    subject_id: null,
    hold_until: null,
    not_before: null,
    not_after: new Date(currentMs() + ALERT_MINUTES * 60_000),
    state: 'queued',
    state_reason: null,
    is_urgent: true,
  })
  if (row.state === 'queued') await sendLater(tx, row)
}

const envelopeOf = (actor: Actor, { name, firstName }: Pick<Recipient, 'name' | 'firstName'>) => ({
  recipient: name,
  firstName,
  practiceName: actor.practiceName,
  zone: actor.zone,
})
