import type { AnswerPage, Outcome } from '#features/visits/answers/answer-page.ts'

/** All visits of a guest, over all their practices. */
export type VisitsView = {
  page: 'visits'
  /** They have just cancelled their horses on one. */
  hasCancelled: boolean
  /** Whether they have more than one farrier; each visit then names its own. */
  severalPractices: boolean
  coming: readonly VisitInList[]
  past: readonly VisitInList[]
}

export type VisitInList = {
  id: string
  slug: string
  practice: string
  /** `Thursday 26 November at 09:00`; a stop without a time has only its half of the day. */
  when: string
  horses: readonly string[]
  yard: string | null
  status: 'booked' | 'done' | 'cancelled' | 'no_show'
  /** Of a yard that they manage: its board, where such a visit leads. */
  board: string | null
}

/** One visit, with the answers that its owner can give. */
export type VisitView = {
  page: 'visit'
  slug: string
  shown: AnswerPage
  outcome: Outcome
  /** How they may cancel; null: not here. */
  cancelling: CancelWords | null
  /** What can be answered: anything, or whether its time suits. */
  answers: 'all' | 'time'
  /** Why nothing can be sent; null: it can. */
  closed: string | null
  /** The question shown once they have confirmed; null: none. */
  pushAsk: PushAsk | null
  /** The visit as it is for other clients they are there for, by name. */
  others: readonly { href: string; name: string }[]
}

/** Whether this phone may notify them of changes: its key, and where they choose that. */
export type PushAsk = { pushKey: string; path: string }

export type CancelWords = {
  isAtOnce: boolean
  /** `Bess and Dolly`; empty: the visit names no horse. */
  horses: string
  /** What it may cost and what happens to the others, shown before the press. */
  lines: readonly string[]
}
