import { useCallback } from 'react'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { type Circumstances, morningOf, outcomeWords } from '#features/visits/appointments/notify-plan.ts'
import { canBeMoved, moveToDay, type When } from '#features/visits/appointments/rules.ts'
import { type KnownVisit, moveVisit, putBack } from '#features/visits/appointments/web/data.ts'
import { readNotifyPlan, useCircumstances } from '#features/visits/appointments/web/use-notify-plan.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf, shortDay, type WallTime } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { readRow } from '#platform/web/use-rows.ts'
import { toast } from '#ui/toast-store.ts'

type Move = { id: string; day: Day; texts: boolean /** Another time of day. */; time?: WallTime | undefined }

/** Moves a visit to a day, and to a time of it where one is given, and shows the result. */
export function useMove(): (id: string, day: Day, texts: boolean, time?: WallTime) => void {
  const circumstances = useCircumstances()
  return useCallback((id, day, texts, time) => void moveWithToast({ id, day, texts, time }, circumstances), [circumstances])
}

/** Moves a visit and shows what truly happened, with an undo (Spec §8 Drag-move). */
async function moveWithToast({ id, day, texts, time }: Move, circumstances: Circumstances): Promise<void> {
  try {
    const visit = await readRow<VisitRow>('appointments', id)
    if (visit && !canBeMoved(visit, dayOf(currentTime(), visit.zone))) return toastFailed('This visit is in the past.')
    const before = await moveVisit(id, day, texts, time)
    if (!before) return toastFailed('Appointment not found')
    const moved = { before, there: moveToDay(before, day, time), isTimed: time !== undefined, texts }
    await toastMoved(moved, circumstances, () => putBack(before, texts))
  } catch (error) {
    toastFailed(sentenceOf(error))
  }
}

/** A move that was made. `isTimed`: its new time is shown too. */
type Moved = { before: KnownVisit; there: When; isTimed: boolean; texts: boolean }

/** Shows what truly happened with a visit that was moved, and who is notified. `putsBack` undoes all of it. */
export async function toastMoved(
  { before, there, isTimed, texts }: Moved,
  circumstances: Circumstances,
  putsBack: () => Promise<boolean>,
): Promise<void> {
  const { plan, quiet } = await readNotifyPlan(before, there)
  const morning = morningOf('moved', [before, { ...before, ...there }], { ...circumstances, quiet })
  toast({
    title: 'Appointment Moved',
    description:
      `Appointment has been moved to ${[shortDay(there.onDay), isTimed && there.localStart].filter(Boolean).join(', ')}. ${outcomeWords(texts ? plan : { names: [], because: 'silent' }, circumstances, { morning })}`.trim(),
    action: { label: 'Undo', run: () => void undo(before, putsBack) },
  })
}

async function undo(before: KnownVisit, putsBack: () => Promise<boolean>) {
  const isBack = await putsBack().catch(() => false)
  if (!isBack) return toastFailed('Appointment not found')
  toast({ title: 'Move undone', description: `The appointment is back on ${shortDay(before.onDay)}.` })
}

/** Shows why a visit was not moved. */
export const toastFailed = (message: string) =>
  void toast({ title: 'Error', description: `Failed to move appointment: ${message}`, variant: 'destructive' })
