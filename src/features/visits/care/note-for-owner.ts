import type { FootScheme } from '#features/core/practice/foot-names.ts'
import type { CareNote } from '#features/visits/care/contract.ts'
import { figureLines, planLines } from '#features/visits/care/plan.ts'
import { ROLE_WORDS } from '#features/visits/care/rules.ts'
import { capital } from '#lib/capital.ts'
import { type Day, dayOf } from '#lib/dates.ts'

/** What a vet or a para-professional wrote, as a horse's owner reads it: no answer, and nothing of how it was dealt with. */
export type NoteForOwner = {
  id: string
  isPlan: boolean
  author: string
  /** `Vet`. */
  role: string
  day: Day
  /** The plan and the figures, foot by foot. */
  lines: string[]
  body: string
  reviewDay: Day | null
}

type Read = Pick<CareNote, 'id' | 'kind' | 'authorName' | 'authorRole' | 'saidAt' | 'plan' | 'figures' | 'body' | 'reviewOn'>

/** A note or a plan that its owner may read (`isForOwner`, or as the database shows it to them). */
export const noteForOwner = (note: Read, { scheme, zone }: { scheme: FootScheme; zone: string }): NoteForOwner => ({
  id: note.id,
  isPlan: note.kind === 'plan',
  author: note.authorName,
  role: ROLE_WORDS[note.authorRole],
  day: dayOf(note.saidAt, zone),
  lines: [...planLines(note.plan ?? {}, scheme), ...figureLines(note.figures ?? {}, scheme)].map(capital),
  body: note.body,
  reviewDay: note.reviewOn,
})
