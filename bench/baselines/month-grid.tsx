import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { type Day, shortWeekday } from '#lib/dates.ts'

const SHOWN = 3

/** Baseline for the month: 42 cells with the same texts in plain elements, three visits a day and the number of others; nothing to press or drag. */
export function BareMonthGrid({ days, visits }: { days: readonly Day[]; visits: readonly KnownVisit[] }) {
  const onDay = Map.groupBy(visits, (visit) => visit.onDay)
  return (
    <div>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(7, 1fr)' }}>
        {days.slice(0, 7).map((day) => (
          <span key={day}>{shortWeekday(day)}</span>
        ))}
      </div>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(7, 1fr)', gridAutoRows: 104 }}>
        {days.map((day) => (
          <BareCell key={day} day={day} visits={onDay.get(day) ?? []} />
        ))}
      </div>
    </div>
  )
}

function BareCell({ day, visits }: { day: Day; visits: readonly KnownVisit[] }) {
  const order = visits.toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
  return (
    <section>
      <div>
        <span>{Number(day.slice(8))}</span>
        {order.length > SHOWN && <span>+{order.length - SHOWN} more</span>}
      </div>
      {order.slice(0, SHOWN).map((visit, at) => (
        <div key={visit.id}>
          <span>
            {at + 1} {visit.localStart}
          </span>{' '}
          {visit.title}
        </div>
      ))}
    </section>
  )
}
