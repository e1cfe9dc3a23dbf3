import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import fjs from 'fast-json-stringify'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifySchema,
  LogController,
  type RawServerDefault,
} from 'fastify'
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { z } from 'zod'
import { clockAheadMs, currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import type { Feature, Service, Tier } from '#lib/plan.ts'
import type { Scope } from '#lib/scopes.ts'
import { longPath } from '#lib/short-links.ts'
import type { OAuthApps, Seller } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/db.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import type { Geocoder } from '#platform/server/geocoder.ts'
import { answerErrors } from '#platform/server/http/answers.ts'
import { KEY_PER_MINUTE, type KeyHolder, keyReader } from '#platform/server/http/api-key.ts'
import { speakPlainly } from '#platform/server/http/field-words.ts'
import { takeForms } from '#platform/server/http/forms.ts'
import { isFromInside } from '#platform/server/http/from-inside.ts'
import { guestSessionReader } from '#platform/server/http/guest-session.ts'
import { readJsonBodies } from '#platform/server/http/json-body.ts'
import { letShellsRead } from '#platform/server/http/native-origins.ts'
import { DEFAULT_PROXIES, type IsProxy, readProxies } from '#platform/server/http/proxies.ts'
import { SECURITY } from '#platform/server/http/security-schemes.ts'
import { type SignedIn, sessionReader } from '#platform/server/http/session.ts'
import { bearerIn } from '#platform/server/http/session-token.ts'
import { shrinkAnswers } from '#platform/server/http/shrink.ts'
import { endSlowBodies } from '#platform/server/http/slow-bodies.ts'
import type { KeyedHash } from '#platform/server/keyed-hash.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Reach } from '#platform/server/reach.ts'
import type { MailSettings } from '#platform/server/sending/email.ts'
import type { StripeSettings } from '#platform/server/stripe.ts'
import type { Vault } from '#platform/server/vault.ts'

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** The configuration the HTTP side needs. */
export type HttpOptions = {
  db: Database
  /** `test`: nothing leaves, the demo practice is offered, raw ids open the queue page. */
  mode: 'test' | 'production'
  /** What opening the demo opens, and how many visitors may have a copy at once; by default the demo practice itself. */
  demo?: { opens: 'copy' | 'original'; most?: number }
  /** Our public address, `https://diary.example`; decides cookies and the origin check. */
  origin: string
  /** Addresses and ranges whose `X-Forwarded-For` is trusted; by default those of this machine. */
  proxies?: string
  /** Where the bytes of files lie. */
  files: FileStore
  /** What sign-in links go by; without it none is offered. */
  mail?: MailSettings
  /**
   * Where the browser may fetch maps; without it nowhere. Apart from it, the browser may only reach a file store that accepts uploads directly.
   */
  mapStyleUrl?: string
  /** The secret of the provider of texts, which authenticates its calls; without it none are accepted. */
  textsSecret?: string
  /** The secret of the service that delivers incoming e-mails; without it none are accepted. */
  inboundMailSecret?: string
  /** Payments by card, and plans; without it neither, as in the test version. */
  stripe?: StripeSettings
  /** The price ids of the plans there; without them the operator of the server arranges plans. */
  stripePrices?: Readonly<Record<Tier, string>>
  /** The price ids of services that clients pay for, and who sells them; without either the operator of the server arranges services. */
  servicePrices?: Readonly<Record<Service, string>>
  seller?: Seller
  /** Our public key at push services; without it no device can be called. */
  pushKey?: string
  /** Whether texts, and e-mails, can leave. */
  hasProvider?: { texts: boolean; mail: boolean; inboundMail: boolean }
  /** Where addresses are looked up; without it nowhere. */
  geocoder?: Geocoder
  /** Whether the worker can transcribe voice notes. */
  hasTranscriber?: boolean
  /** What seals the secrets that the database keeps for other services. */
  vault: Vault
  /** Where it is noted, beside the database, what a restored backup must not open again; without it nowhere. */
  dataFolder?: string
  /** What addresses and codes of guests are hashed by. */
  keyedHash: KeyedHash
  /** The way to addresses that people type; without it, to public ones. */
  reach?: Reach
  /** Hosts that the test version really speaks to. */
  reachable?: readonly string[]
  /** Where far sides are instead of where their manifests say, by connector (tests). */
  farOrigins?: Readonly<Record<string, string>>
  /** How this server is registered at vendors that members sign in to; without it members sign in nowhere. */
  oauthApps?: OAuthApps
  /** Where backups are kept; without it none are made. */
  backupsFolder?: string
  /** True: answers are checked against the contract (tests); false: compiled serializers. */
  checksAnswers: boolean
  log?: Logger
}

declare module 'fastify' {
  interface FastifyInstance {
    db: Database
    setup: HttpOptions
    sessions: ReturnType<typeof sessionReader>
    apiKeys: ReturnType<typeof keyReader>
    /** Counts the requests that an API key makes. */
    keyLimit: ReturnType<FastifyInstance['createRateLimit']>
    guestSessions: ReturnType<typeof guestSessionReader>
    /** The proxies in front of us: the client address they report is trusted. */
    isProxy: IsProxy
    cookieName: string
    /** Without sessions, limits and page headers: for `serveLive` alone. */
    bare: FastifyInstance
    /** Every route of the server so far, for the tests that walk them all. */
    routeTable: ServedRoute[]
  }
  interface FastifyRequest {
    signedIn: SignedIn | null
    /** Who acts by an API key: then nobody is signed in. */
    keyHolder: KeyHolder | null
  }
  interface FastifyContextConfig {
    audience?: 'public' | 'member' | 'link' | 'guest'
    feature?: Feature
    scope?: Scope
    whileLapsed?: true
  }
}

export type ServedRoute = {
  method: string
  path: string
  audience: 'public' | 'member' | 'link' | 'guest' | undefined
  /** The plan's feature it belongs to. */
  feature: Feature | undefined
  /** What an API key must be for to be let in; undefined: none is. */
  scope: Scope | undefined
  /** A write that goes on when the plan has ended. */
  whileLapsed: boolean
  schema: FastifySchema | undefined
}

const MINUTE = 60_000
const COMMON_PER_MINUTE = 600

/** The HTTP shell every feature hangs its endpoints on: validation, sessions, safety headers, limits, errors. */
export async function makeApp(options: HttpOptions): Promise<App> {
  const isProxy = readProxies(options.proxies ?? DEFAULT_PROXIES) ?? (() => false)
  const app = Fastify({
    ...(options.log ? { loggerInstance: options.log as FastifyBaseLogger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    // Not our time-ordered ids: Node draws random bytes for many of these in advance.
    genReqId: () => randomUUID(),
    // Each line names its request itself, so no request needs a logger of its own.
    childLoggerFactory: (logger) => logger,
    bodyLimit: 1024 * 1024,
    // Longer than the largest file may take (`endSlowBodies`), for what is answered without its body.
    requestTimeout: 2 * 60 * MINUTE,
    trustProxy: isProxy,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => longPath(url),
  }).withTypeProvider<ZodTypeProvider>()
  speakPlainly()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(options.checksAnswers ? serializerCompiler : fastSerializer)
  app.decorate('db', options.db)
  app.decorate('setup', options)
  readCallers(app)
  app.decorate('isProxy', isProxy)
  app.decorate('cookieName', options.origin.startsWith('https:') ? '__Host-pritchel' : 'pritchel')
  app.decorate('routeTable', [])
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    const { audience, feature, scope, whileLapsed = false } = config ?? {}
    for (const each of [method].flat()) app.routeTable.push({ method: each, path: url, audience, feature, scope, whileLapsed, schema })
  })
  answerErrors(app)
  endSlowBodies(app)
  readJsonBodies(app)
  takeForms(app)
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Pritchel', version: '1' }, components: { securitySchemes: SECURITY } },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  // A context keeps the hooks of the moment it is made, so this one has none of those below.
  await app.register(async (bare) => {
    app.decorate('bare', bare)
  })
  await takeCookies(app)
  shrinkAnswers(app)
  const safety = await safetyHeaders(options)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(safety)
    if (isTooLong(request.url)) return done(new AppError('address_too_long'))
    if (!isForEverybody(request.url)) reply.header('x-robots-tag', 'noindex')
    // A handler whose answer may be cached sets that itself.
    if (request.url.startsWith('/api/')) reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
    done()
  })
  letShellsRead(app)
  // The app's own files are not counted: a first visit fetches them all, and a whole yard may share one address.
  const isUncounted = (request: { url: string; headers: IncomingMessage['headers'] }) =>
    request.url.startsWith('/assets/') || isFromInside(request)
  await app.register(rateLimit, { max: COMMON_PER_MINUTE, timeWindow: MINUTE, allowList: isUncounted })
  const keyGenerator = ({ keyHolder }: FastifyRequest) => keyHolder?.byKey ?? ''
  app.decorate('keyLimit', app.createRateLimit({ max: KEY_PER_MINUTE, timeWindow: MINUTE, keyGenerator }))
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id, routeOptions } = request
    request.log.info({ method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime), requestId: id })
    done()
  })
  if (clockAheadMs() !== 0) app.server.prependListener('request', stampDate)
  return app
}

