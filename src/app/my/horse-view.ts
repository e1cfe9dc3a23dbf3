import type { GuestWords } from '#app/my/said-view.ts'
import type { CardFoot, CardHorse } from '#features/day/visit-card/card.ts'
import type { GuestRole } from '#features/records/guests/rules.ts'
import type { DueForOwner } from '#features/records/horses/due-for-owner.ts'
import type { NoteForOwner } from '#features/visits/care/note-for-owner.ts'
import type { Day } from '#lib/dates.ts'

/** A horse as its owner reads it. */
export type HorseView = {
  page: 'horse'
  slug: string
  practiceName: string
  horse: {
    id: string
    name: string
    /** `Bay Welsh cob, born 2014`. */
    about: string
    /** The day they got it; null: the practice knows no other owner. */
    sinceDay: Day | null
    /** The last day it was theirs; null: it still is. */
    lastDay: Day | null
    /** Whether they may report it as sold. */
    maySell: boolean
  }
  /** What they are to it. */
  role: GuestRole
  /** A sharer's words to the farrier about it, with the replies, and whether they can write more; null: they write messages. */
  words: {
    said: readonly GuestWords[]
    canSend: boolean
    typed: string
    fault: string | null
  } | null
  /** Whether they may show it to an outsider by a link. */
  mayShare: boolean
  /** Null: it belongs to someone else now. */
  due: (DueForOwner & { cycle: Cycle | null }) | null
  /** Why nothing more is shown: their farrier's plan has no portal. */
  isClosed: boolean
  /** What vets and para-professionals wrote in their time and do not keep back, newest first. */
  notes: readonly NoteForOwner[]
  record: HorseRecord | null
}

/** Days from the last service to when it is due, and those that have passed. */
export type Cycle = { lastDay: Day; dueDay: Day; days: number; passed: number }

export type HorseRecord = {
  photo: Photo | null
  feet: CardFoot[]
  /** The day of the work that left the feet like that. */
  feetDay: Day | null
  isWorkShown: boolean
  /** Something of it is of the time before it was theirs: its former owner let it go along. */
  hasCome: boolean
  timeline: Moment[]
  pairs: Pair[]
  photos: Photo[]
  photosComing: number
  files: FileShown[]
  upload: Upload
}
export type Moment = Pick<CardHorse, 'work' | 'seen' | 'advice'> & {
  id: string
  day: Day
  /** Who did it, where the practice shows that. */
  who: string | null
  /** Whether its visit has a card. */
  visitId: string | null
  photos: Photo[]
}
/** `words`: the subject, for people who can't see it. */
export type Photo = { id: string; words: string; day: Day; isOwn: boolean }
/** The last photo of a foot from one side, and the one before. */
export type Pair = { title: string; before: Photo; after: Photo }
type FileShown = { id: string; name: string; detail: string }
/** Whether something can be sent; `none`: the practice takes nothing, or the horse is no longer theirs; `paused`: its plan has ended. */
export type Upload = { state: 'open'; clientId: string; takes: 'all' | 'pictures' } | { state: 'none' | 'paused' }
