import type { Insertable } from 'kysely'
import { cast } from '#db/cast.ts'
import { christmasOf, courseOf, summerBreakOf } from '#db/cast-calendar.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Tables } from '#platform/server/database/tables.ts'

type Bare = Omit<Insertable<Tables['time_off']>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>

const COVER = 'Owen Meredith, Ludlow, stands in for lost shoes: 07700 900871. Keys and gate codes are on the sheet.'
/** A break is in the diary this long ahead. */
const DAYS_AHEAD = 200

/** The id of the course, by which a practice is known to be made for a day. A removed one keeps its id. */
export const madeFor = (today: Day): string => uuidOf('cast', 'course', today)

/** The course of the week after next, and the breaks of the last and the coming months. */
export const timeOffRows = (today: Day): Bare[] => {
  const course = courseOf(today)
  const year = Number(today.slice(0, 4))
  const breaks = [
    ...[year - 1, year].map((one) => ({ ...christmasOf(one), title: 'Christmas' })),
    ...[year - 1, year, year + 1].map((one) => ({ ...summerBreakOf(one), title: 'Week away' })),
  ]
  return [
    { ...off(madeFor(today), course), kind: 'course' as const, title: 'Remedial shoeing course', cover_note: COVER },
    ...breaks
      .filter(({ from, to }) => to < addDays(today, DAYS_AHEAD) && (to < addDays(today, -7) || from > addDays(today, 9)))
      .map(({ title, ...days }) => ({ ...off(uuidOf('cast', 'break', days.from), days), kind: 'holiday' as const, title })),
  ]
}

const off = (id: string, { from, to }: { from: Day; to: Day }) => ({ id, member_id: cast.owner.memberId, from_day: from, to_day: to })