/** Who calls: by a session, by a guest's, or by an API key. */
function readCallers(app: FastifyInstance) {
  app.decorate('sessions', sessionReader(app.db))
  app.decorate('guestSessions', guestSessionReader(app.db))
  app.decorate('apiKeys', keyReader(app.db))
  app.decorateRequest('signedIn', null)
  app.decorateRequest('keyHolder', null)
}

/** A shell's request is what its token makes it: whatever cookies came along open, name and change nothing. */
async function takeCookies(app: FastifyInstance) {
  await app.register(cookie)
  app.addHook('onRequest', (request, _reply, done) => {
    if (bearerIn(request) !== undefined) request.cookies = {}
    done()
  })
}

/** Node stamps answers with the machine's time; devices compare the header with their own clock. */
const stampDate = (_: unknown, response: ServerResponse) => {
  response.setHeader('date', currentTime().toUTCString())
}

/** Our URLs have a few hundred characters before the query. */
const LONGEST_PATH = 2000

function isTooLong(url: string): boolean {
  const query = url.indexOf('?')
  return (query < 0 ? url.length : query) > LONGEST_PATH
}

/** Pages that search engines may list; all others are private. */
const isForEverybody = (url: string) => /^\/(landing|pricing|terms|subscribe)?(\?|$)/.test(url)

