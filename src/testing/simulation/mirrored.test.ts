import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { BROKEN_MIRRORS } from '#testing/simulation/broken-mirrors.ts'
import { mirroredEventsOf } from '#testing/simulation/events.ts'
import { MirroredWorld } from '#testing/simulation/mirrored-world.ts'
import { atLength } from '#testing/whole.ts'

const WEEKS = Number(process.env.PRITCHEL_WEEKS ?? atLength(500, 5000))

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})

test(`every promise holds in ${WEEKS} weeks of devices that lose their copy or its mirror at any step`, { timeout: 0 }, () =>
  fc.assert(
    fc.asyncProperty(mirroredEventsOf(60), (events) => new MirroredWorld().play(events)),
    { numRuns: WEEKS, seed: 1 },
  ),
)

test.each(Object.entries(BROKEN_MIRRORS))('%s is found out within 5,000 weeks', { timeout: 0 }, async (_, mirrored) => {
  const week = fc.asyncProperty(mirroredEventsOf(60), (events) => new MirroredWorld({ mirrored }).play(events))
  const { failed, errorInstance } = await fc.check(week, { numRuns: 5000, endOnFailure: true, seed: 1 })
  expect(failed).toBe(true)
  // By a promise broken, not by falling over.
  expect(String(errorInstance)).toMatch(/I\d+: /)
})
