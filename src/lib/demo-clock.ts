import { type Day, instantOf } from '#lib/dates.ts'

/** What the clock of a demo practice goes by: the working day it shows, and the instant its visitor first opened it. */
export type DemoClock = { day: Day; from: string }

/** Two of six stops are done, and the next is due. */
const FIRST = '10:40'
/** Later there would be nothing left to show. */
const LAST = '17:00'

/** When a demo practice's clock begins on its day. */
export const demoStart = (day: Day, zone: string): Date => instantOf(day, FIRST, zone)

/**
 * What the clock of a demo practice shows at a real instant, in milliseconds: 10:40 of its day when it is first opened, from which it ticks on, and
 * 10:40 again when it would pass 17:00. The device and the server reckon it alike.
 */
export function demoMs({ day, from }: DemoClock, zone: string, realMs: number): number {
  const start = demoStart(day, zone).getTime()
  const gone = Math.max(0, realMs - Date.parse(from))
  return start + (gone % (instantOf(day, LAST, zone).getTime() - start))
}