/** Helmet computes its headers again for every answer; ours are the same in all, so it is called once. */
async function safetyHeaders({ origin, mapStyleUrl, files }: HttpOptions): Promise<Record<string, string>> {
  const maps = mapStyleUrl ? [new URL(mapStyleUrl).origin] : []
  const asked = Fastify()
  await asked.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The codecs of radiographs are WebAssembly of our own origin; no text becomes a script by this.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...maps],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", ...maps, ...(files.sendsTo ? [files.sendsTo] : [])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
      },
    },
    strictTransportSecurity: origin.startsWith('https:'),
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  asked.get('/', (_request, reply) => reply.raw.getHeaders())
  return (await asked.inject('/')).json()
}

/** The contract of an answer as a program that writes it and drops keys it does not name; 40 % cheaper than the provider's own. */
export function compileAnswer(schema: z.ZodType): (data: unknown) => string {
  const known = compiled.get(schema) ?? fjs(z.toJSONSchema(schema, { target: 'draft-7', io: 'output' }) as Parameters<typeof fjs>[0])
  compiled.set(schema, known)
  return known
}

/** Every endpoint refuses in the same shape. */
const compiled = new WeakMap<z.ZodType, (data: unknown) => string>()

// When a route first answers: all of them at the start take a fifth of its time.
const fastSerializer = ({ schema }: { schema: unknown }) => {
  if ((schema as z.ZodType).type === 'undefined') return () => ''
  let serialize = (data: unknown): string => {
    serialize = compileAnswer(schema as z.ZodType)
    return serialize(data)
  }
  return (data: unknown) => serialize(data)
}
