import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { addMonths } from '#lib/dates.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** As far ahead as anyone books. */
const MONTHS_AHEAD = 18

/** The visits a horse is still on, soonest first; undefined while they load. */
export function useComingVisits(horseId: string): { visit: Kept<VisitRow>; line: Kept<VisitHorse> }[] | undefined {
  const today = useToday()
  const visits = useRows<VisitRow>('appointments', { from: today, to: addMonths(today, MONTHS_AHEAD) })
  const lines = useRows<VisitHorse>('visit_horses', { horseId })
  if (!visits || !lines) return undefined
  const open = new Map(lines.filter((line) => line.outcome === null).map((line) => [line.appointmentId, line]))
  return visits
    .flatMap((visit) => {
      const line = visit.status === 'booked' || visit.status === 'pencilled' ? open.get(visit.id) : undefined
      return line ? [{ visit, line }] : []
    })
    .sort((a, b) => (a.visit.startTime < b.visit.startTime ? -1 : 1))
}
