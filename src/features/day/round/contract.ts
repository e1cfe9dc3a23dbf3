import { z } from 'zod'
import { Appointment } from '#features/visits/appointments/contract.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'
import { JOURNAL_KINDS } from '#lib/journal-kinds.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    rounds: Round
    travel_tables: TravelTable
  }
}

const text = (max: number) => z.string().trim().max(max).nullable()

const RoundState = z.enum(['planned', 'running', 'paused', 'late', 'finished'])

/** A member's round of one day. Its order is the visits'; there is no counter. `id` = uuidOf(memberId, onDay). */
export const Round = z
  .object({
    id: z.string(),
    memberId: z.string().max(60),
    onDay: dayShape,
    state: RoundState,
    reason: text(300),
    lateMinutes: z.int().min(0).max(1440).nullable(),
    saidAt: z.iso.datetime({ offset: true }).nullable(),
  })
  .meta({ id: 'Round' })
export type Round = z.output<typeof Round>

/** A place of a table: latitude and longitude, to five decimals. */
const Point = z.tuple([z.number(), z.number()])

/**
 * What it takes to drive between the places of a member's day, by road, as a source of road times answered. `id` = tableId(memberId, onDay).
 */
export const TravelTable = z
  .object({
    id: z.string(),
    memberId: z.string(),
    onDay: dayShape,
    /** What worked it out, to be named; null: it has no roads for these places. */
    engine: z.enum(['openrouteservice', 'osrm', 'valhalla']).nullable(),
    /** The base and the stops, each once, without names. */
    places: z.array(Point),
    /** From each of them to each: km and minutes; null: no road leads there. */
    legs: z.array(z.array(z.tuple([z.number(), z.number()]).nullable())),
    madeAt: z.iso.datetime(),
  })
  .meta({ id: 'TravelTable' })
export type TravelTable = z.output<typeof TravelTable>

export const RoundChange = Round.pick({ state: true, reason: true, lateMinutes: true, saidAt: true })
  .partial()
  .extend({
    memberId: z.string().max(60),
    onDay: dayShape,
    /** Owners to text, each about one visit: how late the round runs, or, when it is finished, that it will not reach them. */
    tell: z
      .array(z.object({ appointmentId: z.string().max(60), clientId: z.string().max(60) }))
      .max(200)
      .optional(),
  })
  .meta({ id: 'RoundChange' })
export type RoundChange = z.input<typeof RoundChange>

/** Spec §3 Call tracker record. Both numbers are places in today's whole order. */
export const CallTracker = z
  .object({ currentCallNumber: z.int(), callNumber: z.int(), isCallComplete: z.boolean() })
  .meta({ id: 'CallTracker' })
export type CallTracker = z.output<typeof CallTracker>

/**
 * What owners read about a round that does not run as planned; the reason never names anyone. `finished`: it ended before its last stop, or
 * without a reason: it was left open, and it is night.
 */
export const RoundNote = z
  .object({ state: z.enum(['paused', 'late', 'finished']), reason: z.string().nullable(), lateMinutes: z.int().nullable() })
  .meta({ id: 'RoundNote' })
export type RoundNote = z.output<typeof RoundNote>

const span = { from: z.iso.datetime(), to: z.iso.datetime() }

/** The range of times in which a stop is likely to be reached; `was` is the range given before, and `why` it no longer holds. */
export const ArrivalRange = z
  .object({ ...span, was: z.object(span).nullable(), why: z.enum(['late', 'slower', 'order', 'faster', 'caught_up']).nullable() })
  .meta({ id: 'ArrivalRange' })
export type ArrivalRange = z.output<typeof ArrivalRange>

/** What an owner may see of one of their stops today: never another client, an address, notes or a position. */
export const PublicStop = z
  .object({
    id: z.string(),
    title: z.string(),
    /** Place in today's whole order, and the first open stop. */
    callNumber: z.int(),
    currentCallNumber: z.int(),
    /** Open stops before this one. */
    stopsBefore: z.int(),
    isCallOnly: z.boolean(),
    callPeriod: z.enum(['AM', 'PM']),
    /** Null for a stop without a time. */
    startTime: z.iso.datetime().nullable(),
    isCallComplete: z.boolean(),
    /** It is over and nothing was done to their horses. */
    isSkipped: z.boolean(),
    totalStops: z.int(),
    completedStops: z.int(),
    note: RoundNote.nullable(),
    /** Null when it is over, and while no true range can be given. */
    arrivalRange: ArrivalRange.nullable(),
  })
  .meta({ id: 'PublicStop' })
export type PublicStop = z.output<typeof PublicStop>

