import { z } from 'zod'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

const CareRole = z.enum(['vet', 'para-professional'])
/** How an owner agreed: signed in, by the link of a text, or to a member who noted it. */
export const AgreedHow = z.enum(['portal', 'link', 'said', 'written'])
export type AgreedHow = z.output<typeof AgreedHow>

/** A horse of an agreement, with its current state. */
const CareHorse = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether it is its owner's still, as it was then. */
  standing: z.enum(['theirs', 'sold', 'dead']),
  /** Whether the service is open that lets a vet or a para-professional see it. */
  isServiceOpen: z.boolean(),
  /** When it closes, as far as is paid and decided: a device without a signal goes by it. Null: there is no end. */
  serviceOpenUntil: z.iso.datetime().nullable(),
  /** Until when the person who came in may look; null: no one came in. */
  grantedUntil: z.iso.datetime().nullable(),
  grantEndedAt: z.iso.datetime().nullable(),
  grantEndedBy: z.enum(['invited', 'owner', 'practice']).nullable(),
  openedAt: z.iso.datetime().nullable(),
})
export type CareHorse = z.output<typeof CareHorse>

/** That a vet or a para-professional may see horses of a client's, as it was requested and agreed; its status follows (`careStateOf`). */
export const CareConsent = z
  .object({
    id: z.string(),
    clientId: z.string(),
    clientName: z.string(),
    role: CareRole,
    toName: z.string(),
    /** Where they are invited: an e-mail address, or a mobile in E.164. */
    to: z.string(),
    toPractice: z.string().nullable(),
    /** As they gave it themselves. */
    regNumber: z.string().nullable(),
    backToOn: dayShape.nullable(),
    /** The last day, and when it is over. */
    untilOn: dayShape,
    untilAt: z.iso.datetime(),
    mayContact: z.boolean(),
    /** What was agreed, word for word. */
    words: z.string(),
    /** What it goes on from. */
    renewsId: z.string().nullable(),
    askedAt: z.iso.datetime(),
    /** `carer`: a person who looks after a horse already, for a colleague. */
    askedBy: z.enum(['owner', 'practice', 'carer']),
    /** Who requests a colleague. */
    askedFor: z.string().nullable(),
    agreedAt: z.iso.datetime().nullable(),
    agreedHow: AgreedHow.nullable(),
    /** Which member noted it. */
    notedBy: z.string().nullable(),
    approvedAt: z.iso.datetime().nullable(),
    refusedAt: z.iso.datetime().nullable(),
    refusedBy: z.enum(['owner', 'practice', 'invited']).nullable(),
    takenBackAt: z.iso.datetime().nullable(),
    takenBackBy: z.enum(['owner', 'practice']).nullable(),
    /** Until when the invitation lets them in; null: none does. */
    invitedUntil: z.iso.datetime().nullable(),
    /** Whether the portal is off, for this client or for all. */
    isOff: z.boolean(),
    /** Whether the person who agreed still has access as the client. */
    isLetIn: z.boolean(),
    horses: z.array(CareHorse),
  })
  .meta({ id: 'CareConsent' })
export type CareConsent = z.output<typeof CareConsent>

/** Who treats a horse besides its farrier, and which services are open that let them. */
export const HorseCare = z
  .object({
    services: z.object({ 'vet-integration': z.boolean(), 'para-professional': z.boolean() }),
    /** When each that is open closes, as far as is paid and decided. Null: there is no end. */
    openUntil: z.object({ 'vet-integration': z.iso.datetime().nullable(), 'para-professional': z.iso.datetime().nullable() }),
    consents: z.array(CareConsent),
    /** What they have written and sent since the caller last looked, by role. */
    news: z.array(z.object({ role: CareRole, plans: z.int(), notes: z.int(), films: z.int(), files: z.int(), marks: z.int() })),
    /** When this was so. */
    asAt: z.iso.datetime(),
    /** Horses of the same owner with an open service, by which: others that may be shown with it. */
    alsoOpen: z.array(z.object({ id: z.string(), name: z.string(), service: z.enum(['vet-integration', 'para-professional']) })),
  })
  .meta({ id: 'HorseCare' })
export type HorseCare = z.output<typeof HorseCare>

const byId = z.object({ id: z.string().max(60) })
const ref = z.string().min(1).max(60)

export const careEndpoints = {
  ofHorse: endpoint({
    method: 'GET',
    path: '/api/horses/:id/grants',
    audience: 'member',
    summary: 'Vets and para-professionals who see a horse, are invited to, or did: what was agreed, by whom, until when',
    params: byId,
    /** When the caller last looked; without it all is new. */
    query: z.object({ since: z.iso.datetime().optional() }),
    response: HorseCare,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/horses/:id/grants',
    audience: 'member',
    summary:
      'Let a vet or a para-professional see a horse, or several of its owner’s: the owner is asked by a text, or has said so already and is told; the invitation goes only then',
    params: byId,
    body: z.object({
      role: CareRole,
      /** Others of the same owner. */
      alsoHorseIds: z.array(ref).max(49).default([]),
      name: z.string().trim().min(1).max(80),
      to: z.string().trim().min(1).max(254),
      practice: z.string().trim().max(120).optional(),
      /** Null: as far back as its owner reads it. */
      backToOn: dayShape.nullable().default(null),
      untilOn: dayShape,
      mayContact: z.boolean().default(false),
      how: z.enum(['link', 'said', 'written']),
    }),
    response: CareConsent,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/grants/:id/answer',
    audience: 'member',
    summary: 'Say yes or no to whom an owner wants to show a horse, where the practice is asked first',
    params: byId,
    body: z.object({ isYes: z.boolean() }),
    response: CareConsent,
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/grants/:id/end',
    audience: 'member',
    summary: 'End at once what a vet or a para-professional sees, or withdraw what was asked',
    params: byId,
    response: CareConsent,
    whileLapsed: true,
  }),
  agreement: endpoint({
    method: 'GET',
    path: '/api/grants/:id/agreement',
    audience: 'member',
    summary: 'What was agreed as a PDF: in which words, how, when, by whom, and how it ended',
    params: byId,
    response: z.unknown(),
    perMinute: 30,
  }),
}
