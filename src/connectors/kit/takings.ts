import type { Wire } from '#connectors/kit/wire.ts'

/**
 * Money at a reader of cards; its pence are whole and never less than nothing, the kind says which way they went. `taking`: a card was charged;
 * of no pence: it was charged, and cancelled since. `refund`: money of a taking (`ofId`) that went back. `fee`: what the service kept of a payout
 * (`ofId`). `payout`: what it paid into the bank.
 */
export type Taking = {
  /** Identifies it there, for good, among all of its service. */
  id: string
  at: Date
  pence: number
  kind: 'taking' | 'refund' | 'fee' | 'payout'
  ofId: string | null
  /** What was typed when it was taken, or what it is; for people. */
  words: string
  /** It stays as it is but for a cancellation; what may still change comes again. */
  isFinal: boolean
}

export type TakingsPage = { cursor: string; takings: Taking[]; hasMore: boolean }

/** The port of a reader of cards, which is only read. All that is thrown is a Refusal. */
export type Takings = {
  /** What is new or changed since a cursor, the oldest first, a page at a time; null: since a day ago. What was read before may come again. */
  since: (wire: Wire, cursor: string | null) => Promise<TakingsPage>
}
