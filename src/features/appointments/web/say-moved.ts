import type { VisitRow } from '#features/appointments/contract.ts'
import { canBeMoved, moveToDay } from '#features/appointments/rules.ts'
import { type DayMoveAct, type KnownVisit, moveVisit, moveVisits, putBack, putVisitsBack } from '#features/appointments/web/data.ts'
import { type Circumstances, hasTold, type Telling } from '#features/appointments/web/telling.ts'
import { HOLD_SECONDS } from '#features/notices/rules.ts'
import { type Day, dayOf, shortDay, type WallTime } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { readRow } from '#platform/web/use-rows.ts'
import { toast } from '#ui/toast-store.ts'

type Move = { id: string; day: Day; texts: boolean /** Another time of day. */; time?: WallTime | undefined }
type Knows = { telling: (visit: KnownVisit, to: Pick<VisitRow, 'startTime' | 'endTime'>) => Telling; circumstances: Circumstances }

/** Moves a visit and says what truly happened, with a way back (Spec §8 Drag-move). */
export async function moveAndSay({ id, day, texts, time }: Move, { telling, circumstances }: Knows): Promise<void> {
  try {
    const visit = await readRow<VisitRow>('appointments', id)
    if (visit && !canBeMoved(visit, dayOf(new Date(), visit.zone))) return sayFailed('This visit is in the past.')
    const before = await moveVisit(id, day, texts, time)
    if (!before) return sayFailed('Appointment not found')
    const told: Telling = texts ? telling(before, moveToDay(before, day, time)) : { names: [], because: 'silent' }
    toast({
      title: 'Appointment Moved',
      description:
        `Appointment has been moved to ${[shortDay(day), time].filter(Boolean).join(', ')}. ${hasTold(told, circumstances)}`.trim(),
      action: { label: 'Undo', run: () => void undo(before, texts) },
    })
  } catch (error) {
    sayFailed(sentenceOf(error))
  }
}

async function undo(before: KnownVisit, texts: boolean) {
  const isBack = await putBack(before, texts).catch(() => false)
  if (!isBack) return sayFailed('Appointment not found')
  toast({ title: 'Move undone', description: `The appointment is back on ${shortDay(before.onDay)}.` })
}

type WholeDay = { targets: readonly { visit: KnownVisit; day: Day }[]; reason: string | null; texts: boolean; told: number }

/** Moves visits of a day as one act and says what truly happened, with one way back for all of them. */
export async function moveDayAndSay({ targets, reason, texts, told }: WholeDay, circumstances: Circumstances): Promise<void> {
  const act: DayMoveAct = { id: uuidv7(), reason, texts }
  const isMoved = await moveVisits(targets, act).catch(() => false)
  if (!isMoved) return sayFailed('one of the appointments is not on this device any more')
  const visits = targets.map(({ visit }) => visit)
  toast({
    title: 'Day moved',
    description: `${counted(targets.length, 'appointment')} moved. ${dayTold(texts ? told : 0, circumstances)}`,
    action: { label: 'Undo', run: () => void undoDay(visits, act) },
  })
}

async function undoDay(visits: readonly KnownVisit[], act: DayMoveAct) {
  const isBack = await putVisitsBack(visits, act).catch(() => false)
  if (!isBack) return sayFailed('one of the appointments is not on this device any more')
  toast({
    title: 'Move undone',
    description: `${counted(visits.length, 'appointment')} back where they were. Texts that had not gone are stopped.`,
  })
}

function dayTold(told: number, { isOnline, isTestVersion }: Circumstances): string {
  if (told === 0) return 'Nobody was texted.'
  const when = isOnline ? `in ${HOLD_SECONDS} seconds` : 'when you are back online'
  const promise = `${counted(told, 'owner')} will be texted ${when}.`
  return isTestVersion ? `${promise} Test version: the texts go to the Outbox only.` : promise
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const sayFailed = (message: string) =>
  void toast({ title: 'Error', description: `Failed to move appointment: ${message}`, variant: 'destructive' })
