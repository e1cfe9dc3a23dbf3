import type { CastHorseRow } from '#db/cast.ts'
import { minutesOn } from '#db/cast-calendar.ts'
import type { Group } from '#db/cast-groups.ts'
import { minutesOfWork } from '#features/visits/appointments/rules.ts'
import { addDays, type Day, daysBetween } from '#lib/dates.ts'
import { distanceKm } from '#lib/distance.ts'

/** Why a stop is made. */
export type Kind = 'routine' | 'lost-shoe' | 'check' | 'emergency' | 'forge' | 'school'

/** A stop without its times. */
export type Entry = {
  key: string
  day: Day
  groups: readonly Group[]
  kind: Kind
  state: 'booked' | 'done' | 'no_show'
  /** The one horse of a stop between routine visits; else all of the groups. */
  horse?: CastHorseRow
  /** Its place in the round, where that is set. */
  place?: number
}

/** The day that is wanted, and between which days it may be. */
type Wish = { target: Day; from: Day; to: Day }

/** The drive to a stop, and the talk there. */
const AROUND_MINUTES = 18
const MOST_AT_A_STOP = 3
const MOST_STOPS = 7
const LEAST_ROOM_MINUTES = 110
/** How much a day counts against a visit: each day off the intended one, a full day, 10 km to the nearest other stop, a place on its own,
 * and a stop that another horse has too. */
const COST = { perDay: 0.3, full: 1.9, per10Km: 0.7, alone: 0.5, joined: 1.7 }

/** The stops of all days while the plan is made: what has room where. */
export class Diary {
  readonly today: Day
  readonly byDay = new Map<Day, Entry[]>()
  readonly #minutes = new Map<Day, number>()
  readonly #daysOf = new Map<Group, Day[]>()
  readonly #between = new Map<Group, Day[]>()
  readonly #roomOn = new Map<Day, number>()

  constructor(today: Day) {
    this.today = today
  }

  add(entry: Entry) {
    const there = this.byDay.get(entry.day) ?? []
    const same = there.find((one) => isJoined(one, entry))
    this.byDay.set(entry.day, same ? there.map((one) => (one === same ? joined(one, entry) : one)) : [...there, entry])
    this.#minutes.set(entry.day, (this.#minutes.get(entry.day) ?? 0) + minutesOf(entry))
    if (entry.state === 'no_show') return
    const days = entry.kind === 'routine' ? this.#daysOf : this.#between
    for (const group of entry.groups) days.set(group, [...(days.get(group) ?? []), entry.day].sort())
  }

  /** The days of a group's routine visits, in order. */
  daysOf = (group: Group): readonly Day[] => this.#daysOf.get(group) ?? []

  /** The days of its stops between them. */
  between = (group: Group): readonly Day[] => this.#between.get(group) ?? []

  isDoneOn = (group: Group, day: Day): boolean =>
    (this.byDay.get(day) ?? []).some((entry) => entry.groups.includes(group) && entry.state === 'done')

