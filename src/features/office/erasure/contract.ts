import { z } from 'zod'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

const Goes = z.object({ what: z.string(), count: z.int() })
const Stays = Goes.extend({ why: z.string() })

/** The effects of erasing a client; requesting it changes nothing. */
export const ErasurePlan = z
  .object({
    clientId: z.string(),
    clientName: z.string(),
    /** Sentences: why it can't be done now. None: it can. */
    blockers: z.array(z.string()),
    /** The client's open money and what becomes of it, in sentences; null: nothing is open. To confirm, send `evenWithOpenMoney`. */
    openMoney: z.string().nullable(),
    goes: z.array(Goes),
    stays: z.array(Stays),
    /** Sentences about what no search can find, and about backups. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'ErasurePlan' })
export type ErasurePlan = z.output<typeof ErasurePlan>

/**
 * A requested erasure: its progress, and what it did. It names no one. Once it is done `clientId` and `requestId` are other ids:
 * those of the nameless record that stays, and of the request that belongs to it.
 */
export const Erasure = z
  .object({
    id: z.string(),
    clientId: z.string(),
    requestId: z.string().nullable(),
    state: z.enum(['queued', 'running', 'done', 'failed']),
    handled: z.int(),
    total: z.int(),
    goes: z.array(Goes),
    stays: z.array(Stays),
    /** Sentences: calendars elsewhere in which entries still name the client, and what takes them out. None: it is done there too. */
    stillNamed: z.array(z.string()),
    problem: z.string().nullable(),
    createdAt: z.iso.datetime(),
    stateAt: z.iso.datetime(),
  })
  .meta({ id: 'Erasure' })
export type Erasure = z.output<typeof Erasure>

const days = z.int().min(30).max(3650)

/** Retention periods, and how long a client must have been away to be listed as long gone. */
export const Retention = z
  .object({
    /** Texts and e-mails: their content and the numbers they went to. How many were sent stays counted. */
    textsDays: days,
    messagesDays: days,
    /** Owners' answers to reminders, and the slots they were offered. */
    answersDays: days,
    /** What owners opened in the portal, their requests there once done, invitations, and access that has ended. */
    openingsDays: days,
    exportsDays: z.int().min(1).max(14),
    inactiveYears: z.int().min(1).max(20),
  })
  .meta({ id: 'Retention' })
export type Retention = z.output<typeof Retention>

/** A client without any record for that long. */
export const LongGone = z
  .object({ id: z.string(), name: z.string(), lastOn: dayShape.nullable(), horses: z.int() })
  .meta({ id: 'LongGone' })
export type LongGone = z.output<typeof LongGone>

const byId = z.object({ id: z.string().max(60) })

export const erasureEndpoints = {
  plan: endpoint({
    method: 'GET',
    path: '/api/clients/:id/erasure',
    audience: 'member',
    summary: 'Dry run: what erasing a client would remove, and what would stay and why; changes nothing',
    params: byId,
    response: ErasurePlan,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/clients/:id/erasure',
    audience: 'member',
    summary: 'Erase a client for good; `clientName` must be their name as it stands',
    params: byId,
    body: z.object({
      clientName: z.string().max(200),
      requestId: z.string().max(60).optional(),
      evenWithOpenMoney: z.boolean().optional(),
    }),
    response: Erasure,
    status: 201,
    perMinute: 10,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/erasures',
    audience: 'member',
    summary: 'The last erasures, newest first; for one request where asked',
    query: z.object({ requestId: z.string().max(60).optional() }),
    response: z.array(Erasure),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/erasures/:id',
    audience: 'member',
    summary: 'One erasure: how far it is',
    params: byId,
    response: Erasure,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/erasures/:id/retry',
    audience: 'member',
    summary: 'Try an erasure that failed again',
    params: byId,
    response: Erasure,
    perMinute: 10,
  }),
  retention: endpoint({
    method: 'GET',
    path: '/api/retention',
    audience: 'member',
    summary: 'How long the practice keeps what was said',
    response: Retention,
  }),
  changeRetention: endpoint({
    method: 'PUT',
    path: '/api/retention',
    audience: 'member',
    summary: 'Decide how long the practice keeps what was said; applied every night',
    body: Retention,
    response: Retention,
  }),
  longGone: endpoint({
    method: 'GET',
    path: '/api/retention/long-gone',
    audience: 'member',
    summary: 'Clients who have not come for as long as the practice has decided, oldest first: proposed, never erased by themselves',
    response: z.array(LongGone),
  }),
}
