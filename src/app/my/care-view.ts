import type { HorseRecord } from '#app/my/horse-view.ts'
import type { CareRole } from '#features/records/guests/rules.ts'
import type { Day } from '#lib/dates.ts'

/** All horses that a person looks after as a vet or a para-professional, of every practice. */
export type CareView = {
  page: 'care'
  /** How many there are, before they are searched. */
  all: number
  /** Of how many there is something they have not seen. */
  withNews: number
  asked: CareFilter
  groups: readonly { name: string; horses: readonly CareRow[] }[]
  /** They have horses of their own here, or share some. */
  hasOwn: boolean
}
export type CareFilter = { by: 'yard' | 'practice'; words: string; newOnly: boolean }
export type CareRow = {
  slug: string
  id: string
  name: string
  /** Where it stands, of which practice it is, and when that comes next. */
  detail: string
  news: string | null
  until: Day
  /** Their access ends within two weeks. */
  isEnding: boolean
}

/** A horse as its carer reads it. */
export type CareHorseView = {
  page: 'care-horse'
  slug: string
  practiceName: string
  /** The farrier's. */
  phone: string | null
  horse: { id: string; name: string; about: string; markings: string | null }
  role: CareRole
  /** From which day on its record is open; null: all of it. */
  fromDay: Day | null
  untilDay: Day
  yard: string | null
  nextDay: Day | null
  /** Null where they may not ring the owner. */
  owner: { name: string; phone: string | null } | null
  flags: readonly string[]
  temperament: string | null
  record: HorseRecord
  files: readonly CareFile[]
  upload: CareUpload
  /** The colleagues they named, each with the outcome; and what was typed last, if that was refused. */
  colleagues: {
    asked: readonly { name: string; words: string }[]
    typed: { name: string; practice: string; to: string }
    fault: string | null
  }
  /** What was just done, in a sentence. */
  said: string | null
}
/** What can be sent, with the types that may be chosen; null: the practice takes nothing now. */
export type CareUpload = { types: readonly { value: string; label: string }[]; accept: string; mayKeep: boolean } | null
export type CareFile = {
  id: string
  name: string
  detail: string
  /** It opens in the viewer of films. */
  isFilm: boolean
  /** They sent it, and may choose who sees it. */
  own: { isKeptUntil: Day | null; mayPassOn: boolean } | null
}

/** A film in the viewer, which the page's script opens. */
export type CareFilmView = {
  page: 'care-film'
  slug: string
  horse: { id: string; name: string }
  film: { id: string; name: string; foot: 'NF' | 'OF' | 'NH' | 'OH' | null; view: string | null; day: Day }
  others: readonly { id: string; name: string }[]
  /** Whether they may read a film's details of owner and patient. */
  mayReadPatient: boolean
  /** Whether what they measure is kept. */
  mayMeasure: boolean
}

/** Where access has ended: the horse by its name, where it is with the same owner, and when, where a day is known. */
export type CareEndedView = { page: 'care-ended'; name: string | null; day: Day | null }

export type CareViews = CareView | CareHorseView | CareFilmView | CareEndedView
