// npm run simulate -- 200000 [seed]: simulates that many weeks of three devices, and prints the shortest that breaks a promise.
import fc from 'fast-check'
import { eventsOf } from '#testing/simulation/events.ts'
import { World } from '#testing/simulation/world.ts'

const [weeks = '100000', seed] = process.argv.slice(2)
const random = Math.random
// A back-off's jitter comes from here too, and a week must be reproducible.
Math.random = () => 0.5

const started = performance.now()
const numRuns = Number(weeks)
const result = await fc.check(
  fc.asyncProperty(eventsOf(60), (events) => new World().play(events)),
  { numRuns, seed: seed === undefined ? Math.floor(random() * 2 ** 31) : Number(seed) },
)
const seconds = (performance.now() - started) / 1000
console.log(`${result.numRuns} weeks in ${seconds.toFixed(0)} s, seed ${result.seed}`)
if (result.failed) {
  console.error(String(result.errorInstance))
  console.error(JSON.stringify(result.counterexample?.[0]))
  process.exitCode = 1
}
