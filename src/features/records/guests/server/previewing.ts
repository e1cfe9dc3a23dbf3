import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { may } from '#features/core/practice/rules.ts'
import { PREVIEW_MINUTES } from '#features/records/guests/rules.ts'
import type { LookingAs } from '#features/records/guests/server/looking-as.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { isUuid } from '#lib/ids.ts'
import { NO_PERSON } from '#platform/server/actor.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/** The page of the portal by which a member stops looking. */
export const STOP_LOOKING = '/my/stop-looking'

const cookieOf = (app: App) => `${app.cookieName}-as`

/** Lets a member's browser see the portal as a client does, for a while: a cookie that we signed names the client. */
export function givePreview(app: App, reply: FastifyReply, { practiceId, clientId }: LookingAs): void {
  const said = `${practiceId}.${clientId}.${currentMs() + PREVIEW_MINUTES * 60_000}`
  reply.setCookie(cookieOf(app), `${said}.${signed(app, said)}`, { ...flags(app), maxAge: PREVIEW_MINUTES * 60 })
}

/** Ends it in this browser. */
export const dropPreview = (app: App, reply: FastifyReply) => reply.clearCookie(cookieOf(app), flags(app))

/** As whom a member who runs the practice looks here; undefined: as no client. The member's own session is checked each time. */
export async function previewOf(request: FastifyRequest): Promise<LookingAs | undefined> {
  const app = request.server as App
  const said = readSaid(app, request.cookies[cookieOf(app)])
  const token = said && request.cookies[app.cookieName]
  const member = token ? await app.sessions.read(token) : undefined
  const isTheirs = member?.practiceId === said?.practiceId && may(member?.role, 'runPractice')
  return isTheirs ? said : undefined
}

/** The session that pages are painted for meanwhile: of no person, in one practice. */
export const previewSession = ({ practiceId }: LookingAs): GuestSession => ({
  sessionId: NO_PERSON,
  personId: NO_PERSON,
  onlyPractice: practiceId,
  provedAt: currentTime(),
  isShared: true,
})

function readSaid(app: App, cookie: string | undefined): LookingAs | undefined {
  if (!cookie) return undefined
  const [practiceId = '', clientId = '', until = '', signature = ''] = cookie.split('.')
  const right = Buffer.from(signed(app, `${practiceId}.${clientId}.${until}`))
  const given = Buffer.from(signature)
  if (given.length !== right.length || !timingSafeEqual(given, right) || Number(until) <= currentMs()) return undefined
  return isUuid(practiceId) && isUuid(clientId) ? { practiceId, clientId } : undefined
}

const signed = (app: App, said: string) => app.setup.keyedHash(`preview ${said}`).toString('hex')

const flags = (app: App) => ({ path: '/my', httpOnly: true, sameSite: 'lax', secure: app.setup.origin.startsWith('https:') }) as const
