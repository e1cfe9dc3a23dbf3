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
  /** Of an entry that is there already: what it becomes. */
  isOwn?: boolean
  description?: string
  notes?: string
  /** Why this day, as a sentence. */
  because?: string | null
}

/** Whether only the time is given: then what was typed before is as good on another day. */
export const isOfDayAlone = ({ onDay: _, start: __, ...more }: BookingPresets): boolean => Object.keys(more).length === 0
