import type { HorseRow } from '#features/records/horses/contract.ts'
import { isGone } from '#features/records/horses/rules.ts'
import type { CareNote } from '#features/visits/care/contract.ts'
import { isForOwner, isWaiting, ownedSince, standingPlan, type Thread, threadsOf } from '#features/visits/care/rules.ts'
import type { KnownNote } from '#features/visits/care/web/data.ts'
import type { Day } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** What was written about a horse, newest first, each with what was answered; undefined while it loads. */
export const useNotesOf = (horseId: string): readonly Thread<KnownNote>[] | undefined => {
  const notes = useRows<CareNote>('care_notes', { horseId })
  return notes && threadsOf(notes)
}

/** A horse's current plan as its owner may read it; undefined: none. */
export function usePlanForOwner({ id, owners }: Pick<HorseRow, 'id' | 'owners'>): KnownNote | undefined {
  const today = useToday()
  const notes = useRows<CareNote>('care_notes', { horseId: id })
  const since = ownedSince(owners)
  return notes && standingPlan(notes.filter((note) => isForOwner(note, today) && (!since || note.saidAt >= since)))
}

/** The plans that horses are shod by, by horse; undefined while they load. */
export function useStandingPlans(horseIds: readonly string[]): ReadonlyMap<string, KnownNote> | undefined {
  const notes = useRows<CareNote>('care_notes', { horseId: [...horseIds] })
  return notes && plansOf(notes)
}

const plansOf = (notes: readonly KnownNote[]) =>
  new Map(
    [...Map.groupBy(notes, ({ horseId }) => horseId)].flatMap(([horseId, own]) => {
      const plan = standingPlan(own)
      return plan ? [[horseId, plan] as const] : []
    }),
  )

/** Something that waits for the practice, with the name of the horse it is about. */
export type WaitingNote = { note: KnownNote; horseName: string }

/** What was written and is not accepted or answered yet, the longest waiting first; undefined while it loads. */
export function useWaitingNotes(): readonly WaitingNote[] | undefined {
  const today = useToday()
  const notes = useRows<CareNote>('care_notes')
  const horses = useRows<HorseRow>('horses')
  return notes && horses && waitingOf(notes, horses, today)
}

const waitingOf = memoLast((notes: readonly KnownNote[], horses: readonly HorseRow[], today: Day): readonly WaitingNote[] => {
  const names = new Map(horses.filter((horse) => !isGone(horse, today)).map(({ id, name }) => [id, name]))
  return threadsOf(notes)
    .filter(isWaiting)
    .flatMap(({ note }) => {
      const horseName = names.get(note.horseId)
      return horseName ? [{ note, horseName }] : []
    })
    .toReversed()
})
