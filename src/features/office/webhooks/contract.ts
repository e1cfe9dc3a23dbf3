import { z } from 'zod'
import { FAULTS, OFF_WHYS, THINGS } from '#features/office/webhooks/rules.ts'
import { endpoint } from '#lib/endpoint.ts'

const Things = z.array(z.enum(THINGS)).min(1).max(THINGS.length)
const Url = z.string().trim().min(1).max(2000)

/** An address of the practice's own that is notified of what changes. Its secret was shown once. */
export const Webhook = z
  .object({
    id: z.uuid(),
    url: z.string(),
    things: z.array(z.enum(THINGS)),
    isOn: z.boolean(),
    /** Why it is off. */
    offWhy: z.enum(OFF_WHYS).nullable(),
    /** Since when nothing has got through; null: the last message did, or none was sent yet. */
    failingSince: z.iso.datetime().nullable(),
    /** Until when the secret before this one signs as well; null: there is none. */
    oldSecretUntil: z.iso.datetime().nullable(),
    /** Test version: nothing is sent, and what would be is shown. */
    isRehearsed: z.boolean(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof Webhook>

const NewWebhook = z
  .object({
    url: Url,
    things: Things,
    /** Requested a while after signing in. */
    password: z.string().min(1).max(200).optional(),
  })
  .meta({ id: 'NewWebhook' })
export type NewWebhook = z.input<typeof NewWebhook>

/** A webhook as it is made, or given a new secret: the secret is never shown again. */
const MadeWebhook = z.object({ secret: z.string(), webhook: Webhook }).meta({ id: 'MadeWebhook' })
export type MadeWebhook = z.output<typeof MadeWebhook>

const WebhookChange = z
  .object({ url: Url.optional(), things: Things.optional(), isOn: z.boolean().optional() })
  .meta({ id: 'WebhookChange' })
export type WebhookChange = z.input<typeof WebhookChange>

/** One message, as it was last tried. */
export const WebhookDelivery = z
  .object({
    /** Its `webhook-id`, the same each time it is sent. */
    id: z.uuid(),
    at: z.iso.datetime(),
    type: z.string(),
    state: z.enum(['waiting', 'delivered', 'failed', 'stopped', 'rehearsed']),
    attempts: z.number().int(),
    nextAt: z.iso.datetime().nullable(),
    lastTriedAt: z.iso.datetime().nullable(),
    /** What the other side answered last; null: nothing. */
    status: z.number().int().nullable(),
    fault: z.enum(FAULTS).nullable(),
    /** What is sent, word for word. */
    body: z.string(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.output<typeof WebhookDelivery>

const byId = z.object({ id: z.uuid() })

export const webhookEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/webhooks',
    audience: 'member',
    summary: "The practice's webhooks, the newest first; owners only",
    response: z.array(Webhook),
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/webhooks',
    audience: 'member',
    summary: 'Add a webhook; within a quarter of an hour of signing in, or with the password',
    body: NewWebhook,
    response: MadeWebhook,
    status: 201,
    perMinute: 30,
    feature: 'api-access',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/webhooks/:id',
    audience: 'member',
    summary: 'Change where a webhook goes and what it is notified of, or switch it on or off',
    params: byId,
    body: WebhookChange,
    response: Webhook,
    feature: 'api-access',
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api/webhooks/:id/secret',
    audience: 'member',
    summary: 'Give a webhook a new secret; the one before signs as well for a day',
    params: byId,
    body: z.object({ password: z.string().min(1).max(200).optional() }),
    response: MadeWebhook,
    perMinute: 30,
    feature: 'api-access',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/webhooks/:id',
    audience: 'member',
    summary: 'Remove a webhook, with its secret and its messages',
    params: byId,
    response: z.undefined(),
    status: 204,
    whileLapsed: true,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/api/webhooks/:id/deliveries',
    audience: 'member',
    summary: 'The messages of a webhook in the last 30 days, the newest first',
    params: byId,
    query: z.object({ after: z.uuid().optional(), limit: z.coerce.number().int().min(1).max(200).default(50) }),
    response: z.array(WebhookDelivery),
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/api/webhook-deliveries/:id/again',
    audience: 'member',
    summary: 'Send a message again, under the same id',
    params: byId,
    response: WebhookDelivery,
    feature: 'api-access',
  }),
}
