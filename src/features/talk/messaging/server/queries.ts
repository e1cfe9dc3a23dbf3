import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, type Row } from '#platform/server/database/rows.ts'

export type ThreadRow = Row<'threads'>
export type MessageRow = Row<'messages'>
export type ListedThread = ThreadRow & {
  client_name: string
  client_phone: string | null
  unread: number
  last_content: string | null
  last_sender: 'farrier' | 'client' | null
}
export type ListedMessage = MessageRow & {
  read_to: Date | null
  reply_sender: 'farrier' | 'client' | null
  reply_content: string | null
  visit_day: string | null
  visit_time: string | null
  visit_horse: string | null
  files: { id: string; fileName: string; fileType: string; fileUrl: string | null }[]
}

/** @throws thread_not_found when the practice has no such conversation, or it was deleted */
export async function requireThread(tx: PracticeTx, id: string): Promise<ThreadRow> {
  const thread = await findRow(tx, 'threads', id)
  if (!thread || thread.deleted_at) throw new AppError('thread_not_found')
  return thread
}

type ThreadsParams = { limit: number; after?: { at: Date; id: string } | undefined; clientId?: string | undefined }

/** Conversations, the one last written in first; `after` is where the previous page ended. */
export const listThreads = (tx: PracticeTx, { limit, after, clientId }: ThreadsParams): Promise<ListedThread[]> =>
  threadsWhere(
    tx,
    sql`t.deleted_at is null
      and ${after ? sql`(t.last_message_at, t.id) < (${after.at}, ${after.id})` : sql`true`}
      and ${clientId ? sql`t.client_id = ${clientId}` : sql`true`}
      order by t.last_message_at desc, t.id desc limit ${limit}`,
  )

/** One conversation, as the list has it. */
export const findListed = async (tx: PracticeTx, id: string): Promise<ListedThread | undefined> =>
  (await threadsWhere(tx, sql`t.deleted_at is null and t.id = ${id}`))[0]

// Unread counts and last messages are read only for the threads of the page, each through the index of its conversation.
const threadsWhere = async (tx: PracticeTx, condition: RawBuilder<unknown>): Promise<ListedThread[]> =>
  (
    await sql<ListedThread>`
      with page as (select t.* from threads t where ${condition})
      select t.*, c.name as client_name, c.phone_as_typed as client_phone, u.unread, l.content as last_content, l.sender_type as last_sender
      from page t join clients c on c.practice_id = t.practice_id and c.id = t.client_id
        cross join lateral (select count(*)::int as unread from messages m
          where m.practice_id = t.practice_id and m.thread_id = t.id and m.sender_type = 'client' and m.deleted_at is null
            and m.sent_at > coalesce(t.read_to, '-infinity')) u
        left join lateral (select m.content, m.sender_type from messages m
          where m.practice_id = t.practice_id and m.thread_id = t.id and m.deleted_at is null
          order by m.sent_at desc, m.id desc limit 1) l on true
      order by t.last_message_at desc, t.id desc`.execute(tx)
  ).rows

type MessagesParams = { limit: number; before?: string | undefined; after?: string | undefined }

/** A page of a conversation, oldest first: the newest page, or the page before or after one of its messages. */
export async function listMessages(tx: PracticeTx, threadId: string, { limit, before, after }: MessagesParams): Promise<ListedMessage[]> {
  const inThread = sql`m.thread_id = ${threadId} and m.deleted_at is null`
  if (after) return messagesWhere(tx, sql`${inThread} and ${beyond('>', after)}`, OLDEST_FIRST, limit)
  return (await messagesWhere(tx, before ? sql`${inThread} and ${beyond('<', before)}` : inThread, NEWEST_FIRST, limit)).reverse()
}

/** The most messages a page shows of a conversation; no one scrolls through more. */
const MOST_SHOWN = 100

/** A message and the later ones of its conversation, oldest first; of a very long conversation the newest. */
export const listMessagesSince = async (
  tx: PracticeTx,
  { id, thread_id }: Pick<MessageRow, 'id' | 'thread_id'>,
): Promise<ListedMessage[]> => {
  const since = sql`m.thread_id = ${thread_id} and m.deleted_at is null and (m.id = ${id} or ${beyond('>', id)})`
  return (await messagesWhere(tx, since, NEWEST_FIRST, MOST_SHOWN)).reverse()
}

const beyond = (side: '<' | '>', id: string) =>
  sql`(m.sent_at, m.id) ${sql.raw(side)} (select b.sent_at, b.id from messages b where b.id = ${id})`

/** One message with the records it names. */
export const findListedMessage = async (tx: PracticeTx, id: string): Promise<ListedMessage | undefined> =>
  (await messagesWhere(tx, sql`m.id = ${id}`, NEWEST_FIRST, 1))[0]

type Sought = { words: string; limit: number; after?: { at: Date; id: string } | undefined; clientId?: string | undefined }

/** Messages that contain these words, newest first. */
export const searchMessages = (tx: PracticeTx, { words, limit, after, clientId }: Sought): Promise<ListedMessage[]> =>
  messagesWhere(
    tx,
    sql`m.deleted_at is null and m.content ilike ${`%${words.replace(/[\\%_]/g, '\\$&')}%`}
      and ${after ? sql`(m.sent_at, m.id) < (${after.at}, ${after.id})` : sql`true`}
      and ${clientId ? sql`m.client_id = ${clientId}` : sql`true`}`,
    NEWEST_FIRST,
    limit,
  )

const NEWEST_FIRST = sql`m.sent_at desc, m.id desc`
const OLDEST_FIRST = sql`m.sent_at, m.id`

