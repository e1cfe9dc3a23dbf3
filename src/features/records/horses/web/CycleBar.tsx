import { dueInWords } from '#features/records/horses/rules.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { HorseStatusBadge } from '#features/records/horses/web/HorseStatusBadge.tsx'
import { daysBetween, shortDay } from '#lib/dates.ts'
import { useToday } from '#platform/web/use-today.ts'

/** Where a horse is in its cycle: a bar that fills from its last service, with a tick at the due date and red past it. `counts` shows the days over in the badge. */
export function CycleBar({ horse, counts = false }: { horse: KnownHorse; counts?: boolean }) {
  const today = useToday()
  const { lastService, nextDue } = horse
  if (!lastService || !nextDue || horse.status === 'none') return <HorseStatusBadge horse={horse} counts={counts} />
  const cycle = daysBetween(lastService, nextDue)
  const passed = Math.max(0, daysBetween(lastService, today))
  // The bar is as long as the cycle, or as the days passed when those are more.
  const whole = Math.max(cycle, passed)
  const percent = (days: number) => `${Math.round((days / whole) * 1000) / 10}%`
  return (
    <div>
      <div aria-hidden className="relative flex h-2.5 rounded-full bg-sunken shadow-[inset_0_0_0_1px_var(--line-2)]">
        <span className="h-full rounded-l-full bg-ok" style={{ width: percent(Math.min(passed, cycle)) }} />
        <span className="h-full rounded-r-full bg-flag" style={{ width: percent(Math.max(0, passed - cycle)) }} />
        <span className="absolute -inset-y-1 w-[3px] -translate-x-1/2 rounded-xs bg-ink" style={{ left: percent(cycle) }} />
      </div>
      <p className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <span className="text-ink-2">
          Due <time dateTime={nextDue}>{shortDay(nextDue)}</time>
          {!(counts && horse.status === 'overdue') && `, ${dueInWords(nextDue, today)}`}
        </span>
        <HorseStatusBadge horse={horse} counts={counts} />
      </p>
    </div>
  )
}
