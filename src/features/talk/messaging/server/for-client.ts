import { sql } from 'kysely'
import { LONGEST_SUBJECT } from '#features/talk/messaging/limits.ts'
import { declaresEmergency, type EmergencyTerms } from '#features/talk/messaging/rules.ts'
import { emergencyNow } from '#features/talk/messaging/server/emergency-now.ts'
import { findFileIn, isNewToClient, listMessages, type ShownFile, type ThreadRow } from '#features/talk/messaging/server/queries.ts'
import { type Inbound, receiveMessage } from '#features/talk/messaging/server/receive-message.ts'
import { type Part, partOf } from '#features/talk/messaging/server/shown.ts'
import { currentTime } from '#lib/clock.ts'
import { isUuid, uuidOf } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { GuestTx, PracticeTx } from '#platform/server/database/db.ts'
import { findRow, holdWriters, keepServerColumns } from '#platform/server/database/rows.ts'

/* A client's conversations as they read and write them themselves, signed in. */

/** A conversation as the client's list has it. */
export type ClientThread = {
  id: string
  subject: string
  isEmergency: boolean
  lastAt: Date
  last: string
  isLastTheirs: boolean
  /** Messages of the practice's that they have not read, here or by answering. */
  unread: number
}

/** In a conversation never opened here, messages this old count as read elsewhere. */
const FORGOTTEN_DAYS = 30

const UNREAD = sql`m.sender_type = 'farrier' and not m.is_auto_reply and m.deleted_at is null
  and m.sent_at > greatest(coalesce(t.client_read_to, clock_now() - make_interval(days => ${FORGOTTEN_DAYS}::int)), t.last_client_at)`

/** The conversations of the clients that the guest is there for, the last written in first. */
export async function listClientThreads(tx: GuestTx, most = 50): Promise<ClientThread[]> {
  const { rows } = await sql<ClientThread>`
    select t.id, t.subject, t.is_emergency as "isEmergency", t.last_message_at as "lastAt", coalesce(l.content, '') as last,
      coalesce(l.sender_type = 'client', false) as "isLastTheirs",
      (select count(*)::int from messages m where m.practice_id = t.practice_id and m.thread_id = t.id and ${UNREAD}) as unread
    from threads t
    left join lateral (select m.content, m.sender_type from messages m
      where m.practice_id = t.practice_id and m.thread_id = t.id and m.deleted_at is null order by m.sent_at desc, m.id desc limit 1) l on true
    where t.deleted_at is null order by t.last_message_at desc, t.id desc limit ${most}`.execute(tx)
  return rows
}

/** How many messages of the practice's they have not read, for all clients that the guest is there for. */
export async function countUnread(tx: GuestTx): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from threads t join messages m on m.practice_id = t.practice_id and m.thread_id = t.id
    where t.deleted_at is null and ${UNREAD}`.execute(tx)
  return rows[0]?.unread ?? 0
}

/** The most messages that a page shows of a conversation, the newest. */
const MOST_SHOWN = 100

type Which = { clientId: string; threadId: string }

/** A conversation of a client's. Undefined: it is not theirs. */
export async function threadOfClient(tx: PracticeTx, { clientId, threadId }: Which): Promise<ThreadRow | undefined> {
  const thread = isUuid(threadId) ? await findRow(tx, 'threads', threadId) : undefined
  return thread && !thread.deleted_at && thread.client_id === clientId ? thread : undefined
}

/** Reads a client's conversation for its page. Undefined: it is not theirs. */
export async function conversationOf(tx: PracticeTx, actor: Actor, which: Which): Promise<Part | undefined> {
  const thread = await threadOfClient(tx, which)
  return thread && partOf(tx, actor, thread, await listMessages(tx, thread.id, { limit: MOST_SHOWN }))
}

/** Notes that a client has read a conversation, where something in it was new to them; the practice's devices show it. */
export async function markSeen(tx: PracticeTx, which: Which): Promise<void> {
  const before = await threadOfClient(tx, which)
  if (!before || !(await isNewToClient(tx, before))) return
  await holdWriters(tx)
  const thread = await threadOfClient(tx, which)
  if (thread) await keepServerColumns(tx, thread, 'threads', { client_read_to: currentTime() })
}

/** A file in a client's conversation. */
export const fileOfClient = async (tx: PracticeTx, { id, ...which }: Which & { id: string }): Promise<ShownFile | undefined> =>
  isUuid(id) && isUuid(which.threadId) ? findFileIn(tx, { ...which, id }) : undefined

/** What an emergency costs that begins now. */
export const emergencyTermsNow = (tx: PracticeTx, actor: Actor): Promise<EmergencyTerms> => emergencyNow(tx, actor)

/** What a client writes. `hasSaid`: they know what an emergency costs, and chose whether it is one. */
export type Written = Pick<Inbound, 'content' | 'files'> & {
  formId: string
  subject?: string
  threadId?: string
  isEmergency: boolean
  hasSaid: boolean
}

/** Whether a message reads like an emergency that its author has not declared: the price comes first. */
export const isToBeAsked = ({ content, isEmergency, hasSaid }: Written): boolean => !hasSaid && !isEmergency && declaresEmergency(content)

/**
 * Adds what a client writes to their conversation, or begins one; the same `formId` again is one message. It is an emergency only where
 * they declare one, because that has a price. Undefined: the conversation is not theirs.
 */
export async function writeAsClient(
  tx: PracticeTx,
  actor: Actor,
  clientId: string,
  written: Written,
): Promise<{ threadId: string; messageId: string } | undefined> {
  const { formId, threadId, content, files, subject, isEmergency } = written
  const thread = threadId === undefined ? undefined : await threadOfClient(tx, { clientId, threadId })
  if (threadId !== undefined && !thread) return undefined
  const providerRef = uuidOf('portal', clientId, formId)
  return receiveMessage(
    tx,
    { ...actor, opId: providerRef },
    {
      ...{ clientId, via: 'portal', content, files: files ?? [], providerRef },
      isEmergency: isEmergency || (thread?.is_emergency ?? false),
      ...(thread && { threadId: thread.id }),
      ...(subject && { subject: subject.slice(0, LONGEST_SUBJECT) }),
      ...(!thread && { isNew: true }),
    },
  )
}
