import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { COUNTEREXAMPLES } from '#testing/simulation/counterexamples.ts'
import { eventsOf } from '#testing/simulation/events.ts'
import { World } from '#testing/simulation/world.ts'
import { atLength } from '#testing/whole.ts'

/** Fewer when each mutant is tested. */
const WEEKS = Number(process.env.PRITCHEL_WEEKS ?? atLength(500, 5000))

vi.spyOn(Math, 'random').mockReturnValue(0.5)

// The same weeks every time, and a failure prints the shortest that shows it; `npm run simulate` plays as many new ones as are wanted.
test(`every promise holds in ${WEEKS} weeks of three devices`, { timeout: 0 }, () =>
  fc.assert(
    fc.asyncProperty(eventsOf(60), (events) => new World().play(events)),
    { numRuns: WEEKS, seed: 1 },
  ),
)

test.each(Object.entries(COUNTEREXAMPLES))('%s', async (_, events) => {
  await expect(new World().play(events)).resolves.toBeUndefined()
})
