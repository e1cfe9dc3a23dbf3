import { CalendarDays } from 'lucide-react'
import { Link } from 'wouter'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { isOff, timeLabel } from '#features/visits/appointments/rules.ts'
import { shortDay } from '#lib/dates.ts'
import { useRow, useRows } from '#platform/web/use-rows.ts'

/** The visit a message is about, in its current state (Spec §3 Message.appointment); links to its day. */
export function MessageVisit({ id }: { id: string }) {
  const visit = useRow<VisitRow>('appointments', id)
  const lines = useRows<VisitHorse>('visit_horses', { appointmentId: id })
  const horse = useRow<HorseRow>('horses', lines?.[0]?.horseId)
  if (!visit || !lines) return null
  const names = horse && (lines.length > 1 ? `${horse.name} and ${lines.length - 1} more` : horse.name)
  return (
    <Link
      href={`/calendar?view=day&date=${visit.onDay}`}
      className="flex max-w-full items-center gap-2.5 rounded-2xl border border-line-2 bg-surface px-3 py-2 text-14 no-underline hover:bg-sunken"
    >
      <CalendarDays size={20} aria-hidden className="shrink-0" />
      <span className="min-w-0">
        <span className="block truncate font-bold">{[names, visit.title].filter(Boolean).join(', ')}</span>
        <span className="block">
          {`${shortDay(visit.onDay)}, ${timeLabel(visit)}`}
          {isOff(visit) && ', cancelled'}
        </span>
      </span>
    </Link>
  )
}
