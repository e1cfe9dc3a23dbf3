import { CAST_BAD_PAYER, type CastHorseRow } from '#db/cast.ts'
import { addBetween } from '#db/cast-between.ts'
import { minutesOn, otherWorkOn, waitIn } from '#db/cast-calendar.ts'
import { Diary } from '#db/cast-diary.ts'
import { type Group, groups, groupsOfStop, SCENE, STOPS_DONE, WEEK_OVER } from '#db/cast-groups.ts'
import { pick, shuffled } from '#db/cast-random.ts'
import { type Stop, timed } from '#db/cast-times.ts'
import { addDays, type Day, daysBetween, weekdayOf } from '#lib/dates.ts'

/**
 * The diary of the demo practice as it is at 10:40 of its demo day, computed from that day alone (decision 053): the same on every machine.
 * The day's round is set (`SCENE`). From it each group's visits follow backwards for two years, by its own cycle, each on a day that has
 * room for it and others near; then the coming visit, where it was booked. What comes between is added last.
 */
export type Plan = {
  today: Day
  stops: readonly Stop[]
  /** Each horse's intended days from one routine visit to the next. */
  cycles: ReadonlyMap<string, number>
}

/** How far the diary goes back. */
const DAYS_BACK = 730
/** No horse waits less than four weeks or more than eight for routine work; who always books late, ten. */
export const SHORTEST = 28
export const LONGEST = 56
export const LONGEST_LATE = 70
/** How far from the intended day the last visit may have been. */
const PLAY = 5

/** The day the demo can have for a day: that day, or the Monday after a weekend. */
export const workingDay = (day: Day): Day => addDays(day, { 6: 2, 0: 1 }[weekdayOf(day) as 6 | 0] ?? 0)

/** The plan of a working day, with or without its first stops done. */
export function planFor(today: Day, hasBegun = true): Plan {
  const diary = new Diary(today)
  const cycles = new Map(groups.map((group) => [group, group.weeks * 7]))
  const last = new Map<Group, Day>()
  for (const [index] of SCENE.entries()) putScene(diary, index, { cycles, last, isDone: hasBegun && index < STOPS_DONE })
  const due = new Map(others().map(({ group, age }) => [group, addDays(today, -age)]))
  for (const [group, day] of last) due.set(group, day)
  putPast(diary, due, cycles)
  putComing(diary, cycles, hasBegun)
  addBetween(diary)
  addOtherDays(diary)
  return { today, stops: timed(diary), cycles: cyclesOfHorses(cycles) }
}

type SceneInput = { cycles: Map<Group, number>; last: Map<Group, Day>; isDone: boolean }

/** A stop of the demo day, and when its horses were seen before: due today, and one a week over. */
function putScene(diary: Diary, index: number, { cycles, last, isDone }: SceneInput) {
  const { today } = diary
  const there = groupsOfStop(index)
  diary.add({ key: `scene ${index}`, day: today, groups: there, kind: 'routine', state: isDone ? 'done' : 'booked', place: index })
  if (index !== STOPS_DONE) {
    for (const group of there) last.set(group, addDays(today, 2 - group.weeks * 7))
    return
  }
  for (const group of there) {
    const over = group.horses[0]?.name === WEEK_OVER ? 7 : 0
    // Six weeks, or one less or more where he was away that day.
    const weeks = [6, 5, 7].find((one) => minutesOn(addDays(today, -one * 7 - over), today) > 0) ?? 6
    const day = addDays(today, -weeks * 7 - over)
    cycles.set(group, weeks * 7)
    diary.add({ key: group.key, day, groups: [group], kind: 'routine', state: 'done' })
  }
}

/** The other groups, each with the days since it was last seen: more of those just seen or about due. */
function others(): { group: Group; age: number }[] {
  const named = new Set(SCENE.flatMap((_, index) => groupsOfStop(index)))
  const rest = shuffled(
    'ages',
    groups.filter((group) => !named.has(group)),
  )
  return rest.map((group, index) => ({ group, age: ageOf(group, (index + 0.5) / rest.length) }))
}

function ageOf(group: Group, share: number): number {
  const [first] = group.horses
  if (first?.gone) return 46
  if (first?.isPaused) return 34
  if (first?.clientKey === CAST_BAD_PAYER) return group.weeks * 7 + 20
  // Of those who book late, some are over now.
  if (group.lateDays > 0) return Math.round(group.weeks * 7 * share) + group.lateDays
  return Math.max(1, Math.min(LONGEST - 2 * PLAY, Math.round(group.weeks * 7 * edged(share))))
}

