import { chmodSync, existsSync, mkdtempSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from '#app/serve.ts'
import { freePort } from '#platform/server/embedded/endpoint.ts'
import { removeWhenWeDie } from '#testing/remove-when-we-die.ts'

let dataFolder: string
let watcher: { finish: () => Promise<void> }

beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'pritchel-serve-'))
  chmodSync(dataFolder, 0o711)
  watcher = removeWhenWeDie(dataFolder, databaseOf())
})
afterAll(() => watcher.finish())

test('reports in one sentence that the port is taken, and leaves no database running', async () => {
  const port = await freePort()
  const stranger = await listening(port)
  await expect(start(port)).rejects.toThrow(
    `Port ${port} is in use by another program: stop it, or choose another port, for example PORT=${port + 1} npm start.`,
  )
  stranger.close()
  expect(existsSync(join(databaseOf(), 'postmaster.pid'))).toBe(false)
})

test('is ready, and when stopped finishes the request under way and then the database', async () => {
  const server = await start(0)
  expect((await fetch(`${server.url}/api/ready`)).status).toBe(200)
  const slow = registerSlowly(server.url)
  await slow.isUnderWay
  const stopped = server.stop()
  slow.finish()
  expect(await slow.status).toBe(204)
  await stopped
  await expect(fetch(`${server.url}/api/health`)).rejects.toThrow()
  expect(existsSync(join(databaseOf(), 'postmaster.pid'))).toBe(false)
})

const databaseOf = () => join(dataFolder, 'postgres', 'db')

function start(port: number): Promise<Server> {
  return startServer({ dataFolder, port, mode: 'production', logLevel: 'silent' })
}

async function listening(port: number) {
  const stranger = createServer()
  await new Promise<void>((done) => stranger.listen(port, 'localhost', () => done()))
  return stranger
}

/** A registration whose last byte is sent by `finish`. */
function registerSlowly(url: string) {
  const body = JSON.stringify({
    firstName: 'Slow',
    lastName: 'Line',
    email: 'slow@example.com',
    password: 'horseshoes and nails',
    practiceName: 'Slow Line',
  })
  const call = request(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
  })
  const status = new Promise<number | undefined>((answer, failed) => {
    call.once('response', (response) => answer(response.resume().statusCode)).once('error', failed)
  })
  const isUnderWay = new Promise<void>((done) => call.once('continue', done))
  call.flushHeaders()
  return { isUnderWay, status, finish: () => call.end(body) }
}
