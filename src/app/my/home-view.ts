import type { Day } from '#lib/dates.ts'

/** The portal's first page: all that is theirs, of every practice. */
export type HomeView = {
  page: 'home'
  /** Practices of which they are asked whether it is their farrier. */
  matches: readonly { practiceId: string; name: string }[]
  practices: readonly PracticeOnHome[]
}

type PracticeOnHome = {
  slug: string
  name: string
  horses: readonly { id: string; name: string; nextDueOn: Day | null; gone: boolean }[]
  /** Coming visits, the next first. */
  visits: readonly { id: string; onDay: Day; when: string; horses: readonly string[] }[]
  /** For whom its terms are to be accepted. */
  termsFor: readonly { id: string; name: string }[]
}
