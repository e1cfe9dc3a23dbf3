import type { FastifyReply, FastifyRequest } from 'fastify'
import { noteDevice } from '#features/core/practice/server/known-devices.ts'
import { COOKIE_SECONDS, type SigningIn, signOut } from '#features/core/practice/server/sign-in.ts'
import { currentTime } from '#lib/clock.ts'
import type { App } from '#platform/server/http/http.ts'
import { bearerIn, type CarriedToken } from '#platform/server/http/session-token.ts'

/** The source of a sign-in request; the earlier session of the browser, or of the shell that is signed in, is forgotten at once. */
export function whence(app: App, request: FastifyRequest): SigningIn {
  const isOfShell = isFromShell(request)
  const oldToken = isOfShell ? bearerIn(request) : request.cookies[app.cookieName]
  if (oldToken) app.sessions.forget(oldToken)
  return { userAgent: request.headers['user-agent'] ?? '', oldToken, dataFolder: app.setup.dataFolder, isOfShell }
}

const isFromShell = ({ signedIn }: FastifyRequest) => signedIn?.transport === 'bearer'

/** Hands over the session that takes the place of the one that a request came by: to a browser as its cookie, to a shell in a header. */
export const giveSession = (app: App, request: FastifyRequest, reply: FastifyReply, token: string) =>
  isFromShell(request) ? reply.header('session-token', token) : setCookie(app, reply, token)

/** The options that protect our cookies from scripts and other sites. */
const cookieFlags = (app: App) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure: app.setup.origin.startsWith('https:') }) as const

/** Gives the browser a session. */
export const setCookie = (app: App, reply: FastifyReply, token: string) =>
  reply.setCookie(app.cookieName, token, { ...cookieFlags(app), maxAge: COOKIE_SECONDS })

/** Names a device that has signed in before: it opens nothing, and its tries are counted apart from a stranger's. */
export const deviceCookie = (app: App) => `${app.cookieName}-device`

/** Sets the session cookie of a person who has just proven their identity, and makes the browser a known device. */
export async function letIn(app: App, request: FastifyRequest, reply: FastifyReply, session: string): Promise<void> {
  setCookie(app, reply, session)
  const personId = (await app.sessions.read(session))?.personId
  if (!personId) return
  const known = request.cookies[deviceCookie(app)]
  const device = await app.db.withDirectory((tx) => noteDevice(tx, personId, known, currentTime()))
  reply.setCookie(deviceCookie(app), device, { ...cookieFlags(app), maxAge: COOKIE_SECONDS })
}

/** Ends the session of the token that a request carries; no error if it is already over. */
export async function signOutBy(app: App, carried: CarriedToken): Promise<void> {
  await signOut(app.db, carried)
  app.sessions.forget(carried.token)
}
