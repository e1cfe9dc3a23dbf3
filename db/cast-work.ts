import type { CastHorseRow } from '#db/cast.ts'
import { isWinter } from '#db/cast-calendar.ts'
import type { Diary, Entry } from '#db/cast-diary.ts'
import { groups } from '#db/cast-groups.ts'
import { pick } from '#db/cast-random.ts'
import { addDays, type Day } from '#lib/dates.ts'

/** What a horse gets visit by visit, the coming one first: a set is refitted once or twice, then it is worn. */
const TURNS: readonly (readonly ('new' | 'refit')[])[] = [
  ['new', 'refit'],
  ['refit', 'new'],
  ['refit', 'refit', 'new'],
  ['new', 'refit', 'refit'],
]
/** The horses of the demo day's next stop get the same as last time; and one that is shod all year. */
const SET_TURNS: Readonly<Record<string, readonly ('new' | 'refit')[]>> = {
  Merlin: ['new', 'new', 'refit'],
  "D'Artagnan": ['refit', 'refit', 'new'],
  'The Colonel': ['refit', 'new'],
}
const KINDS = {
  fronts: { new: 'Front shoes new', refit: 'Front refit' },
  all: { new: 'Full set new', refit: 'Full set refit' },
} as const

/** The work of a horse on a stop, by how many of its visits come after. */
export function castWork(diary: Diary): (entry: Entry, horse: CastHorseRow) => string {
  const placeOf = new Map(groups.flatMap((group) => group.horses.map((horse) => [horse, diary.daysOf(group)] as const)))
  return (entry, horse) => {
    if (entry.kind === 'lost-shoe' || entry.kind === 'emergency') return 'Lost shoe refit'
    if (entry.kind === 'check') return pick(`check ${horse.id} ${entry.day}`, ['Check', 'Tidy up', 'Check'])
    const days = placeOf.get(horse) ?? []
    const ahead = visitsAhead(days, entry.day, diary.today)
    return routineOf(horse, entry.day, { ahead, isNewNext: days.at(-1) === addDays(diary.today, 1) })
  }
}

/** 0: the coming visit, 1: the last one, and so on; also where the coming one isn't booked. */
function visitsAhead(days: readonly Day[], day: Day, today: Day): number {
  const later = days.filter((one) => one > day).length
  const isComingKnown = (days.at(-1) ?? '') >= today
  return later + (isComingKnown || day >= today ? 0 : 1)
}

type Turn = { ahead: number; isNewNext: boolean }

function routineOf(horse: CastHorseRow, day: Day, { ahead, isNewNext }: Turn): string {
  if (horse.work === 'Trim' || (isBarefootIn(horse, day) && !isNewNext)) return 'Trim'
  const turns = SET_TURNS[horse.name] ?? pick(`turns ${horse.id}`, TURNS)
  // Tomorrow's van is loaded with new shoes.
  const from = isNewNext ? turns.indexOf('new') : 0
  return KINDS[horse.work.startsWith('Full') ? 'all' : 'fronts'][turns[(ahead + from) % turns.length] ?? 'refit']
}

/** Some that wear only fronts go without in winter. */
const isBarefootIn = (horse: CastHorseRow, day: Day) =>
  horse.work.startsWith('Front') && !SET_TURNS[horse.name] && isWinter(day) && pick(`winter ${horse.id}`, [1, 2, 3]) === 1
