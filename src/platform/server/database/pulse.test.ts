import pg from 'pg'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { watchPulse } from '#platform/server/database/pulse.ts'

afterEach(() => vi.restoreAllMocks())

/** As a process does that computes, or gets no processor. */
function standStill(milliseconds: number) {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

test('a server that stood still itself does not take the database for silent', async () => {
  const pulse = watchPulse({ connection: inject('database'), isAwaited: () => false, onSilence: () => {} })
  expect(await pulse.answersWithin(60_000)).toBe(true)
  const { query } = pg.Client.prototype
  const asked = vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce(function (this: pg.Client, ...args: unknown[]) {
    const answer: unknown = Reflect.apply(query, this, args)
    standStill(3500)
    return answer as never
  })
  expect(await pulse.answersWithin(60_000)).toBe(true)
  expect(asked).toHaveBeenCalledTimes(2)
  await pulse.close()
})
