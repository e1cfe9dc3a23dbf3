import { z } from 'zod'
import { NoticeState } from '#features/core/notices/contract.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    photo_consents: PhotoConsent
  }
}

const ref = z.string().min(1).max(60)

/** `card`: a picture shown to other clients; `social`: a post on social media. */
export const PhotoUse = z.enum(['card', 'social'])
export type PhotoUse = z.output<typeof PhotoUse>

/** How an owner gave it; a member writes down `said` and `written`. */
const PhotoConsentHow = z.enum(['link', 'portal', 'said', 'written'])

/** What an owner was asked about photos of their horses, or agreed to. Nothing in it changes but by its next step: answered, withdrawn. */
export const PhotoConsent = z
  .object({
    id: z.string(),
    clientId: ref,
    /** Null: every horse of theirs. */
    horseId: ref.nullable(),
    /** What was asked for; once given, what they agreed to of it. */
    uses: z.array(PhotoUse).min(1),
    wordingVersion: z.int(),
    /** Null: a member wrote it down, and the owner was not asked by a message. */
    askedAt: z.iso.datetime().nullable(),
    how: PhotoConsentHow.nullable(),
    givenAt: z.iso.datetime().nullable(),
    refusedAt: z.iso.datetime().nullable(),
    withdrawnAt: z.iso.datetime().nullable(),
    withdrawnBy: z.enum(['owner', 'practice']).nullable(),
    /** Who asked, or wrote it down. */
    memberId: ref.nullable(),
  })
  .meta({ id: 'PhotoConsent' })
export type PhotoConsent = z.output<typeof PhotoConsent>

const uses = z.array(PhotoUse).min(1).max(2)

/** What an owner said or wrote to a member. */
export const NewPhotoConsent = z
  .object({
    id: ref.optional(),
    clientId: ref,
    horseId: ref.nullable().optional(),
    uses,
    how: z.enum(['said', 'written']),
    /** The version of the words that the device showed. */
    wordingVersion: z.int().min(1).max(1000),
    /** Default: now. */
    givenAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'NewPhotoConsent' })
export type NewPhotoConsent = z.input<typeof NewPhotoConsent>

/** Withdraws it, for good. */
export const PhotoConsentChange = z.object({ withdrawnAt: z.iso.datetime() }).partial().meta({ id: 'PhotoConsentChange' })
export type PhotoConsentChange = z.input<typeof PhotoConsentChange>

export const photoConsentEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/photo-consents',
    audience: 'member',
    summary: 'What owners agreed may be done with photos of their horses, newest first; further pages by the Link header',
    query: z.object({ clientId: ref.optional(), limit: z.coerce.number().int().min(1).max(1000).default(200), after: ref.optional() }),
    response: z.array(PhotoConsent),
  }),
  record: endpoint({
    method: 'POST',
    path: '/api/photo-consents',
    audience: 'member',
    record: 'photo_consents',
    summary: 'Write down that an owner agreed to a use of photos of their horses, in words or in writing',
    body: NewPhotoConsent,
    response: PhotoConsent,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/photo-consents/:id',
    audience: 'member',
    record: 'photo_consents',
    whileLapsed: true,
    summary: 'Withdraw a consent, or a question that was not answered; that is for good',
    params: z.object({ id: z.string().max(60) }),
    body: PhotoConsentChange,
    response: PhotoConsent,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/photo-consents/ask',
    audience: 'member',
    summary: 'Ask an owner by a message with a link whether photos of their horses may be used',
    body: z.object({ clientId: ref, horseId: ref.nullable().optional(), uses, method: z.enum(['sms', 'email']) }),
    response: z.object({ state: NoticeState, consent: PhotoConsent }),
    perMinute: 60,
  }),
}
