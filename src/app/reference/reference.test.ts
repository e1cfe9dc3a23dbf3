import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenApi, type Reference, referenceOf } from '#app/reference/reference-of.ts'
import { REFERENCE_PATH, serveReference } from '#app/reference/serve.ts'
import { makeApp } from '#platform/server/http/http.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* The page is the browser side's, which these types know nothing of. */
const PAGE: string = '#app/pages/api-reference/server.tsx'
type Painter = { render: (reference: Reference, isTestVersion: boolean) => string }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const reference = () => referenceOf(server.app.swagger() as unknown as OpenApi, 'https://diary.example')
const scoped = () => server.app.routeTable.filter(({ scope, method }) => scope && method !== 'HEAD')

test('the reference names each endpoint that a key opens, once, under what its scope is about, and no other', () => {
  const named = reference().groups.flatMap(({ thing, operations }) =>
    operations.map(({ method, path, scope }) => `${thing} ${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')} ${scope}`),
  )
  const served = scoped().map(({ method, path, scope }) => `${scope?.split(':')[0]} ${method} ${path} ${scope}`)
  expect(named.sort()).toEqual(served.sort())
  const ids = reference().groups.flatMap(({ operations }) => operations.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
})

test('each shape that is named is described, and says what its fields are in words', () => {
  const { shapes, groups } = reference()
  const client = shapes.find(({ name }) => name === 'Client')
  expect(client?.fields).toEqual(
    expect.arrayContaining([
      { name: 'name', type: 'text', isRequired: true },
      { name: 'email', type: 'text or null', isRequired: true },
      { name: 'tags', type: 'list of text', isRequired: true },
    ]),
  )
  const operations = groups.flatMap((group) => group.operations)
  expect(operations.find(({ method, path }) => `${method} ${path}` === 'GET /api/clients')).toMatchObject({
    answer: 'list of Client',
    isOfRecord: false,
  })
  expect(operations.find(({ method, path }) => `${method} ${path}` === 'POST /api/clients')).toMatchObject({
    isOfRecord: true,
    answer: 'Client',
  })
  expect(operations.filter(({ answer }) => answer === '')).toEqual([])
  expect(shapes.flatMap(({ name, fields }) => (fields.length === 0 ? [name] : []))).toEqual([])
})

test('is a page for everyone, without script of its own, that a key is not needed for', async () => {
  const { render } = (await import(PAGE)) as Painter
  const app = await makeApp({ ...server.app.setup, origin: 'https://diary.example' })
  app.get('/api/clients', { schema: { summary: 'Clients', security: [{ apiKey: ['clients:read'] }] } }, () => [])
  app.get('/api/secret', { schema: { summary: 'Nobody’s' } }, () => [])
  await serveReference(app, { files: '', load: async <T>() => ({ render }) as T })
  const { statusCode, headers, body } = await app.inject(REFERENCE_PATH)
  expect([statusCode, headers['content-type'], headers['x-robots-tag']]).toEqual([200, 'text/html; charset=utf-8', 'noindex'])
  expect(body).toContain('GET /api/clients')
  expect(body).toContain('clients:read')
  expect(body).toContain('https://diary.example/api/clients')
  expect(body).not.toContain('/api/secret')
  await app.close()
})

test('is light: what there is of it today is under 40 kB on the wire', async () => {
  const { render } = (await import(PAGE)) as Painter
  const { gzipSync } = await import('node:zlib')
  expect(gzipSync(render(reference(), false)).length).toBeLessThan(40_000)
})
