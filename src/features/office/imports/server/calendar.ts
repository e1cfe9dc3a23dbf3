import ICAL from 'ical.js'
import { blocksOf } from '#features/office/imports/server/blocks.ts'
import { addDays, type Day, dayOf, daysBetween, instantOf, timeOf, type WallTime } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'

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

type About = {
  title: string
  location: string | null
  notes: string | null
  /** E-mail addresses of the people invited. */
  attendees: string[]
  /** The same for every occurrence of a repeating entry; null for a single one. */
  series: string | null
}

type Window = { fromDay: Day; toDay: Day; zone: string }
type Calendar = { entries: Entry[]; outsideWindow: number; cancelled: number; unreadable: string[] }

const MOST_ENTRIES = 20_000
/** A rule that repeats more often than daily for a lifetime is no diary. */
const MOST_STEPS = 40_000
/** The limit for all entries of a file together: sixty that repeat every day for years. */
const MOST_STEPS_IN_ALL = 50_000
const MOST_REPEATS = 10_000
/** No one shoes a horse so often. */
const TOO_OFTEN: Readonly<Record<string, string>> = { SECONDLY: 'second', MINUTELY: 'minute' }
/** Days between occurrences, for rules that can be entered at any of them. */
const STRIDES: Readonly<Record<string, number>> = { DAILY: 1, WEEKLY: 7 }
const MOST_DAYS = 62
const LAST_MINUTE = '23:59'

/**
 * Entries of an ICS file within a window of days, with every occurrence of repeating ones. Times come from the file's own zones, else
 * from the zone's name; times without a zone are the practice's.
 * @throws unreadable_file when it is no calendar, or holds far too many entries
 */
export function readCalendar(text: string, window: Window, mostSteps = MOST_STEPS_IN_ALL): Calendar {
  const found: Calendar & Steps = { entries: [], outsideWindow: 0, cancelled: 0, unreadable: [], stepsLeft: mostSteps }
  for (const calendar of calendarsIn(text)) {
    const isCancelled = /^CANCEL$/i.test(wordOf(calendar, 'method'))
    for (const event of eventsOf(calendar, found)) {
      if (isCancelled || isCancelledOne(event)) found.cancelled++
      else noteUnread(found, event, whyNot(found, event, window))
    }
  }
  if (found.entries.length > MOST_ENTRIES) throw new AppError('unreadable_file', {}, 'There are more than 20,000 entries in this calendar.')
  found.entries = [...new Map(found.entries.map((entry) => [entry.key, entry])).values()]
  found.entries.sort((a, b) => (a.onDay + a.localStart < b.onDay + b.localStart ? -1 : 1))
  return found
}

/** Steps that rules may still use. */
type Steps = { stepsLeft: number }

function noteUnread(found: Calendar, event: ICAL.Event, why: string | undefined) {
  if (why) found.unreadable.push(`“${(wordOf(event.component, 'summary') || 'An entry without a title').slice(0, 60)}” ${why}.`)
}

/** Adds an event, or returns why it is left out. @throws unreadable_file when all of them repeat too often together */
function whyNot(found: Calendar & Steps, event: ICAL.Event, window: Window): string | undefined {
  const before = found.entries.length
  try {
    const often = rulesOf(event)
      .map(({ freq }) => TOO_OFTEN[freq])
      .find(Boolean)
    if (often) return `repeats every ${often}, so it's left out`
    addEvent(found, event, window)
    return undefined
  } catch (error) {
    if (error instanceof AppError) throw error
    // All occurrences or none: it is reported as left out.
    found.entries.length = before
    return UNREADABLE
  }
}

const UNREADABLE = "couldn't be read"

/** A component's value by name, regardless of its declared type; empty if that can't be read. */
function wordOf(component: ICAL.Component, name: string): string {
  try {
    return String(component.getFirstPropertyValue(name) ?? '')
  } catch {
    return ''
  }
}

const isCancelledOne = ({ component }: ICAL.Event): boolean => /^CANCELLED$/i.test(wordOf(component, 'status'))

const rulesOf = (event: ICAL.Event): ICAL.Recur[] =>
  event.component.getAllProperties('rrule').map((property) => property.getFirstValue() as ICAL.Recur)

function calendarsIn(text: string): ICAL.Component[] {
  const blocks = blocksOf(text, 'VCALENDAR')
  try {
    const calendars = blocks.map((block) => new ICAL.Component(ICAL.parse(block) as unknown[]))
    if (calendars.length > 0) return calendars
  } catch {
    // Handled below, as for a file that is no calendar at all.
  }
  throw new AppError('unreadable_file', {}, "This isn't a calendar file, or it's damaged. Export your diary as iCalendar (.ics).")
}

