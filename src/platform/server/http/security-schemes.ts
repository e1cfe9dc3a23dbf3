import type { Scope } from '#lib/scopes.ts'

/** How a caller proves who they are, for the description of the API. */
export const SECURITY = {
  apiKey: {
    type: 'http' as const,
    scheme: 'bearer',
    bearerFormat: 'prt_',
    description: 'An API key that an owner makes in Settings, API. The scope that an endpoint needs stands beside it.',
  },
  session: {
    type: 'apiKey' as const,
    in: 'cookie' as const,
    name: '__Host-pritchel',
    description: 'The cookie of somebody who signed in with a browser.',
  },
}

/** What an endpoint says of that: it is opened by a key for this scope, or by a session. */
export const securityOf = (scope: Scope): Record<string, string[]>[] => [{ apiKey: [scope] }, { session: [] }]
