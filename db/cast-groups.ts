import { type CastHorseRow, castHorse, castHorses } from '#db/cast.ts'
import type { CastClientKey } from '#db/cast-people.ts'
import { CAST_HOMES } from '#db/cast-places.ts'
import { pick } from '#db/cast-random.ts'
import { CAST_YARDS, type CastYardKey } from '#db/cast-yards.ts'
import type { LatLng } from '#lib/position.ts'

/** Horses that are seen together, every so many weeks. */
export type Group = {
  key: string
  horses: readonly CastHorseRow[]
  yard: CastYardKey | null
  place: LatLng | null
  weeks: number
  /** How much later than due these people usually book. */
  lateDays: number
}

/** The round of the demo day: who is seen at each of its six stops. */
export const SCENE: readonly (readonly (readonly string[])[])[] = [
  [['Duchess', 'Captain']],
  [['The Colonel']],
  [['Merlin'], ["D'Artagnan", 'Meg']],
  [['Rufus', 'Mulberry']],
  [['Nutmeg']],
  [['Gingersnap']],
]
/** The stop that is next at 10:40, and those before it, which are done. */
export const STOPS_DONE = 2
/** The horse that is a week over, and kicks. */
export const WEEK_OVER = 'Merlin'

/** How many horses are always seen together, where there are more; at a yard each goes by its own cycle, and some meet. */
const AT_HOME = [2, 1, 1]
const AT_A_YARD = [1]

/** All horses, each in one group. */
export const groups: readonly Group[] = groupsOf()

/** The groups of a stop of the demo day. */
export const groupsOfStop = (stop: number): Group[] =>
  (SCENE[stop] ?? []).flatMap((names) => groups.filter((group) => group.horses[0]?.name === names[0]))

function groupsOf(): Group[] {
  const named = SCENE.flat().map((names) => groupOf(names.map(castHorse)))
  const rest = castHorses.filter((horse) => !named.some((group) => group.horses.includes(horse)))
  const alone = rest.filter((horse) => horse.gone || horse.isPaused).map((horse) => groupOf([horse]))
  const others = rest.filter((horse) => !horse.gone && !horse.isPaused)
  const places = Map.groupBy(others, (horse) => horse.yard ?? horse.clientKey)
  return [...named, ...alone, ...[...places.values()].flatMap((there) => chunked(byTurns(there)).map(groupOf))]
}

function groupOf(horses: readonly CastHorseRow[]): Group {
  const [first] = horses
  if (!first) throw new Error('a group without a horse')
  const isScene = SCENE.flat(2).includes(first.name)
  const isShod = horses.some((horse) => horse.work !== 'Trim')
  return {
    key: `${first.clientKey} ${first.name}`,
    horses,
    yard: first.yard,
    place: placeOf(first.yard, first.clientKey),
    weeks: isScene ? 6 : pick(`weeks ${first.id}`, isShod ? [5, 5, 6, 4, 5] : [6, 5, 6, 7, 6, 5, 8]),
    lateDays: isScene ? 0 : pick(`late ${first.id}`, [0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 12]),
  }
}

function placeOf(yard: CastYardKey | null, client: CastClientKey): LatLng | null {
  return yard ? CAST_YARDS[yard] : (CAST_HOMES[client] ?? null)
}

/** Each owner's first horse, then each one's second, and so on: a stop at a yard covers several of them. */
function byTurns(horses: readonly CastHorseRow[]): CastHorseRow[] {
  const turnOf = (horse: CastHorseRow) => horses.filter((other) => other.clientId === horse.clientId).indexOf(horse)
  return [...horses].sort((a, b) => turnOf(a) - turnOf(b))
}

function chunked(horses: readonly CastHorseRow[]): CastHorseRow[][] {
  const sizes = horses[0]?.yard ? AT_A_YARD : AT_HOME
  const found: CastHorseRow[][] = []
  for (let from = 0, at = 0; from < horses.length; at += 1) {
    const size = sizes[at % sizes.length] ?? 1
    found.push(horses.slice(from, from + size))
    from += size
  }
  return found
}
