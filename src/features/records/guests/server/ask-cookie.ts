import type { FastifyReply, FastifyRequest } from 'fastify'
import { currentMs } from '#lib/clock.ts'
import type { App } from '#platform/server/http/http.ts'
import { newToken } from '#platform/server/http/session.ts'

/** What a browser that requests a code keeps: its identity, what was typed, and when. Its own scripts don't read it. */
export type AskCookie = { browser: string; typed: string; askedMs: number; next: Next }
/** What the code is for: to sign in, to prove again who is signed in, to add an address, or to come in by an invitation. */
export type Next = 'home' | 'settings' | 'adding' | Joining
type Joining = `join-${string}`

const isNext = (text: string | undefined): text is Next =>
  text === 'home' || text === 'settings' || text === 'adding' || (text !== undefined && isJoining(text))

export const isJoining = (next: string): next is Joining => next.startsWith('join-')
/** The invitation's token. */
export const tokenToJoin = (next: Joining): string => next.slice('join-'.length)

const LIVES_SECONDS = 45 * 60

export const askCookie = (app: App): string => `${app.cookieName}-ask`

/** What the browser keeps of its last request; undefined: it has made none lately. */
export function readAsk(app: App, request: FastifyRequest): AskCookie | undefined {
  const [browser, asked, next, typed] = (request.cookies[askCookie(app)] ?? '').split('.')
  if (!browser || !asked || typed === undefined || !isNext(next)) return undefined
  return {
    browser,
    askedMs: Number(asked) || 0,
    next,
    typed: Buffer.from(typed, 'base64url').toString('utf8'),
  }
}

/** The identity of a browser that requests a code: as before, else a new one. */
export const browserOfAsk = (app: App, request: FastifyRequest): string => readAsk(app, request)?.browser ?? newToken().token

/** Has the browser keep its request for a code. */
export const keepAsk = (app: App, reply: FastifyReply, { browser, typed, next }: Omit<AskCookie, 'askedMs'>) =>
  reply.setCookie(askCookie(app), [browser, currentMs(), next, Buffer.from(typed).toString('base64url')].join('.'), {
    ...flags(app),
    maxAge: LIVES_SECONDS,
  })

/** Takes it from the browser: its code is used. */
export const dropAsk = (app: App, reply: FastifyReply) => reply.clearCookie(askCookie(app), flags(app))

const flags = (app: App) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure: app.setup.origin.startsWith('https:') }) as const
