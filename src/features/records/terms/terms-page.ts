import type { TermsSection } from '#features/records/terms/contract.ts'

/** The content of a client's link; it contains nothing else about the practice or the client. */
export type TermsPage = {
  practiceName: string
  /** Where the farrier's picture is; null: the practice has none. */
  picture: string | null
  ownerName: string
  termsVersion: string
  /** `22 Nov 2026`. */
  inForce: string
  sections: TermsSection[]
  /** Null: not accepted yet. */
  accepted: { name: string; when: string } | null
  /** Another version has come into force since, so this one can still be read but no longer accepted. */
  isReplaced: boolean
}

/** Why it was not taken, and what was typed. */
export type TermsFault = { sentence: string; name: string; hasRead: boolean }
