import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeApp } from '#platform/server/http/http.ts'
import { syncEvents } from '#platform/server/sync/events.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

type Served = Awaited<ReturnType<typeof serve>>
let server: TestServer
/** The product's own app, and one whose streams give a sign of life every 50 ms. */
let served: Served
let brisk: Served
const streams: { stop: () => void; isOver: boolean; said: string }[] = []
beforeAll(async () => {
  server = await startTestServer({ own: true })
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

/** A user's stream: its events so far, and whether it has ended. Without `fetch`, which keeps spare connections. */
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
/** Whether anyone but the owner may sign in to the database; existing connections stay. */
const letIn = (isOpen: boolean) =>
  server.asOwner(`do $$ begin execute format('alter database %I connection limit ${isOpen ? -1 : 0}', current_database()); end $$`)

test('a change is notified within a second, to its own practice alone', async () => {
  const mine = await listen(served, server.gareth)
  const theirs = await listen(served, server.other)
  let written = 0
  const notifiedAfterMs = async () => {
    const at = performance.now()
    await write(server.gareth)
    written += 1
    await expect.poll(() => changes(mine)).toBe(written)
    return performance.now() - at
  }
  // A busy machine is late once; what waits for a clock is late each time.
  await expect.poll(notifiedAfterMs).toBeLessThan(1000)
  await write(server.other)
  await expect.poll(() => changes(theirs)).toBe(1)
  expect(changes(mine)).toBe(written)
})

test('it goes through proxies as it comes, and none of them stores it', async () => {
  const { status, headers } = await listen(served, server.gareth)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(headers['content-encoding']).toBeUndefined()
})

test('it ends after the requested time, and without a signed-in user it never begins', async () => {
  const stream = await listen(served, server.gareth, '?seconds=0')
  await expect.poll(() => stream.isOver).toBe(true)
  expect((await listen(served, { cookies: {} })).status).toBe(401)
})

test('it gives signs of life, and ends when its session is revoked', async () => {
  const colleague = await server.gareth.addMember('Nia Colleague', 'farrier')
  const stream = await listen(brisk, colleague)
  await expect.poll(() => stream.said).toContain('event: beat')
  const sessions = (await colleague.get('/api/auth/sessions')).json<{ id: string }[]>()
  expect((await colleague.delete(`/api/auth/sessions/${sessions[0]?.id}`)).statusCode).toBe(204)
  await expect.poll(() => stream.isOver).toBe(true)
})

test('who is dismissed is sent no news after it', async () => {
  const colleague = await server.gareth.addMember('Wyn Gone', 'farrier')
  const before = await listen(served, colleague)
  const members = (await server.gareth.get('/api/members')).json<{ id: string; name: string }[]>()
  const id = members.find(({ name }) => name === 'Wyn Gone')?.id
  expect((await server.gareth.put(`/api/members/${id}`, { isActive: false })).statusCode).toBe(200)
  // One that began while the server still took its session for what it was.
  const after = await listen(served, colleague)
  await expect.poll(() => [before.isOver, after.isOver]).toEqual([true, true])
  expect((await listen(served, colleague)).status).toBe(401)
})

test('the oldest of a person’s many streams makes room for the newest', async () => {
  const colleague = await server.gareth.addMember('Huw Tabs', 'farrier')
  const oldest = await listen(served, colleague)
  for (let n = 0; n < 8; n += 1) await listen(served, colleague)
  await expect.poll(() => oldest.isOver).toBe(true)
  expect(streams.filter((stream) => !stream.isOver)).toHaveLength(8)
})

test('a stream that was closed takes no room, and its session is no longer checked', async () => {
  const colleague = await server.gareth.addMember('Lowri Tabs', 'farrier')
  const looked = vi.spyOn(brisk.app.sessions, 'read')
  const closed = await listen(brisk, colleague)
  await expect.poll(() => closed.said).toContain('event: beat')
  closed.stop()
  const looks = async () => {
    const before = looked.mock.calls.length
    await new Promise((resolve) => setTimeout(resolve, 120))
    return looked.mock.calls.length - before
  }
  await expect.poll(looks).toBe(0)
  looked.mockRestore()
  const first = await listen(brisk, colleague)
  for (let n = 0; n < 6; n += 1) await listen(brisk, colleague)
  const eighth = await listen(brisk, colleague)
  await write(colleague)
  await expect.poll(() => changes(eighth)).toBe(1)
  expect(first.isOver).toBe(false)
  await listen(brisk, colleague)
  await expect.poll(() => first.isOver).toBe(true)
})

test('a database that gives no answer ends no stream', async () => {
  const stream = await listen(brisk, server.gareth)
  const failing = vi.spyOn(brisk.app.sessions, 'read').mockRejectedValue(new Error('no answer'))
  await expect.poll(() => failing.mock.calls.length).toBeGreaterThan(1)
  failing.mockRestore()
  const beats = stream.said.split('event: beat').length
  await expect.poll(() => stream.said.split('event: beat').length).toBeGreaterThan(beats)
  expect(stream.isOver).toBe(false)
})

test('when the database stops notifying, the streams end, and soon it notifies again', async () => {
  const stream = await listen(served, server.gareth)
  await letIn(false)
  await breakListening()
  await expect.poll(() => stream.isOver).toBe(true)
  expect((await listen(served, server.gareth)).status).toBe(503)
  await letIn(true)
  await expect.poll(async () => (await listen(served, server.gareth)).status).toBe(200)
  const next = streams.at(-1)
  await write(server.gareth)
  await expect.poll(() => next && changes(next)).toBe(1)
})

test('a server that stops ends its streams first', async () => {
  const app = await briskApp()
  const stream = await listen(await serve(app), server.gareth)
  await app.close()
  await expect.poll(() => stream.isOver).toBe(true)
})
