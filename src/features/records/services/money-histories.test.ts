import fc from 'fast-check'
import { test } from 'vitest'
import { history } from '#testing/paying/history.ts'
import { live } from '#testing/paying/live.ts'
import { memoryPayer } from '#testing/paying/memory-payer.ts'
import { atLength } from '#testing/whole.ts'

const RUNS = atLength(Number(process.env.RUNS_22 ?? 300), 10_000)

test(
  `in ${RUNS} histories of two years, what was charged less what was given back is what each day costs, and the night finds nothing to mend`,
  async () => {
    await fc.assert(
      fc.asyncProperty(history(), (one) => live(one, memoryPayer())),
      { numRuns: RUNS },
    )
  },
  RUNS * 1000,
)
