import { z } from 'zod'
import { AutoReply, AutoReplyChange, PracticeSettings } from '#features/core/practice/contract.ts'
import { LONGEST_INBOUND, LONGEST_MESSAGE, LONGEST_SUBJECT } from '#features/talk/messaging/limits.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    threads: ThreadRecord
    messages: MessageRecord
  }
}

const ref = z.string().min(1).max(60)
const moment = z.iso.datetime()

/** The channel a message came in or went out by. A farrier's message uses the client's preferred channel; null: there was no way to send it. */
export const MessageVia = z.enum(['sms', 'email', 'portal', 'triage'])
export type MessageVia = z.output<typeof MessageVia>

/**
 * Delivery status of a farrier's message. `simulated`: the test version sends none; `stopped`: it was too late, or someone stopped it;
 * `unknown`: it may have been sent, and nothing resends it automatically.
 */
export const Delivery = z.enum(['waiting', 'sent', 'delivered', 'simulated', 'handed_over', 'failed', 'stopped', 'unknown'])
export type Delivery = z.output<typeof Delivery>

/** A conversation with one client, as devices store it. */
export const ThreadRecord = z
  .object({
    id: z.string(),
    clientId: z.string(),
    subject: z.string().max(LONGEST_SUBJECT),
    isEmergency: z.boolean(),
    /** The emergency charge in pounds when the thread began (Spec §3); null: no emergency. */
    emergencyRate: z.number().nullable(),
    /** Multiplier of the usual rates: 1.75 outside working hours, 1 within them; null: no emergency. */
    emergencyMultiplier: z.number().nullable(),
    /** The member who began it; null: the client did. */
    memberId: z.string().nullable(),
    /** All of the client's messages up to this instant are read; it never moves back. */
    readTo: moment.nullable(),
    /** When the client last read the conversation in their portal: all that was written before it is read. The server alone keeps it. */
    clientReadTo: moment.nullable(),
    /** When the client last wrote; later than `readTo`: there is something unread. */
    lastClientAt: moment.nullable(),
    /** When either side last wrote, else when the thread began. */
    lastMessageAt: moment,
    /** When it was archived; the client's next message reopens it or starts another. */
    closedAt: moment.nullable(),
  })
  .meta({ id: 'ThreadRecord' })
export type ThreadRecord = z.output<typeof ThreadRecord>

/** Spec §3 Thread: a thread record with the fields a list shows. */
export const Thread = ThreadRecord.extend({
  client: z.object({ name: z.string(), phone: z.string().nullable() }),
  /** Messages of the client that no one has read. */
  unreadCount: z.int(),
  lastMessage: z.object({ content: z.string(), senderType: z.enum(['farrier', 'client']) }).nullable(),
}).meta({ id: 'Thread' })
export type Thread = z.output<typeof Thread>

export const NewThread = z
  .object({
    id: ref.optional(),
    clientId: ref,
    subject: z.string().trim().min(1).max(LONGEST_SUBJECT),
    isEmergency: z.boolean().default(false),
  })
  .meta({ id: 'NewThread' })
export type NewThread = z.input<typeof NewThread>

export const ThreadChange = z
  .object({ subject: NewThread.shape.subject, readTo: moment, closedAt: moment.nullable() })
  .partial()
  .meta({ id: 'ThreadChange' })
export type ThreadChange = z.input<typeof ThreadChange>

/** A message as devices store it; afterwards only its delivery status changes. */
export const MessageRecord = z
  .object({
    id: z.string(),
    threadId: z.string(),
    /** The client of its thread. */
    clientId: z.string(),
    senderType: z.enum(['farrier', 'client']),
    /** The member who wrote it; null: the client did, or it was sent automatically. */
    memberId: z.string().nullable(),
    /** Empty only where a client sent files and no words. */
    content: z.string().max(LONGEST_INBOUND),
    replyToId: z.string().nullable(),
    appointmentId: z.string().nullable(),
    isAutoReply: z.boolean(),
    via: MessageVia.nullable(),
    /** Of a farrier's message; null: the client wrote it. */
    delivery: Delivery.nullable(),
    /** A sentence: why it failed or was stopped. */
    deliveryNote: z.string().nullable(),
    /** Its text in the outbox. */
    noticeId: z.string().nullable(),
    /** When it was written or received. */
    createdAt: moment,
  })
  .meta({ id: 'MessageRecord' })
export type MessageRecord = z.output<typeof MessageRecord>

