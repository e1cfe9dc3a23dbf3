import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'

/** As long as anything typed there is. */
const LONGEST_TYPED = 254

/** On a computer of several people the session ends with the browser. */
const isShared = z.boolean().default(false)

/** The way into the portal. No answer shows whether any person has an address. */
export const wayEndpoints = {
  ask: endpoint({
    method: 'POST',
    path: '/api/my/code',
    audience: 'public',
    summary: 'Ask for a code to sign in to the portal; the answer is the same whether anybody has the address or not',
    body: z.object({ address: z.string().trim().min(1).max(LONGEST_TYPED) }),
    response: z.undefined(),
    status: 204,
  }),
  useCode: endpoint({
    method: 'POST',
    path: '/api/my/code/use',
    audience: 'public',
    summary: 'Sign in to the portal with a code, in the browser that asked for it',
    body: z.object({ code: z.string().trim().min(1).max(40), isShared }),
    response: z.undefined(),
    status: 204,
  }),
  useLink: endpoint({
    method: 'POST',
    path: '/api/my/link/use',
    audience: 'public',
    summary: 'Sign in to the portal with the link of a message, once',
    body: z.object({ token: z.string().min(1).max(100), isShared }),
    response: z.undefined(),
    status: 204,
    perMinute: 60,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/my/sessions/:id',
    audience: 'guest',
    act: 'ownAccount',
    summary: 'Sign out of the portal on one of my devices',
    params: z.object({ id: z.string().max(60) }),
    response: z.undefined(),
    status: 204,
  }),
}