/** What an owner reads of a finished stop of today: where its card and its invoice are, and when they meet next. */
export const AfterStop = z
  .object({
    /** The stop, as in the owner's list. */
    id: z.string(),
    /** Paths of pages on this server; null: there is none, it was revoked, or the invoice was not sent. */
    cardPath: z.string().nullable(),
    invoice: z
      .object({
        path: z.string(),
        title: z.string(),
        status: z.string(),
        /** How to pay it by bank, as its page shows it; none once nothing is left to pay. */
        pay: z.array(z.object({ label: z.string(), words: z.string(), isCopied: z.boolean().optional() })),
      })
      .nullable(),
    /** For each horse: when it is due, or booked in words that follow its name. */
    next: z.array(z.object({ name: z.string(), dueOn: dayShape.nullable(), booked: z.string().nullable() })),
  })
  .meta({ id: 'AfterStop' })
export type AfterStop = z.output<typeof AfterStop>

/** The owner's page as the server renders it; dates are ISO instants. */
export type QueueView = {
  /** The token for the page's requests; null when its address names no one. */
  token: string | null
  /** Null for a link that opens nothing; empty for a business that names no person. */
  firstName: string | null
  /** Null when the server could not read them in time: the page shows a skeleton and requests them again. */
  stops: PublicStop[] | null
  etag: string | null
  asAt: string
  zone: string
  /** Null for a link that opens nothing. */
  practiceName: string | null
  /** The practice's number, where it has given one. */
  phone: string | null
  /** Where the farrier's picture is, where the practice has one. */
  picture: string | null
  /** The farrier's own words on how to have a horse ready. */
  prepLine: string | null
}

const byId = z.object({ id: z.string().max(60) })

/** Spec §3 Activity item. */
export const ActivityItem = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    time: z.iso.datetime(),
    /** Whether the caller may undo it, as far as the journal knows: an action changed again since is refused on the attempt. */
    canUndo: z.boolean(),
  })
  .meta({ id: 'ActivityItem' })
export type ActivityItem = z.output<typeof ActivityItem>

export const roundEndpoints = {
  advanceCall: endpoint({
    method: 'PUT',
    path: '/api/appointments/:id/advance-call',
    audience: 'member',
    record: 'appointments',
    summary: 'Bring stop number k of the day to the head of the open ones',
    params: byId,
    body: z.object({ currentCallNumber: z.int().min(1).max(99) }),
    response: CallTracker,
  }),
  completeCall: endpoint({
    method: 'PUT',
    path: '/api/appointments/:id/complete-call',
    audience: 'member',
    record: 'appointments',
    summary: 'Finish a stop: every open horse is done and gets a work entry',
    params: byId,
    response: Appointment,
  }),
  setRound: endpoint({
    method: 'PUT',
    path: '/api/rounds',
    audience: 'member',
    record: 'rounds',
    summary: "Say how a member's round of a day is going",
    body: RoundChange,
    response: Round,
  }),
  today: endpoint({
    method: 'GET',
    path: '/api/appointments/today/:clientId',
    audience: 'link',
    summary: "An owner's stops today; by link token, or by id in the test version",
    params: z.object({ clientId: z.string().max(100) }),
    response: z.array(PublicStop),
    perMinute: 240,
  }),
  tracker: endpoint({
    method: 'GET',
    path: '/api/call-tracker/:id',
    audience: 'link',
    summary: 'Where the round stands for an appointment or a client; by link token, or by id in the test version',
    params: z.object({ id: z.string().max(100) }),
    response: CallTracker,
    perMinute: 240,
  }),
  after: endpoint({
    method: 'GET',
    path: '/api/appointments/today/:clientId/after',
    audience: 'link',
    summary: "Card, invoice and next date of an owner's finished stops today; by link token alone",
    params: z.object({ clientId: z.string().max(100) }),
    response: z.array(AfterStop),
    perMinute: 30,
  }),
  places: endpoint({
    method: 'GET',
    path: '/api/places',
    audience: 'member',
    summary: 'Places an address may mean, most likely first, where a look-up is set up',
    query: z.object({ address: z.string().trim().min(3).max(300) }),
    response: z.array(z.object({ name: z.string(), lat: z.number(), lng: z.number() })),
    perMinute: 30,
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/dashboard/stats',
    audience: 'member',
    summary: 'The four figures of Home (Spec §3 Dashboard stats)',
    response: z.object({
      todayAppointments: z.int(),
      activeClients: z.int(),
      horsesManaged: z.int(),
      overdueServices: z.int(),
    }),
  }),
  activity: endpoint({
    method: 'GET',
    path: '/api/dashboard/activity',
    audience: 'member',
    summary: 'What was done lately, newest first; further pages by the Link header (Spec §3 Activity item)',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      /** The last item of the page before. */
      after: z.string().max(60).optional(),
      kind: z.enum(JOURNAL_KINDS).optional(),
      memberId: z.string().max(60).optional(),
    }),
    response: z.array(ActivityItem),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/activity/:id/undo',
    audience: 'member',
    summary: 'Take back one thing that was done, once, if nothing changed it since and no text about it has gone',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
}
