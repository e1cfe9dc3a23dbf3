import ICAL from 'ical.js'
import type { FarItem } from '#connectors/kit/calendar.ts'
import { blocksOf } from '#lib/blocks.ts'
import { parseCalendar, whenOf } from '#lib/ics-read.ts'
import { type CalendarItem, writeCalendar } from '#lib/ics-write.ts'

/** The entry of a resource of a calendar. */
type Entry = Pick<FarItem, 'uid' | 'title' | 'place' | 'when' | 'isCancelled'>

/** Parts in parts that a calendar of one entry may have; more would go too deep to be written again. */
const MOST_PARTS = 500
/** More than any entry has without a file in it. */
const MOST_CHARACTERS = 200_000
const [FIRST_YEAR, LAST_YEAR] = [1900, 2200]
const MOST_TITLE = 200
const MOST_PLACE = 500
/** Ours: what we write replaces them, and those we don't write go. No one is invited, and nothing repeats. */
const OURS = ['dtstart', 'dtend', 'summary', 'location', 'status', 'transp', 'dtstamp']
const NEVER = ['duration', 'rrule', 'rdate', 'exdate', 'exrule', 'recurrence-id', 'attendee', 'organizer']
/** Where a map shows it: of the place that was there before. */
const POSITION = ['x-apple-structured-location', 'geo']

/** The entry in a resource; undefined when it holds none, but a task or the like. Times without a zone are by the clocks of `zone`. */
export function readEntry(text: string, zone: string): Entry | undefined {
  const calendar = calendarIn(text)
  if (!calendar) return { uid: '', title: '', place: null, when: null, isCancelled: false }
  const event = eventIn(calendar)
  if (!event) return undefined
  return {
    uid: wordOf(event, 'uid'),
    title: wordOf(event, 'summary').slice(0, MOST_TITLE),
    place: wordOf(event, 'location').slice(0, MOST_PLACE) || null,
    when: singleWhen(event, zone),
    isCancelled: /^CANCELLED$/i.test(wordOf(event, 'status')),
  }
}

/** A resource as we write it: our entry, with what others added to it there. One that can't be read is written from scratch. */
export function mergedInto(text: string, item: CalendarItem, now: Date): string {
  const written = writeCalendar([item], { now })
  const [theirs, ours] = [calendarIn(text), calendarIn(written)]
  const [event, ourEvent] = [theirs && eventIn(theirs), ours && eventIn(ours)]
  if (!theirs || !event || !ours || !ourEvent) return written
  const isMoved = wordOf(event, 'location') !== wordOf(ourEvent, 'location')
  for (const name of [...OURS, ...NEVER, ...(isMoved ? POSITION : [])]) event.removeAllProperties(name)
  for (const name of OURS)
    for (const property of ourEvent.getAllProperties(name)) event.addProperty(new ICAL.Property(property.toJSON() as never))
  if (event.hasProperty('sequence')) event.updatePropertyWithValue('sequence', (Number(wordOf(event, 'sequence')) || 0) + 1)
  // Other occurrences go as the rule does; zones come before what names them.
  theirs.removeAllSubcomponents('vevent')
  for (const zone of ours.getAllSubcomponents('vtimezone')) replaceZone(theirs, zone)
  theirs.addSubcomponent(event)
  return `${theirs.toString()}\r\n`
}

function replaceZone(calendar: ICAL.Component, zone: ICAL.Component) {
  const id = wordOf(zone, 'tzid')
  for (const known of calendar.getAllSubcomponents('vtimezone')) if (wordOf(known, 'tzid') === id) calendar.removeSubcomponent(known)
  calendar.addSubcomponent(new ICAL.Component(zone.toJSON()))
}

/** Whether it is a calendar that we can read. */
export const isCalendar = (text: string): boolean => calendarIn(text) !== undefined

function calendarIn(text: string): ICAL.Component | undefined {
  const [block] = blocksOf(text, 'VCALENDAR')
  if (!block || block.length > MOST_CHARACTERS || (block.match(/^BEGIN:/gim)?.length ?? 0) > MOST_PARTS) return undefined
  try {
    return parseCalendar(block)
  } catch {
    return undefined
  }
}

/** The entry itself, before changed occurrences of it. */
function eventIn(calendar: ICAL.Component): ICAL.Component | undefined {
  const events = calendar.getAllSubcomponents('vevent')
  return events.find((event) => !event.hasProperty('recurrence-id')) ?? events[0]
}

function singleWhen(component: ICAL.Component, zone: string): FarItem['when'] {
  if (['rrule', 'rdate', 'recurrence-id'].some((name) => component.hasProperty(name))) return null
  try {
    const when = whenOf(new ICAL.Event(component, { exceptions: [] }), zone)
    const years =
      'fromDay' in when ? [when.fromDay, when.toDay].map(Number.parseFloat) : [when.start, when.end].map((at) => at.getUTCFullYear())
    return years.every((year) => year >= FIRST_YEAR && year <= LAST_YEAR) ? when : null
  } catch {
    return null
  }
}

function wordOf(component: ICAL.Component, name: string): string {
  try {
    return String(component.getFirstPropertyValue(name) ?? '').trim()
  } catch {
    return ''
  }
}
