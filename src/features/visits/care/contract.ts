import { z } from 'zod'
import { Figures, ShoeingPlan } from '#features/visits/care/plan-shape.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    care_notes: CareNote
  }
}

const ref = z.string().min(1).max(60)

/** The longest that a note, or the words beside a plan, may be. */
export const LONGEST_NOTE = 10_000

/** What a vet or a para-professional wrote about a horse, or a member answered. It stays as it was written. */
export const CareNote = z
  .object({
    id: z.string(),
    horseId: ref,
    /** As they were called then. */
    authorName: z.string(),
    authorRole: z.enum(['vet', 'para-professional', 'farrier']),
    kind: z.enum(['note', 'plan', 'answer']),
    /** What an answer is about. */
    replyToId: ref.nullable(),
    body: z.string(),
    /** Of a plan. */
    plan: ShoeingPlan.nullable(),
    figures: Figures.nullable(),
    /** The film that the figures are of. */
    filmId: ref.nullable(),
    /** When its author wants to look again. */
    reviewOn: dayShape.nullable(),
    /** The day from which the owner may read it; null: at once. */
    ownerSeesFrom: dayShape.nullable(),
    saidAt: z.iso.datetime(),
    /** The member who answers. */
    memberId: ref.nullable(),
    /** When a member accepted it, or had read it. */
    takenAt: z.iso.datetime().nullable(),
    takenBy: ref.nullable(),
    /** When its author withdrew it. */
    withdrawnAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'CareNote' })
export type CareNote = z.output<typeof CareNote>

/** What a member answers to a note or a plan. */
export const NewCareAnswer = z
  .object({ id: ref.optional(), replyToId: ref, body: z.string().trim().min(1).max(LONGEST_NOTE), saidAt: z.iso.datetime().optional() })
  .meta({ id: 'NewCareAnswer' })
export type NewCareAnswer = z.input<typeof NewCareAnswer>

/** A member accepts what was written, once, or takes an answer of their own back. */
export const CareNoteChange = z
  .object({ takenAt: z.iso.datetime().nullable(), withdrawnAt: z.iso.datetime() })
  .partial()
  .meta({ id: 'CareNoteChange' })
export type CareNoteChange = z.input<typeof CareNoteChange>

const byId = z.object({ id: z.string().max(60) })

export const careEndpoints = {
  ofHorse: endpoint({
    method: 'GET',
    path: '/api/horses/:id/care-notes',
    audience: 'member',
    summary: 'What vets and para-professionals wrote about a horse, and what was answered, newest first',
    params: byId,
    query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(200), after: ref.optional() }),
    response: z.array(CareNote),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/care-notes',
    audience: 'member',
    record: 'care_notes',
    summary: 'Answer a note or a plan; whoever wrote it reads the answer',
    body: NewCareAnswer,
    response: CareNote,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/care-notes/:id',
    audience: 'member',
    record: 'care_notes',
    summary: 'Accept a note or a plan, or take an own answer back',
    params: byId,
    body: CareNoteChange,
    response: CareNote,
  }),
}
