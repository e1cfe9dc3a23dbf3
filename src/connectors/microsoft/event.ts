import { z } from 'zod'
import type { FarItem, ItemRef } from '#connectors/kit/calendar.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import type { CalendarItem } from '#lib/ics-write.ts'

const MOST_TITLE = 200
const MOST_PLACE = 500
const [FIRST_YEAR, LAST_YEAR] = [1900, 2200]
const HALF_DAY_MS = 43_200_000
/** What UTC is called in answers. */
const UTC = ['UTC', 'Etc/UTC', 'Etc/GMT', 'tzone://Microsoft/Utc']
/** Whole days are written by the clocks of the farriers we are made for: Outlook draws a day that began in another zone over two. */
const HOME_ZONE = 'Europe/London'
/** Where our name of an entry, or of a calendar, is kept: a named property of our own namespace. */
export const NAME_PROPERTY = 'String {6c8f1c0e-52b1-4f43-9a0e-1d1f7c5b7a52} Name PritchelName'

/** An id as we may put it into an address. */
export const ID = z.string().regex(/^(?!\.+$)[!-~]{1,1000}$/)
const words = z.string().nullish().catch(null)
const flag = z.boolean().nullish().catch(null)
const moment = z.object({ dateTime: z.string(), timeZone: z.string() }).nullish().catch(null)
const person = z.object({ emailAddress: z.object({ address: words }).nullish().catch(null) })

/** What we read of an entry; all but its id may be missing, and malformed values count as missing. */
export const EVENT = z.object({
  ...{ id: ID, '@odata.etag': words, '@removed': z.unknown().optional(), type: words, seriesMasterId: ID.nullish().catch(null) },
  ...{ subject: words, transactionId: words, showAs: words, isAllDay: flag, isCancelled: flag, start: moment, end: moment },
  location: z.object({ displayName: words }).nullish().catch(null),
  responseStatus: z.object({ response: words }).nullish().catch(null),
  // One that can't be read is a guest too.
  attendees: z.array(person.catch({})).nullish().catch(null),
  organizer: person.nullish().catch(null),
  recurrence: z.unknown().optional(),
})
export type Event = z.infer<typeof EVENT>

/** An entry as it is there now. */
export const itemOf = (event: Event): FarItem => ({
  ...knownOf(event),
  uid: uidIn(event.transactionId),
  title: textOf(event.subject, MOST_TITLE),
  place: textOf(event.location?.displayName, MOST_PLACE) || null,
  when: event.recurrence || (event.type && event.type !== 'singleInstance') ? null : whenOf(event),
  isCancelled: event.isCancelled === true,
})

/**
 * A name for the request that makes an entry: the entry's, which lists return, and a part of its own. Outlook makes no second entry by the
 * same name, but for how long, in which calendars, and of what was deleted is undocumented.
 */
export const transactionOf = ({ uid }: CalendarItem): string => `${uid}#${crypto.randomUUID().slice(0, 8)}`
const uidIn = (transaction: string | null | undefined): string => transaction?.split('#')[0] ?? ''

/** Where an entry is, and its version. */
export const knownOf = ({ id, '@odata.etag': tag }: Event): ItemRef => ({ id, tag: tag || null })

/** Words as we may keep them: no half signs, and no sign that a database won't take. */
export const textOf = (text: string | null | undefined, most: number): string =>
  (text ?? '').slice(0, most).toWellFormed().replaceAll('\0', '').trim()

/** When it is; null when that can't be read. A whole day may come as midnight of the zone it was made in, given in UTC. */
export function whenOf({ start, end, isAllDay }: Pick<Event, 'start' | 'end' | 'isAllDay'>): NonNullable<FarItem['when']> | null {
  const [from, to] = [instantIn(start), instantIn(end)]
  if (!from || !to || to < from) return null
  if (!isAllDay) return { start: from, end: to }
  const [fromDay, toDay] = [nearestDay(from), nearestDay(to)]
  return { fromDay, toDay: toDay > fromDay ? toDay : addDays(fromDay, 1) }
}

/** Midnight here is at most half a day from midnight there. */
const nearestDay = (instant: Date) => dayOf(instant.getTime() + HALF_DAY_MS, 'UTC')

function instantIn(time: Event['start']): Date | null {
  const [, wall] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z?$/.exec(time?.dateTime ?? '') ?? []
  if (!time || !wall || !UTC.includes(time.timeZone)) return null
  const instant = new Date(`${wall}Z`)
  const year = instant.getUTCFullYear()
  return year >= FIRST_YEAR && year <= LAST_YEAR ? instant : null
}

/** What we write of an entry: ours of its properties. A place that is as it was is left, for it may have a position on the map. */
export function writtenOf({ title, place, when, status, isFree }: CalendarItem, there?: Event) {
  const isAllDay = 'fromDay' in when
  return {
    subject: title,
    isAllDay,
    start: isAllDay ? midnightOf(when.fromDay) : instantFor(when.start),
    end: isAllDay ? midnightOf(when.toDay) : instantFor(when.end),
    showAs: isFree || status === 'CANCELLED' ? 'free' : status === 'TENTATIVE' ? 'tentative' : 'busy',
    ...((there?.location?.displayName ?? '') !== (place ?? '') && { location: { displayName: place ?? '' } }),
    ...(there?.recurrence ? { recurrence: null } : {}),
  }
}

const midnightOf = (day: string) => ({ dateTime: `${day}T00:00:00`, timeZone: HOME_ZONE })
const instantFor = (instant: Date) => ({ dateTime: instant.toISOString().replace(/\..*/, ''), timeZone: 'UTC' })

/** Whether others than its owner are invited; Outlook for Windows lists the owner too. */
export const hasGuests = ({ attendees, organizer }: Event): boolean =>
  (attendees ?? []).some((guest) => !addressOf(guest) || addressOf(guest) !== addressOf(organizer))

const addressOf = (one: z.infer<typeof person> | null | undefined) => one?.emailAddress?.address?.toLowerCase() ?? ''
