import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { isAsked } from '#features/visits/calendars/asking.ts'
import type { CalendarChange } from '#features/visits/calendars/contract.ts'
import type { KnownCalendarChange } from '#features/visits/calendars/web/data.ts'
import { addMonths } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useNow } from '#platform/web/use-now.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** As far ahead as anyone books. */
const MONTHS_AHEAD = 18

/** A question to the user, and the visit it is about. */
export type AskedChange = { change: KnownCalendarChange; visit: KnownVisit }

/** What changed in the user's own calendars and waits for their answer, the soonest visit first; undefined while loading. */
export function useCalendarChanges(): readonly AskedChange[] | undefined {
  const memberId = useSession<CurrentUser>().user?.memberId
  const today = useToday()
  const now = useNow()
  const changes = useRows<CalendarChange>('calendar_changes')
  const visits = useRows<VisitRow>('appointments', { from: today, to: addMonths(today, MONTHS_AHEAD) })
  if (!changes || !visits) return undefined
  const byId = new Map(visits.map((visit) => [visit.id, visit]))
  return changes
    .flatMap((change) => {
      const visit = change.memberId === memberId && byId.get(change.appointmentId)
      return visit && isAsked(change, visit, new Date(now)) ? [{ change, visit }] : []
    })
    .toSorted((a, b) => (a.visit.startTime < b.visit.startTime ? -1 : a.visit.startTime > b.visit.startTime ? 1 : 0))
}
