import type { AgreedHow } from '#features/records/guests/care-contract.ts'

/** The request to an owner about who may see their horses, or their answer. */
export type ConsentPage = {
  practiceName: string
  /** Where the farrier's picture is; null: the practice has none. */
  picture: string | null
  ownerName: string
  toName: string
  horses: string
  untilOn: string
  /** They see them already: it is whether they go on. */
  isAgain: boolean
  /** What is agreed, word for word. */
  words: string
  is: 'asked' | 'agreed' | 'refused' | 'taken-back' | 'over'
  agreed: { when: string; how: AgreedHow; notedBy: string | null } | null
  refusedBy: 'owner' | 'practice' | 'invited' | null
}
