import { CalendarDays } from 'lucide-react'
import { Link } from 'wouter'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { addMonths, shortDay } from '#lib/dates.ts'
import { canon } from '#lib/ids.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** As far ahead as anyone books. */
const MONTHS_AHEAD = 18

/** The next visit a client is notified of, or one of their horses is on (a yard's visit has several owners). */
export function NextVisit({ clientId }: { clientId: string }) {
  const today = useToday()
  const visits = useRows<VisitRow>('appointments', { from: today, to: addMonths(today, MONTHS_AHEAD) })
  const lines = useRows<VisitHorse>('visit_horses', { clientId })
  const theirs = new Set(lines?.map((line) => line.appointmentId))
  return <NextOf visits={visits?.filter((visit) => visit.clientId === clientId || theirs.has(visit.id))} />
}

/** The next visit made at a yard. */
export function NextVisitAt({ yardId }: { yardId: string }) {
  const today = useToday()
  const visits = useRows<VisitRow>('appointments', { from: today, to: addMonths(today, MONTHS_AHEAD) })
  return <NextOf visits={visits?.filter((visit) => visit.yardId === canon(yardId))} />
}

function NextOf({ visits }: { visits: readonly Kept<VisitRow>[] | undefined }) {
  const next = visits?.filter(isToCome).sort((a, b) => (placeInTime(a) < placeInTime(b) ? -1 : 1))[0]
  return (
    <section aria-label="Next visit">
      <h3 className="text-16">Next visit</h3>
      <p className="mt-1 flex items-center gap-2">
        <CalendarDays size={20} aria-hidden className="shrink-0 text-ink-2" />
        {next ? (
          <Link href={`/calendar?view=day&date=${next.onDay}`} className="link">
            <time dateTime={next.onDay}>{shortDay(next.onDay)}</time>, {next.isCallOnly ? `stop, ${next.callPeriod}` : next.localStart}
            {next.title && `: ${next.title}`}
          </Link>
        ) : (
          <span className="text-ink-2">None booked</span>
        )}
      </p>
    </section>
  )
}

const isToCome = (visit: VisitRow) => visit.status === 'booked' || visit.status === 'pencilled'

/** Stops without a time come with their half of the day. */
const placeInTime = (visit: Kept<VisitRow>) =>
  `${visit.onDay} ${visit.isCallOnly ? (visit.callPeriod === 'AM' ? '00:00' : '12:00') : visit.localStart}`
