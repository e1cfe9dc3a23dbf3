import { z } from 'zod'
import { MadePasskey, PasskeyId, PasskeyOptions, SignedByPasskey } from '#features/core/practice/passkeys.ts'
import { endpoint } from '#lib/endpoint.ts'

export const passkeyEndpoints = {
  newOptions: endpoint({
    method: 'POST',
    path: '/api/my/passkeys/options',
    audience: 'guest',
    act: 'ownAccount',
    summary: 'What a browser makes a passkey of; only soon after the person has proven who they are',
    response: PasskeyOptions,
    perMinute: 30,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/my/passkeys',
    audience: 'guest',
    act: 'ownAccount',
    summary: 'Keep a passkey that the browser has made; at most ten a person',
    body: MadePasskey,
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
    params: PasskeyId,
    response: z.undefined(),
    status: 204,
  }),
  challenge: endpoint({
    method: 'POST',
    path: '/api/my/passkeys/challenge',
    audience: 'public',
    summary: 'What a passkey is to sign, whosever it is',
    response: PasskeyOptions,
    perMinute: 60,
  }),
  use: endpoint({
    method: 'POST',
    path: '/api/my/passkeys/use',
    audience: 'public',
    summary: 'Sign in to the portal with what a passkey has signed, or prove again who is signed in',
    body: SignedByPasskey,
    response: z.undefined(),
    status: 204,
    perMinute: 30,
  }),
}
