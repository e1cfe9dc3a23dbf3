import { z } from 'zod'
import { NoticeState } from '#features/core/notices/contract.ts'
import { LONGEST_WORDS, MOST_INVITED_AT_ONCE } from '#features/records/guests/limits.ts'
import { Brings } from '#features/records/horses/contract.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    owner_asks: OwnerAsk
  }
}

const ref = z.string().min(1).max(60)

/**
 * What owners may request or report. `access`: a person with an address of theirs wants to see what is theirs; `yard`: the manager of a
 * yard writes about it; `words`: a sharer writes about the horse that is shared with them.
 */
export const AskKind = z.enum(['sold', 'died', 'new_horse', 'details', 'vet_invite', 'access', 'yard', 'words'])
export type AskKind = z.output<typeof AskKind>

const text = (max: number) => z.string().trim().max(max).optional()

/** What an owner reported, as far as it has a field of its own. */
export const AskFacts = z.object({
  /** Of a horse sold or dead. */
  onDay: dayShape.optional(),
  /** Whether it was sold, or has moved on to a new owner. */
  reason: z.enum(['sold', 'moved']).optional(),
  /** What the new owner may read of the time before; without it, nothing. */
  brings: Brings.optional(),
  /** The new horse, its new owner, the vet, the manager of the yard, or the sharer of a horse. */
  name: text(200),
  /** Of the vet: their practice. */
  practice: text(200),
  /** Of a colleague: the carer who requests that they may see the horse. */
  by: text(200),
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

/** An owner's request to the farrier, or news for them. It stays as it was written; a farrier answers it. */
export const OwnerAsk = z
  .object({
    id: z.string(),
    /** Whose record it is about; null: a yard's. */
    clientId: ref.nullable(),
    /** Its author, of those who use the portal; null: by a link. */
    personId: ref.nullable(),
    kind: AskKind,
    horseId: ref.nullable(),
    yardId: ref.nullable(),
    facts: AskFacts,
    words: z.string().nullable(),
    askedAt: z.iso.datetime(),
    seenAt: z.iso.datetime().nullable(),
    seenBy: ref.nullable(),
    outcome: AskOutcome.nullable(),
    /** What the farrier answers to `words` and `yard`: who wrote these reads it where they wrote. */
    reply: z.string().nullable(),
    repliedAt: z.iso.datetime().nullable(),
    repliedBy: ref.nullable(),
  })
  .meta({ id: 'OwnerAsk' })
export type OwnerAsk = z.output<typeof OwnerAsk>

/** A member has seen it, or answered it; null undoes an answer, not what was written in reply. */
export const OwnerAskChange = z
  .object({
    seenAt: z.iso.datetime().nullable(),
    outcome: AskOutcome.nullable(),
    reply: z.string().trim().min(1).max(LONGEST_WORDS),
  })
  .partial()
  .meta({ id: 'OwnerAskChange' })
export type OwnerAskChange = z.input<typeof OwnerAskChange>

/** How an invitation goes: by a text or an e-mail to the client's own address, or by a link that the farrier hands over. */
export const InviteHow = z.enum(['sms', 'email', 'handed'])
export type InviteHow = z.output<typeof InviteHow>

/** What came of an invitation. */
export const Invited = z.object({
  /** Of the message; null: the link was handed over. */
  state: NoticeState.nullable(),
  /** The link to hand over, returned this once. */
  link: z.string().nullable(),
})
export type Invited = z.output<typeof Invited>

/** Who may be let in besides the client: a helper with all that is theirs, or a sharer of one horse. */
const OtherRole = z.enum(['helper', 'sharer'])

/** Who sees what is a client's, and who is invited to. */
export const ClientPortal = z
  .object({
    people: z.array(
      z.object({
        personId: z.string(),
        role: z.enum(['holder', 'helper']),
        how: z.enum(['address', 'invited', 'handed']),
        since: z.iso.datetime(),
        /** When it ended; null: it has not. */
        until: z.iso.datetime().nullable(),
        /** False: the farrier has yet to confirm who it is. */
        isConfirmed: z.boolean(),
        lastOpenedAt: z.iso.datetime().nullable(),
      }),
    ),
    /** Those of the client themselves that still open something. */
    invites: z.array(z.object({ id: z.string(), how: InviteHow, madeAt: z.iso.datetime(), diesAt: z.iso.datetime() })),
    /** Who else sees something of theirs, or is invited to, as long as they do. */
    others: z.array(
      z.object({
        what: z.enum(['person', 'invite']),
        /** Of a helper the person, of a sharer the look they were given, of an invited person the invitation. */
        id: z.string(),
        role: OtherRole,
        name: z.string(),
        /** Of a sharer. */
        horseName: z.string().nullable(),
        seesMoney: z.boolean(),
        mayAnswer: z.boolean(),
        /** Let in, or invited, by the client; else by a member. */
        isByClient: z.boolean(),
        since: z.iso.datetime().nullable(),
        lastOpenedAt: z.iso.datetime().nullable(),
        /** Of who is invited: where, and until when. */
        to: z.string().nullable(),
        diesAt: z.iso.datetime().nullable(),
      }),
    ),
  })
  .meta({ id: 'ClientPortal' })
export type ClientPortal = z.output<typeof ClientPortal>

/** Who manages a yard, and sees its coming visits, and who is invited to. */
export const YardPortal = z
  .object({
    people: z.array(
      z.object({
        personId: z.string(),
        /** The name that the farrier gave. */
        name: z.string().nullable(),
        since: z.iso.datetime(),
        /** When it ended; null: it has not. */
        until: z.iso.datetime().nullable(),
        lastOpenedAt: z.iso.datetime().nullable(),
      }),
    ),
    /** Those that still open something. */
    invites: z.array(
      z.object({
        id: z.string(),
        toName: z.string().nullable(),
        /** Where it went: an e-mail address, or a mobile in E.164. */
        to: z.string().nullable(),
        madeAt: z.iso.datetime(),
        diesAt: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'YardPortal' })
export type YardPortal = z.output<typeof YardPortal>

/** As what a person opened it: the client, their helper, a horse's sharer, vet or para-professional, a yard's manager, or by a link. */
export const OpeningRole = z.enum(['holder', 'helper', 'sharer', 'yard', 'link', 'vet', 'para-professional'])
export type OpeningRole = z.output<typeof OpeningRole>

/** What is opened in the portal. */
export const OpeningKind = z.enum([
  ...['home', 'horse', 'visit', 'file', 'invoice', 'conversation'],
  ...['bills', 'statement', 'terms', 'texts', 'yard'],
  // All of theirs, put on their phone to be read without a signal.
  'copy',
] as const)
export type OpeningKind = z.output<typeof OpeningKind>

/** What a person opened in the portal: one line an hour and thing. */
export const Opening = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    /** Whose it is; null: a yard has no client. */
    clientId: z.string().nullable(),
    clientName: z.string().nullable(),
    role: OpeningRole,
    /** What the person who let a helper or sharer in calls them; null: it is the client, or no name was given. */
    whoName: z.string().nullable(),
    what: OpeningKind,
    /** What it is called: a horse, a day, a file, a number; null: it has no name, or is gone. */
    name: z.string().nullable(),
  })
  .meta({ id: 'Opening' })
export type Opening = z.output<typeof Opening>

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
    summary:
      'Answer what an owner asked; for `access`, `done` lets the person in and `declined` does not; `reply` goes to who wrote about a horse that is shared with them, or about their yard',
    params: byId,
    body: OwnerAskChange,
    response: OwnerAsk,
  }),
  portal: endpoint({
    method: 'GET',
    path: '/api/clients/:id/portal',
    audience: 'member',
    summary: "Who sees what is a client's in the portal, and who is invited to",
    params: byId,
    response: ClientPortal,
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/clients/:id/portal/invite',
    audience: 'member',
    summary: 'Invite a client to the portal, by a message to their own address or by a link to hand over, which works once',
    params: byId,
    body: z.object({ how: InviteHow }),
    response: Invited,
  }),
  inviteAll: endpoint({
    method: 'POST',
    path: '/api/portal/invites',
    audience: 'member',
    summary: 'Invite several clients at once, each by a message to their own address; who can’t be is named, and the others are invited',
    body: z.object({
      invites: z
        .array(z.object({ clientId: ref, how: z.enum(['sms', 'email']) }))
        .min(1)
        .max(MOST_INVITED_AT_ONCE),
    }),
    response: z.object({ refused: z.array(z.object({ clientId: z.string(), message: z.string() })) }),
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/clients/:id/portal/end',
    audience: 'member',
    summary: "End what a person sees of a client's, at once; without a person, everybody's, and invitations too",
    params: byId,
    body: z.object({ personId: ref.optional() }),
    response: ClientPortal,
  }),
  inviteOther: endpoint({
    method: 'POST',
    path: '/api/clients/:id/portal/others',
    audience: 'member',
    summary: 'Invite somebody besides a client, at an address that only they can prove: a helper, or a sharer of one horse',
    params: byId,
    body: z.object({
      role: OtherRole,
      /** Of a sharer. */
      horseId: ref.optional(),
      name: z.string().trim().min(1).max(80),
      /** Their e-mail address or UK mobile number. */
      to: z.string().trim().min(1).max(254),
      seesMoney: z.boolean().default(false),
      mayAnswer: z.boolean().default(false),
    }),
    response: Invited,
  }),
  endOther: endpoint({
    method: 'POST',
    path: '/api/clients/:id/portal/others/end',
    audience: 'member',
    summary: 'End at once what somebody besides a client sees of theirs, or withdraw their invitation',
    params: byId,
    body: z.object({ role: OtherRole, what: z.enum(['person', 'invite']), id: ref }),
    response: ClientPortal,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/clients/:id/portal/preview',
    audience: 'member',
    summary:
      'Look at the portal as a client does, for half an hour in this browser: nothing can be pressed, and nothing counts as opened by them',
    params: byId,
    response: z.object({ path: z.string() }),
  }),
  yardPortal: endpoint({
    method: 'GET',
    path: '/api/yards/:id/portal',
    audience: 'member',
    summary: 'Who manages a yard and sees its coming visits in the portal, and who is invited to',
    params: byId,
    response: YardPortal,
  }),
  inviteManager: endpoint({
    method: 'POST',
    path: '/api/yards/:id/portal/invite',
    audience: 'member',
    summary: 'Invite the manager of a yard to the portal, by a message to an address that they must prove',
    params: byId,
    body: z.object({ toName: z.string().trim().max(200), to: z.string().trim().max(254) }),
    response: z.object({ state: NoticeState }),
  }),
  endManager: endpoint({
    method: 'POST',
    path: '/api/yards/:id/portal/end',
    audience: 'member',
    summary: 'End at once what the manager of a yard sees of it, or withdraw an invitation; with neither, everything',
    params: byId,
    body: z.object({ personId: ref.optional(), inviteId: ref.optional() }),
    response: YardPortal,
  }),
  log: endpoint({
    method: 'GET',
    path: '/api/guests/log',
    audience: 'member',
    summary: 'What was opened in the portal, newest first; of a client, of a horse with its files, or of a yard',
    query: z.object({
      clientId: ref.optional(),
      horseId: ref.optional(),
      yardId: ref.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      after: ref.optional(),
    }),
    response: z.array(Opening),
  }),
}
