import ICAL from 'ical.js'
import { addDays, type Day, dayOf, instantOf, timeOf, type WallTime } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'

/** One entry on one day, in the wall time of the practice. */
export type Entry = {
  /** Names this occurrence for ever: the same file brought in again gives the same key. */
  key: string
  title: string
  onDay: Day
  localStart: WallTime
  localEnd: WallTime
  isAllDay: boolean
  location: string | null
  notes: string | null
  /** E-mail addresses of who was invited. */
  attendees: string[]
  /** The same for every time of an entry that repeats; null for one that stands alone. */
  series: string | null
}

type Window = { fromDay: Day; toDay: Day; zone: string }
type Calendar = { entries: Entry[]; outsideWindow: number; cancelled: number; unreadable: string[] }

const MOST_ENTRIES = 20_000
/** A rule that repeats more often than daily for a lifetime is no diary. */
const MOST_STEPS = 40_000
const MOST_REPEATS = 10_000
const MOST_DAYS = 62
const LAST_MINUTE = '23:59'

/**
 * Entries of an ICS file inside a window of days, repeating ones each time they fall in it. Times come from the file's own zones, else
 * from the zone's name; times without a zone are the practice's.
 * @throws unreadable_file when it is no calendar, or holds far too many entries
 */
export function readCalendar(text: string, window: Window): Calendar {
  const found: Calendar = { entries: [], outsideWindow: 0, cancelled: 0, unreadable: [] }
  for (const calendar of calendarsIn(text)) {
    const isCancelled = /^CANCEL$/i.test(String(calendar.getFirstPropertyValue('method') ?? ''))
    for (const event of eventsOf(calendar)) {
      if (isCancelled || /^CANCELLED$/i.test(String(event.component.getFirstPropertyValue('status') ?? ''))) {
        found.cancelled++
        continue
      }
      try {
        addEvent(found, event, window)
      } catch {
        found.unreadable.push(`“${(event.summary || 'An entry without a title').slice(0, 60)}” could not be read.`)
      }
    }
  }
  if (found.entries.length > MOST_ENTRIES) throw new AppError('unreadable_file', {}, 'There are more than 20,000 entries in this calendar.')
  found.entries = [...new Map(found.entries.map((entry) => [entry.key, entry])).values()]
  found.entries.sort((a, b) => (a.onDay + a.localStart < b.onDay + b.localStart ? -1 : 1))
  return found
}

function calendarsIn(text: string): ICAL.Component[] {
  const blocks = text.match(/^BEGIN:VCALENDAR\s*$[\s\S]*?^END:VCALENDAR\s*$/gim) ?? []
  try {
    const calendars = blocks.map((block) => new ICAL.Component(ICAL.parse(block) as unknown[]))
    if (calendars.length > 0) return calendars
  } catch {
    // Said below, as for a file that is no calendar at all.
  }
  throw new AppError('unreadable_file', {}, 'This is not a calendar file, or it is damaged. Export your diary as iCalendar (.ics).')
}

/** Events with their changed occurrences hung on them; a changed occurrence whose event is missing stands for itself. */
function eventsOf(calendar: ICAL.Component): ICAL.Event[] {
  const all = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  const events = all.filter((event) => !event.isRecurrenceException())
  const masters = new Map(events.map((event) => [event.uid, event]))
  for (const event of all.filter((each) => each.isRecurrenceException())) {
    const master = masters.get(event.uid)
    if (master) master.relateException(event)
    else events.push(event)
  }
  return events
}

function addEvent(found: Calendar, event: ICAL.Event, window: Window) {
  const { startDate: start, endDate: end } = event
  const floating = zoneFor(event, window)
  if (!event.isRecurring()) return addOccurrence(found, event, { start, end, recurrence: start, series: null, floating }, window)
  const series = event.uid || event.summary
  const iterator = event.iterator()
  const before = found.entries.length
  for (let step = 0; step < MOST_STEPS && found.entries.length - before < MOST_REPEATS; step++) {
    const next = iterator.next()
    if (!next) return
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    if (dayIn(startDate, floating) > window.toDay) return void found.outsideWindow++
    if (/^CANCELLED$/i.test(String(item.component.getFirstPropertyValue('status') ?? ''))) found.cancelled++
    else {
      const times = { start: startDate, end: endDate, recurrence: next, series }
      addOccurrence(found, item, { ...times, floating: item === event ? floating : zoneFor(item, window) }, window)
    }
  }
  found.entries.length = before
  throw new Error('repeats too often')
}

/** `floating` is the zone of a time that names none in the file. */
type Times = { start: ICAL.Time; end: ICAL.Time; recurrence: ICAL.Time; series: string | null; floating: string }

function addOccurrence(found: Calendar, event: ICAL.Event, { start, end, recurrence, series, floating }: Times, window: Window) {
  const about = {
    title: event.summary?.trim().slice(0, 200) || 'Diary entry',
    location: event.location?.trim().slice(0, 500) || null,
    notes: event.description?.trim().slice(0, 10_000) || null,
    series,
    attendees: event.attendees.map((one) =>
      String(one.getFirstValue() ?? '')
        .replace(/^mailto:/i, '')
        .toLowerCase(),
    ),
  }
  const name = event.uid || about.title
  for (const span of spansOf(start, end, window.zone, floating)) {
    if (span.onDay < window.fromDay || span.onDay > window.toDay) found.outsideWindow++
    else found.entries.push({ ...about, ...span, key: `${name} ${recurrence.toString()} ${span.onDay}` })
  }
}

type Span = Pick<Entry, 'onDay' | 'localStart' | 'localEnd' | 'isAllDay'>

/** An all-day entry stands on each of its days; one past midnight ends with its day, as a visit does. */
function spansOf(start: ICAL.Time, end: ICAL.Time, zone: string, floating: string): Span[] {
  if (start.isDate) {
    const first = dayIn(start, zone)
    const after = end.compare(start) > 0 ? dayIn(end, zone) : addDays(first, 1)
    const days: Span[] = []
    for (let day = first; day < after && days.length < MOST_DAYS; day = addDays(day, 1))
      days.push({ onDay: day, localStart: '00:00', localEnd: LAST_MINUTE, isAllDay: true })
    return days
  }
  const [from, to] = [instantIn(start, floating), instantIn(end, floating)]
  const onDay = dayOf(from, zone)
  const localEnd = dayOf(to, zone) > onDay ? LAST_MINUTE : timeOf(Math.max(from.getTime(), to.getTime()), zone)
  return [{ onDay, localStart: timeOf(from, zone), localEnd, isAllDay: false }]
}

const dayIn = (time: ICAL.Time, zone: string): Day => (time.isDate ? time.toString().slice(0, 10) : dayOf(instantIn(time, zone), zone))

/** A time bound to no zone of the file is a wall time in `floating`. */
function instantIn(time: ICAL.Time, floating: string): Date {
  if (time.zone !== ICAL.Timezone.localTimezone) return time.toJSDate()
  const [day = '', clock = ''] = time.toString().split('T')
  return instantOf(day, clock.slice(0, 5), floating)
}

/** The zone an event's start names, when the file does not define it itself; else the practice's. */
function zoneFor(event: ICAL.Event, { zone }: Window): string {
  const named = event.component.getFirstProperty('dtstart')?.getFirstParameter('tzid')
  return named && isZone(named) ? named : zone
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
