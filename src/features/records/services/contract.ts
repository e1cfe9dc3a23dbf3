import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'
import { SERVICES } from '#lib/plan.ts'

const ServiceName = z.enum(SERVICES)

/** A service that a client has for one of their horses. */
export const HorseService = z
  .object({
    id: z.string(),
    service: ServiceName,
    horseId: z.string(),
    horseName: z.string(),
    clientId: z.string(),
    clientName: z.string(),
    fromOn: z.string(),
    state: z.enum(['asked', 'open', 'ending', 'past-due']),
    /** Its last day, once there is one. */
    lastDay: z.string().nullable(),
    /** By the person who runs the server; else by the client themselves. */
    isArranged: z.boolean(),
  })
  .meta({ id: 'HorseService' })
export type HorseService = z.output<typeof HorseService>

/** Who has a service, and who takes the money for it. */
export const ClientServices = z
  .object({
    /** `nobody` in the test version: clients open them at once; `client` where they pay by card; else `operator`, who arranges each. */
    by: z.enum(['nobody', 'client', 'operator']),
    has: z.array(HorseService),
  })
  .meta({ id: 'ClientServices' })
export type ClientServices = z.output<typeof ClientServices>

/** Whom a text or an e-mail about a service would reach: it is marketing. */
export const WouldTell = z
  .object({
    clients: z.array(z.object({ id: z.string(), name: z.string(), channel: z.enum(['sms', 'email']) })),
    /** With a horse that doesn't have it, and not notified: they haven't agreed to offers, can't be reached, or were notified before. */
    notAgreed: z.int(),
    unreachable: z.int(),
    toldBefore: z.int(),
  })
  .meta({ id: 'WouldTell' })
export type WouldTell = z.output<typeof WouldTell>

/** Clients of a practice who can be notified at once. */
const MOST_TOLD = 500

const ToTell = z
  .object({ service: ServiceName, clientIds: z.array(z.string().min(1).max(60)).min(1).max(MOST_TOLD) })
  .meta({ id: 'ToTell' })
export type ToTell = z.input<typeof ToTell>

const ofService = z.object({ service: ServiceName })

export const serviceEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/services',
    audience: 'member',
    summary: 'Who has a service that clients pay for; owners only',
    response: ClientServices,
  }),
  wouldTell: endpoint({
    method: 'GET',
    path: '/api/services/tell',
    audience: 'member',
    summary: 'Who would be told of a service: clients who agreed to offers by word, in writing or by a form; owners only',
    query: ofService,
    response: WouldTell,
  }),
  tell: endpoint({
    method: 'POST',
    path: '/api/services/tell',
    audience: 'member',
    summary: 'Tell these clients of an offered service, each once; who may not be told is left out; owners only',
    body: ToTell,
    response: z.object({ told: z.int() }),
    perMinute: 10,
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/services/:id/end',
    audience: 'member',
    summary: 'End a client’s service today; owners only',
    params: z.object({ id: z.string().max(60) }),
    response: ClientServices,
    perMinute: 60,
    whileLapsed: true,
  }),
}
