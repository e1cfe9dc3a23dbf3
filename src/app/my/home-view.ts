import type { PublicStop } from '#features/day/round/contract.ts'
import type { DueForOwner } from '#features/records/horses/due-for-owner.ts'
import type { Day } from '#lib/dates.ts'

/** The portal's first page: all that is theirs, of every practice. */
export type HomeView = {
  page: 'home'
  /** Practices of which they are asked whether it is their farrier. */
  matches: readonly { practiceId: string; name: string }[]
  practices: readonly PracticeOnHome[]
}

export type PracticeOnHome = {
  slug: string
  name: string
  /** Their stops in today's round, as the link of the day shows them, and which have a card by now; null: there is none. */
  round: { stops: readonly PublicStop[]; cards: readonly string[]; asAt: string; zone: string; prepLine: string | null } | null
  /** The next visit that is not in today's round, and how many follow it. */
  next: { id: string; onDay: Day; when: string; horses: readonly string[] } | null
  laterVisits: number
  horses: readonly HorseOnHome[]
  /** Gone, sold or moved on: to be read. */
  past: readonly HorseOnHome[]
  /** Null: their money is not shown to the guest. */
  owedPence: number | null
  /** For whom its terms are to be accepted. */
  termsFor: readonly { id: string; name: string }[]
}
export type HorseOnHome = { id: string; name: string; due: DueForOwner }
