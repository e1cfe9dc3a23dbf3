import { type Recipient, wayTo } from '#features/core/notices/rules.ts'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { autoReplyOf } from '#features/core/practice/rules.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import {
  closedSince,
  deliveryOf,
  EMERGENCY_REPLY_HOURS,
  fillReply,
  isWorkingAt,
  opensInWords,
  priceInWords,
} from '#features/talk/messaging/rules.ts'
import { isAutoAnswered, type MessageRow, type ThreadRow } from '#features/talk/messaging/server/queries.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { insertRow } from '#platform/server/database/rows.ts'

type Received = { thread: ThreadRow; message: MessageRow; recipient: Recipient }

/**
 * The practice's automatic reply to a message that has just come, on the same channel: to an emergency its price, outside working
 * hours when the practice opens again; each once per thread and evening. Undefined: no reply.
 */
export async function answerByItself(tx: PracticeTx, actor: Actor, received: Received): Promise<MessageRow | undefined> {
  const { thread, message, recipient } = received
  const channel = message.via === 'sms' || message.via === 'email' ? message.via : undefined
  const way = wayTo(recipient, channel)
  if (typeof way === 'string') return undefined
  const content = await replyTo(tx, actor, received)
  if (content === undefined) return undefined
  const id = uuidv7()
  const outcome = await queueWords(
    tx,
    actor,
    'auto_reply',
    recipient,
    { text: content },
    {
      ...(channel && { channel }),
      subjectId: id,
      subject: thread.subject,
      threadId: thread.id,
      isUrgent: thread.is_emergency,
    },
  )
  const columns = { ...OURS, thread_id: thread.id, client_id: thread.client_id, content, reply_to_id: null, via: way.channel }
  const sent = { notice_id: outcome.noticeId, delivery: deliveryOf(outcome.state), sent_at: new Date(message.sent_at.getTime() + 1) }
  return insertRow(tx, actor, 'messages', id, { ...columns, ...sent }, { isPart: true })
}

const OURS = {
  sender_type: 'farrier',
  member_id: null,
  appointment_id: null,
  is_auto_reply: true,
  provider_ref: null,
  delivery_note: null,
} as const

async function replyTo(tx: PracticeTx, actor: Actor, { thread, message, recipient }: Received): Promise<string | undefined> {
  const settings = await settingsOf(tx)
  const reply = autoReplyOf(settings)
  const at = message.sent_at
  const opens = opensInWords(settings, at, actor.zone)
  const price = priceInWords({ ratePence: thread.emergency_rate_pence ?? 0, percent: thread.emergency_percent ?? 100 })
  const fill = (template: string) => fillReply(template, { name: recipient.firstName, opens, price })
  if (thread.is_emergency && reply.isEmergencyEnabled) {
    const since = new Date(at.getTime() - EMERGENCY_REPLY_HOURS * 3_600_000)
    return (await isAutoAnswered(tx, thread.id, since)) ? undefined : fill(reply.emergencyMessage)
  }
  if (!reply.isEnabled || isWorkingAt(settings, at, actor.zone)) return undefined
  return (await isAutoAnswered(tx, thread.id, closedSince(settings, at, actor.zone))) ? undefined : fill(reply.message)
}
