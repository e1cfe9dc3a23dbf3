import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixturePractice } from '#testing/practice.ts'
import { happenings, RealWeek } from '#testing/real-week.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { atLength } from '#testing/whole.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const WEEKS = atLength(12, 40)
/** For a week that never ends, and for the search of the shortest one: either prints its seed before the test is cut off. */
const PATIENCE_MS = 60_000

// A failure prints its seed and the shortest week that shows it.
test(`I1–I4, I6–I8, I10: in ${WEEKS} weeks of three devices with the real server every change is applied once, or decided by a person and given up`, async () => {
  await fc.assert(
    fc.asyncProperty(happenings(40), async (happened) => {
      const practice = await makeFixturePractice(server.app, 'Gareth Probert')
      const colleague = await practice.addMember('Mari Lloyd', 'farrier')
      const week = new RealWeek(practice, colleague.send)
      await week.play(happened)
      expect(await week.judge()).toEqual([])
    }),
    { numRuns: WEEKS, timeout: PATIENCE_MS, interruptAfterTimeLimit: 3 * PATIENCE_MS },
  )
})
