import ICAL from 'ical.js'
import { clockChangeOn } from '#lib/clock-change.ts'
import { addDays, aheadAt, type Day, dayOf, instantOf, timeOf } from '#lib/dates.ts'

/** An entry of a calendar as any calendar program reads it (RFC 5545). It never invites anyone. */
export type CalendarItem = {
  /** For ever the same: a program that reads the entry again replaces what it has. */
  uid: string
  /** Counts up with every change; missing: changes are not counted. */
  revision?: number
  /** Whole days, the last one excluded; or two instants, shown by the clocks of a zone. */
  when: { fromDay: Day; toDay: Day } | { start: Date; end: Date; zone: string }
  title: string
  place: string | null
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  /** It takes no time of its day. */
  isFree: boolean
}

type Options = {
  /** When the entries were as they are written. */
  now: Date
  /** What a program that follows the calendar calls it, and how often it may read it again; missing for a file of single entries. */
  followed?: { name: string; everyMinutes: number }
}

/** No clock is put back by more. */
const LONGEST_CHANGE_MS = 7_200_000

/** The text of a calendar: UTF-8, lines of 75 bytes that end with CR LF, and the clock changes of each zone it names. */
export function writeCalendar(items: readonly CalendarItem[], { now, followed }: Options): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('prodid', '-//Pritchel//Diary//EN')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('calscale', 'GREGORIAN')
  if (followed) {
    const every = `PT${followed.everyMinutes}M`
    calendar.addPropertyWithValue('name', followed.name)
    calendar.addPropertyWithValue('x-wr-calname', followed.name)
    addDuration(calendar, 'refresh-interval', every)
    calendar.addPropertyWithValue('x-published-ttl', every)
  }
  for (const [zone, days] of spansOf(items)) calendar.addSubcomponent(zoneOf(zone, days))
  const stamp = ICAL.Time.fromJSDate(now, true)
  for (const item of items) calendar.addSubcomponent(eventOf(item, stamp))
  return `${calendar.toString()}\r\n`
}

function eventOf({ uid, revision, when, title, place, status, isFree }: CalendarItem, stamp: ICAL.Time): ICAL.Component {
  const event = new ICAL.Component('vevent')
  event.addPropertyWithValue('uid', uid)
  event.addPropertyWithValue('dtstamp', stamp)
  if (revision !== undefined) event.addPropertyWithValue('sequence', revision)
  if ('fromDay' in when) {
    event.addPropertyWithValue('dtstart', ICAL.Time.fromDateString(when.fromDay))
    event.addPropertyWithValue('dtend', ICAL.Time.fromDateString(when.toDay))
  } else {
    addTime(event, 'dtstart', when.start, when.zone)
    addTime(event, 'dtend', when.end, when.zone)
  }
  event.addPropertyWithValue('summary', title)
  if (place) event.addPropertyWithValue('location', place)
  event.addPropertyWithValue('status', status)
  event.addPropertyWithValue('transp', isFree ? 'TRANSPARENT' : 'OPAQUE')
  return event
}

/** By the clocks of its zone; in the hour that autumn repeats in UTC, for programs differ in which of the two they take it for. */
function addTime(event: ICAL.Component, name: 'dtstart' | 'dtend', instant: Date, zone: string) {
  if (isShownTwice(instant.getTime(), zone)) {
    event.addPropertyWithValue(name, ICAL.Time.fromJSDate(instant, true))
    return
  }
  const [day, time] = [dayOf(instant, zone), timeOf(instant, zone)]
  const property = new ICAL.Property(name, event)
  property.setParameter('tzid', zone)
  property.setValue(ICAL.Time.fromDateTimeString(`${day}T${time}:00`))
  event.addProperty(property)
}

/** Whether the clocks show the same again later, or have shown it before. */
function isShownTwice(instant: number, zone: string): boolean {
  const ahead = aheadAt(instant, zone)
  const [back, backBefore] = [ahead - aheadAt(instant + LONGEST_CHANGE_MS, zone), aheadAt(instant - LONGEST_CHANGE_MS, zone) - ahead]
  return (
    (back > 0 && aheadAt(instant + back, zone) === ahead - back) ||
    (backBefore > 0 && aheadAt(instant - backBefore, zone) === ahead + backBefore)
  )
}

function addDuration(calendar: ICAL.Component, name: string, value: string) {
  const property = new ICAL.Property(name, calendar)
  property.setParameter('value', 'DURATION')
  property.setValue(value)
  calendar.addProperty(property)
}

/** The first and the last day of each zone that an entry names. */
function spansOf(items: readonly CalendarItem[]): Map<string, { first: Day; last: Day }> {
  const spans = new Map<string, { first: Day; last: Day }>()
  for (const { when } of items) {
    if ('fromDay' in when) continue
    const [first, last] = [dayOf(when.start, when.zone), dayOf(when.end, when.zone)]
    const known = spans.get(when.zone)
    spans.set(when.zone, {
      first: known && known.first < first ? known.first : first,
      last: known && known.last > last ? known.last : last,
    })
  }
  return spans
}

/** A zone as a program without a list of zones needs it: its offset on the first day of the first year, and every change of its clocks until the last. */
function zoneOf(zone: string, { first, last }: { first: Day; last: Day }): ICAL.Component {
  const component = new ICAL.Component('vtimezone')
  component.addPropertyWithValue('tzid', zone)
  const start = `${first.slice(0, 4)}-01-01`
  let ahead = aheadAt(instantOf(start, '00:00', zone).getTime(), zone)
  component.addSubcomponent(observanceOf('standard', '1970-01-01T00:00:00', ahead, ahead))
  for (let day = start; day <= last; day = addDays(day, 1)) {
    const change = clockChangeOn(day, zone)
    if (!change) continue
    const after = aheadAt(instantOf(addDays(day, 1), '00:00', zone).getTime(), zone)
    component.addSubcomponent(observanceOf(change.way === 'forward' ? 'daylight' : 'standard', `${day}T${change.at}:00`, ahead, after))
    ahead = after
  }
  return component
}

/** From `at`, a time of the clocks as they were, they are ahead of UTC by `after` instead of `before`; both in milliseconds. */
function observanceOf(kind: 'standard' | 'daylight', at: string, before: number, after: number): ICAL.Component {
  const observance = new ICAL.Component(kind)
  observance.addPropertyWithValue('dtstart', ICAL.Time.fromDateTimeString(at))
  observance.addPropertyWithValue('tzoffsetfrom', ICAL.UtcOffset.fromSeconds(before / 1000))
  observance.addPropertyWithValue('tzoffsetto', ICAL.UtcOffset.fromSeconds(after / 1000))
  return observance
}
