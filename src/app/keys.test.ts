import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { SCOPES, type Scope } from '#lib/scopes.ts'
import { KEY_PER_MINUTE } from '#platform/server/http/api-key.ts'
import type { ServedRoute } from '#platform/server/http/http.ts'
import { keyFor } from '#testing/api-keys.ts'
import type { FixturePractice } from '#testing/practice.ts'
import { makeSamples, type Samples } from '#testing/samples.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { WITHOUT_KEY } from '#testing/without-key.ts'

/* What API keys open, of all that the server has. */

let server: TestServer
let routes: ServedRoute[]
beforeAll(async () => {
  server = await startTestServer({ own: true })
  routes = server.app.routeTable.filter((route) => route.path.startsWith('/api/') && route.method !== 'HEAD' && route.schema?.summary)
})
afterAll(() => server.stop())

const nameOf = ({ method, path }: Pick<ServedRoute, 'method' | 'path'>) => `${method} ${path}`
const members = () => routes.filter(({ audience }) => audience === 'member')
const scoped = (scopes: readonly string[]) => routes.filter(({ scope }) => scope && scopes.includes(scope)).map(nameOf)

let addresses = 0
const nextAddress = () => `10.5.${Math.floor(++addresses / 250)}.${addresses % 250}`
const REFUSED_AS_KEY = ['api_key_unknown', 'no_key_opens_this', 'scope_missing']
type Headers = { authorization: string }

