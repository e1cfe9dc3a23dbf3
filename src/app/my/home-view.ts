import type { PublicStop } from '#features/day/round/contract.ts'
import type { Invited } from '#features/records/guests/rules.ts'
import type { DueForOwner } from '#features/records/horses/due-for-owner.ts'
import type { AnswerPage } from '#features/visits/answers/answer-page.ts'
import type { Day } from '#lib/dates.ts'

/** The portal's first page: all that is theirs, of every practice. */
export type HomeView = {
  page: 'home'
  /** Practices they have yet to confirm as their farrier. */
  matches: readonly { practiceId: string; name: string }[]
  /** Invitations to addresses of theirs. */
  waiting: readonly (Invited & { practiceId: string; inviteId: string })[]
  practices: readonly PracticeOnHome[]
  /** They look after horses as a vet or a para-professional as well. */
  cares: boolean
}

export type PracticeOnHome = {
  slug: string
  name: string
  /** Their stops in today's round, as the link of the day shows them, and which have a card by now; null: there is none. */
  round: { stops: readonly PublicStop[]; cards: readonly string[]; asAt: string; zone: string; prepLine: string | null } | null
  /** The next visit that is not in today's round, and how many follow it. */
  next: NextVisit | null
  laterVisits: number
  /** Messages of the practice's that they have not read. */
  unread: number
  horses: readonly HorseOnHome[]
  /** Gone, sold or moved on: to be read. */
  past: readonly HorseOnHome[]
  /** Yards they manage, with when the next visit is; null: none is booked. */
  yards: readonly { id: string; name: string; next: string | null }[]
  /** Null: their money is not shown to the guest. */
  owedPence: number | null
  /** The clients for whom its terms must be accepted. */
  termsFor: readonly { id: string; name: string }[]
  /** How many requests wait for their answer about who may see a horse of theirs. */
  asked: number
  /** How many questions about photos in public wait for their answer. */
  photosAsked: number
}
export type NextVisit = {
  id: string
  /** The client it is for, of those they are there for. */
  clientId: string
  onDay: Day
  when: string
  horses: readonly string[]
  /** Their last answer to its time; null: none yet. Absent: it can't be answered here. */
  standing?: AnswerPage['standing']
}
export type HorseOnHome = { id: string; name: string; due: DueForOwner }
