import { realMs } from '#lib/clock.ts'

const LONGEST_WAIT_MS = 24 * 3_600_000

/** How long an answer wants us to wait: Retry-After is in seconds, or an instant; a day at most is believed. */
export function waitAskedBy(text: string | null): number | undefined {
  if (text === null) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : new Date(text).getTime() - realMs()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_WAIT_MS)
}