  /** Minutes still free on a day that is worked; the demo day takes nothing more. */
  room(day: Day): number {
    if (day === this.today) return 0
    const known = this.#roomOn.get(day) ?? minutesOn(day, this.today)
    this.#roomOn.set(day, known)
    if (known === 0 || this.#stops(day) >= MOST_STOPS) return 0
    return known - (this.#minutes.get(day) ?? 0)
  }

  /** The best day for a group's routine between two days: near the intended one, with room, and with others nearby. Undefined: all are full. */
  roomyDay(group: Group, { target, from, to }: Wish): Day | undefined {
    const minutes = minutesOfGroup(group)
    let best: { day: Day; cost: number } | undefined
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const room = this.room(day)
      if (room < minutes || !this.#takes(group, day)) continue
      const whole = this.#roomOn.get(day) ?? 1
      const stops = this.#stops(day)
      const cost =
        COST.full * ((whole - room) / whole + stops / MOST_STOPS) +
        COST.perDay * Math.abs(daysBetween(target, day)) +
        this.#apart(group, day)
      if (!best || cost < best.cost) best = { day, cost }
    }
    return best?.day
  }

  /** The same, and where all are full the worked day with the fewest stops. */
  dayFor(group: Group, wish: Wish): Day {
    const roomy = this.roomyDay(group, wish)
    if (roomy) return roomy
    const days = Array.from({ length: daysBetween(wish.from, wish.to) + 1 }, (_, at) => addDays(wish.from, at))
    const worked = days.filter((one) => one !== this.today && minutesOn(one, this.today) > 0 && this.#takes(group, one))
    const [fewest = wish.target] = worked.toSorted((a, b) => this.#stops(a) - this.#stops(b))
    return fewest
  }

  /** The same, and where all are full a day before them that has room: no rule fixes how long ago it was. */
  dayBy(group: Group, wish: Wish): Day {
    const roomy = this.roomyDay(group, wish)
    if (roomy) return roomy
    const isFit = (day: Day) => this.room(day) >= LEAST_ROOM_MINUTES && this.#takes(group, day)
    let day = addDays(wish.from, -1)
    while (!isFit(day)) day = addDays(day, -1)
    return day
  }

  /** Whether a day has a stop at the same place: no one drives to a yard twice in a day. */
  isThere = (group: Group, day: Day): boolean =>
    (this.byDay.get(day) ?? []).some((entry) => entry.groups.some((one) => samePlace(one, group)))

  /** Another horse at a place joins the stop that is there, unless it is something else than a routine one, or has enough. */
  #takes(group: Group, day: Day): boolean {
    const there = (this.byDay.get(day) ?? []).find((entry) => entry.groups.some((one) => samePlace(one, group)))
    return (
      !there || (there.kind === 'routine' && there.state !== 'no_show' && horsesOf(there).length + group.horses.length <= MOST_AT_A_STOP)
    )
  }

  /** Kilometres to the nearest stop of a day; undefined: unknown, or none. */
  nearest(group: Group, day: Day): number | undefined {
    let least: number | undefined
    for (const entry of this.byDay.get(day) ?? []) {
      for (const other of entry.groups) {
        const km = kmBetween(group, other)
        if (km !== undefined && (least === undefined || km < least)) least = km
      }
    }
    return least
  }

  #apart(group: Group, day: Day): number {
    if (this.isThere(group, day)) return COST.joined
    const km = this.nearest(group, day)
    return km === undefined ? COST.alone : Math.min(1.6, (COST.per10Km * km) / 10)
  }

  #stops = (day: Day) => this.byDay.get(day)?.length ?? 0
}

/** Whether two routine stops of a day are one. */
const isJoined = (one: Entry, other: Entry) =>
  one.kind === 'routine' &&
  other.kind === 'routine' &&
  one.state === other.state &&
  one.groups.some((a) => other.groups.some((b) => samePlace(a, b)))

const joined = (one: Entry, other: Entry): Entry => ({ ...one, groups: [...one.groups, ...other.groups] })

const kms = new Map<Group, Map<Group, number | undefined>>()

function kmBetween(a: Group, b: Group): number | undefined {
  const known = kms.get(a) ?? new Map<Group, number | undefined>()
  kms.set(a, known)
  if (!known.has(b)) known.set(b, a.place && b.place ? distanceKm(a.place, b.place) : undefined)
  return known.get(b)
}

const samePlace = (a: Group, b: Group) => (a.yard ? a.yard === b.yard : a.horses[0]?.clientKey === b.horses[0]?.clientKey)

/** The horses of a stop. */
export const horsesOf = ({ horse, groups }: Pick<Entry, 'horse' | 'groups'>): readonly CastHorseRow[] =>
  horse ? [horse] : groups.flatMap((group) => group.horses)

const minutesOfGroup = ({ horses }: Pick<Group, 'horses'>) => horses.reduce((sum, horse) => sum + minutesOfWork(horse.work), AROUND_MINUTES)

const SHORT_MINUTES = 25
const minutesOf = (entry: Entry) =>
  entry.groups.length === 0 ? 0 : entry.kind === 'routine' ? minutesOfGroup({ horses: horsesOf(entry) }) : SHORT_MINUTES + AROUND_MINUTES
