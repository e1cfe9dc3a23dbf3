import { AsyncLocalStorage } from 'node:async_hooks'
import { machineMs, realMs, showTime } from '#lib/clock.ts'
import type { Day } from '#lib/dates.ts'
import { demoMs } from '#lib/demo-clock.ts'

/* Inside a visitor's copy of the demo, and only there, the clock shows the demo's time (decision 055). */

type Show = (realMs: number) => number
const shown = new AsyncLocalStorage<Show | undefined>()
showTime((ms) => shown.getStore()?.(ms) ?? ms)

/** Of the copies this server has met since it started: each is found in the directory before anything is done in it. */
const met = new Map<string, Show>()
const MOST_MET = 5000

/** Remembers the demo's clock of a practice as the directory has it; nothing for any other practice. */
export function meetPractice(practiceId: string, row: { zone: string; demo_day: Day | null; demo_from: Date | null }): void {
  const { zone, demo_day: day, demo_from: from } = row
  if (!day || !from || met.has(practiceId)) return
  if (met.size >= MOST_MET) met.clear()
  const clock = { day, from: from.toISOString() }
  met.set(practiceId, (ms) => demoMs(clock, zone, ms))
}

/** Whether a practice is a copy whose clock is the demo's. */
export const isDemoTime = (practiceId: string): boolean => met.has(practiceId)

/** Does something by a practice's clock: every transaction inside the practice is done so. */
export function inTimeOf<T>(practiceId: string, work: () => T): T {
  const show = met.get(practiceId)
  return show ? shown.run(show, work) : work()
}

/** Does something by the real clock, inside a demo as well: sessions, links and wakes are the server's. */
export const inRealTime = <T>(work: () => T): T => (shown.getStore() ? shown.run(undefined, work) : work())

/** The real instant at which the clock shown here will show another. */
export const realOf = (at: Date): Date => {
  const show = shown.getStore()
  return show ? new Date(at.getTime() - show(realMs()) + realMs()) : at
}

/** How far the clock shown here is ahead of the machine's, where it is a demo's: the database has a clock of its own. */
export function demoAheadMs(): number | undefined {
  const show = shown.getStore()
  return show && Math.round(show(realMs()) - machineMs())
}
