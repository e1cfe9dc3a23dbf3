import { defineConfig } from 'vitest/config'

/** The tests a mutant is run against: quick ones without a browser or a database, and a short simulation. */
export default defineConfig({
  test: {
    env: { PRITCHEL_WEEKS: '200' },
    include: [
      'src/lib/{dates,clock-change,bank-holidays,ids,canonical,plan,upcast}.test.ts',
      'src/features/core/practice/{portal,rules}.test.ts',
      'src/features/records/guests/{care-rules,rules,words}.test.ts',
      'src/features/records/services/*rules.test.ts',
      'src/features/visits/care/{plan,rules}.test.ts',
      'src/platform/web/sync/{fold,last-number,outbox,records,resolve,resolve-given-up,send-waiting,apply,pass,plan,restored,resync,upcast}.test.ts',
      'src/platform/web/files/upload-lane.test.ts',
      'src/features/office/attention/web/attention-words.test.ts',
      'src/platform/server/sync/merge.test.ts',
      'src/testing/simulation/simulation.test.ts',
    ],
  },
})
