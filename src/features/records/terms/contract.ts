import { z } from 'zod'
import { NoticeState } from '#features/core/notices/contract.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    terms_acceptances: TermsAcceptance
  }
}

const ref = z.string().min(1).max(60)

/** One section of the terms: each line is a paragraph; lines like `Trim: £35` a price list. */
export const TermsSection = z.object({
  title: z.string().trim().min(1).max(120),
  text: z.string().trim().min(1).max(10_000),
})
export type TermsSection = z.output<typeof TermsSection>

/** A version of the practice's terms of business; frozen the moment it is made. */
export const TermsVersion = z
  .object({
    id: z.string(),
    /** The version that an acceptance names: `1`, `2` and so on. */
    termsVersion: z.string(),
    inForceOn: dayShape,
    sections: z.array(TermsSection),
  })
  .meta({ id: 'TermsVersion' })
export type TermsVersion = z.output<typeof TermsVersion>

/** Spec §3: how a client accepted. `web`: on the page behind our link. */
export const AcceptanceMethod = z.enum(['web', 'sms', 'email', 'verbal'])
export type AcceptanceMethod = z.output<typeof AcceptanceMethod>

/** Spec §3 Terms acceptance, with the evidence of it. An acceptance is never changed or removed. */
export const TermsAcceptance = z
  .object({
    id: z.string(),
    clientId: ref,
    acceptanceMethod: AcceptanceMethod,
    termsVersion: z.string(),
    acceptedAt: z.iso.datetime(),
    notes: z.string().nullable(),
    /** The name they typed to sign, by a link. */
    typedName: z.string().nullable(),
    /** The network address of the acceptance without its last part, and the program used. */
    fromAddress: z.string().nullable(),
    fromAgent: z.string().nullable(),
    /** The member who recorded it; null: the client accepted by a link. */
    memberId: z.string().nullable(),
  })
  .meta({ id: 'TermsAcceptance' })
export type TermsAcceptance = z.output<typeof TermsAcceptance>

/** An acceptance not made by a link; it applies to the version in force when it reaches the server. */
export const NewTermsAcceptance = z
  .object({
    id: ref.optional(),
    clientId: ref,
    acceptanceMethod: AcceptanceMethod,
    notes: z.string().trim().max(10_000).nullable().optional(),
    /** Default: now. */
    acceptedAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'NewTermsAcceptance' })
export type NewTermsAcceptance = z.input<typeof NewTermsAcceptance>

/** The newest text or e-mail with the terms to a client. */
export const SentTerms = z
  .object({ clientId: z.string(), sentAt: z.iso.datetime(), state: NoticeState, termsVersion: z.string() })
  .meta({ id: 'SentTerms' })
export type SentTerms = z.output<typeof SentTerms>

export const termsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/terms-acceptance',
    audience: 'member',
    summary: 'Who accepted the terms, newest first; further pages by the Link header (Spec §7)',
    query: z.object({ clientId: ref.optional(), limit: z.coerce.number().int().min(1).max(1000).default(200), after: ref.optional() }),
    response: z.array(TermsAcceptance),
  }),
  record: endpoint({
    method: 'POST',
    path: '/api/terms-acceptance',
    audience: 'member',
    record: 'terms_acceptances',
    summary: 'Write down that a client accepted the terms in force (Spec §7)',
    body: NewTermsAcceptance,
    response: TermsAcceptance,
    status: 201,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/terms-acceptance/send',
    audience: 'member',
    summary: 'Send a client the terms in force with a link to accept them by (Spec §7)',
    body: z.object({ clientId: ref, method: z.enum(['sms', 'email']) }),
    response: z.object({ message: z.string(), state: NoticeState, termsVersion: z.string() }),
    perMinute: 60,
  }),
  sent: endpoint({
    method: 'GET',
    path: '/api/terms-acceptance/sent',
    audience: 'member',
    summary: 'To whom the terms were sent, the newest of each client, newest first',
    response: z.array(SentTerms),
  }),
  evidence: endpoint({
    method: 'GET',
    path: '/api/terms-acceptance/:id/evidence',
    audience: 'member',
    summary: 'An acceptance as a PDF: who, when, from where, and every word they accepted',
    params: z.object({ id: z.string().max(60) }),
    response: z.unknown(),
    perMinute: 30,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/terms-versions',
    audience: 'member',
    summary: 'The versions of the terms, the one in force first; none as long as the sample holds and was sent to nobody',
    response: z.array(TermsVersion),
  }),
  write: endpoint({
    method: 'POST',
    path: '/api/terms-versions',
    audience: 'member',
    summary: 'Put a new version of the terms in force; those before stay as they were accepted',
    body: z.object({ sections: z.array(TermsSection).min(1).max(30) }),
    response: TermsVersion,
    status: 201,
  }),
}
