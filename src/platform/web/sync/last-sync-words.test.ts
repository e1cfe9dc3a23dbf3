import { expect, test } from 'vitest'
import { lastSyncWords } from '#platform/web/sync/last-sync-words.ts'

const now = Date.UTC(2026, 10, 24, 12)
const MINUTE = 60_000

test.each([
  [null, 'Never'],
  [now - 59_000, 'Just now'],
  [now + 5 * MINUTE, 'Just now'],
  [now - MINUTE, '1 m ago'],
  [now - 59 * MINUTE, '59 m ago'],
  [now - 60 * MINUTE, '1 h ago'],
  [now - 24 * 60 * MINUTE + 1, '23 h ago'],
  [now - 3 * 24 * 60 * MINUTE, '21 Nov 2026'],
])('%s reads %s', (at, words) => {
  expect(lastSyncWords(at, now)).toBe(words)
})
