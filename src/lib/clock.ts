/* Milliseconds this clock is ahead of the machine's. Tests of pages set it before the first script runs. */
let aheadMs = (globalThis as { pritchelClockAheadMs?: number }).pritchelClockAheadMs ?? 0
let shown = (realMs: number): number => realMs

/** The current time. Only this file reads the machine's clock; the check refuses any other. */
export const currentTime = (): Date => new Date(currentMs())

/** The current time, in milliseconds since 1970 (UTC). */
export const currentMs = (): number => shown(realMs())

/**
 * The time that no demo moves: for what waits, is tried again, ends or is compared with another machine's time. Without a demo on show it
 * is the same as `currentMs`.
 */
export const realMs = (): number => Date.now() + aheadMs

/** The same as a date. */
export const realTime = (): Date => new Date(realMs())

/** Has the clock show another time than the real one: a demo's (decision 055). */
export const showTime = (show: (realMs: number) => number): void => {
  shown = show
}

/** Sets the clock to an instant, from which it ticks on; without one it shows the machine's time again. */
export function setClock(at?: string | Date) {
  const ms = at === undefined ? Date.now() : new Date(at).getTime()
  if (Number.isNaN(ms)) throw new Error(`not an instant: ${at}`)
  aheadMs = ms - Date.now()
}

/**
 * How far this clock is ahead of the machine's, in milliseconds; negative when it is behind. For the database and pages, which have their own
 * clocks.
 */
export const clockAheadMs = (): number => aheadMs

/** The machine's own time, for what the machine itself stamps and times: files, locks, processes. */
export const machineMs = (): number => Date.now()

/** A time stamped by the machine, converted to this clock. */
export const fromMachine = (stamp: Date): Date => new Date(stamp.getTime() + aheadMs)
