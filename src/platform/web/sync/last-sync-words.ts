import { currentMs } from '#lib/clock.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'

/** Spec §4 Connectivity: Never, Just now, N m ago, N h ago under a day, otherwise a date. */
export function lastSyncWords(at: number | null, now: number = currentMs()): string {
  if (at === null) return 'Never'
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return 'Just now'
  if (minutes < 60) return `${minutes} m ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  return dayAndYear(dayOf(at, Intl.DateTimeFormat().resolvedOptions().timeZone))
}
