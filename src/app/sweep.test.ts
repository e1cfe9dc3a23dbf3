import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { uuidv7 } from '#lib/ids.ts'
import { compileAnswer, type ServedRoute } from '#platform/server/http/http.ts'
import type { Sample } from '#testing/ground.ts'
import { makeSamples, type Samples } from '#testing/samples.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let samples: Samples
let colleague: Pick<TestServer['gareth'], 'cookies'>
let routes: ServedRoute[]
beforeAll(async () => {
  server = await startTestServer({ own: true })
  samples = await makeSamples(server.gareth)
  // Walking through every endpoint signs gareth out in the end; the sweeps of junk come after it.
  colleague = await server.gareth.addMember('Nia Colleague', 'owner')
  routes = server.app.routeTable.filter((route) => route.path.startsWith('/api/') && route.method !== 'HEAD' && route.schema?.summary)
})
afterAll(() => server.stop())

const nameOf = (route: ServedRoute) => `${route.method} ${route.path}`
const members = () => routes.filter((route) => route.audience === 'member')
/** Where signing in needs no session it is sent none: a body that works after all would end it. */
const whoMay = (route: ServedRoute) => (route.audience === 'member' ? colleague : undefined)
let addresses = 0
/** Each from another address: the common limits by address are not what is swept for. */
const nextAddress = () => {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}
const send = (who: Pick<TestServer['gareth'], 'cookies'> | undefined, route: ServedRoute, more: { id?: string; body?: unknown } = {}) => {
  const sample = samples.of(nameOf(route))
  const url = sample.url.replace(/\/id(?=\/|$)/, `/${more.id ?? sample.id}`)
  const payload = 'body' in more ? more.body : sample.body
  return server.app.inject({
    method: route.method as 'GET',
    url,
    remoteAddress: nextAddress(),
    ...(who ? { cookies: who.cookies } : {}),
    ...(payload === undefined ? {} : { payload: payload as object, headers: { 'content-type': typeOf(sample, more) } }),
  })
}

/** Junk comes as JSON, regardless of what the endpoint takes. */
const typeOf = ({ contentType }: Sample, more: { body?: unknown }) => ('body' in more ? undefined : contentType) ?? 'application/json'

