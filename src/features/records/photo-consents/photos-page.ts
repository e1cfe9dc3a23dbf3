import type { PhotoUse } from '#features/records/photo-consents/contract.ts'
import type { PhotoConsentState } from '#features/records/photo-consents/rules.ts'

/** A question about photos, or its answer, as its owner reads it. */
export type PhotosShown = {
  id: string
  wording: { opening: string; uses: { use: PhotoUse; words: string }[]; closing: string }
  is: PhotoConsentState
  /** The day of its last step; null: it waits for an answer. */
  on: string | null
  how: 'link' | 'portal' | 'said' | 'written' | null
  withdrawnBy: 'owner' | 'practice' | null
  /** How many posts that are up, or about to be, are taken down once it is withdrawn. */
  posts?: number
}

/** The content of an owner's link. */
export type PhotosPage = PhotosShown & {
  practiceName: string
  /** Where the farrier's picture is; null: the practice has none. */
  picture: string | null
  ownerName: string
}
