import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'

/** A passkey of a person, as they tell it from their others. */
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
const Options = z.looseObject({ challenge: z.string() })
const common = {
  id: part.min(1),
  rawId: part,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
}
const Made = z.object({
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
const Signed = z.object({
  ...common,
  response: z.object({ clientDataJSON: part, authenticatorData: part, signature: part, userHandle: part.nullish() }),
})

export const passkeyEndpoints = {
  newOptions: endpoint({
    method: 'POST',
    path: '/api/my/passkeys/options',
    audience: 'guest',
    act: 'ownAccount',
    summary: 'What a browser makes a passkey of; only soon after the person has proven who they are',
    response: Options,
    perMinute: 30,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/my/passkeys',
    audience: 'guest',
    act: 'ownAccount',
    summary: 'Keep a passkey that the browser has made; at most ten a person',
    body: Made,
    response: z.undefined(),
    status: 204,
    perMinute: 30,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/my/passkeys/:id',
    audience: 'guest',
    act: 'ownAccount',
    summary: 'Forget a passkey: it opens nothing any more',
    params: z.object({ id: z.string().min(1).max(2000) }),
    response: z.undefined(),
    status: 204,
  }),
  challenge: endpoint({
    method: 'POST',
    path: '/api/my/passkeys/challenge',
    audience: 'public',
    summary: 'What a passkey is to sign, whosever it is',
    response: Options,
    perMinute: 60,
  }),
  use: endpoint({
    method: 'POST',
    path: '/api/my/passkeys/use',
    audience: 'public',
    summary: 'Sign in to the portal with what a passkey has signed, or prove again who is signed in',
    body: Signed,
    response: z.undefined(),
    status: 204,
    perMinute: 30,
  }),
}
