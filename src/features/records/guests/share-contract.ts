import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'

/** What the horse is shown for. */
export const SharePurpose = z.enum(['sale', 'insurance', 'vet', 'other'])
export type SharePurpose = z.output<typeof SharePurpose>

/** The parts of the record that a link shows beside the photos that were chosen. Findings go with the work they belong to. */
export const ShareParts = z.object({ work: z.boolean(), findings: z.boolean() })
export type ShareParts = z.output<typeof ShareParts>

/** Why a link opens nothing: ended by a press, out of time, the horse is another's, who made it is out, the portal or links are off, or the plan has none. */
export const ShareClosed = z.enum(['ended', 'over', 'sold', 'access', 'off', 'plan'])
export type ShareClosed = z.output<typeof ShareClosed>

/** A link that shows a horse to a person outside. What it shows is the horse's own record, as far as it was chosen. */
export const HorseShare = z
  .object({
    id: z.string(),
    horseId: z.string(),
    horseName: z.string(),
    clientId: z.string(),
    /** Whose horse it was then; a person with access for them made the link. */
    clientName: z.string(),
    toName: z.string(),
    purpose: SharePurpose,
    parts: ShareParts,
    photoCount: z.number().int(),
    /** Nothing from before that day; null: from the day it came to its owner. */
    fromOn: z.string().nullable(),
    madeAt: z.iso.datetime(),
    untilAt: z.iso.datetime(),
    /** Null: it is open. */
    closed: ShareClosed.nullable(),
    endedAt: z.iso.datetime().nullable(),
    endedBy: z.enum(['owner', 'practice']).nullable(),
    /** In how many hours its page or its paper was opened. */
    opens: z.number().int(),
    lastOpenAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'HorseShare' })
export type HorseShare = z.output<typeof HorseShare>

const byId = z.object({ id: z.string().max(60) })

export const shareEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/horses/:id/shares',
    audience: 'member',
    summary: 'The links by which owners show a horse to somebody outside, open ones first: for whom, until when, how often opened',
    params: byId,
    response: z.array(HorseShare),
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/shares/:id/end',
    audience: 'member',
    summary: 'End a link to a horse: from the next request on it opens nothing',
    params: byId,
    response: HorseShare,
  }),
}
