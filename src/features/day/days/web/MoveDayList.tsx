import type { MovableVisit } from '#features/day/days/web/use-day-move.ts'
import type { DayPlan } from '#features/day/days/web/use-day-plan.ts'
import { isPencilled, timeLabel } from '#features/visits/appointments/rules.ts'
import { shortDay } from '#lib/dates.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Select } from '#ui/Select.tsx'

type Props = { plan: DayPlan; visits: readonly { visit: MovableVisit }[] }

/** Each visit of the day: whether it goes, to which day, and what speaks against that. */
export function MoveDayList({ plan, visits }: Props) {
  const days = new Map(plan.targets.map(({ visit, day }) => [visit.id, day]))
  return (
    <ul aria-label="Visits of the day" className="divide-y divide-line rounded-lg border border-line">
      {visits.map(({ visit }) => {
        const to = days.get(visit.id)
        const name = visit.title || 'Own entry'
        return (
          <li key={visit.id} className="grid items-start gap-x-3 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_180px]">
            <Checkbox
              label={<span className="block font-bold break-words">{name}</span>}
              help={[timeLabel(visit), isPencilled(visit) && 'pencilled'].filter(Boolean).join(', ')}
              checked={to !== undefined}
              onChange={(event) => plan.leave(visit.id, !event.target.checked)}
            />
            {to === undefined ? (
              <span className="py-2 text-ink-2 max-sm:pl-[34px]">Stays</span>
            ) : (
              <Select
                aria-label={`${name} to`}
                value={to}
                onChange={(event) => plan.moveOne(visit.id, event.target.value)}
                options={plan.offered.map((day) => ({ value: day, label: shortDay(day) }))}
              />
            )}
            {to !== undefined &&
              plan.warnings.get(visit.id)?.map((warning) => (
                <p key={warning} className="mt-1 rounded-sm bg-due-tint px-2 py-1 text-14 text-due-ink sm:col-span-2">
                  {warning}
                </p>
              ))}
          </li>
        )
      })}
    </ul>
  )
}
