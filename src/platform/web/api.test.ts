import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#lib/endpoint.ts'
import { ApiError, call, sentenceOf, Unreachable } from '#platform/web/api.ts'
import { asking, orNullOn401 } from '#platform/web/queries.ts'
import { reachable } from '#platform/web/reach.ts'
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

test('no network, and another page in the place of an answer, are the same to us', async () => {
  api.offline(true)
  expect(await put('1').catch((thrown: unknown) => thrown)).toBeInstanceOf(Unreachable)
  expect(reachable()).toBe(false)
  vi.stubGlobal('fetch', async () => new Response('<html>Pay for Wi-Fi</html>', { headers: { 'content-type': 'text/html' } }))
  const error = await put('1').catch((thrown: unknown) => thrown)
  expect(sentenceOf(error)).toBe('No connection. Try again when you have signal.')
  vi.stubGlobal('fetch', async () => Response.json({ said: '' }))
  await put('1')
  expect(reachable()).toBe(true)
})

test('a server behind a gateway that cannot reach it is out of reach', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  await expect(put('1')).rejects.toThrow('503')
  expect(reachable()).toBe(false)
})

test('nobody signed in may be asked for as null', async () => {
  api.on(one, () => {
    throw new Refusal('not_signed_in')
  })
  expect(await orNullOn401(put('1'))).toBeNull()
  api.on(one, () => {
    throw new Refusal('internal')
  })
  await expect(orNullOn401(put('1'))).rejects.toThrow('500')
})

test('a query is kept under its path and what was asked', () => {
  const options = { params: { id: '1' }, body: { name: 'x' } }
  expect(asking<typeof one>('PUT /api/things/:id', options).queryKey).toEqual(['/api/things/:id', options])
})
