import { createHash, randomBytes } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import type { ShellCode, ShellRequest, ShellSession } from '#features/core/practice/shells.ts'
import type { App } from '#platform/server/http/http.ts'
import type { FixturePractice } from '#testing/practice.ts'

/** What a shell keeps to itself, and what goes out in its place. */
export function newVerifier() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Electron/45.4.1 Safari/537.36'

let addresses = 0
/** An address of its own, so that the common limits stay out of the way. */
export const anotherAddress = () => `10.7.${++addresses >> 8}.${addresses & 255}`

type Member = Pick<FixturePractice, 'send'>

/** A member presses in their browser. */
export async function pressIn(member: Member, asked: Partial<ShellRequest> & { challenge: string }): Promise<ShellCode> {
  const body = { client: 'desktop', model: 'ThinkPad X1', ...asked }
  const answer = await member.send('POST', '/api/auth/shell/code', body, { remoteAddress: anotherAddress() })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}

/** The shell exchanges what it was given. */
export const exchange = (app: App, payload: { code: string; verifier: string }, more: InjectOptions = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/shell',
    payload,
    remoteAddress: anotherAddress(),
    ...more,
    headers: { 'user-agent': WINDOWS, ...more.headers },
  })

/** A shell that a member let in, and how it sends its requests. */
export async function shellOf(app: App, member: Member, asked: Partial<ShellRequest> = {}) {
  const { verifier, challenge } = newVerifier()
  const { code } = await pressIn(member, { ...asked, challenge })
  const session = (await exchange(app, { code, verifier })).json<ShellSession>()
  return { ...session, send: bearerSend(app, session.token) }
}

/** Sends with a token as a bearer, and no cookie unless one is given. */
export const bearerSend =
  (app: App, token: string) =>
  (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, more: InjectOptions = {}) =>
    app.inject({
      method,
      url,
      ...(body ? { payload: body } : {}),
      ...more,
      headers: { authorization: `Bearer ${token}`, ...more.headers },
    })
