import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { addMonths, type Day } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** As far ahead as anyone books. */
const MONTHS_AHEAD = 18

/** The day of the next visit of each yard that has one booked. */
export function useNextVisits(): ReadonlyMap<string, Day> {
  const today = useToday()
  const visits = useRows<VisitRow>('appointments', { from: today, to: addMonths(today, MONTHS_AHEAD) })
  return byYard(visits ?? NONE)
}

const NONE: readonly VisitRow[] = []

const byYard = memoLast((visits: readonly VisitRow[]): ReadonlyMap<string, Day> => {
  const next = new Map<string, Day>()
  for (const { yardId, onDay, status } of visits) {
    if (!yardId || (status !== 'booked' && status !== 'pencilled')) continue
    const known = next.get(yardId)
    if (!known || onDay < known) next.set(yardId, onDay)
  }
  return next
})
