import type { CareSharing } from '#app/my/care-sharing-view.ts'
import type { ShareShown } from '#app/my/share-view.ts'
import type { PhotosShown } from '#features/records/photo-consents/photos-page.ts'

/** Everyone who sees a horse of theirs, and what others share with them. */
export type SharingView = {
  page: 'sharing'
  /** Practices with which they have horses of their own. */
  practices: readonly SharingPractice[]
  /** What others share with them, which they may end. */
  mine: readonly SharedWithMe[]
  /** They have just sent an invitation. */
  hasInvited: boolean
  /** The outcome for a vet or a para-professional they let in. */
  said: 'waits' | 'goes-on' | null
  /** Why a press about one was refused. */
  careFault: string | null
}

export type SharingPractice = {
  slug: string
  name: string
  /** Whether its plan has the horse's record, without which a single horse can't be shared. */
  hasRecord: boolean
  /** Why they can't invite anyone; null: they can. */
  closed: string | null
  clients: readonly SharingClient[]
  /** Links by which outsiders see a horse of theirs. */
  links: readonly ShareShown[]
}
export type SharingClient = {
  id: string
  name: string
  horses: readonly { id: string; name: string }[]
  people: readonly OtherRow[]
  invited: readonly OtherRow[]
  care: CareSharing
  /** What they were asked about photos in public, newest first. */
  photos: readonly PhotosShown[]
  /** What was typed and refused; else empty, with a horse that was chosen on the way here. */
  form: InviteForm
}
/** `sees` and `detail`: sentences; `what` and `id`: by which they are ended. */
export type OtherRow = { what: 'helper' | 'sharer' | 'invite'; id: string; name: string; sees: string; detail: string }
export type InviteForm = {
  role: 'helper' | 'sharer'
  horseId: string
  name: string
  to: string
  seesMoney: boolean
  mayAnswer: boolean
  fault: string | null
  /** It is refused because they signed in a while ago. */
  mustProve: boolean
}
export type SharedWithMe = { slug: string; practice: string; what: 'horse' | 'client'; id: string; name: string }
