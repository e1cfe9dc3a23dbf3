import type { KnownHorse } from '#features/records/horses/web/data.ts'
import type { HorseOrder } from '#features/records/horses/web/horse-list.ts'
import { initialOf } from '#lib/collate.ts'
import { type Day, daysBetween, mondayOf, monthAndYear } from '#lib/dates.ts'

type Listed = Pick<KnownHorse, 'name' | 'client' | 'nextDue' | 'lastService' | 'status'>

/** The heading of a horse in a list of this order: a letter, a week or month, a status. */
export function headingOf(horse: Listed, { by }: Pick<HorseOrder, 'by'>, today: Day): string {
  switch (by) {
    case 'horse':
      return initialOf(horse.name)
    case 'owner':
      return horse.client ? initialOf(horse.client.name) : 'No owner'
    case 'status':
      return STATUS[horse.status]
    case 'last':
      return horse.lastService ? monthAndYear(horse.lastService) : 'Not done yet'
    case 'due':
      return horse.nextDue && horse.status !== 'none' ? dueHeading(horse.nextDue, today) : 'No date'
  }
}

const STATUS = { overdue: 'Overdue', 'due-soon': 'Due soon', current: 'Current', none: 'No date' } satisfies Record<
  Listed['status'],
  string
>

function dueHeading(due: Day, today: Day): string {
  if (due < today) return 'Overdue'
  const weeks = Math.floor(daysBetween(mondayOf(today), due) / 7)
  return ['This week', 'Next week'][weeks] ?? monthAndYear(due)
}
