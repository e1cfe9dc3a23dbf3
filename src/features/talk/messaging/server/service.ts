import type { AutoReplyChange, WorkingDay } from '#features/core/practice/contract.ts'
import { autoReplyOf } from '#features/core/practice/rules.ts'
import { changeSettings } from '#features/core/practice/server/change-settings.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import type { Message, MessagingSettings, NewThread, Thread, ThreadChange } from '#features/talk/messaging/contract.ts'
import {
  MessageChange as MessageChangeShape,
  NewMessage as NewMessageShape,
  NewThread as NewThreadShape,
  ThreadChange as ThreadChangeShape,
} from '#features/talk/messaging/contract.ts'
import { subjectOf } from '#features/talk/messaging/rules.ts'
import { emergencyNow } from '#features/talk/messaging/server/emergency-now.ts'
import {
  findListed,
  findListedMessage,
  listMessages,
  listThreads,
  requireThread,
  searchMessages,
  type ThreadRow,
} from '#features/talk/messaging/server/queries.ts'
import { sendMessage } from '#features/talk/messaging/server/sending.ts'
import { toMessage, toMessageRecord, toThread, toThreadRecord } from '#features/talk/messaging/server/wire.ts'
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, insertRow, type MergePolicy, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type ThreadsParams = { limit: number; after?: { at: Date; id: string } | undefined; clientId?: string | undefined }

/** Conversations, the one last written in first, a page at a time. */
export const threadsPage = async (tx: PracticeTx, params: ThreadsParams): Promise<Thread[]> => (await listThreads(tx, params)).map(toThread)

/** One conversation as the list has it. @throws thread_not_found */
export async function threadOf(tx: PracticeTx, id: string): Promise<Thread> {
  const thread = await findListed(tx, id)
  if (!thread) throw new AppError('thread_not_found')
  return toThread(thread)
}

type MessagesParams = { limit: number; before?: string | undefined; after?: string | undefined }

/** A page of a conversation, oldest first. @throws thread_not_found */
export async function messagesPage(tx: PracticeTx, threadId: string, params: MessagesParams): Promise<Message[]> {
  await requireThread(tx, threadId)
  return (await listMessages(tx, threadId, params)).map(toMessage)
}

/** A message with the records it names. @throws message_not_found */
export async function messageOf(tx: PracticeTx, id: string): Promise<Message> {
  const message = await findListedMessage(tx, id)
  if (!message) throw new AppError('message_not_found')
  return toMessage(message)
}

type Sought = { words: string; limit: number; after?: { at: Date; id: string } | undefined; clientId?: string | undefined }

/** Messages that contain these words, newest first, a page at a time. */
export const foundMessages = async (tx: PracticeTx, sought: Sought): Promise<Message[]> => (await searchMessages(tx, sought)).map(toMessage)

/**
 * Begins a conversation; `id` may have been made on a device. An emergency is marked in its subject and stores its current price.
 * @throws forbidden, client_not_found, id_taken
 */
export async function startThread(tx: PracticeTx, actor: Actor, id: string, input: NewThread): Promise<ThreadRow> {
  requireMay(actor, 'sendTexts')
  await holdWriters(tx)
  const client = await requireClient(tx, idOf(input.clientId, 'client_not_found'))
  const isEmergency = input.isEmergency ?? false
  const terms = isEmergency ? await emergencyNow(tx, actor) : undefined
  return insertRow(tx, actor, 'threads', id, {
    client_id: client.id,
    subject: subjectOf(input.subject, isEmergency),
    is_emergency: isEmergency,
    emergency_rate_pence: terms?.ratePence ?? null,
    emergency_percent: terms?.percent ?? null,
    member_id: actor.memberId,
    read_to: null,
    last_client_at: null,
    last_message_at: currentTime(),
    closed_at: null,
  })
}

/** Renames a conversation, marks it read, archives or reopens it. @throws forbidden, thread_not_found, conflict */
export async function changeThread(tx: PracticeTx, actor: Actor, id: string, input: ThreadChange, baseRev?: number): Promise<ThreadRow> {
  requireMay(actor, 'sendTexts')
  const before = await rowForChange(tx, 'threads', id, 'thread_not_found')
  const { subject, closedAt, readTo } = input
  const columns = {
    subject: subject && subjectOf(subject, before.is_emergency),
    closed_at: closedAt ? new Date(closedAt) : closedAt === null ? null : undefined,
    read_to: readTo === undefined ? undefined : readFurther(before, new Date(readTo)),
  }
  const isOnlyRead = subject === undefined && closedAt === undefined
  return updateRow(tx, actor, before, 'threads', columns, { baseRev, policy: POLICY, ...(isOnlyRead && { isPart: true }) })
}

/** The furthest read position holds for all members; it never causes a conflict, nor does archiving. */
const POLICY: MergePolicy = { free: ['read_to', 'closed_at'] }

/** The read position never moves back, and never beyond the last message received. */
function readFurther({ read_to, last_client_at }: ThreadRow, to: Date): Date | undefined {
  if (last_client_at === null) return undefined
  const seen = to < last_client_at ? to : last_client_at
  return read_to && read_to >= seen ? undefined : seen
}

/** Marks all of the client's messages read, or those up to an instant. @throws forbidden, thread_not_found */
export async function markRead(tx: PracticeTx, actor: Actor, id: string, readTo?: string): Promise<ThreadRow> {
  const { last_client_at } = await requireThread(tx, id)
  const to = readTo ?? last_client_at?.toISOString()
  return changeThread(tx, actor, id, to === undefined ? {} : { readTo: to })
}

/** Working hours, and the automatic replies outside them. */
export async function messagingSettings(tx: PracticeTx): Promise<MessagingSettings> {
  const settings = await settingsOf(tx)
  return { workingHours: settings.workingHours, autoReply: autoReplyOf(settings) }
}

type Settings = { workingHours?: WorkingDay[] | undefined; autoReplySettings?: AutoReplyChange | undefined }

/** Changes the settings; a field that is absent keeps its value. @throws forbidden for all but owners */
export async function changeMessagingSettings(tx: PracticeTx, actor: Actor, input: Settings): Promise<MessagingSettings> {
  const { workingHours, autoReplySettings } = input
  await changeSettings(tx, actor, { ...(workingHours && { workingHours }), ...(autoReplySettings && { autoReply: autoReplySettings }) })
  return messagingSettings(tx)
}

export const threadSync: SyncedEntity<'threads'> = {
  toWire: toThreadRecord,
  write: { newShape: NewThreadShape, changeShape: ThreadChangeShape, create: startThread, update: changeThread, remove: refuse },
}

export const messageSync: SyncedEntity<'messages'> = {
  toWire: toMessageRecord,
  write: { newShape: NewMessageShape, changeShape: MessageChangeShape, create: sendMessage, update: refuse, remove: refuse },
}

/** A message can't be changed or removed. @throws forbidden */
async function refuse(): Promise<never> {
  throw new AppError('forbidden')
}
