import { HOLD_SECONDS } from '#features/core/notices/rules.ts'
import { type DayMoveAct, moveVisits, putVisitsBack } from '#features/day/days/web/data.ts'
import type { Circumstances } from '#features/visits/appointments/notify-plan.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import type { Day } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { toast } from '#ui/toast-store.ts'

/** `mornings`: of each text that goes, the morning it waits for, if it does. */
type WholeDay = {
  targets: readonly { visit: KnownVisit; day: Day }[]
  reason: string | null
  texts: boolean
  mornings: readonly (string | null)[]
}

/** Moves visits of a day as one action and shows what truly happened, with one undo for all of them. */
export async function moveDayWithToast({ targets, reason, texts, mornings }: WholeDay, circumstances: Circumstances): Promise<void> {
  const act: DayMoveAct = { id: uuidv7(), reason, texts }
  const isMoved = await moveVisits(targets, act).catch(() => false)
  if (!isMoved) return toastFailed()
  const visits = targets.map(({ visit }) => visit)
  toast({
    title: 'Day moved',
    description: `${counted(targets.length, 'appointment')} moved. ${dayMovedText(texts ? mornings : [], circumstances)}`,
    action: { label: 'Undo', run: () => void undoDay(visits, act) },
  })
}

async function undoDay(visits: readonly KnownVisit[], act: DayMoveAct) {
  const isBack = await putVisitsBack(visits, act).catch(() => false)
  if (!isBack) return toastFailed()
  toast({
    title: 'Move undone',
    description: `${counted(visits.length, 'appointment')} back where they were. Texts that hadn't gone have been stopped.`,
  })
}

function dayMovedText(mornings: readonly (string | null)[], { isOnline, isTestVersion }: Circumstances): string {
  if (mornings.length === 0) return 'Nobody was texted.'
  const times = Map.groupBy(mornings, (morning) => (isOnline ? (morning ?? `in ${HOLD_SECONDS} seconds`) : "when you're back online"))
  const when = [...times].map(([time, some]) => (times.size > 1 ? `${some.length} ${time}` : time)).join(', ')
  const promise = `${counted(mornings.length, 'owner')} will be texted${times.size > 1 ? ':' : ''} ${when}.`
  return isTestVersion ? `${promise} Test version: the texts go to the Outbox only.` : promise
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const toastFailed = () =>
  void toast({
    title: 'Error',
    description: 'Failed to move appointment: one of the appointments is no longer on this device',
    variant: 'destructive',
  })
