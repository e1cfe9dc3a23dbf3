import type { Message, MessageRecord, Thread, ThreadRecord } from '#features/talk/messaging/contract.ts'
import type { ListedMessage, ListedThread, MessageRow, ThreadRow } from '#features/talk/messaging/server/queries.ts'

/** A thread as devices store it. */
export const toThreadRecord = (row: ThreadRow): ThreadRecord => ({
  id: row.id,
  clientId: row.client_id,
  subject: row.subject,
  isEmergency: row.is_emergency,
  emergencyRate: row.emergency_rate_pence === null ? null : row.emergency_rate_pence / 100,
  emergencyMultiplier: row.emergency_percent === null ? null : row.emergency_percent / 100,
  memberId: row.member_id,
  readTo: momentOf(row.read_to),
  clientReadTo: momentOf(row.client_read_to),
  lastClientAt: momentOf(row.last_client_at),
  lastMessageAt: row.last_message_at.toISOString(),
  closedAt: momentOf(row.closed_at),
})

/** A thread as the list of them shows it (Spec §3 Thread). */
export const toThread = (row: ListedThread): Thread => ({
  ...toThreadRecord(row),
  client: { name: row.client_name, phone: row.client_phone },
  unreadCount: row.unread,
  lastMessage: row.last_sender === null ? null : { content: row.last_content ?? '', senderType: row.last_sender },
})

/** A message as devices store it. */
export const toMessageRecord = (row: MessageRow): MessageRecord => ({
  id: row.id,
  threadId: row.thread_id,
  clientId: row.client_id,
  senderType: row.sender_type,
  memberId: row.member_id,
  content: row.content,
  replyToId: row.reply_to_id,
  appointmentId: row.appointment_id,
  isAutoReply: row.is_auto_reply,
  via: row.via,
  delivery: row.delivery,
  deliveryNote: row.delivery_note,
  noticeId: row.notice_id,
  createdAt: row.sent_at.toISOString(),
})

/** A message with the records it names (Spec §3 Message). */
export const toMessage = (row: ListedMessage): Message => ({
  ...toMessageRecord(row),
  readAt: row.sender_type === 'client' && row.read_to && row.sent_at <= row.read_to ? row.read_to.toISOString() : null,
  replyTo: row.reply_sender === null ? null : { senderType: row.reply_sender, content: row.reply_content ?? '' },
  appointment:
    row.visit_day === null
      ? null
      : { horse: row.visit_horse === null ? null : { name: row.visit_horse }, scheduledDate: row.visit_day, scheduledTime: row.visit_time },
  files: row.files,
})

const momentOf = (at: Date | null) => at?.toISOString() ?? null