/** Spec §3 Message: a message record with the records it names. */
export const Message = MessageRecord.extend({
  /** Null: unread. Only on the client's messages. */
  readAt: moment.nullable(),
  replyTo: z.object({ senderType: z.enum(['farrier', 'client']), content: z.string() }).nullable(),
  /** `scheduledTime` is null for a stop without a time. */
  appointment: z
    .object({ horse: z.object({ name: z.string() }).nullable(), scheduledDate: dayShape, scheduledTime: z.string().nullable() })
    .nullable(),
  files: z.array(z.object({ id: z.string(), fileName: z.string(), fileType: z.string(), fileUrl: z.string().nullable() })),
}).meta({ id: 'Message' })
export type Message = z.output<typeof Message>

export const NewMessage = z
  .object({
    id: ref.optional(),
    threadId: ref,
    content: z.string().trim().min(1).max(LONGEST_MESSAGE),
    replyToId: ref.nullish(),
    /** The visit it is about. */
    appointmentId: ref.nullish(),
    /** When it was written, if that was offline. A message older than 12 hours is no longer sent. */
    createdAt: moment.optional(),
    /** Files follow (attachments with its `messageId`, which may arrive later): the text ends in a link to them. */
    withFiles: z.boolean().optional(),
  })
  .meta({ id: 'NewMessage' })
export type NewMessage = z.input<typeof NewMessage>

/** A message that was sent can't be changed. */
export const MessageChange = z.strictObject({})

/** Spec §3 Messaging settings. Stored with the practice's settings, so devices hold them as `settings`. */
export const MessagingSettings = z
  .object({ workingHours: PracticeSettings.shape.workingHours, autoReply: AutoReply })
  .meta({ id: 'MessagingSettings' })
export type MessagingSettings = z.output<typeof MessagingSettings>

const byId = z.object({ id: z.string().max(60) })
const page = { limit: z.coerce.number().int().min(1).max(200).default(50), after: z.string().max(200).optional() }

export const messagingEndpoints = {
  threads: endpoint({
    method: 'GET',
    path: '/api/messages/threads',
    audience: 'member',
    summary: 'Conversations, the one last written in first (Spec §7); further pages by the Link header',
    query: z.object({ ...page, clientId: ref.optional() }),
    response: z.array(Thread),
  }),
  thread: endpoint({
    method: 'GET',
    path: '/api/messages/thread/:id',
    audience: 'member',
    summary: 'Messages of a conversation, oldest first: its newest page, or the page before or after one of them (Spec §7)',
    params: byId,
    query: z.object({ limit: page.limit, before: ref.optional(), after: ref.optional() }),
    response: z.array(Message),
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/messages/search',
    audience: 'member',
    summary: 'Messages that hold these words, newest first',
    query: z.object({ ...page, q: z.string().trim().min(1).max(100), clientId: ref.optional() }),
    response: z.array(Message),
  }),
  startThread: endpoint({
    method: 'POST',
    path: '/api/messages/threads',
    audience: 'member',
    record: 'threads',
    summary: 'Begin a conversation; an emergency has " (EMERGENCY)" after its subject (Spec §5)',
    body: NewThread,
    response: Thread,
    status: 201,
  }),
  changeThread: endpoint({
    method: 'PUT',
    path: '/api/messages/thread/:id',
    audience: 'member',
    record: 'threads',
    summary: 'Name a conversation anew, put it away or open it again',
    params: byId,
    body: ThreadChange,
    response: Thread,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/messages',
    audience: 'member',
    record: 'messages',
    summary: 'Write to the client; it leaves as they wish, by text or e-mail (Spec §7)',
    body: NewMessage,
    response: Message,
    status: 201,
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/messages/thread/:id/mark-read',
    audience: 'member',
    summary: 'The client’s messages of a conversation are read, all or those up to a moment (Spec §7)',
    params: byId,
    body: z.object({ readTo: moment.optional() }).nullish(),
    response: Thread,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/messaging/settings',
    audience: 'member',
    summary: 'Working hours and what is answered outside them (Spec §7)',
    response: MessagingSettings,
  }),
  changeSettings: endpoint({
    method: 'POST',
    path: '/api/messaging/settings',
    audience: 'member',
    summary: 'Change them; what is absent stays; owners only (Spec §7)',
    body: z.object({ workingHours: PracticeSettings.shape.workingHours, autoReplySettings: AutoReplyChange }).partial(),
    response: MessagingSettings,
  }),
}
