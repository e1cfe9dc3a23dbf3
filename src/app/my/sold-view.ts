import type { Day } from '#lib/dates.ts'

/** What is typed on the page, as it was typed. */
export type Sale = {
  what: 'sold' | 'moved' | 'died' | ''
  day: string
  name: string
  phone: string
  email: string
  along: 'none' | 'record' | 'all' | ''
  words: string
}

/** An owner reports that a horse of theirs was sold, has moved on or has died. */
export type SoldView = {
  page: 'sold'
  slug: string
  practiceName: string
  horse: { id: string; name: string }
  /** Today, where the practice is; and the day the horse became theirs: null when the practice knows no other owner. */
  days: { today: Day; since: Day | null }
  /** What they have reported, when, and that it waits for the farrier. */
  told: { onDay: Day; words: string } | null
  /** The day of their last report, where the farrier turned it down. */
  declinedDay: Day | null
  /** Why there is nothing to report any more. */
  over: string | null
  typed: Sale
  fault?: string | undefined
  /** What they must do first, in words: they signed in a while ago. */
  toProve?: string | undefined
}
