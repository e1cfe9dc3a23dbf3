import { type Recipient, wayTo } from '#features/core/notices/rules.ts'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import type { NewMessage } from '#features/talk/messaging/contract.ts'
import { messagePath } from '#features/talk/messaging/message-page.ts'
import { deliveryOf, laterOf, STALE_HOURS } from '#features/talk/messaging/rules.ts'
import { type MessageRow, requireThread, type ThreadRow } from '#features/talk/messaging/server/queries.ts'
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { shortPath } from '#lib/short-links.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, holdWriters, insertRow, keepServerColumns } from '#platform/server/database/rows.ts'
import { addMessageLink } from '#platform/server/links.ts'

/**
 * Writes to the client of a conversation. The text is queued in the same transaction, and not sent if it was written more than 12 hours
 * ago. `id` may have been made on a device.
 * @throws forbidden, thread_not_found, message_not_found (it replies to), appointment_not_found, id_taken, no_phone, stopped
 */
export async function sendMessage(tx: PracticeTx, actor: Actor, id: string, input: NewMessage): Promise<MessageRow> {
  requireMay(actor, 'sendTexts')
  await holdWriters(tx)
  const thread = await requireThread(tx, idOf(input.threadId, 'thread_not_found'))
  if (await findRow(tx, 'messages', id)) throw new AppError('id_taken')
  const named = { reply_to_id: await repliedTo(tx, thread, input), appointment_id: await visitNamed(tx, input) }
  const client = await requireClient(tx, thread.client_id)
  const recipient = recipientOf(client)
  const now = currentTime()
  const written = input.createdAt ? new Date(input.createdAt) : now
  const sent_at = new Date(Math.min(written.getTime(), now.getTime()))
  const text = await textOf(tx, actor, { id, client, input })
  const going = await queueMessage(tx, actor, { id, text, thread, recipient, sent_at })
  const message = await insertRow(
    tx,
    actor,
    'messages',
    id,
    {
      ...OURS,
      ...named,
      ...going,
      thread_id: thread.id,
      client_id: thread.client_id,
      member_id: actor.memberId,
      content: input.content,
      sent_at,
    },
    { isPart: true },
  )
  await keepServerColumns(tx, thread, 'threads', {
    ...{ last_message_at: laterOf(thread.last_message_at, sent_at), closed_at: null },
    ...unreadFrom(thread, sent_at),
  })
  return message
}

/** What was written without a signal arrives after the client has read what came later; they have not read it. */
const unreadFrom = ({ client_read_to }: ThreadRow, sentAt: Date) =>
  client_read_to && sentAt <= client_read_to ? { client_read_to: new Date(sentAt.getTime() - 1) } : {}

const OURS = { sender_type: 'farrier', is_auto_reply: false, provider_ref: null } as const

type Worded = { id: string; client: Awaited<ReturnType<typeof requireClient>>; input: NewMessage }

/**
 * The message as a text. For a client who reads and answers on their own page it links to that page alone. A text carries no file, so it
 * links to the page where the files are.
 */
async function textOf(tx: PracticeTx, actor: Actor, { id, client, input }: Worded): Promise<string> {
  const isOnPage = client.preferred_channel === 'portal'
  if (!isOnPage && !input.withFiles) return input.content
  const link = actor.origin + shortPath(messagePath(await addMessageLink(tx, { messageId: id, clientId: client.id })))
  return isOnPage ? `You have a message. Read and answer it here: ${link}\n${actor.practiceName}` : `${input.content}\nSee it here: ${link}`
}

type Going = { id: string; text: string; thread: ThreadRow; recipient: Recipient; sent_at: Date }

async function queueMessage(tx: PracticeTx, actor: Actor, { id, text, thread, recipient, sent_at }: Going) {
  const way = wayTo(recipient)
  const outcome = await queueWords(
    tx,
    actor,
    'message',
    recipient,
    { text },
    {
      subjectId: id,
      subject: thread.subject,
      threadId: thread.id,
      isUrgent: thread.is_emergency,
      notAfter: new Date(sent_at.getTime() + STALE_HOURS * 3_600_000),
    },
  )
  const delivery = deliveryOf(outcome.state)
  const via = typeof way === 'string' ? null : way.channel
  return { via, notice_id: outcome.noticeId, delivery, delivery_note: delivery === 'stopped' ? STALE : null }
}

const STALE = `This was written more than ${STALE_HOURS} hours before it could be sent, so it wasn't sent.`

async function repliedTo(tx: PracticeTx, thread: ThreadRow, { replyToId }: NewMessage): Promise<string | null> {
  if (!replyToId) return null
  const message = await findRow(tx, 'messages', idOf(replyToId, 'message_not_found'))
  if (message?.thread_id !== thread.id || message.deleted_at) throw new AppError('message_not_found')
  return message.id
}

async function visitNamed(tx: PracticeTx, { appointmentId }: NewMessage): Promise<string | null> {
  if (!appointmentId) return null
  const visit = await findRow(tx, 'appointments', idOf(appointmentId, 'appointment_not_found'))
  if (!visit || visit.deleted_at) throw new AppError('appointment_not_found')
  return visit.id
}
