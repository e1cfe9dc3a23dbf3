import { z } from 'zod'
import { PortalShowsChange } from '#features/core/practice/portal-shape.ts'
import { MOST_STOPS_BEFORE, REMINDER_HOURS } from '#features/records/clients/rules.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'
import { isWholePosition, positionFields, wholePosition } from '#lib/position-fields.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    clients: Client
    sms_preferences: SmsPreferences
  }
}

const text = (max: number) => z.string().trim().max(max).nullable()

/** `soft_opt_in`: a customer who could refuse when they gave their number, and at each message since. */
export const ConsentHow = z.enum(['said', 'written', 'form', 'soft_opt_in'])
export type ConsentHow = z.output<typeof ConsentHow>

const clientFields = {
  name: z.string().trim().min(1).max(200),
  /** Spec §5: an e-mail format; empty is none. */
  email: z.union([z.email().max(254), z.literal('')]).nullable(),
  phone: text(40),
  businessName: text(200),
  address: text(500),
  notes: text(10_000),
  isActive: z.boolean(),
  isBusiness: z.boolean(),
  postcode: text(12),
  preferredChannel: z.enum(['sms', 'email', 'portal', 'none']),
  tags: z.array(z.string().trim().min(1).max(40)).max(30),
  /** Where their horses are when they are kept at no yard. */
  ...positionFields,
  /** Who is usually billed for their horses; null: they are. A horse may name another payer. */
  payerClientId: z.string().max(60).nullable(),
  /** How they agreed to offers and other marketing (PECR); null: they have not, or objected. The server records when. */
  marketingConsentHow: ConsentHow.nullable(),
  /** Clients who look like this one but are other people: never proposed as duplicates. */
  notSameAs: z.array(z.string().max(60)).max(50),
  /** Whether they may use the portal; null: as the practice has it. */
  portal: z.boolean().nullable(),
  /** What they are shown there otherwise than the practice shows it; null: nothing differs. */
  portalShows: PortalShowsChange.nullable(),
}

/** Spec §3 Client, with our own fields. `phone` is as typed; `phoneE164` is null when it is no phone number. */
export const Client = z
  .object({
    ...clientFields,
    id: z.string(),
    email: z.string().nullable(),
    phoneE164: z.string().nullable(),
    marketingConsentAt: z.iso.datetime().nullable(),
    /** When they stopped texts. */
    stoppedAt: z.iso.datetime().nullable(),
    /**
     * When their oldest unpaid invoice was due; null: none is. Members who see no money know it too, because booking an overdue client
     * needs a confirmation.
     */
    oldestDueOn: dayShape.nullable(),
    /** Their own wish: the boards of yards leave their horses out. */
    hidesFromYard: z.boolean(),
  })
  .meta({ id: 'Client' })
export type Client = z.output<typeof Client>

export const NewClient = z
  .object({ ...z.object(clientFields).partial().shape, name: clientFields.name, id: z.string().max(60).optional() })
  .refine(isWholePosition, wholePosition)
  .meta({ id: 'NewClient' })
export type NewClient = z.input<typeof NewClient>

export const ClientChange = z.object(clientFields).partial().meta({ id: 'ClientChange' })
export type ClientChange = z.input<typeof ClientChange>

/** Spec §3 Client SMS preferences, §5 reminder timing. */
export const SmsPreferences = z
  .object({
    id: z.string(),
    clientId: z.string(),
    enableReminders: z.boolean(),
    reminderHours: z.literal(REMINDER_HOURS),
    enableUpdates: z.boolean(),
    enableConfirmations: z.boolean(),
    /** They are texted that they are next when this many stops remain before theirs; 0: never. */
    nextStopsBefore: z.int().min(0).max(MOST_STOPS_BEFORE),
  })
  .meta({ id: 'SmsPreferences' })
export type SmsPreferences = z.output<typeof SmsPreferences>

export const SmsPreferencesChange = SmsPreferences.omit({ id: true, clientId: true }).partial().meta({ id: 'SmsPreferencesChange' })
export type SmsPreferencesChange = z.input<typeof SmsPreferencesChange>

/** Merges two records of one person: the other's horses, visits, texts and work go to the kept one. */
export const ClientMerge = z
  .object({
    otherId: z.string().max(60),
    /** The chosen values; an absent field keeps the kept record's value. */
    fields: ClientChange,
    /** Whose text preferences apply. */
    textsOf: z.enum(['kept', 'other']).default('kept'),
  })
  .meta({ id: 'ClientMerge' })
export type ClientMerge = z.output<typeof ClientMerge>

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const byId = z.object({ id: z.string().max(60) })
const page = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(200), after: z.string().max(200).optional() })

export const clientEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/clients',
    audience: 'member',
    scope: 'clients:read',
    summary: 'Clients by name; further pages by the Link header',
    query: page,
    response: z.array(Client),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/clients/:id',
    audience: 'member',
    scope: 'clients:read',
    record: 'clients',
    summary: 'One client',
    params: byId,
    response: Client,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/clients',
    audience: 'member',
    scope: 'clients:write',
    record: 'clients',
    summary: 'Add a client',
    body: NewClient,
    response: Client,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/clients/:id',
    audience: 'member',
    scope: 'clients:write',
    record: 'clients',
    summary: 'Change a client; absent fields stay, null clears',
    params: byId,
    body: ClientChange,
    response: Client,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/clients/:id',
    audience: 'member',
    scope: 'clients:write',
    record: 'clients',
    summary: 'Remove a client who has no horses left; with money open only when that is said to be known',
    params: byId,
    query: z.object({ evenWithOpenMoney: flag.optional() }),
    response: z.undefined(),
    status: 204,
  }),
  smsPreferences: endpoint({
    method: 'GET',
    path: '/api/clients/:id/sms-preferences',
    audience: 'member',
    scope: 'clients:read',
    record: 'sms_preferences',
    summary: 'Which texts a client wants; the defaults until they are set',
    params: byId,
    response: SmsPreferences,
  }),
  setSmsPreferences: endpoint({
    method: 'PUT',
    path: '/api/clients/:id/sms-preferences',
    audience: 'member',
    scope: 'clients:write',
    record: 'sms_preferences',
    summary: 'Set which texts a client wants',
    params: byId,
    body: SmsPreferencesChange,
    response: SmsPreferences,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/clients/:id/merge',
    audience: 'member',
    record: 'clients',
    summary: 'Make one client of two; `POST /api/activity/{activityId}/undo` makes them two again',
    params: byId,
    body: ClientMerge,
    response: z.object({ client: Client, activityId: z.string() }),
  }),
}
