import { type CastHorseRow, castHorses } from '#db/cast.ts'
import { pick, shuffled } from '#db/cast-random.ts'
import type { CastYardKey } from '#db/cast-yards.ts'
import { addDays, type Day, daysBetween, mondayOf, type WallTime } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'

/**
 * The diary the demo practice's farrier would have in any week, computed from the week alone: the same on every machine, at every start.
 * Horses that are seen together make a group. Each group has its own cycle of 5 to 8 weeks; in a week of its turn it gets the routine
 * work; in other weeks a horse may have lost a shoe or need a look at a foot. Some groups are habitually rebooked late, so that at any time
 * some horses are overdue.
 */

type Group = {
  key: string
  horses: CastHorseRow[]
  yard: CastYardKey | null
  cycleWeeks: number
  /** Weeks from one routine visit to the next; longer than the horses' cycle for people who rebook late. */
  everyWeeks: number
  /** The week of the cycle in which it has its turn. */
  phase: number
}

export type Stop = {
  /** The visit's id; the same each time the plan is made. */
  id: string
  day: Day
  group: Group | null
  title: string | null
  isRoutine: boolean
  /** Booked weeks ahead; the others ring in the week itself. */
  isBookedAhead: boolean
  isCallOnly: boolean
  period: 'AM' | 'PM'
  /** Place within its half of the day. */
  number: number
  start: WallTime
  end: WallTime
}

const FIRST_MONDAY = '2024-01-01'
const DAY_STARTS = 8 * 60
const NOON = 12 * 60
const DRIVE_MINUTES = 15
const ROUTINE_MINUTES: Record<string, number> = {
  Trim: 25,
  'Front refit': 40,
  'Front shoes new': 45,
  'Full set refit': 60,
  'Full set new': 70,
}
const SHORT_MINUTES = 20

const groups: readonly Group[] = spread([...homeGroups(), ...yardGroups()])

/** A group's intended days from one routine visit to the next. */
export const cycleDaysOf = (horse: CastHorseRow): number | null =>
  horse.hasCycle === false ? null : (groups.find((group) => group.horses.includes(horse))?.cycleWeeks ?? 6) * 7

/** Every stop of the week that begins on `monday`, day by day in the order of the round: five to seven a day, weekends too. */
export function planOfWeek(monday: Day): Stop[] {
  const byDay = new Map<Day, Group[]>()
  for (const [index, group] of dealtGroups(monday).entries()) {
    const day = addDays(monday, index % 7)
    byDay.set(day, [...(byDay.get(day) ?? []), group])
  }
  const visits = [...byDay].flatMap(([day, ofDay]) => timed(day, shuffled(`order ${day}`, ofDay), monday))
  return [...visits, forgeEvening(monday)]
}

/**
 * A group's week: its turn; so close to its turn, or so late, that no one comes for less; or a week in which a horse may
 * have lost a shoe.
 */
function weekOf(group: Group, monday: Day): 'turn' | 'waiting' | 'between' {
  const week = daysBetween(FIRST_MONDAY, monday) / 7
  const weeksSince = (((week - group.phase) % group.everyWeeks) + group.everyWeeks) % group.everyWeeks
  if (weeksSince === 0) return 'turn'
  return weeksSince >= group.cycleWeeks - 1 ? 'waiting' : 'between'
}

// Yards of several owners first and homes last, so that every day gets some of each.
function dealtGroups(monday: Day): Group[] {
  const due = groups.filter((group) => weekOf(group, monday) !== 'waiting')
  return shuffled(`week ${monday}`, due).sort((a, b) => rankOf(a) - rankOf(b))
}

const rankOf = ({ yard, horses }: Group) => (!yard ? 2 : new Set(horses.map((horse) => horse.clientId)).size > 1 ? 0 : 1)

function timed(day: Day, ofDay: Group[], monday: Day): Stop[] {
  let clock = DAY_STARTS
  const counts = { AM: 0, PM: 0 }
  return ofDay.map((group, index) => {
    const isRoutine = weekOf(group, monday) === 'turn'
    const minutes = minutesFor(group, isRoutine)
    const period = clock < NOON ? 'AM' : 'PM'
    counts[period] += 1
    const stop: Stop = {
      id: uuidOf('cast', 'visit', group.key, monday),
      day,
      group,
      title: null,
      isRoutine,
      isBookedAhead: isRoutine || index === 0 || pick(`ahead ${group.key} ${monday}`, [true, false, false]),
      isCallOnly: index % 4 === 2 || index % 4 === 1,
      period,
      number: counts[period],
      start: wallTime(clock),
      end: wallTime(clock + minutes),
    }
    clock = Math.ceil((clock + minutes + DRIVE_MINUTES) / 15) * 15
    return stop
  })
}

