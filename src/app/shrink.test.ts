import { request as ask } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../scripts/build.mjs'

const BROWSER = 'gzip, deflate, br, zstd'
const OURS = { 'accept-encoding': BROWSER, 'sec-fetch-site': 'same-origin' }
const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync }

let server: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer()
  for (let n = 0; n < 12; n++) await server.gareth.post('/api/clients', { name: `Owner ${n}`, notes: 'Ring first, the lane floods.' })
})
afterAll(() => server.stop())

const get = (url: string, headers: Record<string, string> = {}, cookies = {}) => server.app.inject({ url, headers, cookies })
const member = (url: string, headers: Record<string, string> = {}) => get(url, headers, server.gareth.cookies)
type Answer = Awaited<ReturnType<typeof get>>
const encodingOf = ({ headers }: Answer) => headers['content-encoding']
const textOf = (answer: Answer) => (UNPACK[String(encodingOf(answer))] ?? ((bytes) => bytes))(answer.rawPayload).toString()
/** Without the moment a page was painted. */
const timeless = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
const filesOf = async (path: string) =>
  [...(await member(path)).body.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)

test.each([
  ['a page that is painted once', '/landing'],
  ['the shell of the app', '/calendar'],
  ['an owner’s page', '/call-status'],
  ['the description of the API', '/api/openapi.json'],
])('%s comes as Brotli to who takes it, as gzip else, plain to who takes neither: the same text', async (_, path) => {
  const plain = await get(path)
  expect(encodingOf(plain)).toBeUndefined()
  for (const [accepts, encoding] of [
    [BROWSER, 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
  ] as const) {
    const answer = await get(path, { 'accept-encoding': accepts })
    expect([encodingOf(answer), answer.headers.vary]).toEqual([encoding, expect.stringContaining('accept-encoding')])
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 1.5)
    expect(timeless(textOf(answer))).toBe(timeless(plain.body))
  }
  expect(plain.headers.vary).toContain('accept-encoding')
})

test('every script and style is sent packed as the build packed it, with its own type and for ever', async () => {
  const files = await filesOf('/')
  expect(files.some((file) => file.endsWith('.js')) && files.some((file) => file.endsWith('.css'))).toBe(true)
  for (const file of files) {
    const [plain, packed] = [await get(file), await get(file, { 'accept-encoding': BROWSER })]
    expect([encodingOf(packed), packed.headers['content-type']]).toEqual(['br', plain.headers['content-type']])
    expect(packed.headers['cache-control']).toContain('immutable')
    expect(textOf(packed)).toBe(plain.body)
    expect((await get(`${file}.br`)).statusCode).toBe(404)
  }
})

test('a picture and a font come as they are', async () => {
  const { body } = await get('/landing')
  const [picture = ''] = body.match(/\/pictures\/[\w-]+\.webp/) ?? []
  const answer = await get(picture, { 'accept-encoding': BROWSER })
  expect([answer.statusCode, encodingOf(answer), answer.headers['content-type']]).toEqual([200, undefined, 'image/webp'])
})

test('each encoding has its tag, and who still has that one is sent nothing', async () => {
  for (const path of ['/landing', ...(await filesOf('/')).slice(0, 2)]) {
    const all = await Promise.all(['br', 'gzip', ''].map((accepts) => get(path, { 'accept-encoding': accepts })))
    const tags = all.map(({ headers }) => String(headers.etag))
    expect(new Set(tags).size, path).toBe(3)
    for (const [at, accepts] of ['br', 'gzip', ''].entries()) {
      const again = (tag = '') => get(path, { 'accept-encoding': accepts, 'if-none-match': tag })
      expect([(await again(tags[at])).statusCode, (await again(tags[(at + 1) % 3])).statusCode], path).toEqual([304, 200])
      // As a proxy that packs leaves it.
      expect((await again(`W/${tags[at]?.replace(/^W\//, '')}`)).statusCode).toBe(304)
    }
  }
})

test('a part of a packed file is a part of those bytes', async () => {
  const file = (await filesOf('/')).find((each) => each.endsWith('.css')) ?? ''
  const whole = await get(file, { 'accept-encoding': 'br' })
  const part = await get(file, { 'accept-encoding': 'br', range: 'bytes=10-19' })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${whole.rawPayload.length}`])
  expect(part.rawPayload.equals(whole.rawPayload.subarray(10, 20))).toBe(true)
})

test('an answer over 1 kB to a page of ours is packed; a short one, and one that another site had the browser ask for, is not', async () => {
  const answer = await member('/api/clients', OURS)
  expect([encodingOf(answer), JSON.parse(textOf(answer)).length]).toEqual(['br', 12])
  expect(encodingOf(await member('/api/clients', { ...OURS, 'sec-fetch-site': 'none' }))).toBe('br')
  expect(encodingOf(await member('/api/settings', { 'accept-encoding': 'identity' }))).toBeUndefined()
  for (const site of ['cross-site', 'same-site']) {
    const forced = await member('/api/clients', { ...OURS, 'sec-fetch-site': site })
    expect([encodingOf(forced), forced.json().length]).toEqual([undefined, 12])
  }
  // A browser too old to say who asks, with a session.
  expect(encodingOf(await member('/api/clients', { 'accept-encoding': BROWSER }))).toBeUndefined()
  expect(encodingOf(await member('/api/health', OURS))).toBeUndefined()
})

test('an answer to a write, which may hold a new address with a key in it, goes as it is', async () => {
  const long = 'The lane floods after rain, mind.'.repeat(60)
  const made = await server.gareth.send('POST', '/api/clients', { name: 'Siân Penrose', notes: long }, { headers: OURS })
  expect([encodingOf(made), made.json().notes]).toEqual([undefined, long])
})

test('a record’s tag holds in either form: sent packed it is weak, and still lets a write through', async () => {
  const made = (await server.gareth.post('/api/clients', { name: 'Anne', notes: 'The lane floods after rain, mind.'.repeat(60) })).json()
  const url = `/api/clients/${made.id}`
  const packed = await member(url, OURS)
  expect([encodingOf(packed), packed.headers.etag]).toEqual(['br', 'W/"1"'])
  const put = (tag: string) => server.gareth.send('PUT', url, { phone: '07700 900118' }, { headers: { 'if-match': tag } })
  expect([(await put(String(packed.headers.etag))).statusCode, (await put('W/"1"')).statusCode]).toEqual([200, 412])
})

test('news is a stream that no one packs', async () => {
  const { port } = await listening()
  const headers = {
    ...OURS,
    cookie: Object.entries(server.gareth.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
  }
  const sent = await new Promise<Record<string, unknown>>((resolve, reject) => {
    const asking = ask({ port, path: '/api/sync/events?seconds=1', headers }, (answer) => {
      resolve(answer.headers)
      asking.destroy()
    })
    asking.on('error', reject).end()
  })
  expect(sent).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' })
  expect(sent['content-encoding']).toBeUndefined()
})

async function listening() {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  return server.app.server.address() as { port: number }
}
