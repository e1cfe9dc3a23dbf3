import { useState } from 'react'
import { HOLD_SECONDS } from '#features/core/notices/rules.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { type Rebooking, useRebooking } from '#features/day/booking/web/use-rebooking.ts'
import { finishedWords, finishWords } from '#features/day/closeout/finish-words.ts'
import { finishStop } from '#features/day/closeout/web/finish-stop.ts'
import { goesWords } from '#features/ledger/payments/settle-words.ts'
import { useSettling } from '#features/ledger/payments/web/use-settling.ts'
import { useVisitMoney } from '#features/ledger/payments/web/use-visit-money.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { useToday } from '#platform/web/use-today.ts'
import { withToast } from '#ui/with-toast.ts'

export type FinishStop = ReturnType<typeof useFinishStop>

/** What ends a stop once its horses have their outcome: invoices and the next visit, with one press for all that is switched on. */
export function useFinishStop(visit: VisitRow) {
  const money = useVisitMoney(visit.id)
  const settling = useSettling(money)
  const rebooking = useRebooking(visit)
  const [wish, setWish] = useState<boolean>()
  const [texts, setTexts] = useState(false)
  const today = useToday()
  const reachable = useReachable()
  const isTestVersion = useSession<CurrentUser>().user?.isTestVersion ?? false
  const isRebooked = Boolean(rebooking && rebooking.chosen.length > 0 && rebooking.onDay && (wish ?? rebooking.overdue.length === 0))
  const ending = { ways: settling.asked.map(({ way }) => way), onDay: isRebooked ? (rebooking?.onDay ?? null) : null }
  const press = () =>
    withToast(finishedWords(ending), goesWords(ending.ways, { isOnline: reachable, isTestVersion, holdSeconds: HOLD_SECONDS }), () =>
      finishStop({ visitId: visit.id, settle: settling.asked, next: isRebooked ? nextOf(rebooking, texts) : undefined, today }),
    )
  return { money, settling, rebooking, isRebooked, setRebooked: setWish, texts, setTexts, words: finishWords(ending), press }
}

const nextOf = (rebooking: Rebooking | undefined, texts: boolean) =>
  rebooking && { horseIds: rebooking.chosen.map(({ id }) => id), booking: (id: string) => rebooking.booking(id, { texts }) }
