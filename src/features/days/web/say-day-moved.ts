import { moveToDay } from '#features/appointments/rules.ts'
import { type Circumstances, morningOf } from '#features/appointments/telling.ts'
import type { KnownVisit } from '#features/appointments/web/data.ts'
import { type DayMoveAct, moveVisits, putVisitsBack } from '#features/days/web/data.ts'
import { HOLD_SECONDS } from '#features/notices/rules.ts'
import type { Day } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { toast } from '#ui/toast-store.ts'

type WholeDay = { targets: readonly { visit: KnownVisit; day: Day }[]; reason: string | null; texts: boolean; told: number }

/** Moves visits of a day as one act and says what truly happened, with one way back for all of them. */
export async function moveDayAndSay({ targets, reason, texts, told }: WholeDay, circumstances: Circumstances): Promise<void> {
  const act: DayMoveAct = { id: uuidv7(), reason, texts }
  const isMoved = await moveVisits(targets, act).catch(() => false)
  if (!isMoved) return sayFailed()
  const visits = targets.map(({ visit }) => visit)
  const places = targets.flatMap(({ visit, day }) => [visit, { ...visit, ...moveToDay(visit, day) }])
  const morning = morningOf('moved', places, circumstances)
  toast({
    title: 'Day moved',
    description: `${counted(targets.length, 'appointment')} moved. ${dayTold(texts ? told : 0, circumstances, morning)}`,
    action: { label: 'Undo', run: () => void undoDay(visits, act) },
  })
}

async function undoDay(visits: readonly KnownVisit[], act: DayMoveAct) {
  const isBack = await putVisitsBack(visits, act).catch(() => false)
  if (!isBack) return sayFailed()
  toast({
    title: 'Move undone',
    description: `${counted(visits.length, 'appointment')} back where they were. Texts that had not gone are stopped.`,
  })
}

function dayTold(told: number, { isOnline, isTestVersion }: Circumstances, morning: string | null): string {
  if (told === 0) return 'Nobody was texted.'
  const when = isOnline ? (morning ?? `in ${HOLD_SECONDS} seconds`) : 'when you are back online'
  const promise = `${counted(told, 'owner')} will be texted ${when}.`
  return isTestVersion ? `${promise} Test version: the texts go to the Outbox only.` : promise
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const sayFailed = () =>
  void toast({
    title: 'Error',
    description: 'Failed to move appointment: one of the appointments is not on this device any more',
    variant: 'destructive',
  })