/** An entry of the farrier's own, without a client. */
const forgeEvening = (monday: Day): Stop => ({
  id: uuidOf('cast', 'visit', 'forge', monday),
  day: addDays(monday, 2),
  group: null,
  title: 'Forge: make bar shoes for the week',
  isRoutine: false,
  isBookedAhead: true,
  isCallOnly: false,
  period: 'PM',
  number: 9,
  start: '18:30',
  end: '20:00',
})

const minutesFor = (group: Group, isRoutine: boolean) =>
  group.horses.reduce((sum, horse) => sum + (isRoutine ? (ROUTINE_MINUTES[horse.work] ?? 30) : SHORT_MINUTES), 0)

const wallTime = (minutes: number): WallTime =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** A horse's work on a stop. */
export const workOn = (stop: Stop, horse: CastHorseRow): string =>
  stop.isRoutine ? horse.work : pick(`short ${stop.id} ${horse.id}`, ['Lost shoe refit', 'Check', 'Tidy up'])

function homeGroups(): Group[] {
  const owners = Object.groupBy(
    castHorses.filter((horse) => !horse.yard),
    (horse) => horse.clientKey,
  )
  return Object.entries(owners).flatMap(([key, horses]) => grouped(key, horses ?? [], null, [2]))
}

// Dealt owner by owner, so that a stop at a yard covers several of them.
function yardGroups(): Group[] {
  const yards = Object.groupBy(
    castHorses.filter((horse) => horse.yard),
    (horse) => horse.yard ?? '',
  )
  return Object.entries(yards).flatMap(([key, horses]) => grouped(key, byTurns(horses ?? []), key as CastYardKey, [2, 3, 2]))
}

/** Each owner's first horse, then each one's second, and so on. */
function byTurns(horses: readonly CastHorseRow[]): CastHorseRow[] {
  const turnOf = (horse: CastHorseRow) => horses.filter((other) => other.clientId === horse.clientId).indexOf(horse)
  return [...horses].sort((a, b) => turnOf(a) - turnOf(b))
}

function grouped(key: string, horses: CastHorseRow[], yard: CastYardKey | null, sizes: readonly number[]): Group[] {
  const found: Group[] = []
  for (let from = 0, at = 0; from < horses.length; at += 1) {
    const size = sizes[at % sizes.length] ?? 1
    const cycleWeeks = pick(`cycle ${key} ${at}`, [5, 6, 6, 6, 7, 8])
    const everyWeeks = cycleWeeks + pick(`late ${key} ${at}`, [0, 0, 0, 3])
    found.push({ key: `${key} ${at}`, horses: horses.slice(from, from + size), yard, cycleWeeks, everyWeeks, phase: 0 })
    from += size
  }
  return found
}

// Turns are spread over all weeks, so that each has its share of routine.
function spread(found: readonly Group[]): Group[] {
  return found.map((group) => {
    const alike = found.filter((other) => other.everyWeeks === group.everyWeeks)
    return { ...group, phase: alike.indexOf(group) % group.everyWeeks }
  })
}

/** How many weeks ahead the diary is kept full. */
const WEEKS_AHEAD = 3

/** The diary as of `today`, from a given day on: past routine, all of this week, and visits booked ahead. */
export const wantedStops = (from: Day, today: Day): Stop[] =>
  mondaysBetween(from, addDays(today, WEEKS_AHEAD * 7)).flatMap((monday) =>
    planOfWeek(monday).filter((stop) => isWanted(stop, monday, today)),
  )

function isWanted(stop: Stop, monday: Day, today: Day): boolean {
  const isThisWeek = addDays(monday, 7) > today && monday <= today
  // On a Sunday, tomorrow is in next week, and an empty Monday would look wrong.
  if (isThisWeek || stop.day === addDays(today, 1)) return true
  return stop.day < today ? stop.isRoutine : stop.isBookedAhead
}

/** Mondays from that of the first day to that of the last. */
export function mondaysBetween(from: Day, to: Day): Day[] {
  const weeks = Math.floor(daysBetween(mondayOf(from), mondayOf(to)) / 7)
  return Array.from({ length: weeks + 1 }, (_, week) => addDays(mondayOf(from), week * 7))
}
