import type { HorseRecord, Photo } from '#app/my/horse-view.ts'

/** Showing a horse by a link: the form, what the link would show, and the link once it is made. */
export type ShareView = {
  page: 'share'
  slug: string
  practiceName: string
  horse: { id: string; name: string }
  /** Why no link can be made; null: one can. */
  whyNot: string | null
  form: ShareForm
  /** Names the link that this form makes, however often it is sent. */
  formId: string
  /** Those that can be chosen. */
  photos: Photo[]
  fault: string | undefined
  /** The fault is that they signed in a while ago. */
  mustProve: boolean
  /** What the link would show; null: it is still being chosen. */
  preview: { about: string; recipient: string; until: string; leftOut: number; record: HorseRecord } | null
  /** The link, shown this once; null: none is made. */
  made: { url: string; recipient: string; until: string; subject: string; words: string } | null
  /** Links to this horse, open ones first. */
  shares: ShareShown[]
}

/** What was typed and ticked. */
export type ShareForm = {
  toName: string
  purpose: string
  work: boolean
  findings: boolean
  photoIds: string[]
  /** A day; empty: all their time with the horse. */
  from: string
  days: string
}

/** A link as its maker reads it. */
export type ShareShown = {
  id: string
  slug: string
  horse: string
  /** `for Tom Pugh, about a sale`. */
  recipient: string
  shows: string
  standing: string
  opened: string
  isOpen: boolean
  /** Whether it can be ended: one that is closed may open again. */
  mayEnd: boolean
}
