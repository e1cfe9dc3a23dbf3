import pg from 'pg'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { watchPulse } from '#platform/server/database/pulse.ts'

afterEach(() => vi.restoreAllMocks())

/** Blocks us, as a long computation does or a machine that gives us no processor. */
function standStill(milliseconds: number) {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

test('a server that stood still itself does not take the database for silent', async () => {
  const connection = inject('database')
  const pulse = watchPulse({ connection, isAwaited: () => false, onSilence: () => {} })
  expect(await pulse.answersWithin(60_000)).toBe(true)
  const { query } = pg.Client.prototype
  let hasStoodStill = false
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const answer: unknown = Reflect.apply(query, this, args)
    // Other files' servers go on in this process, each with a database and a pulse of its own.
    if (!hasStoodStill && this.database === connection.database && args[0] === 'select 1') {
      hasStoodStill = true
      standStill(3500)
    }
    return answer as never
  })
  expect(await pulse.answersWithin(60_000)).toBe(true)
  expect(hasStoodStill).toBe(true)
  await pulse.close()
})