/** A quarter was seen in the last days, and a third is due in the coming ones. */
const SEEN = { share: 0.25, upTo: 0.2 }
const DUE = { share: 0.42, from: 0.77 }
function edged(share: number): number {
  if (share < SEEN.share) return (share / SEEN.share) * SEEN.upTo
  const rest = share - SEEN.share
  const between = 1 - SEEN.share - DUE.share
  if (rest < between) return SEEN.upTo + (rest / between) * (DUE.from - SEEN.upTo)
  return DUE.from + ((rest - between) / DUE.share) * (1 - DUE.from)
}

/** Visits backwards, always the latest that is wanted next, so that the days fill evenly. */
function putPast(diary: Diary, due: Map<Group, Day>, cycles: ReadonlyMap<Group, number>) {
  const start = addDays(diary.today, -DAYS_BACK)
  for (const group of groups) {
    const seen = diary.daysOf(group).at(0)
    if (seen && !due.has(group)) due.set(group, before(group, seen, cycles))
  }
  for (;;) {
    const next = latest(due)
    if (!next) return
    const [group, target] = next
    due.delete(group)
    const later = diary.daysOf(group).at(0)
    const day = later
      ? diary.dayFor(group, { target, ...between(group, later) })
      : diary.dayBy(group, { target, ...about(target, diary.today) })
    if (day < start) continue
    diary.add({ key: group.key, day, groups: [group], kind: 'routine', state: 'done' })
    due.set(group, before(group, day, cycles))
  }
}

const between = (group: Group, later: Day) => ({ from: addDays(later, -longestOf(group)), to: addDays(later, -SHORTEST) })

/** Near the intended day, and not so long ago that the next visit would be too late before it is booked. */
const about = (target: Day, today: Day) => {
  const to = minDay(addDays(target, 4 * PLAY), addDays(today, -1))
  return { from: minDay(addDays(target, -PLAY), to), to }
}

const longestOf = (group: Group) => (group.lateDays ? LONGEST_LATE : LONGEST)

function before(group: Group, day: Day, cycles: ReadonlyMap<Group, number>): Day {
  const usual = (cycles.get(group) ?? 42) + (pick(`late ${group.key} ${day}`, [0, 1]) ? group.lateDays : 0)
  return addDays(day, -Math.min(longestOf(group), Math.max(SHORTEST, waitIn(addDays(day, -Math.floor(usual / 2)), usual))))
}

function latest(due: ReadonlyMap<Group, Day>): [Group, Day] | undefined {
  let found: [Group, Day] | undefined
  for (const one of due) if (!found || one[1] > found[1]) found = one
  return found
}

/** The next visit of each group, where it has been booked: most are at the visit before. */
function putComing(diary: Diary, cycles: ReadonlyMap<Group, number>, hasBegun: boolean) {
  const { today } = diary
  const waiting = groups
    .flatMap((group) => {
      const seen = diary.daysOf(group).at(-1)
      return seen && (seen < today || (hasBegun && diary.isDoneOn(group, today)))
        ? [{ group, seen, due: addDays(seen, cycles.get(group) ?? 42) }]
        : []
    })
    .toSorted((a, b) => (a.due < b.due ? -1 : 1))
  for (const { group, seen, due } of waiting) {
    if (!isBooked(group, due, today)) continue
    const from = maxDay(addDays(seen, SHORTEST), addDays(today, 1))
    const to = addDays(seen, longestOf(group))
    const day = diary.roomyDay(group, { target: maxDay(due, from), from, to })
    if (day) diary.add({ key: group.key, day, groups: [group], kind: 'routine', state: 'booked' })
  }
}

function isBooked(group: Group, due: Day, today: Day): boolean {
  const [first] = group.horses
  if (first?.gone || first?.isPaused || first?.clientKey === CAST_BAD_PAYER) return false
  if (group.lateDays > 0) return pick(`late ${group.key}`, [true, false])
  // Owners of horses due in these days have rung by now.
  if (daysBetween(today, due) < 12) return true
  return pick(`booked ${group.key}`, [true, true, true, true, false])
}

/** What fills the days between the rounds, lately and to come. */
function addOtherDays(diary: Diary) {
  for (let ago = 27; ago >= -40; ago--) {
    const day = addDays(diary.today, -ago)
    const kind = otherWorkOn(day, diary.today)
    if (kind) diary.add({ key: kind, day, groups: [], kind, state: day < diary.today ? 'done' : 'booked' })
  }
}

function cyclesOfHorses(cycles: ReadonlyMap<Group, number>): Map<string, number> {
  const known = ({ hasCycle }: CastHorseRow) => hasCycle !== false
  return new Map([...cycles].flatMap(([{ horses }, days]) => horses.filter(known).map(({ id }) => [id, days] as const)))
}

const minDay = (a: Day, b: Day) => (a < b ? a : b)
const maxDay = (a: Day, b: Day) => (a > b ? a : b)
