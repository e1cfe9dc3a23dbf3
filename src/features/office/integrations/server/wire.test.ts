import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { Refusal } from '#connectors/kit/refusal.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { setClock } from '#lib/clock.ts'
import { openReach } from '#platform/server/reach.ts'
import { resetClock } from '#testing/set-clock.ts'

const credentials = { key: 'secret' }
const servers: Server[] = []
afterEach(() => {
  resetClock()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A wire to a server that answers so, and why it refuses. */
async function refusalFrom(answer: RequestListener, { mostMs, ...init }: { reads?: number[]; mostMs?: number } = {}) {
  const host = await serve(answer)
  const wire = openWire({ fetch: openReach({ reach: [host], ...(mostMs && { mostMs }) }), manifest: {}, credentials })
  return wire.fetch(`http://${host}/`, init).then(
    ({ status }) => status,
    (error) => (error instanceof Refusal ? { kind: error.kind, sentence: error.sentence, afterMs: error.afterMs } : error),
  )
}

const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_, answer) =>
    answer.writeHead(code, headers).end()

test.for([
  [401, 'sign_in'],
  [403, 'not_allowed'],
  [429, 'later'],
  [500, 'later'],
  [503, 'later'],
] as const)('%i is refused as %s', async ([code, kind]) => {
  expect(await refusalFrom(status(code))).toEqual({ kind })
})

test.for([200, 207, 400, 404, 409, 412, 507])('%i is for the connector to read', async (code) => {
  expect(await refusalFrom(status(code))).toBe(code)
})

test('a connector may read any status itself', async () => {
  expect(await refusalFrom(status(403), { reads: [403] })).toBe(403)
})

test('a wait that the far side wants is passed on, up to a day', async () => {
  setClock('2027-03-01T09:00:00Z')
  expect(await refusalFrom(status(429, { 'retry-after': '120' }))).toEqual({ kind: 'later', afterMs: 120_000 })
  expect(await refusalFrom(status(503, { 'retry-after': '99999999999' }))).toEqual({ kind: 'later', afterMs: 86_400_000 })
  expect(await refusalFrom(status(429, { 'retry-after': 'soon' }))).toEqual({ kind: 'later' })
  expect(await refusalFrom(status(429, { 'retry-after': 'Mon, 01 Mar 2027 08:00:00 GMT' }))).toEqual({ kind: 'later', afterMs: 0 })
  const { afterMs } = await refusalFrom(status(429, { 'retry-after': 'Mon, 01 Mar 2027 09:05:00 GMT' }))
  expect(afterMs).toBeGreaterThan(290_000)
  expect(afterMs).toBeLessThanOrEqual(300_000)
})

test('silence and a broken answer are later, a huge one and one from inside are never', async () => {
  expect(await refusalFrom(() => undefined, { mostMs: 300 })).toEqual({ kind: 'later' })
  expect(await refusalFrom((_, answer) => answer.writeHead(200, { 'content-length': '9' }).write('x', () => answer.destroy()))).toEqual({
    kind: 'later',
  })
  expect(await refusalFrom((_, answer) => answer.end(Buffer.alloc(64_000_000)))).toMatchObject({
    kind: 'refused',
    sentence: 'What it answered is too large to read.',
  })
  const host = await serve(status(200))
  const inside = openWire({ fetch: openReach(), manifest: {}, credentials }).fetch(`http://${host}/`)
  await expect(inside).rejects.toMatchObject({ kind: 'refused', sentence: expect.stringContaining('must begin with https://') })
})

test('a redirect is followed within the host, and named when it leads away', async () => {
  const other = await serve(status(200))
  const host = await serve((request, answer) =>
    answer.writeHead(request.url === '/there' ? 200 : 301, { location: request.url === '/away' ? `http://${other}/` : '/there' }).end(),
  )
  const wire = openWire({ fetch: openReach({ reach: [host, other] }), manifest: {}, credentials })
  expect((await wire.fetch(`http://${host}/`)).url).toBe(`http://${host}/there`)
  await expect(wire.fetch(`http://${host}/away`)).rejects.toMatchObject({
    kind: 'refused',
    sentence: `${host} leads on to ${other}: put that address in.`,
  })
})

test('an authorization goes with each request that brings none', async () => {
  const seen: (string | undefined)[] = []
  const host = await serve((request, answer) => {
    seen.push(request.headers.authorization)
    answer.end()
  })
  const wire = openWire({ fetch: openReach({ reach: [host] }), manifest: {}, credentials, authorization: 'Bearer ours' })
  await wire.fetch(`http://${host}/`)
  await wire.fetch(`http://${host}/`, { headers: { authorization: 'Basic own' } })
  expect(seen).toEqual(['Bearer ours', 'Basic own'])
})

test('as many are under way at once, and begun in a minute, as the far side takes at most', async () => {
  setClock('2027-03-01T09:00:00Z')
  let [now, most] = [0, 0]
  const waits: number[] = []
  const fetch = async (url: string) => {
    now += 1
    most = Math.max(most, now)
    await new Promise((done) => setImmediate(done))
    now -= 1
    return Object.defineProperty(new Response(), 'url', { value: url })
  }
  const wait = async (ms: number) => void waits.push(ms)
  const wire = openWire({ fetch, manifest: { pace: { atOnce: 2, perMinute: 5 } }, credentials, wait })
  await Promise.all(Array.from({ length: 8 }, () => wire.fetch('https://far.example/')))
  expect(most).toBe(2)
  expect(waits).toHaveLength(3)
  for (const ms of waits) expect(ms).toBeGreaterThan(59_000)
})

test('a request that fails leaves its turn to the next', async () => {
  const wire = openWire({
    fetch: () => Promise.reject(new Error('broken')),
    manifest: { pace: { atOnce: 1, perMinute: 9 } },
    credentials,
  })
  const both = await Promise.allSettled([wire.fetch('https://far.example/'), wire.fetch('https://far.example/')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
