import { aheadAt, type Day, instantOf } from '#lib/dates.ts'
import { readCalendar, type When } from '#lib/ics-read.ts'

/* For tests only: what the double of Microsoft Graph keeps. */

export type Stored = {
  id: string
  version: number
  /** Ids of named properties, and their values. */
  named: Map<string, string>
  /** An entry's own properties as they are answered, but its times. */
  own: Record<string, unknown>
  start: { at: Date; zone: string }
  end: { at: Date; zone: string }
  /** The file of an entry that repeats. */
  series: string | null
}
export type StoredCalendar = {
  id: string
  name: string
  named: Map<string, string>
  events: Map<string, Stored>
  touched: Map<string, number>
}
export type Mailbox = ReturnType<typeof openMailbox>
/** What a link of a delta leads to: what its holder has seen, or the rows still to be sent. */
export type Token = { calendarId: string; start: string; end: string; seen: Map<string, string>; at: number; rest?: unknown[] }

/** The zone of the mailbox. */
export const ZONE = 'Europe/London'

export function openMailbox(origin: string, account: string) {
  let count = 0
  const calendars = new Map<string, StoredCalendar>()
  const tokens = new Map<string, Token>()
  const transactions = new Map<string, Stored>()
  const nextId = () => `AAMk/${String(++count).padStart(6, '0')}+A=`

  const makeCalendar = (name: string, named: Map<string, string>): StoredCalendar => {
    const made = { id: nextId(), name, named, events: new Map(), touched: new Map() }
    calendars.set(made.id, made)
    return made
  }
  const calendarOf = (id: string) => [...calendars.values()].find(({ events }) => events.has(id))
  const touch = (calendar: StoredCalendar, event: Stored) => {
    event.version = ++count
    calendar.touched.set(event.id, event.version)
  }
  const store = (calendar: StoredCalendar, event: Omit<Stored, 'id' | 'version'>): Stored => {
    const stored = { ...event, id: nextId(), version: 0 }
    calendar.events.set(stored.id, stored)
    touch(calendar, stored)
    return stored
  }
  const drop = (id: string) => {
    const calendar = calendarOf(id)
    calendar?.events.delete(id)
    calendar?.touched.set(id, ++count)
  }

  makeCalendar('Calendar', new Map())
  return {
    ...{ origin, account, calendars, tokens, transactions, makeCalendar, calendarOf, touch, store, drop },
    now: () => count,
    keepToken: (token: Token): string => {
      const name = `R0us_${++count}`
      tokens.set(name, token)
      return name
    },
  }
}

export const timesOf = (when: When) =>
  'fromDay' in when
    ? { start: { at: midnightOf(when.fromDay), zone: ZONE }, end: { at: midnightOf(when.toDay), zone: ZONE } }
    : { start: { at: when.start, zone: ZONE }, end: { at: when.end, zone: ZONE } }
const midnightOf = (day: Day) => instantOf(day, '00:00', ZONE)

/** The occurrences of an entry that repeats, in some days. */
export function occurrencesOf({ id, series }: Stored, fromDay: Day, toDay: Day) {
  return readCalendar(series ?? '', { fromDay, toDay, zone: ZONE }).occurrences.map(({ when, about }, index) => ({
    ...timesOf(when),
    id: `${id}.${index}`,
    subject: about.title,
  }))
}

/** What the clocks of a zone show, as Graph writes it. */
export function shownIn(at: Date, zone: string): string {
  return `${new Date(at.getTime() + aheadAt(at.getTime(), zone)).toISOString().replace(/\.\d+Z$/, '')}.0000000`
}
