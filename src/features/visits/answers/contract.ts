import { z } from 'zod'
import { LONGEST_CODE, LONGEST_WORDS } from '#features/visits/answers/limits.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    visit_answers: VisitAnswer
  }
}

const ref = z.string().min(1).max(60)

/**
 * The kinds of answer an owner can give about a visit. `cancelled`: they took their horses off it, which is done; `cancel`: they request
 * it, too late to do it themselves.
 */
export const AnswerKind = z.enum(['confirmed', 'move', 'add_horse', 'box_rest', 'gate_code', 'cancel', 'cancelled'])
export type AnswerKind = z.output<typeof AnswerKind>

/** One answer of an owner to a visit. It stays as it was given; a farrier marks it seen. */
export const VisitAnswer = z
  .object({
    id: z.string(),
    appointmentId: ref,
    /** The owner who answers. */
    clientId: ref,
    kind: AnswerKind,
    /** Which of their horses; null: the visit itself, or one that is not on record. */
    horseId: ref.nullable(),
    /** What a horse is called that is not on record; of a cancellation, all of their horses that it is about. */
    horseName: z.string().nullable(),
    /** What a horse to be added is to have. */
    work: z.string().nullable(),
    /** The last day of box rest, as far as they know. */
    untilOn: dayShape.nullable(),
    /** Free text: what suits them, the gate code, or anything else they write. */
    words: z.string().nullable(),
    /** When the visit was to be as they answered: at another time it is another question. */
    visitStart: z.iso.datetime(),
    saidAt: z.iso.datetime(),
    seenAt: z.iso.datetime().nullable(),
    seenBy: ref.nullable(),
  })
  .meta({ id: 'VisitAnswer' })
export type VisitAnswer = z.output<typeof VisitAnswer>

/** A member has seen to it, or not after all. */
export const VisitAnswerChange = z.object({ seenAt: z.iso.datetime().nullable() }).partial().meta({ id: 'VisitAnswerChange' })
export type VisitAnswerChange = z.input<typeof VisitAnswerChange>

const words = z.string().trim().max(LONGEST_WORDS).optional()
const horse = ref.optional()

/** What the owner's page sends, one of its forms at a time. Only who is signed in cancels, by a form of its own. */
export const GivenAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirmed') }),
  z.object({ kind: z.literal('move'), words: z.string().trim().min(1).max(LONGEST_WORDS) }),
  z.object({
    kind: z.literal('add_horse'),
    horseId: horse,
    horseName: z.string().trim().max(120).optional(),
    work: z.string().trim().max(120).optional(),
    words,
  }),
  z.object({ kind: z.literal('box_rest'), horseId: horse, untilOn: z.union([dayShape, z.literal('')]).optional(), words }),
  z.object({ kind: z.literal('gate_code'), words: z.string().trim().min(1).max(LONGEST_CODE) }),
])
export type GivenAnswer = z.output<typeof GivenAnswer>

const byId = z.object({ id: z.string().max(60) })

export const answerEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/visit-answers',
    audience: 'member',
    scope: 'visits:read',
    summary: 'What owners answered about their visits, newest first; of one visit, or only what nobody has seen to yet',
    query: z.object({
      appointmentId: ref.optional(),
      unseen: z.enum(['true', 'false']).default('false'),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
      after: ref.optional(),
    }),
    response: z.array(VisitAnswer),
  }),
  see: endpoint({
    method: 'PUT',
    path: '/api/visit-answers/:id',
    audience: 'member',
    record: 'visit_answers',
    summary: 'Say that an answer was seen to, or is to be seen to again',
    params: byId,
    body: VisitAnswerChange,
    response: VisitAnswer,
  }),
}
