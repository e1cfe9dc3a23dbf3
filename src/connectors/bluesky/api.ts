import { z } from 'zod'
import { readJson } from '#connectors/kit/read-json.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'

const NAME = 'Bluesky'
/** What its servers refuse with is told apart by a word in the answer. */
const READS = [400, 401, 403, 404, 413]
const Problem = z.object({ error: z.string().max(200), message: z.string().max(2000).catch('') })
const Signed = z.object({
  did: z.string().regex(/^did:[a-z]+:[\w.:%-]{1,500}$/),
  handle: z.string().max(253),
  accessJwt: z.string().min(1).max(10_000),
  active: z.boolean().default(true),
})

/** Who is signed in, for as long as a wire lives. `did` is the account for good; its handle may change. */
export type Session = { did: string; handle: string; token: string }

type Ask = { query?: Record<string, string>; body?: object | Uint8Array<ArrayBuffer>; type?: string }

/** Of each wire: a token of its own, kept nowhere else. */
const sessions = new WeakMap<Wire, Promise<Session>>()

/** Signs in once a wire. @throws Refusal */
export function sessionOf(wire: Wire): Promise<Session> {
  const known = sessions.get(wire)
  if (known) return known
  const opening = signIn(wire)
  sessions.set(wire, opening)
  opening.catch(() => sessions.delete(wire))
  return opening
}

/** Calls a procedure by its name, as who is signed in; a token that has run out is renewed once. @throws Refusal */
export async function call<S extends z.ZodType>(wire: Wire, procedure: string, shape: S, ask: Ask): Promise<z.output<S>> {
  for (let isAgain = false; ; isAgain = true) {
    const { token } = await sessionOf(wire)
    const answer = await send(wire, procedure, ask, token)
    if (answer.ok) return readJson(answer, shape, NAME)
    const problem = await problemIn(answer)
    if (problem.error === 'ExpiredToken' && !isAgain) sessions.delete(wire)
    else throw refusalOf(answer, problem)
  }
}

/** That a server refused something by this word, which its caller may know what to do about. */
export const isProblem = (error: unknown, word: string): boolean =>
  error instanceof Refusal && Problem.safeParse(error.cause).data?.error === word

async function signIn(wire: Wire): Promise<Session> {
  const { key, account = '' } = wire.credentials
  const answer = await send(wire, 'com.atproto.server.createSession', { body: { identifier: handleOf(account), password: key } })
  if (!answer.ok) throw signInRefusal(answer, await problemIn(answer))
  const { did, handle, accessJwt, active } = await readJson(answer, Signed, NAME)
  if (!active) throw closed()
  if (scopeOf(accessJwt) === 'com.atproto.access') throw new Refusal('sign_in', { sentence: NO_APP_PASSWORD })
  return { did, handle: handle === 'handle.invalid' ? did : handle, token: accessJwt }
}

/** What a token lets us do: with the password of the account it is everything, and we want less. Undefined: a server that doesn't say. */
function scopeOf(token: string): string | undefined {
  try {
    return Claims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).scope
  } catch {
    return undefined
  }
}
const Claims = z.object({ scope: z.string() })

/** As typed, or copied from a profile with its @ and the invisible marks around it. */
const handleOf = (typed: string): string => typed.replaceAll(/[\s@\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '').toLowerCase()

function send({ credentials, fetch }: Wire, procedure: string, { query, body, type }: Ask, token?: string): Promise<Response> {
  const url = new URL(`/xrpc/${procedure}`, credentials.address ?? 'https://bsky.social')
  url.search = String(new URLSearchParams(query))
  const headers = {
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': type ?? 'application/json' }),
  }
  const sent = body && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }
  return fetch(url.href, { method: body ? 'POST' : 'GET', headers, reads: READS, ...sent })
}

const problemIn = async (answer: Response) =>
  Problem.safeParse(await answer.json().catch(() => undefined)).data ?? { error: '', message: '' }
type Problem = z.output<typeof Problem>

const WRONG = 'Bluesky refused the handle or the app password: one is wrong, or the app password was deleted. Enter them again.'
const NO_APP_PASSWORD = "That's the password of your account. Make an app password, and enter that."
const closed = () => new Refusal('not_allowed', { sentence: 'This account is closed or suspended. Look in Bluesky.' })

function signInRefusal(answer: Response, problem: Problem): Refusal {
  if (problem.error === 'AuthFactorTokenRequired') return new Refusal('sign_in', { sentence: NO_APP_PASSWORD })
  if (answer.status === 404) return new Refusal('refused', { sentence: 'No Bluesky is at this address.' })
  const refusal = refusalOf(answer, problem)
  return refusal.kind === 'refused' ? new Refusal('sign_in', { sentence: WRONG, cause: problem }) : refusal
}

function refusalOf({ status }: Response, problem: Problem): Refusal {
  const { error, message } = problem
  if (/^(Account|Repo)(Takedown|Takendown|Suspended|Deactivated)$/.test(error)) return closed()
  if (status === 401 || /^(Expired|Invalid)Token$/.test(error)) return new Refusal('sign_in', { sentence: WRONG, cause: problem })
  if (status === 403) return new Refusal('not_allowed', { sentence: "Bluesky doesn't let this app password do that.", cause: problem })
  const sentence =
    status === 413 ? 'The photo is too large for Bluesky.' : `Bluesky won't have this: ${message.slice(0, 200) || error || status}`
  return new Refusal('refused', { sentence, cause: problem })
}