test('the server’s routes are those of openapi.json, and each has a summary', () => {
  const written = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
  const documented = Object.entries(written.paths as Record<string, Record<string, { summary?: string }>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => {
      expect(summary, `${method} ${path}`).toMatch(/^[A-Z].{5,}/)
      return `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    }),
  )
  expect(documented.sort()).toEqual(routes.map(nameOf).sort())
})

test('openapi.json is generated once, not for each request', async () => {
  const writing = vi.spyOn(server.app, 'swagger')
  const [first, second] = [await server.app.inject('/api/openapi.json'), await server.app.inject('/api/openapi.json')]
  expect([first.statusCode, second.body === first.body, first.json().openapi]).toEqual([200, true, '3.1.0'])
  expect(writing).toHaveBeenCalledTimes(1)
  writing.mockRestore()
})

test('every endpoint has a sample here, so that none is passed over', () => {
  expect(samples.names.sort()).toEqual(routes.map(nameOf).sort())
})

test('every answer’s contract can be compiled, which a server in use does when it first answers', () => {
  const answers = routes.flatMap((route) => Object.values(route.schema?.response ?? {}))
  const written = answers.filter((schema) => schema instanceof z.ZodType && schema.type !== 'undefined')
  expect(written.length).toBeGreaterThan(routes.length / 2)
  for (const schema of written) expect(() => compileAnswer(schema)).not.toThrow()
})

describe('every endpoint', () => {
  test('works, and its answer matches its contract', async () => {
    const wrong: string[] = []
    for (const name of samples.inOrder(routes.map(nameOf))) {
      const route = routes.find((each) => nameOf(each) === name)
      if (!route) continue
      const answer = await send(server.gareth, route)
      // A wrong shape is a 500 here: the test server checks every answer against the contract.
      if (!samples.of(name).expected.includes(answer.statusCode)) wrong.push(`${name}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
    }
    expect(wrong).toEqual([])
  })

  test('of a member answers 401 to a caller who is not signed in, and nothing more', async () => {
    const wrong: string[] = []
    for (const route of members()) {
      const answer = await send(undefined, route)
      if (answer.statusCode !== 401 || answer.json().code !== 'not_signed_in') wrong.push(`${nameOf(route)}: ${answer.statusCode}`)
    }
    expect(members().length).toBeGreaterThan(30)
    expect(wrong).toEqual([])
  })

  test('that names a record answers 404 to another practice, as for one that never was', async () => {
    const wrong: string[] = []
    // What can be connected is the same in every practice.
    const ofRecords = members().filter(({ path }) => path.includes(':') && !path.startsWith('/api/integrations/:id'))
    for (const route of ofRecords) {
      const theirs = await send(server.other, route)
      const never = await send(server.other, route, { id: uuidv7() })
      const [a, b] = [theirs.json(), never.json()]
      if (theirs.statusCode !== 404 || never.statusCode !== 404 || a.code !== b.code)
        wrong.push(`${nameOf(route)}: ${theirs.statusCode} ${never.statusCode}`)
    }
    expect(wrong).toEqual([])
  })

  test('answers 400 to a body that is junk, never 500', async () => {
    const wrong: string[] = []
    // Guests' own are swept in guest-routes.test.ts: a member is refused there before anything is read.
    for (const route of routes.filter((each) => each.schema?.body && each.audience !== 'guest')) {
      for (const body of JUNK_BODIES) {
        const answer = await send(whoMay(route), route, { body })
        if (answer.statusCode !== 400) wrong.push(`${nameOf(route)} ${String(JSON.stringify(body)).slice(0, 60)}: ${answer.statusCode}`)
      }
      for (const body of await spoiled(samples.of(nameOf(route)).body)) {
        const answer = await send(whoMay(route), route, { body })
        if (answer.statusCode >= 500) wrong.push(`${nameOf(route)} ${JSON.stringify(body).slice(0, 120)}: ${answer.statusCode}`)
      }
    }
    expect(wrong).toEqual([])
  }) // passwords are slow to hash by design

  test('answers 4xx to an id that is junk, never 500', async () => {
    const wrong: string[] = []
    for (const route of members().filter((each) => each.path.includes(':'))) {
      for (const id of ['nonsense', 'offline_x', '%00', '..%2f', `${'a'.repeat(120)}`, "1'--"]) {
        const { statusCode } = await send(colleague, route, { id })
        if (statusCode < 400 || statusCode >= 500) wrong.push(`${nameOf(route)} ${id}: ${statusCode}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('answers 400 to a query that is junk, never 500', async () => {
    const wrong: string[] = []
    for (const route of routes) {
      const { shape } = (route.schema?.querystring ?? { shape: {} }) as z.ZodObject
      for (const name of Object.keys(shape)) {
        for (const junk of ['%00', '-1', 'x'.repeat(3000), '[]', "'"]) {
          const base = samples
            .of(nameOf(route))
            .url.split('?')[0]
            ?.replace(/\/id(?=\/|$)/, `/${samples.of(nameOf(route)).id}`)
          const answer = await server.app.inject({
            method: 'GET',
            url: `${base}?${name}=${junk}`,
            cookies: colleague.cookies,
            remoteAddress: nextAddress(),
          })
          if (answer.statusCode >= 500) wrong.push(`${nameOf(route)} ${name}=${junk.slice(0, 10)}: ${answer.statusCode}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

const JUNK_BODIES = ['"text"', '[]', '7', 'true', '{"', '{"__proto__": 1, "name": {"a": []}}'.slice(0, 20)]

/** The sample with each field in turn made something else. */
async function spoiled(body: unknown): Promise<object[]> {
  if (typeof body !== 'object' || body === null) return []
  const junk = [
    null,
    0,
    -1,
    1e300,
    '',
    '\u0000',
    '\ud800',
    'x'.repeat(20_001),
    [],
    [[]],
    {},
    { a: 1 },
    true,
    '2026-02-31',
    "'; drop table clients; --",
  ]
  return Object.keys(body).flatMap((key) => junk.map((value) => ({ ...body, [key]: value })))
}
