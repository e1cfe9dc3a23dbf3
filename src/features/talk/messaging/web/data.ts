import { wayTo } from '#features/core/notices/rules.ts'
import type { Looked } from '#features/evidence/files/web/data.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { phoneOf } from '#features/records/clients/rules.ts'
import type { MessageRecord, ThreadRecord } from '#features/talk/messaging/contract.ts'
import { subjectOf } from '#features/talk/messaging/rules.ts'
import { attaching } from '#features/talk/messaging/web/attach.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { addFile } from '#platform/web/files/uploads.ts'
import { type Change, record } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'

/** A conversation and a message as this device holds them. */
export type KnownThread = Kept<ThreadRecord>
export type KnownMessage = Kept<MessageRecord>

/** The input of a new conversation (Spec §5 Start Conversation). */
export type ThreadWords = { clientId: string; subject: string; isEmergency: boolean }

/** Begins a conversation; the server works out an emergency's price by the hour it began. Resolves to its id. */
export async function startThread({ clientId, subject, isEmergency }: ThreadWords, memberId: string): Promise<string> {
  const id = uuidv7()
  const data = { clientId, subject: subjectOf(subject.trim(), isEmergency), isEmergency }
  const alsoShow = { ...BEGUN, lastMessageAt: currentTime().toISOString(), memberId }
  await record([{ action: 'CREATE', entity: 'threads', id, endpoint: '/api/messages/threads', data, alsoShow }])
  return id
}

const BEGUN = { emergencyRate: null, emergencyMultiplier: null, readTo: null, clientReadTo: null, lastClientAt: null, closedAt: null }

type ThreadNamed = Pick<ThreadRecord, 'id' | 'clientId'>

/** The input of a farrier's message. */
export type MessageWords = { content: string; replyToId: string | null; appointmentId: string | null; files: readonly Looked[] }

/** Writes a message on this device, with its files: the text is sent as soon as possible, the files after it. @throws NoRoom */
export async function sendMessage(thread: ThreadNamed, words: MessageWords, memberId: string): Promise<void> {
  const message = writing(thread, words, memberId)
  const [first, ...others] = words.files
  if (!first) return void (await record([message]))
  const about = { messageId: message.id, clientId: thread.clientId }
  await addFile(attaching(first, about, memberId, [message]))
  for (const file of others) await addFile(attaching(file, about, memberId))
}

function writing({ id: threadId, clientId }: ThreadNamed, words: MessageWords, memberId: string): Change & { id: string } {
  const { content, replyToId, appointmentId, files } = words
  return {
    action: 'CREATE',
    entity: 'messages',
    id: uuidv7(),
    endpoint: '/api/messages',
    data: { threadId, content: content.trim(), replyToId, appointmentId, createdAt: currentTime().toISOString() },
    alsoSend: files.length > 0 ? { withFiles: true } : {},
    alsoShow: { ...OURS, clientId, memberId },
  }
}

const OURS = { senderType: 'farrier', isAutoReply: false, via: null, delivery: 'waiting', deliveryNote: null, noticeId: null }

/** Spec §4: marks a conversation on screen as read, up to the client's last message. */
export const markRead = ({ id, lastClientAt }: Pick<ThreadRecord, 'id' | 'lastClientAt'>) =>
  record([{ action: 'UPDATE', entity: 'threads', id, data: { readTo: lastClientAt } }])

/** Archives a conversation, or reopens it; resolves to a function that undoes it, or false when it is gone from this device. */
export async function putAway({ id, closedAt }: Pick<ThreadRecord, 'id' | 'closedAt'>): Promise<false | (() => Promise<boolean>)> {
  const say = async (at: string | null) => (await record([{ action: 'UPDATE', entity: 'threads', id, data: { closedAt: at } }])) !== false
  return (await say(closedAt === null ? currentTime().toISOString() : null)) && (() => say(closedAt))
}

/** Why a client can't be written to, in words; undefined when they can. */
export function unreachableWords(client: Client): string | undefined {
  const { id, name, email, preferredChannel, stoppedAt, isActive } = client
  const way = wayTo({
    ...{ clientId: id, name, firstName: '', phoneE164: phoneOf(client), email, preferredChannel, isActive },
    stoppedAt: stoppedAt ? new Date(stoppedAt) : null,
  })
  if (way === 'no_phone') return `There's no phone number for ${name}. Add one to write to them.`
  if (way !== 'stopped') return undefined
  if (stoppedAt) return `${name} has replied STOP, so nothing can be sent to them.`
  return isActive ? `${name} doesn't want messages.` : `${name} is no longer an active client.`
}
