import type { Day, WallTime } from '#lib/dates.ts'

/** What is known of a new visit already. */
export type BookingPresets = {
  onDay?: Day
  start?: WallTime
  title?: string
  clientId?: string
  yardId?: string
  memberId?: string
  horses?: { horseId: string; plannedWork: string }[]
  isOwn?: boolean
  /** Why this day, as a sentence. */
  because?: string | null
}
