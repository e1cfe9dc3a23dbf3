import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SigningIn } from '#features/practice/server/sign-in.ts'
import type { App } from '#platform/server/http.ts'

/** As long as browsers keep a cookie at most; how long the session lives is the server's own matter. */
const COOKIE_SECONDS = 400 * 24 * 60 * 60

/** Whence a request signs in; the session its browser had is forgotten at once. */
export function whence(app: App, request: FastifyRequest): SigningIn {
  const oldToken = request.cookies[app.cookieName]
  if (oldToken) app.sessions.forget(oldToken)
  return { userAgent: request.headers['user-agent'] ?? '', oldToken }
}

/** What keeps our cookies from scripts and other sites. */
export const cookieFlags = (app: App) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: app.setup.origin.startsWith('https:') }) as const

/** Gives the browser a session. */
export const setCookie = (app: App, reply: FastifyReply, token: string) =>
  reply.setCookie(app.cookieName, token, { ...cookieFlags(app), maxAge: COOKIE_SECONDS })