/** A request that could do nothing even where it is let in: what a key opens is decided first. */
const knock = ({ method, path }: ServedRoute, headers?: Headers) =>
  server.app.inject({
    method: method as 'GET',
    url: path.replace(/:\w+/g, uuidv7()),
    remoteAddress: nextAddress(),
    headers: { ...headers, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' ? {} : { payload: '"nothing"' }),
  })

/** The endpoints of members that these keys let in; each key is good for so many requests a minute. */
async function openedBy(keyOf: () => Promise<{ headers: Headers }>) {
  const opened: string[] = []
  const codes = new Set<string>()
  let key = await keyOf()
  for (const [at, route] of members().entries()) {
    if (at > 0 && at % KEY_PER_MINUTE === 0) key = await keyOf()
    const { statusCode, body } = await knock(route, key.headers)
    const code = statusCode === 204 || !body.startsWith('{') ? '' : JSON.parse(body).code
    if (REFUSED_AS_KEY.includes(code)) codes.add(`${statusCode} ${code}`)
    else opened.push(nameOf(route))
  }
  return { opened, codes: [...codes].sort() }
}

const ofGareth = (scopes: readonly string[]) => keyFor(server.app, server.gareth, scopes)

describe('every endpoint', () => {
  test('of a member names the scope of the keys it opens to, or is one of those that no key opens', () => {
    const without = members().filter(({ scope }) => !scope)
    expect(without.map(nameOf).sort()).toEqual([...WITHOUT_KEY].sort())
    expect(routes.filter(({ scope, audience }) => scope && audience !== 'member').map(nameOf)).toEqual([])
    const misnamed = routes.filter(({ scope, method }) => scope && scope.endsWith(':read') !== (method === 'GET'))
    expect(misnamed.map(nameOf)).toEqual([])
    expect(SCOPES.filter((scope) => scoped([scope]).length === 0)).toEqual([])
  })

  test('has its scope in openapi.json, and the way of signing in by it', () => {
    const written = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
    type Described = { security?: { apiKey?: Scope[] }[] }
    const described = Object.entries(written.paths as Record<string, Record<string, Described>>).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security = [] }]) => {
        const scopes = security.flatMap(({ apiKey = [] }) => apiKey)
        return scopes.length > 0 ? [[`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, scopes]] : []
      }),
    )
    const served = routes.flatMap((route) => (route.scope ? [[nameOf(route), [route.scope]]] : []))
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(served))
    expect(written.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' })
  })
})

describe('a key', () => {
  test.each(SCOPES)('for %s opens what names that, and nothing else', async (scope) => {
    const { opened, codes } = await openedBy(() => ofGareth([scope]))
    expect(opened.sort()).toEqual(scoped([scope]).sort())
    expect(codes).toEqual(['403 no_key_opens_this', '403 scope_missing'])
  })

  test('for everything opens every scope’s, and nothing of those without one', async () => {
    const { opened, codes } = await openedBy(() => ofGareth(SCOPES))
    expect(opened.sort()).toEqual(scoped(SCOPES).sort())
    expect(opened.length).toBeGreaterThan(60)
    expect(codes).toEqual(['403 no_key_opens_this'])
  })

  test('for nothing there is opens nothing', async () => {
    const { opened } = await openedBy(() => ofGareth(['secrets:read']))
    expect(opened).toEqual([])
  })

  test.each([
    ['revoked', 'revoked_at = now()'],
    ['ended', `expires_on = '2020-01-01'`],
  ])('that is %s opens nothing', async (_, columns) => {
    const { opened, codes } = await openedBy(async () => {
      const key = await ofGareth(SCOPES)
      await server.asOwner(`update api_keys set ${columns} where id = '${key.id}'`)
      return key
    })
    expect([opened, codes]).toEqual([[], ['401 api_key_unknown']])
  })

  test('that nobody made, or of another shape, opens nothing', async () => {
    const route = members().find((each) => nameOf(each) === 'GET /api/clients') as ServedRoute
    for (const key of [`prt_${'a'.repeat(43)}`, 'prt_', 'prt_short', `prt_${'a'.repeat(5000)}`, "prt_' or 1=1 --"]) {
      const { statusCode, headers, body } = await knock(route, { authorization: `Bearer ${key}` })
      expect([statusCode, headers['www-authenticate'], JSON.parse(body).code], key).toEqual([401, 'Bearer', 'api_key_unknown'])
    }
  })

  test('changes nothing at an endpoint that is not a member’s', async () => {
    const { headers } = await ofGareth(SCOPES)
    const wrong: string[] = []
    for (const route of routes.filter(({ audience, path }) => audience !== 'member' && !path.endsWith('/auth/demo'))) {
      const [with_, without] = [await knock(route, headers), await knock(route)]
      const isSame =
        with_.statusCode === without.statusCode && Boolean(with_.headers['set-cookie']) === Boolean(without.headers['set-cookie'])
      if (!isSame) wrong.push(`${nameOf(route)}: ${with_.statusCode} ${without.statusCode}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('what a key opens', () => {
  const send = (samples: Samples, name: string, headers: Headers) => {
    const { url, id, body, contentType = 'application/json' } = samples.of(name)
    return server.app.inject({
      method: name.split(' ')[0] as 'GET',
      url: url.replace(/\/id(?=\/|$)/, `/${id}`),
      remoteAddress: nextAddress(),
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': contentType }) },
      ...(body === undefined ? {} : { payload: body as object }),
    })
  }
  const walk = async (of: FixturePractice | TestServer['gareth'], isRight: (name: string, status: number) => boolean) => {
    const names = samples.inOrder(scoped(SCOPES))
    const { headers } = await keyFor(server.app, of, SCOPES)
    const wrong: string[] = []
    for (const name of names) {
      const answer = await send(samples, name, headers)
      if (!isRight(name, answer.statusCode)) wrong.push(`${name}: ${answer.statusCode} ${answer.body.slice(0, 200)}`)
      if (answer.headers['set-cookie'] || answer.headers['access-control-allow-origin']) wrong.push(`${name}: a cookie, or CORS`)
    }
    return wrong
  }
  let samples: Samples
  beforeAll(async () => {
    samples = await makeSamples(server.gareth)
  })

  test('is no record of another practice', async () => {
    expect(await walk(server.other, (name, status) => (name.includes(':') ? status === 404 : status < 500))).toEqual([])
  })

  test('works as it does for somebody who is signed in', async () => {
    expect(await walk(server.gareth, (name, status) => samples.of(name).expected.includes(status))).toEqual([])
  })
})
