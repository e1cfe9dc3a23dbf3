import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { forgetFile } from '#features/evidence/files/server/forget-file.ts'
import { currentTime } from '#lib/clock.ts'
import { photoOf, sha256Of, storeFile } from '#testing/files.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

test('a transaction that takes in a file is found out by every test that comes by it', async () => {
  const receive = () => server.app.setup.files.receive('a', Readable.from([Buffer.from('text')]), 4)
  await expect(server.gareth.inPractice(receive)).rejects.toThrow('files.receive inside a transaction')
  expect((await receive()).bytes).toBe(4)
})

test('and so is one that calls another server', async () => {
  const other = Fastify()
  other.get('/', () => 'well')
  await other.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(other.server.address() as AddressInfo).port}/`
  const asked = () => new Promise((resolve) => get(url, (answer) => resolve(answer.resume())))
  await asked()
  expect(server.callsInTransaction()).toEqual([])
  await server.gareth.inPractice(asked)
  await server.gareth.inPractice(() => fetch(url).then((answer) => answer.text()))
  expect(server.callsInTransaction()).toEqual(['127.0.0.1', url.slice(0, -1)])
  await other.close()
})

test('forgetting a file queries no practice in turn, and leaves equal bytes of others', async () => {
  const content = photoOf(900)
  const [ours, theirs] = [await storeFile(server.gareth, content), await storeFile(server.other, content)]
  const places = { db: server.db, files: server.app.setup.files }
  const isThere = async () => (await places.files.find(sha256Of(content))) !== undefined
  const asked = vi.spyOn(server.db, 'withPractice')
  await forgetFile(places, server.gareth.practiceId, ours, currentTime())
  expect([asked.mock.calls.length, await isThere()]).toEqual([2, true])
  await forgetFile(places, server.other.practiceId, theirs, currentTime())
  expect([asked.mock.calls.length, await isThere()]).toEqual([4, false])
  asked.mockRestore()
})
