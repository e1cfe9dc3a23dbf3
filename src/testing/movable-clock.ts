import { vi } from 'vitest'
import { freezeAt } from '#testing/freeze.ts'

/** Of a test server of its own: moves its clock and its database's to an instant, where both stand still. `vi.useRealTimers()` ends it here. */
export async function movableClock(server: { asOwner: (text: string) => Promise<unknown> }) {
  await server.asOwner(`create table test_clock (at timestamptz not null)`)
  await server.asOwner(`insert into test_clock select clock_now()`)
  await server.asOwner(`grant select on test_clock to public`)
  await server.asOwner(
    `create or replace function clock_now() returns timestamptz language sql stable parallel safe return (select at from public.test_clock)`,
  )
  return async (ms: number) => {
    vi.useRealTimers()
    freezeAt(ms)
    await server.asOwner(`update test_clock set at = '${new Date(ms).toISOString()}'`)
  }
}
