import { addDays, type Day, dayOf, timeOf, type WallTime } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { type About, type Occurrence, readCalendar as readOccurrences } from '#lib/ics-read.ts'

/** One entry on one day, in the practice's local time. */
export type Entry = {
  /** Identifies this occurrence for ever: the same file imported again gives the same key. */
  key: string
  onDay: Day
  localStart: WallTime
  localEnd: WallTime
  isAllDay: boolean
  /** Shared by all occurrences of an entry: its text is kept, and sent on, once. */
  about: About
}

type Window = { fromDay: Day; toDay: Day; zone: string }
type Calendar = { entries: Entry[]; outsideWindow: number; cancelled: number; unreadable: string[] }

const MOST_ENTRIES = 20_000
const MOST_DAYS = 62
const LAST_MINUTE = '23:59'

/**
 * Entries of an ICS file on the days of a window, as `ics-read.ts` reads them.
 * @throws unreadable_file when it is no calendar, or holds far too many entries
 */
export function readCalendar(text: string, window: Window, mostSteps?: number): Calendar {
  const { occurrences, cutOff, cancelled, unreadable } = readOccurrences(text, window, mostSteps)
  const all = occurrences.flatMap((occurrence) => entriesOf(occurrence, window.zone))
  const inside = all.filter(({ onDay }) => onDay >= window.fromDay && onDay <= window.toDay)
  if (inside.length > MOST_ENTRIES) throw new AppError('unreadable_file', {}, 'There are more than 20,000 entries in this calendar.')
  const entries = [...new Map(inside.map((entry) => [entry.key, entry])).values()]
  entries.sort((a, b) => (a.onDay + a.localStart < b.onDay + b.localStart ? -1 : 1))
  return { entries, outsideWindow: cutOff + all.length - inside.length, cancelled, unreadable }
}

/** An all-day entry is on each of its days; one past midnight ends with its day, as a visit does. */
function entriesOf({ key, when, about }: Occurrence, zone: string): Entry[] {
  const entryOn = (onDay: Day, localStart: WallTime, localEnd: WallTime, isAllDay: boolean): Entry => ({
    key: `${key} ${onDay}`,
    ...{ onDay, localStart, localEnd, isAllDay, about },
  })
  if ('fromDay' in when) {
    const entries: Entry[] = []
    for (let day = when.fromDay; day < when.toDay && entries.length < MOST_DAYS; day = addDays(day, 1))
      entries.push(entryOn(day, '00:00', LAST_MINUTE, true))
    return entries
  }
  const { start, end } = when
  const onDay = dayOf(start, zone)
  const localEnd = dayOf(end, zone) > onDay ? LAST_MINUTE : timeOf(Math.max(start.getTime(), end.getTime()), zone)
  return [entryOn(onDay, timeOf(start, zone), localEnd, false)]
}
