import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'

/** `sent`: the provider has it; `delivered` and `undelivered` are its receipt. */
export const NoticeState = z.enum([
  'held',
  'queued',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'simulated',
  'handed_over',
  'failed',
  'unknown',
  'cancelled',
])
export type NoticeState = z.output<typeof NoticeState>

const VISIT_KINDS = ['moved', 'reminder', 'on_my_way', 'next', 'late', 'not_reached', 'cancelled', 'booked'] as const
/** About visits. */
export type VisitKind = (typeof VISIT_KINDS)[number]

const WORD_KINDS = [
  'message',
  'auto_reply',
  'rights',
  'rights_done',
  'terms',
  'offer',
  'offer_taken',
  'answer_noted',
  'stop_noted',
  'start_noted',
  'triage',
  'invoice',
  'receipt',
  'chaser',
  'statement',
  'portal',
  'portal_other',
  'answered_other',
  'let_in',
  'service_offer',
  'service_started',
  'service_ended',
  'care_invite',
  'care_ask',
  'care_told',
  'review',
  'photo_ask',
] as const
/**
 * To a client about something else; `message` is text typed by the farrier, `portal_other`, `answered_other` and `care_invite` go to
 * someone they or the farrier named, and `let_in` names who the farrier let see their records.
 */
export type WordKind = (typeof WORD_KINDS)[number]

/** A member's lone-worker timer: a question to their contact, a ring, a text to the contact. No colleague sees or stops these. */
export const LONE_KINDS = ['lone_ask', 'lone_ring', 'lone_text'] as const
export type LoneKind = (typeof LONE_KINDS)[number]

/** What a notice is about; `portal_code` and `seller_notice`, about services that are paid for, are only shown, in the test version; `alert` goes to a member. */
export const NoticeKind = z.enum([...VISIT_KINDS, ...WORD_KINDS, ...LONE_KINDS, 'portal_code', 'seller_notice', 'alert'])
export type NoticeKind = z.output<typeof NoticeKind>

/** A text or e-mail as it is sent, or would have been sent in the test version. */
export const Notice = z
  .object({
    id: z.string(),
    kind: NoticeKind,
    /** `push` alerts a member's device. */
    channel: z.enum(['sms', 'email', 'push']),
    /** The recipient's name. */
    recipient: z.string(),
    clientId: z.string().nullable(),
    /** The visit it is about, for the kinds that are about visits. */
    appointmentId: z.string().nullable(),
    purpose: z.enum(['service', 'marketing']),
    address: z.string(),
    subject: z.string().nullable(),
    body: z.string(),
    state: NoticeState,
    /** A sentence: why it failed, was cancelled or waits. */
    stateReason: z.string().nullable(),
    segments: z.int(),
    alphabet: z.enum(['GSM-7', 'UCS-2']),
    createdAt: z.iso.datetime(),
    stateAt: z.iso.datetime(),
    /** When it is sent or tried again; null when it is due now or will not be sent again. */
    goesAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Notice' })
export type Notice = z.output<typeof Notice>

/** What actually happened to the text after a press or a move. `cancelled`: nothing will be sent, because nothing changed or it is too late. */
export const NoticeOutcome = z
  .object({
    noticeId: z.string(),
    state: NoticeState,
    /** When a held text is sent. */
    goesAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'NoticeOutcome' })
export type NoticeOutcome = z.output<typeof NoticeOutcome>

/** The app a text was opened in: the phone's own messages, WhatsApp, or any app from the share sheet. */
export const HandOverVia = z.enum(['sms', 'whatsapp', 'share'])
export type HandOverVia = z.output<typeof HandOverVia>

const byId = z.object({ id: z.string().max(60) })

export const noticeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/notices',
    audience: 'member',
    summary: 'The outbox: texts and e-mails, newest first, or the reminders to come, soonest first; further pages by the Link header',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      after: z.string().max(200).optional(),
      appointmentId: z.string().max(60).optional(),
      clientId: z.string().max(60).optional(),
      /** `true`: only reminders that are not due yet. Otherwise these are left out. */
      coming: z.enum(['true', 'false']).default('false'),
    }),
    response: z.array(Notice),
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/api/notices/:id/hand-over',
    audience: 'member',
    summary: "Log that a text was opened in the farrier's own messages, WhatsApp or share sheet; it is not sent by us then",
    params: byId,
    body: z.object({ via: HandOverVia }),
    response: Notice,
  }),
  sendNow: endpoint({
    method: 'POST',
    path: '/api/notices/:id/send-now',
    audience: 'member',
    summary: 'Do not hold this text any longer',
    params: byId,
    response: Notice,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/notices/:id/cancel',
    audience: 'member',
    summary: 'Do not send a text that has not gone yet',
    params: byId,
    response: Notice,
  }),
}
