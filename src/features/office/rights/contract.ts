import { z } from 'zod'
import { NoticeState } from '#features/core/notices/contract.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    rights_requests: RightsRequest
  }
}

const ref = z.string().min(1).max(60)
const words = z.string().trim().max(10_000).nullable()

/** Spec §3 GDPR request, and the other rights the law gives. */
export const RequestType = z.enum(['data_access', 'data_deletion', 'data_portability', 'rectification', 'objection', 'complaint'])
export type RequestType = z.output<typeof RequestType>

/** Spec §3, §4: begins as pending and never goes back. */
export const RequestStatus = z.enum(['pending', 'processing', 'completed', 'rejected'])
export type RequestStatus = z.output<typeof RequestStatus>

/** How the request was received. */
export const ReceivedVia = z.enum(['sms', 'email', 'in_person', 'phone', 'letter', 'portal'])
export type ReceivedVia = z.output<typeof ReceivedVia>

/** Days on which the practice waited for the person: for proof of identity, or for clarification. */
export const Wait = z.object({
  why: z.enum(['identity', 'clarification']),
  fromOn: dayShape,
  /** The day the answer came; null: still open. */
  untilOn: dayShape.nullable(),
})
export type Wait = z.output<typeof Wait>

const requestFields = {
  clientId: ref,
  requestType: RequestType,
  receivedVia: ReceivedVia,
  /** The clock counts from this day, not from the day it was recorded. */
  receivedOn: dayShape,
  notes: words,
  /** What an objection is to. An objection to marketing applies at once. */
  objectsTo: z.enum(['marketing', 'other']).nullable(),
}

const changeFields = {
  status: RequestStatus,
  notes: words,
  waits: z.array(Wait).max(20),
  /** The day the person was notified that it takes two months longer; null: not extended. */
  extendedOn: dayShape.nullable(),
  extendedWhy: z.string().trim().max(1000).nullable(),
  /** Of a complaint: the day the person was notified that it was received. */
  acknowledgedOn: dayShape.nullable(),
}

/** A request about personal data, as devices store it. */
export const RightsRequest = z
  .object({
    ...requestFields,
    ...changeFields,
    id: z.string(),
    /** When it was recorded. */
    requestedAt: z.iso.datetime(),
    /** Whether a text acknowledges it; the outbox has the text's outcome. */
    smsSent: z.boolean(),
    /** When it was completed or rejected. */
    closedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'RightsRequest' })
export type RightsRequest = z.output<typeof RightsRequest>

/** Spec §3 GDPR request as `GET /api/gdpr-requests` returns it. `deadlineOn`: null while the clock is stopped or none runs. */
export const GdprRequest = RightsRequest.extend({
  clientName: z.string(),
  clientPhone: z.string().nullable(),
  deadlineOn: z.iso.date().nullable(),
}).meta({ id: 'GdprRequest' })
export type GdprRequest = z.output<typeof GdprRequest>

export const NewRightsRequest = z
  .object({
    ...z.object(requestFields).partial().shape,
    id: ref.optional(),
    clientId: ref,
    requestType: RequestType,
    /** Also sends a text or e-mail that it was received, with the deadline. */
    sendsReceipt: z.boolean().optional(),
  })
  .meta({ id: 'NewRightsRequest' })
export type NewRightsRequest = z.input<typeof NewRightsRequest>

export const RightsRequestChange = z.object(changeFields).partial().meta({ id: 'RightsRequestChange' })
export type RightsRequestChange = z.input<typeof RightsRequestChange>

/** One step of a request, from the journal and the outbox. */
export const RequestStep = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    /** What was done, in a sentence. */
    title: z.string(),
    detail: z.string().nullable(),
    /** The member who did it; null: it happened automatically. */
    by: z.string().nullable(),
    /** Outcome of a text or e-mail. */
    sent: NoticeState.nullable(),
  })
  .meta({ id: 'RequestStep' })
export type RequestStep = z.output<typeof RequestStep>

const byId = z.object({ id: z.string().max(60) })

export const rightsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/gdpr-requests',
    audience: 'member',
    summary: 'What clients asked of their data, newest first; further pages by the Link header (Spec §3 GDPR request)',
    query: z.object({ clientId: ref.optional(), limit: z.coerce.number().int().min(1).max(1000).default(200), after: ref.optional() }),
    response: z.array(GdprRequest),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/gdpr-requests/:id',
    audience: 'member',
    record: 'rights_requests',
    summary: 'One request',
    params: byId,
    response: GdprRequest,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/gdpr-requests',
    audience: 'member',
    record: 'rights_requests',
    summary: 'Write down a request that came by any way',
    body: NewRightsRequest,
    response: GdprRequest,
    status: 201,
  }),
  sendSms: endpoint({
    method: 'POST',
    path: '/api/gdpr-requests/send-sms',
    audience: 'member',
    summary: 'Write down a request of each of these clients and text them that it has come (Spec §7)',
    body: z.object({ clientIds: z.array(ref).min(1).max(200), requestType: RequestType }),
    response: z.object({
      message: z.string(),
      requests: z.array(GdprRequest),
      /** Clients who could not be texted, and why; nothing was recorded for them. */
      notSent: z.array(z.object({ clientId: z.string(), clientName: z.string(), why: z.string() })),
    }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/gdpr-requests/:id',
    audience: 'member',
    record: 'rights_requests',
    summary: 'Stop or start the clock of a request, extend it, note that a complaint was acknowledged',
    params: byId,
    body: RightsRequestChange,
    response: GdprRequest,
  }),
  setStatus: endpoint({
    method: 'PUT',
    path: '/api/gdpr-requests/:id/status',
    audience: 'member',
    record: 'rights_requests',
    summary: 'Take a request on: processing, completed or rejected, and never back (Spec §4)',
    params: byId,
    body: z.object({ status: RequestStatus, notes: words.optional() }),
    response: GdprRequest,
  }),
  sharePack: endpoint({
    method: 'POST',
    path: '/api/gdpr-requests/:id/share-pack',
    audience: 'member',
    summary: 'Make a link by which the person fetches their pack for a week, and text or e-mail it where `sends`',
    params: byId,
    body: z.object({ exportId: ref, sends: z.boolean() }),
    /** `sent`: the text's status; null: none was requested. */
    response: z.object({ url: z.string(), diesAt: z.iso.datetime(), sent: NoticeState.nullable() }),
    status: 201,
    perMinute: 30,
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/gdpr-requests/:id/history',
    audience: 'member',
    summary: 'Every step of a request, newest first: who did what when, and what was texted',
    params: byId,
    response: z.array(RequestStep),
  }),
}
