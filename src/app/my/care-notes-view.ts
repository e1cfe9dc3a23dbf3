import type { FootName, FootScheme } from '#features/core/practice/foot-names.ts'
import type { MarkKind } from '#features/evidence/radiographs/measure.ts'
import type { CareRole } from '#features/records/guests/rules.ts'
import type { Day } from '#lib/dates.ts'

/** What is typed of a foot of a plan, as it was typed. */
export type TypedFoot = Record<'work' | 'shoe' | 'pad' | 'wedge' | 'raise' | 'words' | 'angle' | 'angleMark' | 'sole' | 'soleMark', string>
/** What is typed of a note or a plan, as it was typed. */
export type TypedNote = { formId: string; body: string; film: string; review: string; keep: string; feet: Record<FootName, TypedFoot> }

/** What was written about a horse, as its carer reads it, and the forms to write more. */
export type CareNotesView = {
  page: 'care-notes'
  slug: string
  practiceName: string
  horse: { id: string; name: string }
  role: CareRole
  /** They may keep what they write from the owner until they have spoken. */
  mayKeep: boolean
  scheme: FootScheme
  notes: readonly NoteShown[]
  /** Films that figures may be of. */
  films: readonly { id: string; name: string }[]
  /** What was measured on them, and may be a figure of a plan. */
  marks: readonly MarkForPlan[]
  today: Day
  /** The practice takes nothing now. */
  isClosed: boolean
  form: 'note' | 'plan' | null
  typed: TypedNote
  fault: string | null
}

/** A measurement as a figure of a plan, in tenths; `foot`: of its film, null where that is not known. */
export type MarkForPlan = { id: string; filmId: string; foot: FootName | null; kind: MarkKind; tenths: number; words: string }

export type NoteShown = {
  id: string
  isPlan: boolean
  author: string
  day: Day
  /** The plan and the figures, foot by foot. */
  lines: readonly string[]
  body: string
  film: string | null
  reviewDay: Day | null
  /** Its status: accepted, withdrawn. */
  standing: string | null
  answers: readonly { id: string; author: string; day: Day; body: string }[]
  /** What the farrier did once it was accepted. */
  done: { day: Day; words: string } | null
  /** Until which day its owner does not read it; null: they do. */
  keptUntil: Day | null
  /** Theirs, and not withdrawn yet. */
  mayWithdraw: boolean
}
