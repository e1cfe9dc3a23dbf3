import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { Endpoint } from '#lib/endpoint.ts'
import { ErrorAnswer } from '#lib/error-answer.ts'
import { AppError } from '#lib/errors.ts'
import { can, type Feature, refusalOf, tierNeeded } from '#lib/plan.ts'
import { type Actor, type MemberActor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx, Read } from '#platform/server/database/db.ts'
import { type KeyHolder, keyIn, letInByKey } from '#platform/server/http/api-key.ts'
import type { App } from '#platform/server/http/http.ts'
import { isNative } from '#platform/server/http/native-origins.ts'
import { headersOf, type RecordOptions, withRecordHeaders } from '#platform/server/http/record-headers.ts'
import { securityOf } from '#platform/server/http/security-schemes.ts'
import type { SignedIn } from '#platform/server/http/session.ts'
import { bearerIn, type CarriedToken, carriedToken } from '#platform/server/http/session-token.ts'
import { inTimeOf } from '#platform/server/practice-time.ts'
import { ReadAlong } from '#platform/server/read-along.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

export type Call<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  app: App
  request: FastifyRequest
  reply: FastifyReply
}
/** A member's call runs in one transaction of their practice. */
type MemberCall<E extends Endpoint> = Call<E> & { tx: PracticeTx; actor: Actor }
export type Answer<E extends Endpoint> = Promise<z.input<E['response']> extends undefined ? void : z.input<E['response']>>
/** What a transaction answers with may still be on its way when its work is done. */
type TxAnswer<E extends Endpoint> = Answer<E> | Promise<ReadAlong<z.input<E['response']>>>

/** The part of a call that calls the file store: done before its transaction begins, which then waits for no other system. */
type Before<C> = { before?: (call: C & { actor: Actor }) => Promise<void> }

/** Hangs one contract endpoint of a signed-in member on the app; the handler runs inside `withPractice`. */
export function serveMember<E extends Endpoint & { audience: 'member' }>(
  app: App,
  endpoint: E,
  handler: (call: MemberCall<E>) => TxAnswer<E>,
  { bodyLimit, before, ...options }: { bodyLimit?: number } & Before<Call<E>> & RecordOptions<MemberCall<E>> = {},
) {
  const work = endpoint.record
    ? (withRecordHeaders(app, { ...endpoint, record: endpoint.record }, handler as never, options as never) as typeof handler)
    : handler
  app.route({
    ...describe(endpoint),
    ...(bodyLimit ? { bodyLimit } : {}),
    preParsing: [refuseForeignOrigin, requireCaller(endpoint), requirePlan(endpoint)],
    async handler(request, reply) {
      const actor = actorOf(request)
      const call = callOf<E>(app, request, reply)
      await before?.({ ...call, actor })
      const result = await app.db.withPractice<unknown>(actor.practiceId, (tx) => work({ ...call, tx, actor }))
      return reply.code(endpoint.status ?? 200).send(result instanceof ReadAlong ? await result.answer : result)
    },
  })
}

/** Registers an endpoint of a signed-in member that calls another server or process: no transaction waits for its result. */
export function serveMemberAside<E extends Endpoint & { audience: 'member' }>(
  app: App,
  endpoint: E,
  handler: (call: Call<E> & { actor: MemberActor }) => Answer<E>,
  { bodyLimit, mostValues }: { bodyLimit?: number; mostValues?: number } = {},
) {
  const described = describe(endpoint)
  app.route({
    ...described,
    config: { ...described.config, ...(mostValues ? { mostValues } : {}) },
    ...(bodyLimit ? { bodyLimit } : {}),
    preParsing: [refuseForeignOrigin, requireCaller(endpoint), requirePlan(endpoint)],
    async handler(request, reply) {
      const actor = actorOf(request)
      const result = await handler({ ...callOf<E>(app, request, reply), actor: { ...actor, memberId: memberOf(actor) } })
      return reply.code(endpoint.status ?? 200).send(result)
    },
  })
}

/** How a form is received: its values, equal for the same form sent again, and its other parts, released at the end. */
type FormCall<E extends Endpoint, B, R> = {
  receive: (call: Call<E>) => Promise<{ body: B; received: R }>
  release: (received: R, actor: Actor) => Promise<void>
  handler: (call: Omit<MemberCall<E>, 'body'> & { body: B; received: R }) => Answer<E>
} & Before<Omit<Call<E>, 'body'> & { body: B; received: R }>

