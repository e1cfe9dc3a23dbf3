import type { CastHorseRow } from '#db/cast.ts'
import { type Diary, type Entry, horsesOf, type Kind } from '#db/cast-diary.ts'
import { BASE } from '#db/cast-places.ts'
import { castWork } from '#db/cast-work.ts'
import type { CastYardKey } from '#db/cast-yards.ts'
import { minutesOfWork } from '#features/visits/appointments/rules.ts'
import { clockOf, type Day, type WallTime, weekdayOf } from '#lib/dates.ts'
import { distanceKm, drivingMinutes, roadKm } from '#lib/distance.ts'
import { uuidOf } from '#lib/ids.ts'
import type { LatLng } from '#lib/position.ts'

/** A stop of the plan. */
export type Stop = {
  id: string
  day: Day
  kind: Kind
  state: Entry['state']
  yard: CastYardKey | null
  horses: readonly { horse: CastHorseRow; work: string }[]
  isCallOnly: boolean
  period: 'AM' | 'PM'
  /** Place within its half of the day. */
  number: number
  start: WallTime
  end: WallTime
}

const MORNING = 8 * 60
const SATURDAY_MORNING = 9 * 60
const NOON = 12 * 60
const SATURDAY = 6
/** Between two stops whose places are not both known. */
const SOME_DRIVE_MINUTES = 12
const SHORT_MINUTES = 25
const SET_TIMES: Partial<Record<Kind, { start: WallTime; end: WallTime }>> = {
  emergency: { start: '19:15', end: '20:00' },
  forge: { start: '08:30', end: '16:00' },
  school: { start: '09:00', end: '16:30' },
}
/** The round of the demo day, by hand: two are done at 10:40, and the third is driven to. */
const SCENE_TIMES: readonly [WallTime, WallTime, boolean][] = [
  ['08:00', '09:00', false],
  ['09:20', '10:10', true],
  ['10:45', '13:30', true],
  ['13:45', '15:00', false],
  ['15:05', '15:50', true],
  ['16:00', '16:30', true],
]

/** All stops in the order of the days and rounds, each with its time or number and each horse's work. */
export function timed(diary: Diary): Stop[] {
  const workOf = castWork(diary)
  return [...diary.byDay.keys()].sort().flatMap((day) => {
    const entries = diary.byDay.get(day) ?? []
    const order = day === diary.today ? entries.toSorted((a, b) => (a.place ?? 9) - (b.place ?? 9)) : driven(entries)
    return numbered(day === diary.today ? order.map(sceneTimes) : dayTimes(order, day)).map(({ entry, ...when }) => ({
      ...when,
      id: uuidOf('cast', 'visit', entry.key, day),
      day,
      kind: entry.kind,
      state: entry.state,
      yard: entry.groups[0]?.yard ?? null,
      horses: horsesOf(entry).map((horse) => ({ horse, work: workOf(entry, horse) })),
    }))
  })
}

type Timed = { entry: Entry; isCallOnly: boolean; start: WallTime; end: WallTime }

const sceneTimes = (entry: Entry, index: number): Timed => {
  const [start, end, isCallOnly] = SCENE_TIMES[index] ?? ['16:30', '17:00', true]
  return { entry, start, end, isCallOnly }
}

/** From the base always to the nearest next; what is known of no place comes last. The emergency is after hours, the forge day is no stop. */
function driven(entries: readonly Entry[]): Entry[] {
  const left = entries.filter(({ kind }) => !LAST.includes(kind))
  const order: Entry[] = []
  let at: LatLng = BASE
  while (left.length > 0) {
    const next = left.toSorted((a, b) => km(at, a) - km(at, b))[0] as Entry
    left.splice(left.indexOf(next), 1)
    order.push(next)
    at = next.groups[0]?.place ?? at
  }
  return [...order, ...entries.filter(({ kind }) => LAST.includes(kind))]
}

const LAST: readonly Kind[] = ['emergency', 'forge', 'school']
const km = (from: LatLng, { groups: [group] }: Entry) => (group?.place ? distanceKm(from, group.place) : 40)

/** One after the other, each when the van can be there; every third or so has a time, the others are stops of the morning or afternoon. */
function dayTimes(order: readonly Entry[], day: Day): Timed[] {
  let clock = weekdayOf(day) === SATURDAY ? SATURDAY_MORNING : MORNING
  let at: LatLng | null = null
  return order.map((entry, index) => {
    const set = SET_TIMES[entry.kind]
    if (set) return { entry, isCallOnly: false, ...set }
    const place = entry.groups[0]?.place ?? null
    if (index > 0) clock += at && place ? drivingMinutes(roadKm(at, place)) : SOME_DRIVE_MINUTES
    clock = Math.ceil(clock / 5) * 5
    at = place
    const start = clockOf(clock)
    clock += minutesOf(entry)
    return { entry, isCallOnly: entry.kind !== 'routine' || index % 3 !== 0, start, end: clockOf(clock) }
  })
}

/** Minutes at a stop, a little less than the usual for each horse where several stand in a row. */
function minutesOf(entry: Entry): number {
  if (entry.kind !== 'routine') return SHORT_MINUTES
  const horses = horsesOf(entry)
  const minutes = horses.reduce((sum, horse) => sum + minutesOfWork(horse.work), 0)
  return Math.round((minutes * (horses.length > 2 ? 0.9 : 1)) / 5) * 5
}

function numbered(stops: readonly Timed[]) {
  const counts = { AM: 0, PM: 0 }
  return stops.map((stop) => {
    const period = stop.start < clockOf(NOON) ? ('AM' as const) : ('PM' as const)
    counts[period] += 1
    return { ...stop, period, number: counts[period] }
  })
}
