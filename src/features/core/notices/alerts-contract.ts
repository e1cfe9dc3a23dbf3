import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'

/** A device of mine that is called. */
export const AlertDevice = z
  .object({ id: z.string(), device: z.string(), endpoint: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'AlertDevice' })
export type AlertDevice = z.output<typeof AlertDevice>

/** How I am called when something cannot wait. */
const Alerts = z.object({
  /** My own telephone in E.164, texted only when it is urgent. */
  phone: z.string().nullable(),
  devices: z.array(AlertDevice),
  /** The key with which a browser subscribes; null where no device can be alerted. */
  pushKey: z.string().nullable(),
})
export type Alerts = z.output<typeof Alerts>

/** The server's channels, and how much was sent. */
const SendingState = z.object({
  isTestVersion: z.boolean(),
  /** Whether providers are set up. */
  hasTexts: z.boolean(),
  hasMail: z.boolean(),
  /** Whether answers by e-mail come back into the conversation. */
  hasInboundMail: z.boolean(),
  /** Texts of today that the cap counts, and the parts of all texts of today and of this month. */
  textsToday: z.int(),
  segmentsToday: z.int(),
  segmentsThisMonth: z.int(),
})
export type SendingState = z.output<typeof SendingState>

/** As a browser's `PushSubscription` has them; only https, and no address inside a network. */
export const Subscription = z.object({
  endpoint: z.url({ protocol: /^https$/, hostname: /^(?=.*\.[a-z]{2,}$)[a-z0-9.-]+$/i }).max(1000),
  p256dh: z.base64url().min(80).max(120),
  auth: z.base64url().min(20).max(40),
})
export type SubscriptionInput = z.input<typeof Subscription>

const nothing = z.undefined()

export const alertEndpoints = {
  mine: endpoint({
    method: 'GET',
    path: '/api/alerts',
    audience: 'member',
    summary: 'How I am alerted when something cannot wait',
    response: Alerts,
  }),
  setPhone: endpoint({
    method: 'PUT',
    path: '/api/alerts',
    audience: 'member',
    summary: 'Set, or forget, the telephone I am texted on when something is urgent',
    body: z.object({ phone: z.string().trim().max(40).nullable() }),
    response: Alerts,
  }),
  addDevice: endpoint({
    method: 'POST',
    path: '/api/alerts/devices',
    audience: 'member',
    summary: 'Have this device alerted',
    body: Subscription,
    response: AlertDevice,
    status: 201,
    perMinute: 30,
  }),
  removeDevice: endpoint({
    method: 'DELETE',
    path: '/api/alerts/devices/:id',
    audience: 'member',
    summary: 'Call a device of mine no more',
    params: z.object({ id: z.string().max(60) }),
    response: nothing,
    status: 204,
  }),
  tryOut: endpoint({
    method: 'POST',
    path: '/api/alerts/try',
    audience: 'member',
    summary: 'Call my devices now, to see whether it works',
    response: nothing,
    status: 204,
    perMinute: 6,
  }),
  sending: endpoint({
    method: 'GET',
    path: '/api/sending',
    audience: 'member',
    summary: 'What can be sent by, and how much has gone today and this month',
    response: SendingState,
  }),
}