/** Events with their changed occurrences attached; a changed occurrence without its event becomes an event of its own. */
function eventsOf(calendar: ICAL.Component, found: Calendar): ICAL.Event[] {
  // Created without exceptions, or each event would take those of all others too.
  const all = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component, { exceptions: [] }))
  const events = all.filter((event) => !event.isRecurrenceException())
  const masters = new Map(events.map((event) => [uidOf(event), event]))
  for (const event of all.filter((each) => each.isRecurrenceException())) {
    const master = masters.get(uidOf(event))
    if (!master) events.push(event)
    else {
      try {
        master.relateException(event)
      } catch {
        noteUnread(found, event, UNREADABLE)
      }
    }
  }
  return events
}

const uidOf = ({ component }: ICAL.Event): string => wordOf(component, 'uid')

function addEvent(found: Calendar & Steps, event: ICAL.Event, window: Window) {
  const { startDate: start, endDate: end } = event
  const floating = zoneFor(event, window)
  if (!event.isRecurring())
    return addOccurrence(found, { name: nameOf(event), about: aboutOf(event, null) }, { start, end, recurrence: start, floating }, window)
  const series = uidOf(event) || wordOf(event.component, 'summary')
  const about = aboutOf(event, series)
  const entry = entryOf(event, window)
  if (entry) found.outsideWindow++
  const iterator = event.iterator(entry)
  const before = found.entries.length
  for (let step = 0; step < MOST_STEPS && found.entries.length - before < MOST_REPEATS; step++) {
    const next = iterator.next()
    if (!next) return
    if (found.stepsLeft-- <= 0) throw new AppError('unreadable_file', {}, "This calendar's entries repeat too often to be read.")
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    if (dayIn(startDate, floating) > window.toDay) return void found.outsideWindow++
    if (isCancelledOne(item)) found.cancelled++
    else {
      const times = { start: startDate, end: endDate, recurrence: next, floating: item === event ? floating : zoneFor(item, window) }
      addOccurrence(found, { name: nameOf(item), about: item === event ? about : aboutOf(item, series) }, times, window)
    }
  }
  throw new Error('repeats too often')
}

/** A start shortly before the window, if the rule allows one: a rule of twenty years ago is not walked from its first day. */
function entryOf(event: ICAL.Event, { fromDay, zone }: Window): ICAL.Time | undefined {
  const rules = rulesOf(event)
  const [rule] = rules
  const days = rule && STRIDES[rule.freq]
  // A rule with a count must be walked from its start; several rules, or single days beside them, have no common place to enter.
  if (!days || rules.length > 1 || rule.count || event.component.hasProperty('rdate')) return undefined
  const stride = days * Math.max(1, rule.interval)
  const strides = Math.floor((daysBetween(dayIn(event.startDate, zone), fromDay) - MOST_DAYS) / stride)
  if (strides < 1) return undefined
  const entry = event.startDate.clone()
  entry.adjust(strides * stride, 0, 0, 0)
  return entry
}

/** `floating` is the zone of a time that names none in the file. */
type Times = { start: ICAL.Time; end: ICAL.Time; recurrence: ICAL.Time; floating: string }

function addOccurrence(
  found: Calendar,
  { name, about }: { name: string; about: About },
  { start, end, recurrence, floating }: Times,
  window: Window,
) {
  for (const span of spansOf(start, end, window.zone, floating)) {
    if (span.onDay < window.fromDay || span.onDay > window.toDay) found.outsideWindow++
    else found.entries.push({ ...span, about, key: `${name} ${recurrence.toString()} ${span.onDay}` })
  }
}

const titleOf = ({ component }: ICAL.Event): string => wordOf(component, 'summary').trim().slice(0, 200) || 'Diary entry'
const nameOf = (event: ICAL.Event): string => uidOf(event) || titleOf(event)

const aboutOf = (event: ICAL.Event, series: string | null): About => ({
  title: titleOf(event),
  location: wordOf(event.component, 'location').trim().slice(0, 500) || null,
  notes: wordOf(event.component, 'description').trim().slice(0, 10_000) || null,
  attendees: event.attendees.map((one) =>
    String(one.getFirstValue() ?? '')
      .replace(/^mailto:/i, '')
      .toLowerCase(),
  ),
  series,
})

type Span = Pick<Entry, 'onDay' | 'localStart' | 'localEnd' | 'isAllDay'>

/** An all-day entry is on each of its days; one past midnight ends with its day, as a visit does. */
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

const dayIn = (time: ICAL.Time, zone: string): Day => (time.isDate ? time.toString() : dayOf(instantIn(time, zone), zone))

/** A time without a zone in the file is local time in `floating`. */
function instantIn(time: ICAL.Time, floating: string): Date {
  if (time.zone !== ICAL.Timezone.localTimezone) return time.toJSDate()
  const [day = '', clock = ''] = time.toString().split('T')
  return instantOf(day, clock.slice(0, 5), floating)
}

/** The zone an event's start names, if the file does not define it itself; else the practice's. */
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