const messagesWhere = async (
  tx: PracticeTx,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<ListedMessage[]> =>
  (
    await sql<ListedMessage>`
      with page as (select m.* from messages m where ${condition} order by ${order} limit ${limit})
      select m.*, t.read_to, r.sender_type as reply_sender, r.content as reply_content, a.on_day as visit_day,
        case when a.is_call_only then null else a.local_start end as visit_time, h.name as visit_horse, f.files
      from page m join threads t on t.practice_id = m.practice_id and t.id = m.thread_id
        left join messages r on r.practice_id = m.practice_id and r.id = m.reply_to_id
        left join appointments a on a.practice_id = m.practice_id and a.id = m.appointment_id
        left join lateral (select h.name from visit_horses v join horses h on h.practice_id = v.practice_id and h.id = v.horse_id
          where v.practice_id = m.practice_id and v.appointment_id = m.appointment_id and v.client_id = m.client_id and v.deleted_at is null
          order by v.place, v.id limit 1) h on true
        cross join lateral (select coalesce(json_agg(json_build_object('id', x.id, 'fileName', x.file_name, 'fileType', x.file_type,
            'fileUrl', '/api/objects/' || x.file_id) order by x.id), '[]') as files
          from attachments x where x.practice_id = m.practice_id and x.message_id = m.id and x.deleted_at is null) f
      order by ${order}`.execute(tx)
  ).rows

/** The client's open conversation with the newest message. */
export const findNewestOpen = (tx: PracticeTx, clientId: string): Promise<ThreadRow | undefined> =>
  tx
    .selectFrom('threads')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('closed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('last_message_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The message that was received before under the same reference. */
export const findBrought = (tx: PracticeTx, via: NonNullable<MessageRow['via']>, providerRef: string): Promise<MessageRow | undefined> =>
  tx.selectFrom('messages').selectAll().where('via', '=', via).where('provider_ref', '=', providerRef).executeTakeFirst()

/** Whether the practice answered in a conversation automatically since an instant. */
export const isAutoAnswered = async (tx: PracticeTx, threadId: string, since: Date): Promise<boolean> =>
  (await tx
    .selectFrom('messages')
    .select('id')
    .where('thread_id', '=', threadId)
    .where('sent_at', '>=', since)
    .where('is_auto_reply', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether a member wrote in a conversation since an instant. */
export const isAnswered = async (tx: PracticeTx, threadId: string, since: Date): Promise<boolean> =>
  (await tx
    .selectFrom('messages')
    .select('id')
    .where('thread_id', '=', threadId)
    .where('sent_at', '>=', since)
    .where('member_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The message a notice is the text of. */
export const findByNotice = (tx: PracticeTx, noticeId: string): Promise<MessageRow | undefined> =>
  tx.selectFrom('messages').selectAll().where('notice_id', '=', noticeId).executeTakeFirst()

/** Members who may answer: everyone active except apprentices. */
export const listAnswering = async (tx: PracticeTx): Promise<string[]> =>
  (
    await tx
      .selectFrom('members')
      .select('id')
      .where('is_active', '=', true)
      .where('role', '<>', 'apprentice')
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/** A file of a message that its owner may see, with its storage key. `hasFault`: no picture of it can be made. */
export type ShownFile = {
  id: string
  message_id: string
  file_name: string
  mime: string
  bytes: number
  sha256: string
  store_key: string
  hasFault: boolean
}

/** The stored, live files of messages that the owner may see, in the order they were sent. */
export const listShownFiles = (tx: PracticeTx, messageIds: readonly string[]): Promise<ShownFile[]> =>
  shownFiles(tx, sql`a.message_id = any(${messageIds}::uuid[])`)

/** One such file, if a link to a message of this client shows it: of that message, or of a later one in its conversation. */
export const findShownFile = async (
  tx: PracticeTx,
  { messageId, clientId, id }: { messageId: string; clientId: string; id: string },
): Promise<ShownFile | undefined> =>
  (
    await shownFiles(
      tx,
      sql`a.id = ${id} and exists (select from messages m
        join messages l on l.practice_id = m.practice_id and l.thread_id = m.thread_id and (m.sent_at, m.id) >= (l.sent_at, l.id)
        where m.id = a.message_id and l.id = ${messageId} and m.client_id = ${clientId} and l.client_id = ${clientId}
          and m.deleted_at is null and l.deleted_at is null)`,
    )
  )[0]

/** One such file of a conversation of this client's. */
export const findFileIn = async (
  tx: PracticeTx,
  { threadId, clientId, id }: { threadId: string; clientId: string; id: string },
): Promise<ShownFile | undefined> =>
  (
    await shownFiles(
      tx,
      sql`a.id = ${id} and exists (select from messages m
        where m.id = a.message_id and m.thread_id = ${threadId} and m.client_id = ${clientId} and m.deleted_at is null)`,
    )
  )[0]

/** Whether something in a conversation was written by the practice after the client last read it there. */
export const isNewToClient = async (tx: PracticeTx, { id, client_read_to }: ThreadRow): Promise<boolean> =>
  (await tx
    .selectFrom('messages')
    .select('id')
    .where('thread_id', '=', id)
    .where('sender_type', '=', 'farrier')
    .where('deleted_at', 'is', null)
    .where('sent_at', '>', client_read_to ?? new Date(0))
    .limit(1)
    .executeTakeFirst()) !== undefined

const shownFiles = async (tx: PracticeTx, condition: RawBuilder<unknown>): Promise<ShownFile[]> =>
  (
    await sql<ShownFile>`
      select a.id, a.message_id, a.file_name, a.mime, f.bytes, f.sha256, f.store_key, f.pictures_fault is not null as "hasFault"
      from attachments a join files f on f.practice_id = a.practice_id and f.id = a.file_id
      where ${condition} and a.shown_to_owner and a.deleted_at is null and f.state = 'stored' order by a.id`.execute(tx)
  ).rows
