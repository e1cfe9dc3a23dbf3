import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'
import { ApiError, Captive, call, sentenceOf, Unreachable } from '#platform/web/api.ts'
import { orNullOn401, queryFor } from '#platform/web/queries.ts'
import { reach, reachable } from '#platform/web/sync/reach.ts'
import { fakeApi, Refusal } from '#testing/browser/fake-api.ts'

const one = endpoint({
  method: 'PUT',
  path: '/api/things/:id',
  audience: 'member',
  summary: 'A thing',
  params: z.object({ id: z.string() }),
  query: z.object({ since: z.coerce.number().optional() }),
  body: z.object({ name: z.string() }),
  response: z.object({ said: z.string() }),
})
const none = endpoint({ method: 'DELETE', path: '/api/things', audience: 'member', summary: 'None', response: z.undefined(), status: 204 })

let api: ReturnType<typeof fakeApi>
beforeEach(() => {
  api = fakeApi()
})
afterEach(() => vi.unstubAllGlobals())

const put = (id: string) => call<typeof one>('PUT /api/things/:id', { params: { id }, query: { since: 3 }, body: { name: 'x' } })

test('path, query and body go where the contract puts them', async () => {
  api.on(one, ({ params, query, body }) => ({ said: `${params.id} ${query.since} ${body.name}` }))
  expect(await put('a b/c')).toEqual({ said: 'a b/c 3 x' })
  expect(api.requests).toEqual(['PUT /api/things/a%20b%2Fc?since=3'])
})

test('an answer without contents is undefined', async () => {
  api.on(none, () => undefined)
  expect(await call<typeof none>('DELETE /api/things')).toBeUndefined()
})

test('a refusal reads as status and body, and carries code and sentence', async () => {
  api.on(one, () => {
    throw new Refusal('appointment_not_found')
  })
  const error = await put('1').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    message: '404: {"code":"appointment_not_found","message":"Appointment not found","requestId":"fake"}',
    code: 'appointment_not_found',
    sentence: 'Appointment not found',
  })
})

test('an empty refusal reads as its status text', () => {
  expect(new ApiError(502, 'Bad Gateway', '').message).toBe('502: Bad Gateway')
})

test('no network, and something that is no answer of ours, are the same to us', async () => {
  api.offline(true)
  expect(await put('1').catch((thrown: unknown) => thrown)).toBeInstanceOf(Unreachable)
  expect(reach()).toEqual({ reachable: false, isCaptive: false })
  vi.stubGlobal('fetch', async () => new Response('hello', { headers: { 'content-type': 'text/plain' } }))
  const error = await put('1').catch((thrown: unknown) => thrown)
  expect(sentenceOf(error)).toBe('No connection. Try again when you have signal.')
  vi.stubGlobal('fetch', async () => Response.json({ said: '' }))
  await put('1')
  expect(reach()).toEqual({ reachable: true, isCaptive: false })
})

const page = (status: number, type = 'text/html') =>
  new Response('<html>Pay for Wi-Fi</html>', { status, headers: { 'content-type': type } })
const redirect = () => Object.defineProperty(page(200), 'type', { value: 'opaqueredirect' })

test.each([
  ['a page with 200', () => page(200)],
  ['a page with 401, which says nothing of our session', () => page(401)],
  ['511', () => page(511, 'text/plain')],
  ['a redirect', redirect],
])('%s is a network that wants a sign-in of its own', async (_, answer) => {
  vi.stubGlobal('fetch', async () => answer())
  const error = await put('1').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Captive)
  expect(sentenceOf(error)).toBe('This network wants you to sign in first.')
  expect(reach()).toEqual({ reachable: false, isCaptive: true })
  vi.stubGlobal('fetch', async () => page(503))
  await expect(put('1')).rejects.toThrow('503')
  expect(reach()).toEqual({ reachable: false, isCaptive: false })
})

test('no redirect is followed', async () => {
  const asked = vi.fn(async (..._: [string, RequestInit]) => Response.json({ said: '' }))
  vi.stubGlobal('fetch', asked)
  await put('1')
  expect(asked.mock.lastCall?.[1].redirect).toBe('manual')
})

test('a 429 refusal states how long to wait', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 429, headers: { 'retry-after': '7' } }))
  expect(await put('1').catch((thrown: unknown) => thrown)).toMatchObject({ retryAfterMs: 7000 })
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' } }))
  expect(await put('1').catch((thrown: unknown) => thrown)).toMatchObject({ retryAfterMs: undefined })
})

test('a large body goes gzipped, a small one as it is', async () => {
  const bodies: { body: BodyInit; encoding: string | null }[] = []
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit & { body: BodyInit }) => {
    bodies.push({ body, encoding: new Headers(headers).get('content-encoding') })
    return Response.json({ said: '' })
  })
  const send = (name: string) => call<typeof one>('PUT /api/things/:id', { params: { id: '1' }, body: { name }, gzip: true })
  await send('x')
  await send('x'.repeat(5000))
  expect(bodies[0]).toEqual({ body: '{"name":"x"}', encoding: null })
  expect(bodies[1]?.encoding).toBe('gzip')
  const packed = bodies[1]?.body as ArrayBuffer
  expect(packed.byteLength).toBeLessThan(100)
  const unpacked = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')))
  expect(await unpacked.json()).toEqual({ name: 'x'.repeat(5000) })
})

test('a server behind a gateway that cannot reach it is out of reach', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  await expect(put('1')).rejects.toThrow('503')
  expect(reachable()).toBe(false)
})

test('a server that is only busy, or slow once, is not out of reach; one that stays silent is', async () => {
  await answered()
  vi.stubGlobal('fetch', async () => Response.json({ code: 'busy', message: 'Try again in a moment.' }, { status: 503 }))
  await expect(put('1')).rejects.toThrow('503')
  expect(reachable()).toBe(true)
  await answered()
  await expect(unanswered()).rejects.toBeInstanceOf(Unreachable)
  expect(reachable()).toBe(true)
  await answered()
  for (const isReached of [true, false]) {
    await expect(unanswered()).rejects.toBeInstanceOf(Unreachable)
    expect(reachable()).toBe(isReached)
  }
  await answered()
  expect(reachable()).toBe(true)
})

function answered() {
  vi.stubGlobal('fetch', async () => Response.json({ said: '' }))
  return put('1')
}

/** A request whose time is over before an answer comes. */
function unanswered() {
  const signal = AbortSignal.abort(new DOMException('took too long', 'TimeoutError'))
  vi.stubGlobal('fetch', async () => {
    throw signal.reason
  })
  return call<typeof one>('PUT /api/things/:id', { params: { id: '1' }, body: { name: 'x' }, signal })
}

test('a 401 counts as null, and any other refusal as an error', async () => {
  api.on(one, () => {
    throw new Refusal('not_signed_in')
  })
  expect(await orNullOn401(put('1'))).toBeNull()
  api.on(one, () => {
    throw new Refusal('internal')
  })
  await expect(orNullOn401(put('1'))).rejects.toThrow('500')
})

test('a query is kept under its path and its params', () => {
  const options = { params: { id: '1' }, body: { name: 'x' } }
  expect(queryFor<typeof one>('PUT /api/things/:id', options).queryKey).toEqual(['/api/things/:id', options])
})
