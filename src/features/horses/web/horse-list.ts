import { isGone } from '#features/horses/rules.ts'
import type { KnownHorse } from '#features/horses/web/data.ts'
import type { Day } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'
import { makeSearch } from '#platform/web/search.ts'

/** Which horses a list shows. */
export type HorseFilter = 'all' | 'overdue' | 'due-soon' | 'gone'
export type HorseOrder = 'due' | 'name'

/** How many each filter would show; those that are gone are counted apart. */
export function countHorses(horses: readonly KnownHorse[], today: Day): Record<HorseFilter, number> {
  const counts = { all: 0, overdue: 0, 'due-soon': 0, gone: 0 }
  for (const horse of horses) {
    if (isGone(horse, today)) counts.gone++
    else counts.all++
    if (horse.status === 'overdue' || horse.status === 'due-soon') counts[horse.status]++
  }
  return counts
}

/** The horses to show: what is typed finds by name, owner, yard and breed, best first; else in the order asked for. */
export function pickHorses(
  horses: readonly KnownHorse[],
  { typed, filter, order, today }: { typed: string; filter: HorseFilter; order: HorseOrder; today: Day },
): readonly KnownHorse[] {
  const found = typed.trim() ? searchOf(horses)(typed) : order === 'due' ? byDue(horses) : horses
  return found.filter((horse) => fits(horse, filter, today))
}

function fits(horse: KnownHorse, filter: HorseFilter, today: Day): boolean {
  if (filter === 'overdue' || filter === 'due-soon') return horse.status === filter
  return isGone(horse, today) === (filter === 'gone')
}

const fields = (horse: KnownHorse) => [
  horse.name,
  horse.client?.name,
  horse.client?.businessName,
  horse.yardName,
  horse.breed,
  horse.microchip,
]
const searchOf = memoLast((horses: readonly KnownHorse[]) => makeSearch(horses, fields))

/** Soonest due first; those that are never due come last, all in order of name. */
const byDue = memoLast((horses: readonly KnownHorse[]) =>
  horses.toSorted((a, b) => (dueOf(a) < dueOf(b) ? -1 : dueOf(a) > dueOf(b) ? 1 : 0)),
)
const NEVER = '9999'
const dueOf = (horse: KnownHorse) => (horse.status === 'none' ? NEVER : (horse.nextDue ?? NEVER))
