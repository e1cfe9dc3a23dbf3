import { isGone } from '#features/records/horses/rules.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { byName } from '#lib/collate.ts'
import type { Day } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'
import { makeSearch } from '#platform/web/search.ts'

/** The filters of a list by status. */
export const HORSE_FILTERS = ['all', 'overdue', 'due-soon', 'gone'] as const
export type HorseFilter = (typeof HORSE_FILTERS)[number]
export const SORT_COLUMNS = ['horse', 'owner', 'last', 'due', 'status'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]
export type HorseOrder = { by: SortColumn; isDescending: boolean }

/** The query of a list. `order` null: best match first while text is typed, else soonest due. */
export type HorseQuery = {
  typed: string
  filter: HorseFilter
  yardId: string | null
  ownerId: string | null
  breed: string | null
  order: HorseOrder | null
}

/** Soonest due first: what a farrier opens the list for. */
export const USUAL_ORDER: HorseOrder = { by: 'due', isDescending: false }

/** How many each filter would show; gone horses are counted separately. */
export function countHorses(horses: readonly KnownHorse[], today: Day): Record<HorseFilter, number> {
  const counts = { all: 0, overdue: 0, 'due-soon': 0, gone: 0 }
  for (const horse of horses) {
    if (isGone(horse, today)) counts.gone++
    else counts.all++
    if (horse.status === 'overdue' || horse.status === 'due-soon') counts[horse.status]++
  }
  return counts
}

/** The horses to show: the typed text matches name, owner, yard, breed and number. Among equal matches the ones by name come first. */
export function pickHorses(horses: readonly KnownHorse[], query: HorseQuery, today: Day): readonly KnownHorse[] {
  const found = query.typed.trim() ? searchOf(horses)(query.typed) : horses
  const order = query.order ?? (query.typed.trim() ? null : USUAL_ORDER)
  const fitting = found.filter((horse) => fits(horse, query, today))
  return order ? inOrder(fitting, order) : fitting
}

/** The breeds of the horses, each once, as the first of them has it written. */
export const breedsOf = memoLast((horses: readonly KnownHorse[]): { value: string; label: string }[] => {
  const written = Map.groupBy(
    horses.flatMap(({ breed }) => (breed ? [breed.trim()] : [])),
    plain,
  )
  return [...written]
    .map(([value, [label = '']]) => ({ value, label, name: label }))
    .sort(byName)
    .map(({ value, label }) => ({ value, label }))
})

function fits(horse: KnownHorse, { filter, yardId, ownerId, breed }: HorseQuery, today: Day): boolean {
  if (yardId && horse.yardId !== yardId) return false
  if (ownerId && horse.clientId !== ownerId) return false
  if (breed && plain(horse.breed ?? '') !== breed) return false
  if (filter === 'overdue' || filter === 'due-soon') return horse.status === filter
  return isGone(horse, today) === (filter === 'gone')
}

const plain = (breed: string) => breed.trim().toLowerCase()

const fields = (horse: KnownHorse) => [
  horse.name,
  horse.client?.name,
  horse.client?.businessName,
  horse.yardName,
  horse.breed,
  horse.microchip,
  horse.ueln,
]
const searchOf = memoLast((horses: readonly KnownHorse[]) => makeSearch(horses, fields))

/** Every list comes by name. Horses that have nothing to be ordered by stay last both ways. */
function inOrder(horses: readonly KnownHorse[], { by, isDescending }: HorseOrder): readonly KnownHorse[] {
  const key = KEYS[by](horses)
  const keyed = horses.map((horse) => ({ horse, key: key(horse) }))
  const way = isDescending ? -1 : 1
  const known = keyed.filter((each) => each.key !== null)
  known.sort((a, b) => (a.key === b.key ? 0 : (a.key ?? '') < (b.key ?? '') ? -way : way))
  return [...known, ...keyed.filter((each) => each.key === null)].map((each) => each.horse)
}

type Key = (horse: KnownHorse) => string | null
/** Sort keys for each column. Names are turned into keys once each, not once per comparison. */
const KEYS: Record<SortColumn, (horses: readonly KnownHorse[]) => Key> = {
  horse: (horses) => ranked(horses, (horse) => horse.name),
  owner: (horses) => ranked(horses, (horse) => horse.client?.name ?? null),
  last: () => (horse) => horse.lastService,
  due: () => dueOf,
  status: () => (horse) => (horse.status === 'none' ? null : `${URGENCY.indexOf(horse.status)} ${dueOf(horse)}`),
}
const URGENCY = ['overdue', 'due-soon', 'current']

const dueOf: Key = (horse) => (horse.status === 'none' ? null : horse.nextDue)

function ranked(horses: readonly KnownHorse[], nameOf: Key): Key {
  const names = [...new Set(horses.flatMap((horse) => nameOf(horse) ?? []))].map((name) => ({ name })).sort(byName)
  const ranks = new Map(names.map(({ name }, at) => [name, String(at).padStart(6, '0')]))
  return (horse) => ranks.get(nameOf(horse) ?? '') ?? null
}
