import type { CareNote } from '#features/visits/care/contract.ts'

/** Notes and plans that one person may write about a horse in a day. */
export const MOST_NOTES_A_DAY = 30

export const ROLE_WORDS: Readonly<Record<CareNote['authorRole'], string>> = {
  vet: 'Vet',
  'para-professional': 'Para-professional',
  farrier: 'Farrier',
}

type Said = Pick<CareNote, 'id' | 'kind' | 'replyToId' | 'saidAt' | 'takenAt' | 'withdrawnAt'>

/** Newest first; those of one moment in an order of their own. */
const newestSaid = (a: Pick<Said, 'saidAt' | 'id'>, b: Pick<Said, 'saidAt' | 'id'>): number =>
  a.saidAt === b.saidAt ? (a.id < b.id ? 1 : -1) : a.saidAt < b.saidAt ? 1 : -1

/** A note or a plan with what was answered to it, in order. */
export type Thread<N> = { note: N; answers: readonly N[] }

/** Notes and plans, newest first, each with its answers. */
export function threadsOf<N extends Said>(notes: readonly N[]): Thread<N>[] {
  const answers = Map.groupBy(
    notes.filter(({ kind }) => kind === 'answer'),
    ({ replyToId }) => replyToId,
  )
  return notes
    .filter(({ kind }) => kind !== 'answer')
    .toSorted(newestSaid)
    .map((note) => ({ note, answers: (answers.get(note.id) ?? []).toSorted((a, b) => newestSaid(b, a)) }))
}

/** Whether it waits for the practice: nobody has accepted or answered it, and it still stands. */
export const isWaiting = <N extends Said>({ note, answers }: Thread<N>): boolean =>
  note.takenAt === null && note.withdrawnAt === null && answers.every(({ withdrawnAt }) => withdrawnAt !== null)

/** The plan that a horse is shod by: the last that nobody has withdrawn, accepted or not. Undefined: none. */
export const standingPlan = <N extends Said>(notes: readonly N[]): N | undefined =>
  notes.filter(({ kind, withdrawnAt }) => kind === 'plan' && withdrawnAt === null).toSorted(newestSaid)[0]
