import { realMs, showTime } from '#lib/clock.ts'
import { type DemoClock, demoMs } from '#lib/demo-clock.ts'

/* Nothing of sync depends on this device's clock: conflicts are found by revisions, order by the server's counter. It only words times. */

const MATTERS_MS = 3 * 60 * 1000
const KEPT = 'pritchel.clock'

let offMs = remembered()
let isDemo = false
const listeners = new Set<() => void>()

/**
 * How far this device's clock is ahead of the server's (behind: negative), when that is enough for a person to care; else null. In a demo no one goes by
 * it.
 */
export const clockOff = (): number | null => (!isDemo && Math.abs(offMs) >= MATTERS_MS ? offMs : null)

/** Has the clock show a demo's time, as the server reckons it even where this device's own clock is wrong; without one the real time. */
export function showDemoTime(demo: DemoClock | undefined, zone: string): void {
  isDemo = demo !== undefined
  showTime(demo ? (ms) => demoMs(demo, zone, ms - offMs) : (ms) => ms)
  for (const listener of listeners) listener()
}

/**
 * Learns the offset from an answer's `date`. `askedAt` and `heardAt` are this device's times; an answer slower than the best so far is less
 * precise, and is ignored.
 */
export function noteServerDate(date: string | null, askedAt: number, heardAt: number = realMs()) {
  const at = Date.parse(date ?? '')
  if (typeof localStorage === 'undefined' || Number.isNaN(at) || Math.abs(heardAt - askedAt) > 60_000) return
  const measured = Math.round((askedAt + heardAt) / 2 - at)
  // The header has whole seconds and the network adds some delay: less than a minute is noise.
  if (Math.abs(measured - offMs) < 60_000) return
  offMs = measured
  localStorage.setItem(KEPT, String(measured))
  for (const listener of listeners) listener()
}

/** Calls back when it changes; returns a function that stops it. */
export function onClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function remembered(): number {
  return typeof localStorage === 'undefined' ? 0 : Number(localStorage.getItem(KEPT) ?? 0) || 0
}
