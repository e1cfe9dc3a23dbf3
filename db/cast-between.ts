import { CAST_BAD_PAYER, type CastHorseRow } from '#db/cast.ts'
import { isWinter, lastThursday, minutesOn } from '#db/cast-calendar.ts'
import type { Diary, Kind } from '#db/cast-diary.ts'
import { type Group, groups, WEEK_OVER } from '#db/cast-groups.ts'
import { pick } from '#db/cast-random.ts'
import { addDays, type Day, daysBetween } from '#lib/dates.ts'

/** Feet are left alone this long after and before their routine. */
const DAYS_APART = 7
/** And two of them lie this far apart. */
const DAYS_TO_ANOTHER = 50
/** A stop between takes a half hour with its drive. */
const ROOM_MINUTES = 45
/** The lost shoes of ten days: more in the wet. */
const LOST_IN_TEN = { winter: 7, summer: 5 }
/** One routine visit in so many was a no-show, and the farrier came again a week later. */
const NO_SHOW_EVERY = 70
/** Only where there is time to come again without going over the longest wait. */
const NO_SHOW_DAYS = [7, 8, 9]
const WAIT_FOR_NO_SHOW = 37

/** What comes between routine visits: at most one lost shoe a day, checks, no-shows, and one emergency. */
export function addBetween(diary: Diary) {
  const days = [...diary.byDay.keys()].filter((day) => day <= addDays(diary.today, 1) && day !== diary.today).sort()
  addEmergency(diary)
  for (const day of days) {
    const lost = isWinter(day) ? LOST_IN_TEN.winter : LOST_IN_TEN.summer
    const isLost = day > diary.today || Number(pick(`lost ${day}`, TEN)) < lost
    if (isLost) addBetweenOn(diary, day, 'lost-shoe')
    if (day < diary.today && pick(`check ${day}`, TEN) < 5) addBetweenOn(diary, day, 'check')
  }
  addNoShows(diary)
}

const TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

function addBetweenOn(diary: Diary, day: Day, kind: Kind) {
  const entries = diary.byDay.get(day) ?? []
  if (diary.room(day) < ROOM_MINUTES || entries.some((entry) => entry.kind === kind || entry.kind === 'emergency')) return
  const found = candidates(diary, day, kind)
  const [group, horse] =
    found.toSorted((a, b) => (diary.nearest(a[0], day) ?? 30) - (diary.nearest(b[0], day) ?? 30))[pickPlace(day, kind)] ?? []
  if (group && horse)
    diary.add({ key: `${kind} ${horse.id}`, day, groups: [group], horse, kind, state: day < diary.today ? 'done' : 'booked' })
}

/** One of the three nearest. */
const pickPlace = (day: Day, kind: Kind) => pick(`near ${day} ${kind}`, [0, 1, 2])

/** Horses between two routine visits, at places that day has no stop at. */
function candidates(diary: Diary, day: Day, kind: Kind): [Group, CastHorseRow][] {
  return groups.flatMap((group) => {
    if (!isBetween(diary, group, day) || diary.isThere(group, day)) return []
    return group.horses.flatMap((horse) => (isFit(horse, day, kind, diary.today) ? [[group, horse] as [Group, CastHorseRow]] : []))
  })
}

function isBetween(diary: Diary, group: Group, day: Day): boolean {
  if (group.horses[0]?.clientKey === CAST_BAD_PAYER) return false
  const seen = diary.daysOf(group)
  const last = seen.findLast((one) => one <= day)
  const next = seen.find((one) => one > day)
  if (!last || daysBetween(last, day) < DAYS_APART || daysBetween(last, day) > 40) return false
  if (next && daysBetween(day, next) < DAYS_APART) return false
  return !diary.between(group).some((one) => Math.abs(daysBetween(one, day)) < DAYS_TO_ANOTHER)
}

const isFit = (horse: CastHorseRow, day: Day, kind: Kind, today: Day): boolean =>
  !horse.isPaused && !(horse.gone && day > addDays(today, -45)) && horse.name !== WEEK_OVER && (kind === 'check' || horse.work !== 'Trim')

/** An evening call-out of last week. */
function addEmergency(diary: Diary) {
  const day = [0, -1, -2, -7, -8, -9].map((by) => addDays(lastThursday(diary.today), by)).find((one) => minutesOn(one, diary.today) > 0)
  if (!day) return
  const [group, horse] = candidates(diary, day, 'lost-shoe').find(([{ place }]) => place !== null) ?? []
  if (group && horse) diary.add({ key: 'emergency', day, groups: [group], horse, kind: 'emergency', state: 'done' })
}

function addNoShows(diary: Diary) {
  let count = 0
  for (const group of groups) {
    const seen = diary.daysOf(group).filter((day) => day < diary.today)
    for (const [index, day] of seen.entries()) {
      const last = seen[index - 1]
      if (!last || group.horses.length > 1 || daysBetween(last, day) < WAIT_FOR_NO_SHOW) continue
      count += 1
      if (count % NO_SHOW_EVERY === 20) addNoShow(diary, group, day)
    }
  }
}

function addNoShow(diary: Diary, group: Group, day: Day) {
  const missed = NO_SHOW_DAYS.map((by) => addDays(day, -by)).find((one) => diary.room(one) > 0 && !diary.isThere(group, one))
  if (missed) diary.add({ key: `missed ${group.key}`, day: missed, groups: [group], kind: 'routine', state: 'no_show' })
}
