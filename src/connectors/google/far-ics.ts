import ICAL from 'ical.js'
import { isGone, type Json, newId, type StoredCalendar } from '#connectors/google/far-calendars.ts'
import { addDays, dayOf, instantOf, timeOf } from '#lib/dates.ts'
import { readCalendar } from '#lib/ics-read.ts'

/* For tests only: what another program's file means in Google Calendar, and when its entries take time. */

/** The entries of a file: a series, and those of its occurrences that are another way, each by its id. */
export function entriesFrom(name: string, lines: readonly string[], account: string): { id: string; json: Json }[] {
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Phone//EN', 'BEGIN:VEVENT', `UID:${name}`, 'DTSTAMP:20270101T000000Z']
  const calendar = new ICAL.Component(ICAL.parse([...head, ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')))
  const master = newId()
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const original = event.getFirstProperty('recurrence-id')
    const instance = original && { recurringEventId: master, originalStartTime: timeFrom(original) }
    return { id: original ? `${master}_${stampOf(original)}` : master, json: { ...entryFrom(event, account), ...instance } }
  })
}

function entryFrom(event: ICAL.Component, account: string): Json {
  const wordOf = (property: string) => String(event.getFirstPropertyValue(property) ?? '')
  const rules = ['rrule', 'rdate', 'exdate'].flatMap((name) => event.getAllProperties(name).map((rule) => rule.toICALString()))
  const attendees = event.getAllProperties('attendee').map((guest) => {
    const email = String(guest.getFirstValue()).replace('mailto:', '')
    return { email, responseStatus: String(guest.getFirstParameter('partstat')).toLowerCase(), self: email === account }
  })
  return {
    ...{ summary: wordOf('summary'), start: timeFrom(event.getFirstProperty('dtstart')), end: timeFrom(event.getFirstProperty('dtend')) },
    ...(wordOf('status') && { status: wordOf('status').toLowerCase() }),
    ...(wordOf('transp') && { transparency: wordOf('transp').toLowerCase() }),
    ...(rules.length > 0 && { recurrence: rules }),
    ...(attendees.length > 0 && { attendees }),
  }
}

/** A time without a zone is by the clocks of who typed it: Google has no other. */
function timeFrom(property: ICAL.Property | null): Json {
  const value = property?.getFirstValue() as ICAL.Time
  if (value.isDate) return { date: value.toString() }
  return { dateTime: value.toString(), timeZone: String(property?.getFirstParameter('tzid') ?? 'Europe/London') }
}

const stampOf = (property: ICAL.Property) => String(property.getFirstValue()).replaceAll(/[-:]/g, '')

/** The times that the entries of a calendar take, between two instants and cut at them. */
export function busyTimes({ events, timeZone }: StoredCalendar, account: string, from: Date, to: Date): { start: string; end: string }[] {
  const entries = [...events.values()].filter((stored) => !isGone(stored)).flatMap(({ id, json }) => linesOf(id, json))
  if (entries.length === 0) return []
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...entries, 'END:VCALENDAR', ''].join('\r\n')
  const window = { fromDay: dayOf(from, timeZone), toDay: addDays(dayOf(to, timeZone), 1), zone: timeZone }
  return readCalendar(text, window)
    .occurrences.filter(({ isFree, about }) => !isFree && !about.declined.includes(account))
    .map(({ when }) =>
      'fromDay' in when ? { start: instantOf(when.fromDay, '00:00', timeZone), end: instantOf(when.toDay, '00:00', timeZone) } : when,
    )
    .filter(({ start, end }) => start < to && end > from)
    .map(({ start, end }) => ({ start: (start > from ? start : from).toISOString(), end: (end < to ? end : to).toISOString() }))
    .sort((a, b) => (a.start < b.start ? -1 : 1))
}

function linesOf(id: string, json: Json): string[] {
  const guests = (json.attendees ?? []) as { email: string; responseStatus: string }[]
  return [
    ...['BEGIN:VEVENT', `UID:${json.recurringEventId ?? id}`, timeLine('DTSTART', json.start), timeLine('DTEND', json.end)],
    ...(json.originalStartTime ? [timeLine('RECURRENCE-ID', json.originalStartTime)] : []),
    ...((json.recurrence ?? []) as string[]),
    ...(json.transparency === 'transparent' ? ['TRANSP:TRANSPARENT'] : []),
    ...guests.map(({ email, responseStatus }) => `ATTENDEE;PARTSTAT=${responseStatus.toUpperCase()}:mailto:${email}`),
    'END:VEVENT',
  ]
}

function timeLine(name: string, time: unknown): string {
  const { date, dateTime, timeZone } = time as { date?: string; dateTime: string; timeZone: string }
  if (date) return `${name};VALUE=DATE:${date.replaceAll('-', '')}`
  const [day, clock] = /Z$|[+-]\d\d:\d\d$/.test(dateTime)
    ? [dayOf(dateTime, timeZone), timeOf(dateTime, timeZone)]
    : (dateTime.split('T') as [string, string])
  return `${name};TZID=${timeZone}:${day.replaceAll('-', '')}T${clock.replaceAll(':', '').padEnd(6, '0')}`
}
