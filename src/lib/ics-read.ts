import ICAL from 'ical.js'
import { blocksOf } from '#lib/blocks.ts'
import { addDays, type Day, dayOf, daysBetween, instantOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'

/** Whole days, the last one excluded, or two instants. */
export type When = { fromDay: Day; toDay: Day } | { start: Date; end: Date }

/** An entry of a calendar, or one of those of an entry that repeats. */
export type Occurrence = {
  /** Identifies it for ever: the same file read again gives the same key. */
  key: string
  when: When
  /** It takes no time of its day. */
  isFree: boolean
  /** Shared by all occurrences of an entry: its text is kept, and sent on, once. */
  about: About
}

export type About = {
  title: string
  location: string | null
  notes: string | null
  /** E-mail addresses of the people invited, and of those who won't come. */
  attendees: string[]
  declined: string[]
  /** The same for every occurrence of a repeating entry; null for a single one. */
  series: string | null
}

/** The last day is of it. `zone` is what its days, and times without a zone, go by. */
type Window = { fromDay: Day; toDay: Day; zone: string }

type Calendar = {
  /** What is not over when the window begins; of an entry that repeats nothing after it. */
  occurrences: Occurrence[]
  /** How often something was left out for being before or after. */
  cutOff: number
  cancelled: number
  /** A sentence for each entry that is left out. */
  unreadable: string[]
}

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
/** What a rule is narrowed by, in calendar programs. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  HOURLY: [''],
  DAILY: ['', 'BYDAY', 'BYMONTH', 'BYDAY BYMONTH'],
  WEEKLY: ['', 'BYDAY'],
  MONTHLY: ['', 'BYDAY', 'BYMONTHDAY', 'BYDAY BYSETPOS', 'BYMONTHDAY BYSETPOS'],
  YEARLY: ['', 'BYMONTH', 'BYMONTH BYMONTHDAY', 'BYDAY BYMONTH', 'BYDAY BYMONTH BYSETPOS'],
}
/** Days that a series leaves out, or names one by one. */
const MOST_DATES = 5_000
const MOST_PARAMETERS = 200
/** A year, and ten, in seconds: ical.js walks durations month by month. */
const LONGEST_REPEATED = 31_622_400
const LONGEST = 10 * LONGEST_REPEATED
const MOST_INTERVAL = 1_000
const MOST_ZONES = 100
const MOST_OF_RULE: Readonly<Record<string, number>> = { BYMONTH: 1, BYDAY: 1, BYMONTHDAY: 7 }

/**
 * Entries of an ICS file, with every occurrence of repeating ones in a window of days. Times come from the file's own zones, else
 * from the zone's name.
 * @throws unreadable_file when it is no calendar, or its entries repeat far too often
 */
export function readCalendar(text: string, window: Window, mostSteps = MOST_STEPS_IN_ALL): Calendar {
  const found: Calendar & Steps = { occurrences: [], cutOff: 0, cancelled: 0, unreadable: [], stepsLeft: mostSteps }
  for (const calendar of calendarsIn(text)) {
    const isCancelled = /^CANCEL$/i.test(wordOf(calendar, 'method'))
    for (const event of eventsOf(calendar, found)) {
      if (isCancelled || isCancelledOne(event)) found.cancelled++
      else noteUnread(found, event, whyNot(found, event, window))
    }
  }
  return found
}

/** Steps that rules may still use. */
type Steps = { stepsLeft: number }

function noteUnread(found: Calendar, event: ICAL.Event, why: string | undefined) {
  if (why) found.unreadable.push(`“${(wordOf(event.component, 'summary') || 'An entry without a title').slice(0, 60)}” ${why}.`)
}

/** Adds an event, or returns why it is left out. @throws unreadable_file when all of them repeat too often together */
function whyNot(found: Calendar & Steps, event: ICAL.Event, window: Window): string | undefined {
  const before = found.occurrences.length
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
    found.occurrences.length = before
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
    const calendars = blocks.map(parseCalendar)
    if (calendars.length > 0) return calendars
  } catch {
    // Handled below, as for a file that is no calendar at all.
  }
  throw new AppError('unreadable_file', {}, "This isn't a calendar file, or it's damaged. Export your diary as iCalendar (.ics).")
}

/**
 * A calendar, without zones that no country has: their rules are followed step by step.
 * @throws Error when it can't be read, or a property of it has hundreds of parameters, each of which is compared with the others
 */
export function parseCalendar(block: string): ICAL.Component {
  if (block.split(/\r?\n(?![ \t])/).some(hasManyParameters)) throw new Error('too many parameters')
  const calendar = new ICAL.Component(ICAL.parse(block) as unknown[])
  for (const [at, zone] of calendar.getAllSubcomponents('vtimezone').entries())
    if (at >= MOST_ZONES || !isOfClocks(zone)) calendar.removeSubcomponent(zone)
  return calendar
}

