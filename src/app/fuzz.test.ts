import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzz } from '#testing/fuzz.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { atLength } from '#testing/whole.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

// `scripts/prove/fuzz.ts` sends 20,000.
test.each(atLength([1], [1, 2]))(
  '300 requests no one would send, drawn by seed %i, are each answered or refused, and none is a fault of the server',
  async (seed) => {
    const { statuses, faults } = await fuzz(server.app, { seed, requests: 300 })
    expect(faults).toEqual([])
    // Some of it is right, and much is not.
    expect(statuses[200]).toBeGreaterThan(30)
    expect(statuses[400]).toBeGreaterThan(30)
  },
)
