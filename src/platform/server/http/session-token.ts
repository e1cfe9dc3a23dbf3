import type { FastifyRequest } from 'fastify'

/** How the token of a session travels: as a browser's cookie, or in the `Authorization` header of a shell. */
export type Transport = 'cookie' | 'bearer'
export type CarriedToken = { token: string; transport: Transport }

/** What the token of a shell's session begins with; neither a cookie's nor an API key does. */
export const BEARER_PREFIX = 'prs_'
const BEARER = /^bearer +(prs_.*)$/i

/** The session token in the header of a request; undefined: none. API keys and a proxy's authorization have another form. */
export const bearerIn = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => BEARER.exec(headers.authorization ?? '')?.[1]

/** The session token that a request carries. With one in the header no cookie counts, also where that token opens nothing. */
export function carriedToken(request: FastifyRequest): CarriedToken | undefined {
  const bearer = bearerIn(request)
  if (bearer !== undefined) return { token: bearer, transport: 'bearer' }
  const cookie = request.cookies[request.server.cookieName]
  return cookie ? { token: cookie, transport: 'cookie' } : undefined
}
