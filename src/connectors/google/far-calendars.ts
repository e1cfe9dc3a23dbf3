import { randomBytes } from 'node:crypto'
import { aheadAt } from '#lib/dates.ts'

/* For tests only: what the double of Google Calendar keeps, and the rules by which it takes and shows an entry. */

export type Json = Record<string, unknown>
type Time = { date?: string; dateTime?: string; timeZone?: string }
/** An entry as it was written; `at` counts when it was last changed. */
type Stored = { id: string; at: number; json: Json }
export type StoredCalendar = {
  id: string
  summary: string
  description?: string
  timeZone: string
  isMade: boolean
  events: Map<string, Stored>
}

/** An error as Google sends it. */
export class Fault extends Error {
  readonly status: number
  readonly reason: string
  readonly domain: string
  constructor(status: number, reason: string, domain = 'global') {
    super(reason)
    this.status = status
    this.reason = reason
    this.domain = domain
  }
}

const WRITABLE = [
  ...['summary', 'description', 'location', 'colorId', 'start', 'end', 'status', 'transparency', 'recurrence', 'attendees', 'reminders'],
  ...['recurringEventId', 'originalStartTime'],
]
const OFFSET = /(Z|[+-]\d\d:\d\d)$/

export type Far = ReturnType<typeof openFar>

/** The calendars of an account, with the first one, which was not made by this API. */
export function openFar(account: string) {
  let at = 1000
  const first: StoredCalendar = { id: account, summary: account, timeZone: 'Europe/London', isMade: false, events: new Map() }
  const calendars = new Map([[first.id, first]])
  return {
    account,
    calendars,
    first,
    now: () => at,
    make(json: Json): StoredCalendar {
      if (typeof json.summary !== 'string' || !json.summary) throw new Fault(400, 'required')
      const id = `${randomBytes(16).toString('hex')}@group.calendar.google.com`
      const timeZone = typeof json.timeZone === 'string' ? json.timeZone : 'UTC'
      const description = typeof json.description === 'string' ? { description: json.description } : {}
      const made = { id, summary: json.summary, ...description, timeZone, isMade: true, events: new Map<string, Stored>() }
      calendars.set(id, made)
      return made
    },
    /** Takes an entry as it is now wanted whole. */
    keep({ events, timeZone }: StoredCalendar, id: string, json: Json): Stored {
      const [start, end] = [timeIn(json.start, timeZone), timeIn(json.end, timeZone)]
      if (endsBefore(start, end)) throw new Fault(400, 'timeRangeEmpty', 'calendar')
      const stored = { id, at: ++at, json: { ...pick(json, WRITABLE), start, end } }
      events.set(id, stored)
      return stored
    },
    drop(stored: Stored) {
      stored.at = ++at
      stored.json = { ...stored.json, status: 'cancelled' }
    },
    /** An entry as it is returned: defaults are left out, times are by the calendar's clocks. */
    show({ timeZone }: StoredCalendar, { id, at: version, json }: Stored): Json {
      const { transparency, location, ...rest } = json
      const master = String(json.recurringEventId ?? id)
      return {
        ...{ kind: 'calendar#event', etag: etagOf(version), id, status: 'confirmed', iCalUID: `${master}@google.com`, sequence: 0 },
        ...{ htmlLink: `https://www.google.com/calendar/event?eid=${id}`, created: '2027-01-01T00:00:00.000Z', eventType: 'default' },
        ...{ creator: { email: account, self: true }, organizer: { email: account }, reminders: { useDefault: true } },
        ...rest,
        ...(location ? { location } : {}),
        ...(transparency === 'transparent' && { transparency }),
        ...{ start: shownBy(json.start as Time, timeZone), end: shownBy(json.end as Time, timeZone) },
      }
    },
  }
}

export const etagOf = (version: number) => `"${3_181_161_784_712_000 + version}"`
export const newId = () => BigInt(`0x${randomBytes(16).toString('hex')}`).toString(32)
export const isGone = ({ json }: Stored) => json.status === 'cancelled'

/** What a patch makes of an entry: null takes away, what is in braces is patched in turn, a list replaces the whole list. */
export function patched(json: Json, patch: Json): Json {
  const result = { ...json }
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else result[name] = isBraced(value) ? patched(isBraced(result[name]) ? result[name] : {}, value) : value
  }
  return result
}

const isBraced = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const pick = (json: Json, names: readonly string[]) => Object.fromEntries(Object.entries(json).filter(([name]) => names.includes(name)))

/** A day, or a time with its offset; one without is by the zone it names, or by the calendar's where a phone knows none. */
function timeIn(value: unknown, zone: string): Time {
  if (!isBraced(value)) throw new Fault(400, 'required')
  const { date, dateTime, timeZone } = value as Time
  if ((date === undefined) === (dateTime === undefined)) throw new Fault(400, 'invalid')
  if (date !== undefined) {
    if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Fault(400, 'invalid')
    return { date }
  }
  if (!dateTime || Number.isNaN(new Date(dateTime).getTime())) throw new Fault(400, 'invalid')
  if (!OFFSET.test(dateTime) && !timeZone) throw new Fault(400, 'required')
  const instant = OFFSET.test(dateTime) ? new Date(dateTime) : localIn(dateTime, timeZone ?? zone)
  return { dateTime: shown(instant, timeZone ?? zone), timeZone: timeZone ?? zone }
}

function localIn(text: string, zone: string): Date {
  const wall = new Date(`${text}Z`).getTime()
  return new Date(wall - aheadAt(wall - aheadAt(wall, zone), zone))
}

const instantOfTime = ({ date, dateTime }: Time, zone: string): Date => (dateTime ? new Date(dateTime) : localIn(`${date}T00:00:00`, zone))

const endsBefore = (start: Time, end: Time) =>
  Boolean(start.date) !== Boolean(end.date) || instantOfTime(end, 'UTC').getTime() < instantOfTime(start, 'UTC').getTime()

const shownBy = (time: Time, zone: string): Time => (time.dateTime ? { ...time, dateTime: shown(new Date(time.dateTime), zone) } : time)

function shown(instant: Date, zone: string): string {
  const minutes = aheadAt(instant.getTime(), zone) / 60_000
  const wall = new Date(instant.getTime() + minutes * 60_000).toISOString().replace(/\.\d+Z$/, '')
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0')
  return minutes === 0 ? `${wall}Z` : `${wall}${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
}
