import type { FileType } from '#features/evidence/files/rules.ts'
import { fileAway } from '#features/evidence/files/server/service.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import type { MessageVia } from '#features/talk/messaging/contract.ts'
import { LONGEST_INBOUND, LONGEST_SUBJECT } from '#features/talk/messaging/limits.ts'
import { declaresEmergency, isContinued, laterOf, MOST_RINGS, subjectOf } from '#features/talk/messaging/rules.ts'
import { callMembers, emergencyNow, isRinging } from '#features/talk/messaging/server/emergency-now.ts'
import { findBrought, findNewestOpen, type MessageRow, type ThreadRow } from '#features/talk/messaging/server/queries.ts'
import { answerByItself } from '#features/talk/messaging/server/replies.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, holdWriters, insertRow, keepServerColumns } from '#platform/server/database/rows.ts'
import { inSavepoint } from '#platform/server/database/savepoint.ts'

/** A message from a client. `files` are stored already; `providerRef` identifies it if it may arrive twice. */
export type Inbound = {
  clientId: string
  via: MessageVia
  content: string
  files?: readonly { fileId: string; fileName: string; fileType: FileType }[]
  providerRef?: string
  /** The conversation it answers; else the newest that still continues, or a new one; `isNew`: a new one in any case. */
  threadId?: string
  isNew?: boolean
  isEmergency?: boolean
  subject?: string
  /** When it was received; now by default. */
  at?: Date
}

/**
 * Adds a client's message to their conversation, unread, answers automatically if the practice wants that, and calls the members. A message
 * that arrives again under the same `providerRef` is already there, and nothing is done again.
 * @throws client_not_found
 */
export async function receiveMessage(tx: PracticeTx, actor: Actor, inbound: Inbound): Promise<{ threadId: string; messageId: string }> {
  await holdWriters(tx)
  const { via, providerRef } = inbound
  const brought = providerRef === undefined ? undefined : await findBrought(tx, via, providerRef)
  if (brought) return { threadId: brought.thread_id, messageId: brought.id }
  const client = await requireClient(tx, inbound.clientId)
  const content = inbound.content.trim().slice(0, LONGEST_INBOUND)
  const isEmergency = inbound.isEmergency ?? declaresEmergency(content)
  const found = await threadFor(tx, actor, { ...inbound, content }, isEmergency)
  const message = await addInbound(tx, actor, found, { ...inbound, content })
  const thread = await goOn(tx, found, message)
  const reply = await answerByItself(tx, actor, { thread, message, recipient: recipientOf(client) })
  if (reply) await keepServerColumns(tx, thread, 'threads', { last_message_at: reply.sent_at })
  await callMembers(tx, actor, { thread, message, client, ring: isRinging(found, message.sent_at) ? MOST_RINGS : 1 })
  return { threadId: thread.id, messageId: message.id }
}

/** An emergency never continues an earlier ordinary conversation. */
async function threadFor(tx: PracticeTx, actor: Actor, inbound: Inbound, isEmergency: boolean): Promise<ThreadRow> {
  const { clientId, threadId, via, at = currentTime() } = inbound
  const fits = (thread: ThreadRow | undefined) => thread && (thread.is_emergency || !isEmergency)
  const named = threadId ? await findRow(tx, 'threads', threadId) : undefined
  if (named && named.client_id === clientId && !named.deleted_at && fits(named)) return named
  const newest = inbound.isNew ? undefined : await findNewestOpen(tx, clientId)
  const last = newest && { isEmergency: newest.is_emergency, lastMessageAt: newest.last_message_at, closedAt: newest.closed_at }
  if (newest && last && isContinued(last, at) && fits(newest)) return newest
  const terms = isEmergency ? await emergencyNow(tx, actor, at) : undefined
  return insertRow(tx, actor, 'threads', uuidv7(), {
    client_id: clientId,
    subject: subjectOf(inbound.subject?.trim().slice(0, LONGEST_SUBJECT) || SUBJECTS[via], isEmergency),
    is_emergency: isEmergency,
    emergency_rate_pence: terms?.ratePence ?? null,
    emergency_percent: terms?.percent ?? null,
    member_id: null,
    read_to: null,
    last_client_at: null,
    last_message_at: at,
    closed_at: null,
  })
}

const SUBJECTS: Record<MessageVia, string> = { sms: 'Text message', email: 'E-mail', portal: 'Message', triage: 'Lost shoe' }

async function addInbound(tx: PracticeTx, actor: Actor, thread: ThreadRow, inbound: Inbound): Promise<MessageRow> {
  const id = uuidv7()
  // No two messages of a conversation have the same instant, so that `read_to` separates the read from the unread.
  const at = Math.max((inbound.at ?? currentTime()).getTime(), (thread.last_client_at?.getTime() ?? 0) + 1)
  const columns = { ...THEIRS, thread_id: thread.id, client_id: thread.client_id, content: inbound.content, via: inbound.via }
  const brought = { provider_ref: inbound.providerRef ?? null, sent_at: new Date(at) }
  const message = await insertRow(tx, actor, 'messages', id, { ...columns, ...brought }, { isPart: true })
  const notKept: string[] = []
  for (const file of inbound.files ?? []) {
    const words = await fileInbound(tx, actor, message, file)
    if (words) notKept.push(`[${file.fileName}: ${words}]`)
  }
  if (notKept.length === 0) return message
  return keepServerColumns(tx, message, 'messages', { content: [message.content, ...notKept].join('\n').trim() })
}

/** Files it with its message; returns a sentence if the practice's plan or the kind of file does not allow that. */
async function fileInbound(tx: PracticeTx, actor: Actor, message: MessageRow, file: NonNullable<Inbound['files']>[number]) {
  const about = { messageId: message.id, clientId: message.client_id, uploadedBy: 'client' } as const
  try {
    await inSavepoint(tx, () => fileAway(tx, actor, uuidv7(), { ...file, ...about }))
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

const THEIRS = {
  sender_type: 'client',
  member_id: null,
  reply_to_id: null,
  appointment_id: null,
  notice_id: null,
  delivery: null,
  delivery_note: null,
} as const

/** Updates the conversation after a client's message: it is unread, and reopened if it was archived. */
const goOn = (tx: PracticeTx, thread: ThreadRow, { sent_at }: MessageRow): Promise<ThreadRow> =>
  keepServerColumns(tx, thread, 'threads', {
    last_client_at: sent_at,
    last_message_at: laterOf(thread.last_message_at, sent_at),
    closed_at: null,
  })
