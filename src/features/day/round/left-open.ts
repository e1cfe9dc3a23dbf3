import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { isStop } from '#features/visits/appointments/rules.ts'
import { addDays, type Day, longWeekday } from '#lib/dates.ts'

/** For how many days a forgotten round is brought up. */
export const FORGOTTEN_DAYS = 4

type Past = Pick<VisitRow, 'memberId' | 'onDay' | 'isCallComplete' | 'status' | 'clientId' | 'yardId' | 'isCallOnly'>

/** The last day before `today` on which a member's round has open stops; undefined: none lately. */
export function forgottenDay(visits: readonly Past[], memberId: string, today: Day): Day | undefined {
  const from = addDays(today, -FORGOTTEN_DAYS)
  const open = visits.filter((visit) => visit.memberId === memberId && !visit.isCallComplete && isStop(visit))
  return open
    .flatMap(({ onDay }) => (onDay >= from && onDay < today ? [onDay] : []))
    .toSorted()
    .at(-1)
}

/** `Today's round isn't closed: 5 stops`. */
export function leftOpenWords(day: Day, today: Day, count: number): string {
  const whose = day === today ? 'Today' : day === addDays(today, -1) ? 'Yesterday' : longWeekday(day)
  return `${whose}'s round isn't closed: ${count} ${count === 1 ? 'stop' : 'stops'}`
}
