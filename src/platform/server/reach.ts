import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, type Response as Answer, fetch as send } from 'undici'

/** `address`: no request may go there. `too_large`: the answer is. `silent`: there was no whole answer in time. */
export type OutOfReachKind = 'address' | 'too_large' | 'silent'

/** Why an address that a person typed gave no answer. */
export class OutOfReach extends Error {
  override name = 'OutOfReach'
  readonly kind: OutOfReachKind
  constructor(kind: OutOfReachKind, cause?: unknown) {
    super(kind, { cause })
    this.kind = kind
  }
}

/**
 * Like `fetch`, of whose options it knows the method, the headers, a body in one piece, and `redirect: 'manual'`, which follows none. The answer has
 * arrived in whole. @throws OutOfReach
 */
export type Reach = (url: string, init?: RequestInit) => Promise<Response>

type Found = { address: string; family: number }
type Options = {
  /** Hosts, `host` or `host:port`, that may be private and spoken to without encryption: the operator chose them. */
  reach?: readonly string[]
  /** Gives the addresses of a name. */
  resolve?: (name: string) => Promise<Found[]>
  mostBytes?: number
  mostMs?: number
}
type Request = { method: string; headers: Headers; body: string | Uint8Array | null }

const MOST_BYTES = 5_000_000
const MOST_MS = 20_000
const MOST_REDIRECTS = 5
const REDIRECTS = [301, 302, 303, 307, 308]
/** Of these a Response holds no body. */
const BODILESS = [204, 205, 304]
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * The way to addresses that people type. It leads to https on public addresses only, by the name's addresses as they were checked, and each redirect
 * is checked as well; a key goes to no other origin. An answer has 5 MB and 20 seconds, redirects included.
 */
export function openReach({ reach = [], resolve = addressesOf, mostBytes = MOST_BYTES, mostMs = MOST_MS }: Options = {}): Reach {
  const guarded = new Agent({ connect: { lookup: lookupPublic(resolve) } })
  const chosen = new Agent()
  const wayTo = (url: URL): Agent => {
    if (!mayReach(url, reach)) throw new OutOfReach('address')
    return isChosen(url, reach) ? chosen : guarded
  }
  return async (address, init = {}) => {
    let url = urlOf(address)
    let request: Request = { method: init.method ?? 'GET', headers: new Headers(init.headers), body: bodyOf(init.body) }
    const signal = AbortSignal.timeout(mostMs)
    try {
      for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
        const answer = await send(url, { ...request, headers: [...request.headers], redirect: 'manual', signal, dispatcher: wayTo(url) })
        const isFollowed = init.redirect !== 'manual' && REDIRECTS.includes(answer.status)
        const location = isFollowed && answer.headers.get('location')
        if (!location) return await readWhole(answer, url, mostBytes)
        await answer.body?.cancel()
        const next = urlOf(location, url.href)
        request = redirected(request, answer.status, next.origin === url.origin)
        url = next
      }
    } catch (error) {
      throw reasonIn(error) ?? new OutOfReach('silent', error)
    }
    throw new OutOfReach('address')
  }
}

/** Whether a request may go to an address, as far as the address itself shows; where its name leads is checked as it goes. */
export function mayReach(url: URL, reach: readonly string[]): boolean {
  if (url.username || url.password || !/^https?:$/.test(url.protocol)) return false
  if (isChosen(url, reach)) return true
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // A literal is never looked up.
  return url.protocol === 'https:' && (!isIP(host) || isPublic(host))
}

const isChosen = ({ host, hostname }: URL, reach: readonly string[]) => reach.includes(host) || reach.includes(hostname)

const addressesOf = (name: string): Promise<Found[]> => lookup(name, { all: true })

/** Resolves a name for a connection, which then goes to these addresses; none if one of them is not public. */
function lookupPublic(resolve: (name: string) => Promise<Found[]>): LookupFunction {
  const checked = async (name: string) => {
    const found = await resolve(name)
    if (found.length === 0 || !found.every(({ address }) => isPublic(address))) throw new OutOfReach('address')
    return found
  }
  return (name, { all }, done) => {
    checked(name).then(
      (found) => (all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
      (error) => done(error, []),
    )
  }
}

/** Whether anyone on the internet may reach it: not a private, local or reserved address, nor one that leads to such through a translator. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.process(address)
  return ip.range() === 'unicast' && (!(ip instanceof ipaddr.IPv6) || ip.match(GLOBAL_IPV6))
}

function urlOf(address: string, base?: string): URL {
  if (!URL.canParse(address, base)) throw new OutOfReach('address')
  return new URL(address, base)
}

function bodyOf(body: RequestInit['body']): Request['body'] {
  if (body === undefined || body === null) return null
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  throw new TypeError('the body must be a text or bytes, to be sent again after a redirect')
}

/** Headers that go to another origin too: keys are called by many names. */
const NOT_SECRET = ['accept', 'content-type', 'depth', 'prefer', 'if-match', 'if-none-match']

/** What is sent on: after some redirects only the question where to look, and to another origin without the key. */
function redirected({ method, headers, body }: Request, status: number, isSameOrigin: boolean): Request {
  const sent = new Headers(isSameOrigin ? headers : [...headers].filter(([name]) => NOT_SECRET.includes(name)))
  const isAsking = (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST')
  if (isAsking) sent.delete('content-type')
  return isAsking ? { method: 'GET', headers: sent, body: null } : { method, headers: sent, body }
}

async function readWhole(answer: Answer, url: URL, mostBytes: number): Promise<Response> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > mostBytes) throw new OutOfReach('too_large')
    chunks.push(chunk)
  }
  const headers = new Headers([...answer.headers])
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
  const { status, statusText } = answer
  const response = new Response(BODILESS.includes(status) ? null : Buffer.concat(chunks), { status, statusText, headers })
  return Object.defineProperty(response, 'url', { value: url.href })
}

/** The refusal that made a request fail, however deep it lies. */
function reasonIn(error: unknown): OutOfReach | undefined {
  if (error instanceof OutOfReach) return error
  return error instanceof Error && error.cause ? reasonIn(error.cause) : undefined
}
