import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSlowBodies } from '#platform/server/http/slow-bodies.ts'

const app = Fastify({ bodyLimit: 1000 })
let release: (() => void) | undefined
beforeAll(async () => {
  endSlowBodies(app, 100)
  app.post('/', (request) => request.body)
  app.post('/soon', { bodyLimit: 2_000_000, config: { bodyMs: 100 } }, (request) => request.body)
  // An answer that takes as long as it takes, as a stream of events does.
  app.get('/late', () => new Promise((resolve) => (release = () => resolve('late'))))
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

async function said(text: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(text)
  const pieces: Buffer[] = []
  socket.on('data', (piece) => pieces.push(piece))
  await once(socket, 'close')
  return Buffer.concat(pieces).toString()
}
const post = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n'

test('a body that does not come is waited for no longer than it may take, and then its connection ends', async () => {
  expect(await said(`${post}Content-Length: 20\r\n\r\n{"a":`)).toBe('')
  expect(await said(`${post}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`)).toBe('')
})

test('a body that comes is taken, and an answer may take longer than a body', async () => {
  expect(await said(`${post}Content-Length: 7\r\n\r\n{"a":1}`)).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"a":1\}$/)
  const late = said('GET /late HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  // By now a slow body would have been cut.
  expect(await said(`${post}Content-Length: 20\r\n\r\n{`)).toBe('')
  release?.()
  expect(await late).toMatch(/late$/)
})

test('a route for good lines waits for a body no longer than its own limit', async () => {
  expect(await said(`${post.replace('/', '/soon')}Content-Length: 1000000\r\n\r\n{`)).toBe('')
})
