import { type ReactNode, useMemo } from 'react'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { isStop } from '#features/visits/appointments/rules.ts'
import type { Day } from '#lib/dates.ts'
import { useRows } from '#platform/web/use-rows.ts'

type Props = { from: Day; to: Day; children: (stops: ReadonlyMap<Day, number> | undefined) => ReactNode }

/** How many stops the practice has on each day of a span, both ends in, for what shows them; undefined while they load. */
export function StopsPanel({ from, to, children }: Props): ReactNode {
  const visits = useRows<VisitRow>('appointments', { from, to })
  return children(useMemo(() => visits && countByDay(visits.filter(isStop)), [visits]))
}

function countByDay(visits: readonly VisitRow[]): ReadonlyMap<Day, number> {
  const counts = new Map<Day, number>()
  for (const { onDay } of visits) counts.set(onDay, (counts.get(onDay) ?? 0) + 1)
  return counts
}
