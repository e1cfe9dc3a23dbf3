import { defineConfig } from 'vitest/config'

/** The tests a mutant is run against: quick ones without a browser or a database; the simulation plays too many runs to ask about each. */
export default defineConfig({
  test: {
    include: [
      'src/lib/{dates,clock-change,bank-holidays,ids,canonical}.test.ts',
      'src/features/practice/rules.test.ts',
      'src/platform/web/{fold,outbox,resolve,sync-pass,sync-plan,sync-resync,send-waiting,upcast}.test.ts',
      'src/platform/server/merge.test.ts',
    ],
  },
})
