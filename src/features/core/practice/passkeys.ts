import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'

/** The most a person has. */
export const MOST_PASSKEYS = 10
/** How long a person who has proven who they are may do what is important. */
const FRESH_PROOF_MINUTES = 15

/** Whether a proof is young enough for what is important. */
export const isFresh = (provedMs: number, nowMs: number): boolean => nowMs - provedMs < FRESH_PROOF_MINUTES * 60_000

/** A passkey of a person, as they recognise it among their others. */
export const Passkey = z.object({
  id: z.string(),
  /** The device that made it. */
  name: z.string(),
  madeAt: z.iso.datetime(),
  usedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.output<typeof Passkey>

/* What goes between the browser and its passkeys is theirs: the library that checks it reads each part of it. */
const LONGEST_PART = 20_000
const part = z.string().max(LONGEST_PART)
export const PasskeyOptions = z.looseObject({ challenge: z.string() })
const common = {
  id: part.min(1),
  rawId: part,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
}
/** A passkey that a browser has made. */
export const MadePasskey = z.object({
  ...common,
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    authenticatorData: part.optional(),
    transports: z.array(z.string().max(40)).max(20).optional(),
    publicKeyAlgorithm: z.number().optional(),
    publicKey: part.optional(),
  }),
})
/** What a passkey has signed. */
export const SignedByPasskey = z.object({
  ...common,
  response: z.object({ clientDataJSON: part, authenticatorData: part, signature: part, userHandle: part.nullish() }),
})
export const PasskeyId = z.object({ id: z.string().min(1).max(2000) })

const nothing = z.undefined()

/** A member's own passkeys; those of the portal are in records/guests. */
export const memberPasskeyEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/auth/passkeys',
    audience: 'member',
    summary: 'My passkeys for the practice, the oldest first',
    response: z.array(Passkey),
  }),
  newOptions: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys/options',
    audience: 'member',
    summary: 'What a browser makes a passkey of: within a quarter of an hour of signing in, or with the password',
    body: z.object({ password: z.string().min(1).max(200).optional() }),
    response: PasskeyOptions,
    perMinute: 20,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys',
    audience: 'member',
    summary: 'Keep a passkey that the browser has made; at most ten a person',
    body: MadePasskey,
    response: nothing,
    status: 204,
    perMinute: 20,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/auth/passkeys/:id',
    audience: 'member',
    summary: 'Forget one of my passkeys: it opens nothing any more',
    whileLapsed: true,
    params: PasskeyId,
    response: nothing,
    status: 204,
  }),
  challenge: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys/challenge',
    audience: 'public',
    summary: 'What a passkey is to sign, whosever it is',
    response: PasskeyOptions,
    perMinute: 60,
  }),
  use: endpoint({
    method: 'POST',
    path: '/api/auth/passkeys/use',
    audience: 'public',
    summary: 'Sign in with what a passkey has signed',
    body: SignedByPasskey,
    response: nothing,
    status: 204,
    perMinute: 30,
  }),
}
