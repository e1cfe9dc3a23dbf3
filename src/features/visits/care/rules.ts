import type { Ownership } from '#features/records/horses/contract.ts'
import type { CareNote } from '#features/visits/care/contract.ts'
import type { Day } from '#lib/dates.ts'

/** Notes and plans that one person may write about a horse in a day. */
export const MOST_NOTES_A_DAY = 30

export const ROLE_WORDS: Readonly<Record<CareNote['authorRole'], string>> = {
  vet: 'Vet',
  'para-professional': 'Para-professional',
  farrier: 'Farrier',
}

type ThreadNote = Pick<CareNote, 'id' | 'kind' | 'replyToId' | 'saidAt' | 'takenAt' | 'withdrawnAt'>

/** Newest first; those of one moment in an order of their own. */
const newestSaid = (a: Pick<ThreadNote, 'saidAt' | 'id'>, b: Pick<ThreadNote, 'saidAt' | 'id'>): number =>
  a.saidAt === b.saidAt ? (a.id < b.id ? 1 : -1) : a.saidAt < b.saidAt ? 1 : -1

/** A note or a plan with what was answered to it, in order. */
export type Thread<N> = { note: N; answers: readonly N[] }

/** Notes and plans, newest first, each with its answers. */
export function threadsOf<N extends ThreadNote>(notes: readonly N[]): Thread<N>[] {
  const answers = Map.groupBy(
    notes.filter(({ kind }) => kind === 'answer'),
    ({ replyToId }) => replyToId,
  )
  return notes
    .filter(({ kind }) => kind !== 'answer')
    .toSorted(newestSaid)
    .map((note) => ({ note, answers: (answers.get(note.id) ?? []).toSorted((a, b) => newestSaid(b, a)) }))
}

type Kept = Pick<CareNote, 'kind' | 'withdrawnAt' | 'ownerSeesFrom'>

/** Until which day something is kept from the owner; null: it isn't, or not any more. */
export const keptUntil = ({ ownerSeesFrom }: Pick<Kept, 'ownerSeesFrom'>, today: Day): Day | null =>
  ownerSeesFrom && ownerSeesFrom > today ? ownerSeesFrom : null

/** Whether a horse's owner reads it: the database shows them exactly these. An answer is between the farrier and the author. */
export const isForOwner = (note: Kept, today: Day): boolean =>
  note.kind !== 'answer' && note.withdrawnAt === null && keptUntil(note, today) === null

/** Whether it waits for the practice: it is not accepted, answered or withdrawn. */
export const isWaiting = <N extends ThreadNote>({ note, answers }: Thread<N>): boolean =>
  note.takenAt === null && note.withdrawnAt === null && answers.every(({ withdrawnAt }) => withdrawnAt !== null)

/** The plan that a horse is shod by: the last that was not withdrawn, accepted or not. Undefined: none. */
export const standingPlan = <N extends ThreadNote>(notes: readonly N[]): N | undefined =>
  notes.filter(({ kind, withdrawnAt }) => kind === 'plan' && withdrawnAt === null).toSorted(newestSaid)[0]

/** The day a horse became its owner’s, if it had another before: they don't read what a vet wrote earlier. Undefined: from the start. */
export function ownedSince(owners: readonly Ownership[]): Day | undefined {
  const now = owners.find(({ toOn }) => toOn === null)
  return now && owners.some(({ clientId, toOn }) => clientId !== now.clientId && toOn !== null && toOn <= now.fromOn)
    ? now.fromOn
    : undefined
}
