import fc from 'fast-check'
import { afterAll, beforeAll, test, vi } from 'vitest'
import { history } from '#testing/paying/history.ts'
import { live } from '#testing/paying/live.ts'
import { type PaidServer, startPaidServer } from '#testing/paying/paid-server.ts'
import { serverPayer } from '#testing/paying/server-payer.ts'
import { atLength } from '#testing/whole.ts'

const RUNS = atLength(2, 50)

let world: PaidServer
beforeAll(async () => {
  world = await startPaidServer()
})
afterAll(async () => {
  vi.useRealTimers()
  await world.stop()
})

test(
  `in ${RUNS} histories at a server of Stripe’s protocol, with events late, twice and in any order, what was charged less what was given back is what each day costs`,
  async () => {
    let longAgo = 0
    await fc.assert(
      fc.asyncProperty(history(atLength(12, 30)), async (one) => {
        // One clock for all: each history begins after the one before.
        const beginsAt = Math.max(one.beginsAt, longAgo)
        await world.moveTo(beginsAt)
        const payer = await serverPayer(world)
        longAgo = beginsAt + 900 * 86_400_000
        await live({ ...one, beginsAt }, payer)
        await world.leaveOff()
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  },
  RUNS * 300_000,
)
