import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unusedPence } from '#features/records/services/money-rules.ts'
import { history } from '#testing/paying/history.ts'
import { live } from '#testing/paying/live.ts'
import { MemoryPayer } from '#testing/paying/memory-payer.ts'
import { atLength } from '#testing/whole.ts'

const RUNS = atLength(150, 10_000)

test(
  `in ${RUNS} histories of two years, what was charged less what was given back is what each day costs, and the night finds nothing to mend`,
  async () => {
    await fc.assert(
      fc.asyncProperty(history(), (one) => live(one, new MemoryPayer())),
      { numRuns: RUNS },
    )
  },
  RUNS * 1000,
)

test.each([
  // Eighteen of 28 days: 192.21p, and 192.5 would be 193.
  [299, '2027-02-01', '2027-03-01', '2027-02-10', 192],
  // Half a penny is the owner's.
  [100, '2027-02-01', '2027-02-09', '2027-02-07', 13],
  [299, '2027-02-01', '2027-03-01', '2027-02-28', 0],
  [299, '2027-02-01', '2027-03-01', '2027-01-20', 299],
])('of %ip for %s until before %s, with a last day on %s, %ip come back', (pence, fromOn, toOn, endsOn, back) => {
  expect(unusedPence({ pence, fromOn, toOn }, endsOn)).toBe(back)
})
