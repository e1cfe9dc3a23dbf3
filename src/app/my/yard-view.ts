import type { GuestWords } from '#app/my/said-view.ts'
import type { PublicStop } from '#features/day/round/contract.ts'

/** A yard as its manager sees it: when which horses must be in, and nothing about whose they are. It is also what hangs on its wall. */
export type YardView = {
  page: 'yard'
  slug: string
  practiceName: string
  id: string
  name: string
  /** The farrier's own words on how to have a horse ready. */
  prepLine: string | null
  /** Why nothing is shown: their farrier's plan has no portal. */
  isClosed: boolean
  /** Their farrier's plan has ended: nothing can be sent, and perhaps no one has kept the visits. */
  isLapsed: boolean
  /** Where today's visits are in the round; empty: none is in one. */
  stops: readonly PublicStop[]
  asAt: string
  zone: string
  visits: readonly VisitAtYard[]
  /** Their words to the farrier about it, with the replies. */
  said: readonly GuestWords[]
  /** What they wrote has just been sent. */
  hasSaid: boolean
  typed: string
  fault: string | undefined
}

/** `when`: `Thursday 26 November at 09:00`. */
export type VisitAtYard = { id: string; when: string; isDone: boolean; horses: readonly string[] }
