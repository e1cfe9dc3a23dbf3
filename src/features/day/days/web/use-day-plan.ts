import { useMemo, useState } from 'react'
import { dealOut, moveWarnings, type Target, workedDays } from '#features/day/days/day-move.ts'
import type { MovableVisit } from '#features/day/days/web/use-day-move.ts'
import type { WorkingLife } from '#features/visits/appointments/availability.ts'
import { usePlacedBetween } from '#features/visits/appointments/web/use-working-life.ts'
import { addDays, type Day } from '#lib/dates.ts'

/** The day that is moved, and the members' working hours. */
export type PlanOf = { day: Day; visits: readonly { visit: MovableVisit; isChosen: boolean }[]; life: WorkingLife; today: Day }
export type DayPlan = ReturnType<typeof useDayPlan>

/** Which visits go, and each one's day. */
export function useDayPlan({ day, visits, life, today }: PlanOf) {
  const first = day < today ? today : addDays(day, 1)
  const [from, setFrom] = useState(() => workedDays(first, 1, life)[0] ?? first)
  const [days, setDays] = useState(1)
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set(visits.filter((one) => !one.isChosen).map(({ visit }) => visit.id)))
  const [own, setOwn] = useState<ReadonlyMap<string, Day>>(new Map())
  const chosenDays = useMemo(() => (days === 1 ? [from] : [from, ...workedDays(addDays(from, 1), days - 1, life)]), [from, days, life])
  const targets = useMemo((): Target<MovableVisit>[] => {
    const going = visits.filter(({ visit }) => !left.has(visit.id))
    const dealt = dealOut(going.length, chosenDays)
    return going.map(({ visit }, at) => ({ visit, day: own.get(visit.id) ?? dealt[at] ?? from }))
  }, [visits, left, chosenDays, own, from])
  const last = [from, ...targets.map((target) => target.day)].sort().at(-1) ?? from
  const standing = usePlacedBetween(from, last)
  const warnings = useMemo(() => moveWarnings(targets, standing ?? [], life, today), [targets, standing, life, today])
  return {
    from,
    days,
    targets,
    warnings,
    /** Days offered for one visit on its own. */
    offered: [...new Set([...chosenDays, ...workedDays(first, 10, life), ...own.values()])].sort(),
    moveFrom(next: Day) {
      setFrom(next || first)
      setOwn(new Map())
    },
    spread(next: number) {
      setDays(next)
      setOwn(new Map())
    },
    leave: (id: string, isLeft: boolean) => setLeft((ids) => new Set(isLeft ? [...ids, id] : [...ids].filter((one) => one !== id))),
    moveOne: (id: string, to: Day) => setOwn((days) => new Map(days).set(id, to)),
  }
}
