import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { z } from 'zod'
import { currentTime } from '#lib/clock.ts'
import { explain } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { syncedNames } from '#lib/synced.ts'
import type { App, ServedRoute } from '#platform/server/http/http.ts'
import { hostile, type Ids, type JsonSchema, valueFrom } from '#testing/hostile.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { makeSamples, type Samples } from '#testing/samples.ts'

/** A server's reaction to many requests no one would send. `faults`: every unintended 5xx answer, with its request. */
type Fuzzed = { statuses: Record<string, number>; faults: string[] }
type Who = Pick<FixturePractice, 'cookies'>
/** A request as it was drawn: the owner of the ids in its path, and its content. */
type Drawn = { route: ServedRoute; id: string; body: unknown }

/** So many requests go to the records of one practice; then another is made, as few records are left that can still be changed. */
const PER_PRACTICE = 500

/**
 * Sends requests to every route that writes, drawn by `seed`: a sample that works with some of it made something else, or a body made from the
 * route's contract, and ids of all kinds in path and body. The same seed draws the same requests; a practice's own are drawn by `seed` and its place.
 */
export async function fuzz(served: App, { seed, requests }: { seed: number; requests: number }): Promise<Fuzzed> {
  const app = fromEverywhere(served)
  const fuzzed: Fuzzed = { statuses: {}, faults: [] }
  for (let sent = 0; sent < requests; sent += PER_PRACTICE) {
    await fuzzPractice(app, { seed: seed + sent / PER_PRACTICE, requests: Math.min(PER_PRACTICE, requests - sent) }, fuzzed)
  }
  return fuzzed
}

/** The app, called from another address each time: the limits by address are not under test. */
function fromEverywhere(app: App): App {
  let asked = 0
  const inject = (options: InjectOptions) => {
    asked += 1
    return app.inject({ remoteAddress: `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`, ...options })
  }
  return Object.assign(Object.create(app), { inject })
}

async function fuzzPractice(app: App, { seed, requests }: { seed: number; requests: number }, { statuses, faults }: Fuzzed) {
  const [practice, other] = [await makeFixturePractice(app, 'Gareth Probert'), await makeFixturePractice(app, 'Olwen Other')]
  const [samples, theirs] = [await makeSamples(practice), await makeSamples(other)]
  const ids = [...idsIn(samples), ...idsIn(samples), ...idsIn(theirs)]
  const drawn = fc.sample(drawOf(app, samples, ids), { seed, numRuns: requests })
  let who: Who = await practice.addMember('Nia Colleague', 'owner')
  for (const [at, { route, id, body }] of drawn.entries()) {
    const name = `${route.method} ${route.path}`
    const { statusCode, body: text } = await send(app, who, samples.of(name), { route, id, body })
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    if (isFault(statusCode, text))
      faults.push(`seed ${seed}, ${at}: ${name} ${id} ${JSON.stringify(body)?.slice(0, 600)} -> ${statusCode} ${text.slice(0, 200)}`)
    // Some of it signs a member out, or takes their role.
    if (statusCode === 401 || statusCode === 403) who = await practice.addMember('Nia Colleague', 'owner')
  }
}

/** Nothing else is at work here: a 503 is meant only where it states its cause. */
const isFault = (status: number, text: string) => status >= 500 && (status < 503 || text.includes(explain('busy').message))

const idsIn = (samples: Samples): Ids => samples.names.map((name) => samples.of(name).id).filter(Boolean)

function send(app: App, who: Who, { url, contentType }: { url: string; contentType?: string }, { route, id, body }: Drawn) {
  const isJson = contentType === undefined || typeof body !== 'string'
  return app.inject({
    method: route.method as 'POST',
    url: url.replace(/\/id(?=\/|$|\?)/, `/${encodeURIComponent(id.toWellFormed())}`),
    cookies: who.cookies,
    ...(body === undefined
      ? {}
      : { payload: isJson ? JSON.stringify(body) : body, headers: { 'content-type': isJson ? 'application/json' : contentType } }),
  })
}

function drawOf(app: App, samples: Samples, ids: Ids): fc.Arbitrary<Drawn> {
  const routes = app.routeTable.filter(
    ({ method, path, schema }) => path.startsWith('/api/') && schema?.summary && method !== 'GET' && method !== 'HEAD',
  )
  return fc.constantFrom(...routes).chain((route) => {
    const sample = samples.of(`${route.method} ${route.path}`)
    const id = fc.oneof(
      { weight: 6, arbitrary: fc.constant(sample.id) },
      { weight: 1, arbitrary: fc.constantFrom(...ids, uuidv7(), 'nonsense', '\u0000') },
    )
    return fc.record({ route: fc.constant(route), id, body: bodyOf(app, route, sample.body, ids) })
  })
}

function bodyOf(app: App, { path, schema }: ServedRoute, sample: unknown, ids: Ids): fc.Arbitrary<unknown> {
  if (path === '/api/sync/push') return pushOf(app, ids)
  if (!(schema?.body instanceof z.ZodType)) return fc.oneof(fc.constant(sample), hostile)
  const made = valueFrom(jsonSchemaOf(schema.body), ids)
  if (typeof sample !== 'object' || sample === null) return fc.oneof(fc.constant(sample), made)
  const spoiled = fc
    .record({ made, keep: fc.subarray(Object.keys(sample)) })
    .map((some) => ({ ...Object(some.made), ...pick(sample, some.keep) }))
  const alone = fc
    .record({ key: fc.constantFrom('', ...Object.keys(sample)), value: hostile })
    .map(({ key, value }) => ({ ...sample, ...(key && { [key]: value }) }))
  return fc.oneof({ weight: 3, arbitrary: spoiled }, { weight: 2, arbitrary: made }, { weight: 2, arbitrary: alone })
}

/** Batches of a device, each change made from the contract of its kind of record. */
function pushOf(app: App, ids: Ids): fc.Arbitrary<unknown> {
  const op = fc.constantFrom(...syncedNames()).chain((entity) => {
    const { write } = app.synced[entity]
    const data = write ? fc.oneof(...[write.newShape, write.changeShape].map((shape) => valueFrom(jsonSchemaOf(shape), ids))) : hostile
    const head = {
      opId: fc.uuid(),
      action: fc.constantFrom('CREATE', 'UPDATE', 'DELETE'),
      id: fc.oneof(fc.constantFrom(...ids), fc.uuid()),
      baseRev: fc.option(fc.nat(9), { nil: undefined }),
    }
    return fc.record({
      ...head,
      data,
      entity: fc.constant(entity),
      endpoint: fc.constant(''),
      k: fc.nat(99),
      createdAt: fc.constant(currentTime().toISOString()),
    })
  })
  const ops = fc.array(fc.oneof({ weight: 9, arbitrary: op }, { weight: 1, arbitrary: hostile }), { maxLength: 6 })
  return fc.record({ deviceId: fc.constant(uuidv7()), schema: fc.constantFrom(1, 1, 1, 0, 99), ops })
}

const shapes = new WeakMap<object, JsonSchema>()
const jsonSchemaOf = (shape: z.ZodType): JsonSchema => {
  const known = shapes.get(shape) ?? (z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' }) as JsonSchema)
  shapes.set(shape, known)
  return known
}

const pick = (from: object, keys: string[]) => Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)))