const hasManyParameters = (line: string): boolean =>
  line.length > MOST_PARAMETERS && (line.replaceAll(/"[^"]*"/g, '').split(':', 1)[0] ?? '').split(';').length > MOST_PARAMETERS

/** Clocks change on a day of a month, or on one of a few. */
function isOfClocks(zone: ICAL.Component): boolean {
  try {
    return zone.getAllSubcomponents().every((observance) =>
      observance.getAllProperties('rrule').every((property) => {
        const { freq, parts } = property.getFirstValue() as ICAL.Recur
        return freq === 'YEARLY' && Object.entries(parts).every(([part, values = []]) => values.length <= (MOST_OF_RULE[part] ?? 0))
      }),
    )
  } catch {
    return false
  }
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
  const { start, end } = timesOf(event)
  const floating = zoneFor(event, window.zone)
  if (!event.isRecurring())
    return add(found, occurrenceOf(event, aboutOf(event, null), { start, end, recurrence: start, floating }, window), window)
  if (!(event.duration.toSeconds() < LONGEST_REPEATED) || !rulesOf(event).every(isUsual) || !areFew(event.component))
    throw new Error('no one repeats that')
  const series = uidOf(event) || wordOf(event.component, 'summary')
  const about = aboutOf(event, series)
  const entry = entryOf(event, window)
  if (entry) found.cutOff++
  const iterator = event.iterator(entry)
  const before = found.occurrences.length
  for (let step = 0; step < MOST_STEPS && found.occurrences.length - before < MOST_REPEATS; step++) {
    const next = iterator.next()
    if (!next) return
    if (found.stepsLeft-- <= 0) throw new AppError('unreadable_file', {}, "This calendar's entries repeat too often to be read.")
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    if (dayIn(startDate, floating) > window.toDay) return void found.cutOff++
    if (isCancelledOne(item)) found.cancelled++
    else {
      const times = { start: startDate, end: endDate, recurrence: next, floating: item === event ? floating : zoneFor(item, window.zone) }
      add(found, occurrenceOf(item, item === event ? about : aboutOf(item, series), times, window), window)
    }
  }
  throw new Error('repeats too often')
}

/** Whether it repeats as calendar programs let it: for others ical.js may look for the next time for ever, or for half a minute. */
function isUsual({ freq, interval, parts }: ICAL.Recur): boolean {
  const narrowed = Object.keys(parts).sort().join(' ')
  if (!(interval <= MOST_INTERVAL) || !USUAL[freq]?.includes(narrowed)) return false
  const [days, places] = [String(parts.BYDAY ?? ''), parts.BYSETPOS ?? []]
  // No seventh day from a Monday is a Tuesday, and no single day has a first Monday.
  if (freq === 'DAILY' && narrowed !== '' && (interval > 1 || /\d/.test(days))) return false
  // The fourth Monday is in each month, the fifth in some; the 53rd, or the third of the first Mondays, in none.
  return !/[6-9]|\d\d/.test(days) && (places.length === 0 || (!/\d/.test(days) && places.every((place) => Math.abs(Number(place)) <= 4)))
}

/** Whether the days that a series leaves out, or names one by one, are few, and each a day or a time. */
function areFew(component: ICAL.Component): boolean {
  const values = ['exdate', 'rdate'].flatMap((name) => component.getAllProperties(name)).flatMap((property) => property.getValues())
  return values.length <= MOST_DATES && values.every((value) => value instanceof ICAL.Time)
}

function add(found: Calendar, occurrence: Occurrence, { fromDay, zone }: Window) {
  const { when } = occurrence
  const isOver = 'fromDay' in when ? when.toDay <= fromDay : dayOf(when.end, zone) < fromDay
  if (isOver) found.cutOff++
  else found.occurrences.push(occurrence)
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

const occurrenceOf = (event: ICAL.Event, about: About, { start, end, recurrence, floating }: Times, { zone }: Window): Occurrence => ({
  key: `${nameOf(event)} ${recurrence.toString()}`,
  when: spanOf(start, end, floating, zone),
  isFree: /^TRANSPARENT$/i.test(wordOf(event.component, 'transp')),
  about,
})

const titleOf = ({ component }: ICAL.Event): string => wordOf(component, 'summary').trim().slice(0, 200) || 'Diary entry'
const nameOf = (event: ICAL.Event): string => uidOf(event) || titleOf(event)

const aboutOf = (event: ICAL.Event, series: string | null): About => ({
  title: titleOf(event),
  location: wordOf(event.component, 'location').trim().slice(0, 500) || null,
  notes: wordOf(event.component, 'description').trim().slice(0, 10_000) || null,
  attendees: event.attendees.map(addressOf),
  declined: event.attendees.filter((one) => /^DECLINED$/i.test(String(one.getFirstParameter('partstat')))).map(addressOf),
  series,
})

const addressOf = (attendee: ICAL.Property): string =>
  String(attendee.getFirstValue() ?? '')
    .replace(/^mailto:/i, '')
    .toLowerCase()

/**
 * When an entry is that does not repeat; a time without a zone is by the clocks of `zone`.
 * @throws Error when its times can't be read
 */
export function whenOf(event: ICAL.Event, zone: string): When {
  const { start, end } = timesOf(event)
  return spanOf(start, end, zoneFor(event, zone), zone)
}

/** @throws Error when they can't be read, or it lasts longer than anything does */
function timesOf(event: ICAL.Event): { start: ICAL.Time; end: ICAL.Time } {
  const duration = event.component.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration && !(Math.abs(duration.toSeconds()) < LONGEST)) throw new Error('lasts too long')
  return { start: event.startDate, end: event.endDate }
}

function spanOf(start: ICAL.Time, end: ICAL.Time, floating: string, zone: string): When {
  if (!start.isDate) return { start: instantIn(start, floating), end: instantIn(end, floating) }
  const fromDay = dayIn(start, zone)
  return { fromDay, toDay: end.compare(start) > 0 ? dayIn(end, zone) : addDays(fromDay, 1) }
}

const dayIn = (time: ICAL.Time, zone: string): Day => (time.isDate ? time.toString() : dayOf(instantIn(time, zone), zone))

/** A time without a zone in the file is local time in `floating`. */
function instantIn(time: ICAL.Time, floating: string): Date {
  if (time.zone !== ICAL.Timezone.localTimezone) return time.toJSDate()
  const [day = '', clock = ''] = time.toString().split('T')
  return instantOf(day, clock.slice(0, 5), floating)
}

/** The zone an event's start names, if the file does not define it itself; else `zone`. */
function zoneFor(event: ICAL.Event, zone: string): string {
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
