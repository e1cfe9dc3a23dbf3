import ICAL from 'ical.js'
import { type Mailbox, type Stored, timesOf, ZONE } from '#connectors/microsoft/far-side-mailbox.ts'
import { whenOf } from '#lib/ics-read.ts'

/* For tests only: someone else's program on the mailbox of the double of Microsoft Graph. */

/** What a phone adds to an entry: ours is not to lose it. */
const ADDED = {
  ...{ isReminderOn: true, reminderMinutesBeforeStart: 30, categories: ['Horses'] },
  body: { contentType: 'text', content: 'Ring first' },
}

export function phoneOf({ account, calendars, tokens, calendarOf, touch, store, drop }: Mailbox) {
  const change = async (id: string, how: (event: Stored) => void) => {
    const calendar = calendarOf(id)
    const event = calendar?.events.get(id)
    if (!calendar || !event) throw new Error(`no such entry: ${id}`)
    how(event)
    touch(calendar, event)
  }
  const calendarNamed = (id: string) => {
    const found = calendars.get(id)
    if (!found) throw new Error(`no such calendar: ${id}`)
    return found
  }

  return {
    change,
    add: async (calendarId: string, name: string, lines: readonly string[]) =>
      store(calendarNamed(calendarId), storedFrom(name, lines, account)).id,
    move: (id: string, start: Date, end: Date) =>
      change(id, (event) => {
        event.start = { at: start, zone: ZONE }
        event.end = { at: end, zone: ZONE }
        event.own.isAllDay = false
      }),
    decorate: (id: string) => change(id, (event) => void Object.assign(event.own, ADDED)),
    lost: async (id: string) => {
      const own = calendarOf(id)?.events.get(id)?.own
      return Object.entries(ADDED).flatMap(([name, value]) => (JSON.stringify(own?.[name]) === JSON.stringify(value) ? [] : [name]))
    },
    remove: async (id: string) => drop(id),
    removeCalendar: async (calendarId: string) => void calendars.delete(calendarId),
    count: async (calendarId: string) => calendarNamed(calendarId).events.size,
    loseCursor: async (calendarId: string, cursor: string) => {
      for (const [name, token] of tokens) if (token.calendarId === calendarId) tokens.delete(name)
      return cursor
    },
  }
}

/** An entry as Outlook keeps it that another program's file describes. */
function storedFrom(name: string, lines: readonly string[], account: string): Omit<Stored, 'id' | 'version'> {
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Phone//EN', 'BEGIN:VEVENT', `UID:${name}`, 'DTSTAMP:20270101T000000Z']
  const text = [...head, ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
  const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent') as ICAL.Component
  const wordOf = (property: string) => String(component.getFirstPropertyValue(property) ?? '')
  const when = whenOf(new ICAL.Event(component, { exceptions: [] }), ZONE)
  const guests = component.getAllProperties('attendee').map((guest) => ({
    address: String(guest.getFirstValue()).replace('mailto:', ''),
    response: String(guest.getFirstParameter('partstat')).toLowerCase(),
  }))
  const isSeries = component.hasProperty('rrule')
  return {
    ...timesOf(when),
    named: new Map(),
    own: {
      ...{ subject: wordOf('summary'), isAllDay: 'fromDay' in when, isCancelled: wordOf('status') === 'CANCELLED' },
      showAs: wordOf('transp') === 'TRANSPARENT' ? 'free' : 'busy',
      location: { displayName: wordOf('location') },
      organizer: { emailAddress: { address: wordOf('organizer').replace('mailto:', '') || account } },
      responseStatus: { response: guests.find(({ address }) => address === account)?.response ?? 'organizer' },
      attendees: guests.map(({ address, response }) => ({ emailAddress: { address }, status: { response } })),
      recurrence: isSeries ? { pattern: { type: 'weekly', interval: 1 }, range: { type: 'noEnd' } } : null,
    },
    series: isSeries ? text : null,
  }
}