/** Hangs an endpoint on the app that a signed-in member sends a form with a file to: no transaction waits while it comes. */
export function serveMemberForm<E extends Endpoint & { audience: 'member'; form: z.ZodType }, B, R>(
  app: App,
  endpoint: E,
  { receive, before, release, handler }: FormCall<E, B, R>,
) {
  const work = endpoint.record
    ? (withRecordHeaders(app, { ...endpoint, record: endpoint.record }, handler as never, {}) as typeof handler)
    : handler
  app.route({
    ...describe(endpoint),
    preParsing: [refuseForeignOrigin, requireCaller(endpoint), requirePlan(endpoint)],
    // The receiving code reads and validates the form's values.
    validatorCompiler: (route) => (route.httpPart === 'body' ? (value) => ({ value }) : validatorCompiler(route as never)),
    async handler(request, reply) {
      const actor = actorOf(request)
      const call = callOf<E>(app, request, reply)
      const { body, received } = await receive(call)
      try {
        await before?.({ ...call, body, received, actor })
        const result = await app.db.withPractice(actor.practiceId, (tx) => work({ ...call, body, received, tx, actor }))
        return reply.code(endpoint.status ?? 200).send(result)
      } finally {
        await release(received, actor)
      }
    },
  })
}

/** Hangs a hot read of a signed-in member on the app: each statement of the handler is a transaction of its own, in one round trip. */
export function serveMemberRead<E extends Endpoint & { audience: 'member'; method: 'GET' }>(
  app: App,
  endpoint: E,
  handler: (call: Call<E> & { read: Read; actor: Actor }) => Answer<E>,
) {
  app.route({
    ...describe(endpoint),
    preParsing: [requireCaller(endpoint), requirePlan(endpoint)],
    async handler(request, reply) {
      const actor = actorOf(request)
      const read: Read = (statement, values) => app.db.readPractice(actor.practiceId, statement, values)
      return reply.send(await inTimeOf(actor.practiceId, () => handler({ ...callOf<E>(app, request, reply), read, actor })))
    },
  })
}

/** Hangs an endless answer to a signed-in member on the app: it goes out as it comes, through proxies too, and no transaction waits for it. */
export function serveMemberStream<E extends Endpoint & { audience: 'member'; stream: string }>(
  app: App,
  endpoint: E,
  handler: (call: Call<E> & { actor: Actor }) => Promise<Readable>,
) {
  app.route({
    ...describe(endpoint),
    preParsing: [requireCaller(endpoint), requirePlan(endpoint)],
    async handler(request, reply) {
      const body = await handler({ ...callOf<E>(app, request, reply), actor: actorOf(request) })
      const whole = {
        'content-type': endpoint.stream,
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        connection: 'close',
      }
      return reply.headers(whole).send(body)
    },
  })
}

/**
 * Hangs an endpoint that needs no sign-in; it finds its own way to a practice, if to any. `isForShells`: it uses and sets no cookie, so that
 * a request of a shell that has no token yet is taken too.
 */
export function servePublic<E extends Endpoint & { audience: 'public' | 'link' }>(
  app: App,
  endpoint: E,
  handler: (call: Call<E>) => Answer<E>,
  { isForShells = false }: { isForShells?: boolean } = {},
) {
  app.route({
    ...describe(endpoint),
    preParsing: [isForShells ? refuseForeignUnlessNative : refuseForeignOrigin],
    async handler(request, reply) {
      const result = await handler(callOf<E>(app, request, reply))
      return reply.sent ? reply : reply.code(endpoint.status ?? reply.statusCode).send(result)
    },
  })
}

