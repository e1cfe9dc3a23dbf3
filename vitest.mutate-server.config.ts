import { defineConfig } from 'vitest/config'

/** The tests a mutant of the server's sync is run against: with a database, as devices speak to it. */
export default defineConfig({
  test: {
    globalSetup: 'src/testing/global-setup.ts',
    setupFiles: 'fake-indexeddb/auto',
    // They only tell that something hangs: a mutant that does is stopped by Stryker's own limit.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 8000 } },
    include: [
      'src/app/{sync,sync-answers,sync-events,sync-concurrent,record-headers,device}.test.ts',
      'src/platform/server/{database/rows,sync/batch,sync/batch-rows,database/practice-read}.test.ts',
    ],
  },
})
