import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Moment, Pace } from '#platform/web/sync/pace.ts'

const moment: Moment = { now: 100_000, hasReady: false, isVisible: true, isSignedOut: false, isListening: false }
const afterPass = (at: number) => {
  const pace = new Pace()
  pace.settle(at, { end: 'done' })
  return pace
}

test('what is ready goes at once, and a screen in use looks for news every 30 s', () => {
  const pace = afterPass(90_000)
  expect(pace.isDue(moment)).toBe(false)
  expect(pace.isDue({ ...moment, hasReady: true })).toBe(true)
  expect(pace.isDue({ ...moment, now: 120_000 })).toBe(true)
  expect(pace.isDue({ ...moment, now: 120_000, isVisible: false })).toBe(false)
  expect(new Pace().isDue({ ...moment, now: 0 })).toBe(true)
})

test('while the server notifies of changes, a screen polls only now and then', () => {
  const pace = afterPass(0)
  expect(pace.isDue({ ...moment, now: 299_999, isListening: true })).toBe(false)
  expect(pace.isDue({ ...moment, now: 300_000, isListening: true })).toBe(true)
})

test('with no user signed in, nothing is sent', () => {
  const pace = afterPass(0)
  pace.want(1)
  expect(pace.isDue({ ...moment, now: 1e9, hasReady: true, isSignedOut: true })).toBe(false)
})

test('a pass wanted is due, but not before a back-off under way is over', () => {
  const pace = afterPass(0)
  pace.want(1000)
  expect(pace.isDue({ ...moment, now: 1000 })).toBe(true)
  const wait = pace.settle(1000, { end: 'later' })
  pace.want(1001)
  expect(pace.isDue({ ...moment, now: 1000 + wait - 1, hasReady: true })).toBe(false)
  expect(pace.isDue({ ...moment, now: 1000 + wait })).toBe(true)
})

test('failures in a row wait 1, 2, 4 … s, at most 60; a success starts again', () => {
  const pace = new Pace()
  const waits = Array.from({ length: 9 }, () => pace.settle(0, { end: 'later' }) / 1000)
  for (const [n, wait] of waits.entries()) {
    const middle = Math.min(60, 2 ** n)
    expect(wait).toBeGreaterThanOrEqual(middle * 0.8)
    expect(wait).toBeLessThanOrEqual(Math.min(60, middle * 1.2))
  }
  pace.settle(0, { end: 'done' })
  expect(pace.settle(0, { end: 'later' })).toBeLessThanOrEqual(1200)
  expect(pace.settle(0, { end: 'upgrade' })).toBe(60_000)
})

test('a wait that the server requires is respected, within reason', () => {
  const pace = new Pace()
  expect(pace.settle(0, { end: 'later' }, 45_000)).toBe(45_000)
  expect(pace.settle(0, { end: 'later' }, 24 * 3_600_000)).toBe(300_000)
})

/* One step of a life: how long until the watchdog next looks (a busy phone is late), and what the next attempt will meet. */
const step = fc.record({
  late: fc.integer({ min: 0, max: 2000 }),
  end: fc.constantFrom('done' as const, 'later' as const),
  hasMore: fc.boolean(),
  isVisible: fc.boolean(),
})

test('I13: in any state, a change that could go is tried within 60 s and the watchdog’s next look', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      const pace = new Pace()
      let now = 0
      let readySince: number | null = 0
      for (const { late, end, hasMore, isVisible } of steps) {
        now += 10_000 + late
        if (!pace.isDue({ now, hasReady: readySince !== null, isVisible, isSignedOut: false, isListening: true })) {
          if (readySince !== null) expect(now - readySince).toBeLessThanOrEqual(60_000 + 12_000)
          continue
        }
        pace.settle(now, { end })
        // What failed waits from here on; what was sent may be followed by more.
        readySince = end === 'later' || hasMore ? now : null
      }
    }),
    { numRuns: 500 },
  )
})
