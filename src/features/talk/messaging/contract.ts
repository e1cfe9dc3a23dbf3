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

/** How a message came or goes. A farrier's goes as the client wishes; null: it could not go anywhere. */
export const MessageVia = z.enum(['sms', 'email', 'portal', 'triage'])
export type MessageVia = z.output<typeof MessageVia>

/**
 * How far a farrier's message has got. `simulated`: the test version sends none; `stopped`: it was too late or somebody stopped it;
 * `unknown`: it may have gone, and nothing sends it again by itself.
 */
export const Delivery = z.enum(['waiting', 'sent', 'delivered', 'simulated', 'handed_over', 'failed', 'stopped', 'unknown'])
export type Delivery = z.output<typeof Delivery>

/** A conversation with one client, as devices keep it. */
export const ThreadRecord = z
  .object({
    id: z.string(),
    clientId: z.string(),
    subject: z.string().max(LONGEST_SUBJECT),
    isEmergency: z.boolean(),
    /** Pounds of the emergency charge as it was when the thread began (Spec §3); null: no emergency. */
    emergencyRate: z.number().nullable(),
    /** Times the usual rates: 1.75 outside working hours, 1 within them; null: no emergency. */
    emergencyMultiplier: z.number().nullable(),
    /** Who began it; null: the client did. */
    memberId: z.string().nullable(),
    /** Everything of the client's up to here has been read; only goes on. */
    readTo: moment.nullable(),
    /** When the client last wrote; later than `readTo`: there is something unread. */
    lastClientAt: moment.nullable(),
    /** When either side last wrote, else when it began. */
    lastMessageAt: moment,
    /** Put away; what the client writes next opens it again, or another. */
    closedAt: moment.nullable(),
  })
  .meta({ id: 'ThreadRecord' })
export type ThreadRecord = z.output<typeof ThreadRecord>

/** Spec §3 Thread: the same with what a list shows of it. */
export const Thread = ThreadRecord.extend({
  client: z.object({ name: z.string(), phone: z.string().nullable() }),
  /** Messages of the client nobody has read. */
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

/** A message as devices keep it; nothing of it but how far it got changes afterwards. */
export const MessageRecord = z
  .object({
    id: z.string(),
    threadId: z.string(),
    /** That of its thread. */
    clientId: z.string(),
    senderType: z.enum(['farrier', 'client']),
    /** Who wrote it; null: the client, or the practice by itself. */
    memberId: z.string().nullable(),
    /** Empty only where a client sent files and no words. */
    content: z.string().max(LONGEST_INBOUND),
    replyToId: z.string().nullable(),
    appointmentId: z.string().nullable(),
    isAutoReply: z.boolean(),
    via: MessageVia.nullable(),
    /** Of a farrier's message; null: of the client's. */
    delivery: Delivery.nullable(),
    /** A sentence: why it failed or was stopped. */
    deliveryNote: z.string().nullable(),
    /** Its text in the outbox. */
    noticeId: z.string().nullable(),
    /** When it was written, or came. */
    createdAt: moment,
  })
  .meta({ id: 'MessageRecord' })
export type MessageRecord = z.output<typeof MessageRecord>

/** Spec §3 Message: the same with what it names. */
export const Message = MessageRecord.extend({
  /** Null: unread. Of the client's messages only. */
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
    /** When it was written, where that was without a signal. What is older than 12 hours is not sent any more. */
    createdAt: moment.optional(),
    /** Files come with it (attachments with its `messageId`, which may follow): the text ends in a link to them. */
    withFiles: z.boolean().optional(),
  })
  .meta({ id: 'NewMessage' })
export type NewMessage = z.input<typeof NewMessage>

/** Nobody changes what was said. */
export const MessageChange = z.strictObject({})

/** Spec §3 Messaging settings. Kept with the practice's settings, so devices hold them as `settings`. */
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
