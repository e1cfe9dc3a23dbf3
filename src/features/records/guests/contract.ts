import { z } from 'zod'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    owner_asks: OwnerAsk
  }
}

const ref = z.string().min(1).max(60)

/** What owners may ask or say. `access`: somebody with an address of theirs wants to see what is theirs. */
export const AskKind = z.enum(['sold', 'died', 'new_horse', 'details', 'vet_invite', 'access'])
export type AskKind = z.output<typeof AskKind>

const text = (max: number) => z.string().trim().max(max).optional()

/** What an owner said, as far as it has a field of its own. */
export const AskFacts = z.object({
  /** Of a horse sold or dead. */
  onDay: dayShape.optional(),
  /** The horse that is new, whoever bought one, or the vet. */
  name: text(200),
  /** Of the vet: their practice. */
  practice: text(200),
  /** Of the client, as they want it on record. */
  businessName: text(200),
  address: text(500),
  postcode: text(12),
  phone: text(40),
  email: text(254),
})
export type AskFacts = z.output<typeof AskFacts>

/** How the farrier ended it. */
export const AskOutcome = z.enum(['done', 'declined'])
export type AskOutcome = z.output<typeof AskOutcome>

/** Something that an owner asks of the farrier, or tells. It stays as it was said; a farrier answers it. */
export const OwnerAsk = z
  .object({
    id: z.string(),
    /** Whose record it is about. */
    clientId: ref,
    /** Who says so, of those who use the portal; null: by a link. */
    personId: ref.nullable(),
    kind: AskKind,
    horseId: ref.nullable(),
    facts: AskFacts,
    words: z.string().nullable(),
    askedAt: z.iso.datetime(),
    seenAt: z.iso.datetime().nullable(),
    seenBy: ref.nullable(),
    outcome: AskOutcome.nullable(),
  })
  .meta({ id: 'OwnerAsk' })
export type OwnerAsk = z.output<typeof OwnerAsk>

/** A member has seen it, or answered it; an answer is taken back by null. */
export const OwnerAskChange = z
  .object({ seenAt: z.iso.datetime().nullable(), outcome: AskOutcome.nullable() })
  .partial()
  .meta({ id: 'OwnerAskChange' })
export type OwnerAskChange = z.input<typeof OwnerAskChange>

const byId = z.object({ id: z.string().max(60) })

export const guestEndpoints = {
  asks: endpoint({
    method: 'GET',
    path: '/api/owner-asks',
    audience: 'member',
    summary: 'What owners asked of the farrier, newest first; of one client, or only what nobody has seen to yet',
    query: z.object({
      clientId: ref.optional(),
      unseen: z.enum(['true', 'false']).default('false'),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
      after: ref.optional(),
    }),
    response: z.array(OwnerAsk),
  }),
  answerAsk: endpoint({
    method: 'PUT',
    path: '/api/owner-asks/:id',
    audience: 'member',
    record: 'owner_asks',
    summary: 'Answer what an owner asked; for `access`, `done` lets the person in and `declined` does not',
    params: byId,
    body: OwnerAskChange,
    response: OwnerAsk,
  }),
}
