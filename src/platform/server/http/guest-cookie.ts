import type { FastifyReply, FastifyRequest } from 'fastify'
import { GUEST_SESSION_MS, type GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/** The guest's own cookie, which a member's session does not touch, nor the reverse. */
export const guestCookie = (app: App): string => `${app.cookieName}-my`

/** The guest who is signed in in the calling browser; undefined: none. */
export async function guestOf(request: FastifyRequest): Promise<GuestSession | undefined> {
  const app = request.server as App
  const token = request.cookies[guestCookie(app)]
  return token ? app.guestSessions.read(token) : undefined
}

/** Gives the browser a session of a guest; on a computer of several people it goes with the browser. */
export const setGuestCookie = (app: App, reply: FastifyReply, token: string, { isShared }: { isShared: boolean }) =>
  reply.setCookie(guestCookie(app), token, { ...flags(app), ...(isShared ? {} : { maxAge: GUEST_SESSION_MS / 1000 }) })

/** Takes the session from the browser, and nothing else: a farrier's unsent changes may be of the same origin. */
export const dropGuestCookie = (app: App, reply: FastifyReply) => reply.clearCookie(guestCookie(app), flags(app))

const flags = (app: App) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure: app.setup.origin.startsWith('https:') }) as const
