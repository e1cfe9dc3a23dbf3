import { vi } from 'vitest'
import { clockAheadMs } from '#lib/clock.ts'

/** Stops the clock at an instant, until `vi.useRealTimers()`; only dates stop, timers go on. */
export const freezeAt = (instant: Date | number | string) =>
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant).getTime() - clockAheadMs() })
