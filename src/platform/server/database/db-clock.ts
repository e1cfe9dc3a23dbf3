import type pg from 'pg'
import { clockAheadMs } from '#lib/clock.ts'

/** The same connection, on which `clock_now()` returns the current time of `lib/clock.ts`. Nothing is added unless the clock was set. */
export function onOurClock<C extends pg.ClientConfig>(connection: C): C {
  const ahead = clockAheadMs()
  if (ahead === 0) return connection
  return { ...connection, options: [connection.options, `-c pritchel.ahead=${Math.round(ahead)}ms`].filter(Boolean).join(' ') }
}
