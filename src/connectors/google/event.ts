import { z } from 'zod'
import { ID, placeOf, words } from '#connectors/google/api.ts'
import type { FarItem, ItemRef } from '#connectors/kit/calendar.ts'
import { addDays, type Day, dayOf, instantOf } from '#lib/dates.ts'
import type { CalendarItem } from '#lib/ics-write.ts'

const MOST_TITLE = 200
const MOST_PLACE = 500
const [FIRST_YEAR, LAST_YEAR] = [1900, 2200]
/** A name like ours, letter by letter in hex digits, which are among those that an id may have. */
const NAMED = /^(?:[2-7][0-9a-f])+$/
const NAME = /^[^@\s]+@[^@\s]+$/

const time = z.object({ date: words, dateTime: words, timeZone: words }).nullish().catch(null)

/** What we read of an entry; all but its id may be missing, and malformed values count as missing. */
export const EVENT = z.object({
  ...{ id: ID, etag: words, status: words, summary: words, location: words, iCalUID: words, recurringEventId: words },
  ...{ start: time, end: time, recurrence: z.unknown().optional() },
})
export type Event = z.infer<typeof EVENT>

/** All fields requested: no notes, no guests. */
export const FIELDS = Object.keys(EVENT.shape).join(',')

/** Where an entry of a calendar is. */
export const entryPlace = (calendarId: string, eventId: string): string => placeOf('calendars', calendarId, 'events', eventId)

/** The id of an entry we make: its name for ever, so that made again it is the same one. */
export const eventIdOf = ({ uid }: CalendarItem): string => Buffer.from(uid).toString('hex')

/** Where an entry is, and its version. */
export const knownOf = (calendarId: string, { id, etag }: Event): ItemRef => ({ id: entryPlace(calendarId, id), tag: etag || null })

/** An entry as it is there now. An occurrence of a series that was changed for itself is a part of the series. */
export const itemOf = (calendarId: string, event: Event, zone: string): FarItem => ({
  ...knownOf(calendarId, event),
  uid: uidOf(event),
  title: textOf(event.summary, MOST_TITLE),
  place: textOf(event.location, MOST_PLACE) || null,
  when: event.recurringEventId || isSeries(event) ? null : whenOf(event, zone),
  isCancelled: false,
})

/** It was deleted, or called off, which is the same there. */
export const isDeleted = ({ status }: Event): boolean => status === 'cancelled'

const isSeries = ({ recurrence }: Event) => (Array.isArray(recurrence) ? recurrence.length > 0 : Boolean(recurrence))

function uidOf({ id, iCalUID }: Event): string {
  const name = NAMED.test(id) ? Buffer.from(id, 'hex').toString('latin1') : ''
  return NAME.test(name) ? name : (iCalUID ?? '')
}

/** Words as we may keep them: no half signs, and no sign that a database won't take. */
export const textOf = (text: string | null | undefined, most: number): string =>
  (text ?? '').slice(0, most).toWellFormed().replaceAll('\0', '').trim()

function whenOf({ start, end }: Event, zone: string): FarItem['when'] {
  if (start?.date) {
    const [fromDay, toDay] = [dayIn(start.date), dayIn(end?.date)]
    return fromDay ? { fromDay, toDay: toDay && toDay > fromDay ? toDay : addDays(fromDay, 1) } : null
  }
  const from = instantIn(start, zone)
  const to = end ? instantIn(end, zone) : from
  return from && to && to >= from ? { start: from, end: to } : null
}

function dayIn(text: string | null | undefined): Day | null {
  const isDay = text && /^\d{4}-\d\d-\d\d$/.test(text) && isUsual(Number.parseInt(text, 10)) && dayOf(`${text}T00:00:00Z`, 'UTC') === text
  return isDay ? text : null
}

/** Times carry their offset from UTC; without one they are by their zone's clocks, else by those of `zone`. */
function instantIn(moment: Event['start'], zone: string): Date | null {
  const text = moment?.dateTime ?? ''
  const [, day, clock, offset] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/i.exec(text) ?? []
  if (!day || !clock) return null
  const instant = offset ? new Date(text) : instantOf(day, clock, moment?.timeZone || zone)
  return isUsual(instant.getUTCFullYear()) ? instant : null
}

const isUsual = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR

type Written = CalendarItem & { isNew: boolean }

/**
 * What we write of an entry: our properties. Over another one it also clears what must not be there, or Google would leave it: no one is
 * invited, nothing repeats, and a day has no time. Google deletes what is called off, so ours takes no time instead.
 */
export function writtenOf({ title, place, when, status, isFree, isNew }: Written): Record<string, unknown> {
  const isAllDay = 'fromDay' in when
  const [start, end] = isAllDay
    ? [dayFor(when.fromDay), dayFor(when.toDay)]
    : [timeFor(when.start, when.zone), timeFor(when.end, when.zone)]
  const none = isAllDay ? { dateTime: null, timeZone: null } : { date: null }
  return {
    summary: title,
    ...((place || !isNew) && { location: place }),
    status: status === 'TENTATIVE' ? 'tentative' : 'confirmed',
    transparency: isFree || status === 'CANCELLED' ? 'transparent' : 'opaque',
    ...(isNew ? { start, end } : { start: { ...none, ...start }, end: { ...none, ...end }, recurrence: [], attendees: [] }),
  }
}

const dayFor = (date: Day) => ({ date })
const timeFor = (instant: Date, timeZone: string) => ({ dateTime: instant.toISOString().replace(/\.\d+/, ''), timeZone })
