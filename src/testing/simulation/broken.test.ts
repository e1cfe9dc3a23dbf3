import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { BROKEN } from '#testing/simulation/broken.ts'
import { eventsOf } from '#testing/simulation/events.ts'
import { World } from '#testing/simulation/world.ts'

const RUNS = 5000

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})

test.each(Object.entries(BROKEN))('%s is found out within 5,000 weeks', { timeout: 0 }, async (_, parts) => {
  const week = fc.asyncProperty(eventsOf(60), (events) => new World(parts).play(events))
  const { failed, errorInstance } = await fc.check(week, { numRuns: RUNS, endOnFailure: true })
  expect(failed).toBe(true)
  // By a promise broken, not by falling over.
  expect(String(errorInstance)).toMatch(/I\d+: /)
})