/** A contract endpoint as the route it is: its schemas, its limits, and whose it is. */
export function describe(endpoint: Endpoint): Omit<RouteOptions, 'handler'> {
  const {
    method,
    path,
    summary,
    audience,
    params,
    query,
    body,
    form,
    response,
    stream,
    status = 200,
    perMinute,
    feature,
    scope,
    whileLapsed,
  } = endpoint
  const headers = headersOf(endpoint)
  return {
    method,
    url: path,
    config: {
      audience,
      ...(feature ? { feature } : {}),
      ...(scope ? { scope } : {}),
      ...(whileLapsed ? { whileLapsed } : {}),
      ...(perMinute ? { rateLimit: { max: perMinute, timeWindow: 60_000 } } : {}),
    },
    schema: {
      summary,
      ...(scope ? { security: securityOf(scope) } : {}),
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      ...(form ? { body: form, consumes: ['multipart/form-data'] } : {}),
      ...(headers ? { headers } : {}),
      ...(endpoint.record ? { description: 'The answer carries the revision of the record as its ETag.' } : {}),
      response: { [status]: stream ? { content: { [stream]: { schema: response } } } : response, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
    },
  }
}

/** A request as the endpoint's contract reads it. */
export const callOf = <E extends Endpoint>(app: App, request: FastifyRequest, reply: FastifyReply) =>
  ({ params: request.params, query: request.query, body: request.body, app, request, reply }) as Call<E>

/** Who is signed in in a browser that another site sent here, with the id of the session; undefined: no one, or no longer a member. */
export async function whoIsSignedIn(request: FastifyRequest): Promise<{ actor: MemberActor; sessionId: string } | undefined> {
  await readSession(request)
  if (!request.signedIn) return undefined
  const actor = actorOf(request)
  return { actor: { ...actor, memberId: memberOf(actor) }, sessionId: sessionOf(request) }
}

/** The id of the session a member's request came by. @throws not_signed_in */
export function sessionOf({ signedIn }: FastifyRequest): string {
  if (!signedIn) throw new AppError('not_signed_in')
  return signedIn.sessionId
}

async function readSession(request: FastifyRequest): Promise<CarriedToken | undefined> {
  const carried = carriedToken(request)
  request.signedIn = (carried && (await request.server.sessions.read(carried.token, carried.transport))) ?? null
  return carried
}

/** By an API key where the request carries one, else by its session. */
const requireCaller = (endpoint: Endpoint) => async (request: FastifyRequest, reply: FastifyReply) => {
  const key = keyIn(request)
  return key === undefined ? requireSignIn(request) : letInByKey(request, reply, key, endpoint)
}

async function requireSignIn(request: FastifyRequest) {
  const carried = await readSession(request)
  if (request.signedIn) return
  const ended = carried && (await request.server.sessions.ended(carried.token, carried.transport))
  if (!ended) throw new AppError('not_signed_in')
  const { why, ...of } = ended
  throw new AppError(why, of)
}

/**
 * Checks what the practice's plan allows, in one place for every endpoint: with an ended plan, reads continue and writes are refused, unless the
 * contract allows them; a feature of a larger plan is refused, and API keys are one. In the test version nothing is paid, so everything is allowed.
 */
const requirePlan =
  ({ method, feature, whileLapsed }: Endpoint) =>
  async ({ signedIn, keyHolder, server: { setup } }: FastifyRequest) => {
    const who = signedIn ?? keyHolder
    if (!who || setup.mode === 'test') return
    if (method !== 'GET' && who.isLapsed && !whileLapsed) throw new AppError('plan_lapsed')
    for (const needed of [keyHolder ? API_ACCESS : undefined, feature])
      if (needed && !can(who.tier, needed)) throw new AppError(refusalOf(needed), { feature: needed, needs: tierNeeded(needed) })
  }

/** A key that was made stays when the plan falls, and opens nothing until it has this again. */
const API_ACCESS: Feature = 'api-access'

/**
 * A browser reports where a writing request comes from; one from another site is refused even though the cookie is same-site. Programs other
 * than browsers send neither header and carry no cookie they were not given. A shell's token goes along only where its shell puts it, and no
 * cookie counts beside it, so such a request may come from anywhere.
 */
export async function refuseForeignOrigin(request: FastifyRequest) {
  if (request.method === 'GET' || bearerIn(request) !== undefined) return
  const { origin, 'sec-fetch-site': site } = request.headers
  const isOurs = origin === undefined ? site === undefined || site === 'same-origin' || site === 'none' : isOwn(request, origin)
  if (!isOurs) throw new AppError('wrong_origin')
}

const refuseForeignUnlessNative = async (request: FastifyRequest) => (isNative(request) ? undefined : refuseForeignOrigin(request))

/** In the test version also the address it was reached by, which may be any name or port of the machine. */
function isOwn(request: FastifyRequest, origin: string): boolean {
  const { mode, origin: ours } = request.server.setup
  return origin === ours || (mode === 'test' && URL.canParse(origin) && new URL(origin).host === request.headers.host)
}

function actorOf(request: FastifyRequest): Actor {
  const caller = request.signedIn ?? request.keyHolder
  if (!caller) throw new AppError('not_signed_in')
  const { isLapsed: _, ...who } = 'scopes' in caller ? withoutScopes(caller) : withoutSession(caller)
  const { mode, origin } = request.server.setup
  return { ...who, ...(mode === 'test' ? { tier: 'enterprise', isTestVersion: true } : {}), origin, deviceId: null, opId: request.id }
}

const withoutSession = ({ sessionId: _, expiresAt: __, transport: ___, ...who }: SignedIn) => who
const withoutScopes = ({ scopes: _, ...who }: KeyHolder) => who
