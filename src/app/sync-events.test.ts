import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeApp } from '#platform/server/http.ts'
import { syncEvents } from '#platform/server/sync-events.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

type Served = Awaited<ReturnType<typeof serve>>
let server: TestServer
/** The product's own app, and one whose streams give a sign of life every 50 ms. */
let served: Served
let brisk: Served
const streams: { stop: () => void; isOver: boolean }[] = []
beforeAll(async () => {
  server = await startTestServer()
  served = await serve(server.app)
  brisk = await serve(await briskApp())
})
afterEach(() => {
  for (const stream of streams.splice(0)) stream.stop()
})
afterAll(async () => {
  await brisk.app.close()
  await server.stop()
})

async function briskApp() {
  const app = await makeApp({ ...server.app.setup })
  syncEvents(app, 50)
  return app
}

async function serve(app: TestServer['app']) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, url: app.listeningOrigin }
}

type Who = { cookies: Record<string, string> }

/** A stream of somebody: what it has said so far, and whether it has ended. Without `fetch`, which keeps spare connections. */
async function listen({ url }: Served, who: Who, query = '') {
  const cookie = Object.entries(who.cookies).map(([name, token]) => `${name}=${token}`)
  const asked = request(`${url}/api/sync/events${query}`, { agent: false, headers: { cookie } }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const stream = { status: answer.statusCode, headers: answer.headers, said: '', isOver: false, stop: () => asked.destroy() }
  streams.push(stream)
  answer.on('error', () => undefined)
  answer.on('data', (bytes: Buffer) => {
    stream.said += bytes.toString()
  })
  answer.on('end', () => {
    stream.isOver = true
  })
  return stream
}

const changes = (stream: { said: string }) => stream.said.split('event: changed').length - 1
const write = (practice: Pick<TestServer['gareth'], 'post'>) => practice.post('/api/clients', { name: `Ann ${randomUUID()}` })
const breakListening = () =>
  server.asOwner(
    "select pg_terminate_backend(pid) from pg_stat_activity where query in ('listen synced', 'select 1') and datname = current_database() and pid <> pg_backend_pid()",
  )
test('a change is told within a second, to its own practice alone', async () => {
  const mine = await listen(served, server.gareth)
  const theirs = await listen(served, server.other)
  const at = performance.now()
  await write(server.gareth)
  await vi.waitFor(() => expect(changes(mine)).toBe(1), { timeout: 1000 })
  expect(performance.now() - at).toBeLessThan(1000)
  await write(server.other)
  await vi.waitFor(() => expect(changes(theirs)).toBe(1))
  expect(changes(mine)).toBe(1)
})

test('it goes through proxies as it comes, and nobody keeps it', async () => {
  const { status, headers } = await listen(served, server.gareth)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(headers['content-encoding']).toBeUndefined()
})

test('it ends after the time asked for, and for nobody signed in it never begins', async () => {
  const stream = await listen(served, server.gareth, '?seconds=0')
  await vi.waitFor(() => expect(stream.isOver).toBe(true))
  expect((await listen(served, { cookies: {} })).status).toBe(401)
})

test('it gives signs of life, and ends when its session is revoked', async () => {
  const colleague = await server.gareth.addMember('Nia Colleague', 'farrier')
  const stream = await listen(brisk, colleague)
  await vi.waitFor(() => expect(stream.said).toContain('event: beat'))
  const sessions = (await colleague.get('/api/auth/sessions')).json<{ id: string }[]>()
  expect((await colleague.delete(`/api/auth/sessions/${sessions[0]?.id}`)).statusCode).toBe(204)
  await vi.waitFor(() => expect(stream.isOver).toBe(true), { timeout: 4000 })
})

test('the oldest of a person’s many streams makes room for the newest', async () => {
  const colleague = await server.gareth.addMember('Huw Tabs', 'farrier')
  const oldest = await listen(served, colleague)
  for (let n = 0; n < 8; n += 1) await listen(served, colleague)
  await vi.waitFor(() => expect(oldest.isOver).toBe(true))
  expect(streams.filter((stream) => !stream.isOver)).toHaveLength(8)
})

test('a stream that was closed takes no room, and its session is looked at no more', async () => {
  const colleague = await server.gareth.addMember('Lowri Tabs', 'farrier')
  const looked = vi.spyOn(brisk.app.sessions, 'read')
  const closed = await listen(brisk, colleague)
  await vi.waitFor(() => expect(closed.said).toContain('event: beat'))
  closed.stop()
  await vi.waitFor(async () => {
    const before = looked.mock.calls.length
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(looked.mock.calls.length).toBe(before)
  })
  looked.mockRestore()
  const first = await listen(brisk, colleague)
  for (let n = 0; n < 6; n += 1) await listen(brisk, colleague)
  const eighth = await listen(brisk, colleague)
  await write(colleague)
  await vi.waitFor(() => expect(changes(eighth)).toBe(1))
  expect(first.isOver).toBe(false)
  await listen(brisk, colleague)
  await vi.waitFor(() => expect(first.isOver).toBe(true))
})

test('a database that gives no answer ends no stream', async () => {
  const stream = await listen(brisk, server.gareth)
  const failing = vi.spyOn(brisk.app.sessions, 'read').mockRejectedValue(new Error('no answer'))
  await vi.waitFor(() => expect(failing.mock.calls.length).toBeGreaterThan(1))
  failing.mockRestore()
  const beats = stream.said.split('event: beat').length
  await vi.waitFor(() => expect(stream.said.split('event: beat').length).toBeGreaterThan(beats))
  expect(stream.isOver).toBe(false)
})

test('when the database no longer tells anything the streams end, and soon it does again', async () => {
  const stream = await listen(served, server.gareth)
  await breakListening()
  await vi.waitFor(() => expect(stream.isOver).toBe(true))
  expect((await listen(served, server.gareth)).status).toBe(503)
  const next = await vi.waitFor(
    async () => {
      const again = await listen(served, server.gareth)
      expect(again.status).toBe(200)
      return again
    },
    { timeout: 5000 },
  )
  await write(server.gareth)
  await vi.waitFor(() => expect(changes(next)).toBe(1))
})

test('a server that stops ends its streams first', async () => {
  const app = await briskApp()
  const stream = await listen(await serve(app), server.gareth)
  await app.close()
  await vi.waitFor(() => expect(stream.isOver).toBe(true))
})
