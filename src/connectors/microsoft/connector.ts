import { z } from 'zod'
import type { BusyBlock, Calendar, FarCalendar, ItemRef, Window } from '#connectors/kit/calendar.ts'
import type { CalendarConnector } from '#connectors/kit/connector.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { changes } from '#connectors/microsoft/changes.ts'
import {
  EVENT,
  type Event,
  hasGuests,
  ID,
  knownOf,
  NAME_PROPERTY,
  textOf,
  transactionOf,
  whenOf,
  writtenOf,
} from '#connectors/microsoft/event.ts'
import { ask, askAll, path, refusalOf } from '#connectors/microsoft/graph.ts'
import { manifest } from '#connectors/microsoft/manifest.ts'
import { isCalendarThere, readEvent, SELECT } from '#connectors/microsoft/read.ts'
import { instantOf } from '#lib/dates.ts'
import type { CalendarItem } from '#lib/ics-write.ts'

const MOST_BLOCKS = 20_000
const MOST_NAME = 200
const MOST_NAMES = 20
/** These take no time. What is tentative or not known might. */
const FREE = ['free', 'workingElsewhere']

const CALENDAR = z.object({ id: ID, name: z.string().catch('') })
const OWNER = z.object({ owner: z.object({ name: z.string().nullish(), address: z.string().nullish() }).nullish().catch(null) })

/** The account by its address, which needs only the calendars' own permission. */
async function check(wire: Wire): Promise<{ account: string }> {
  const answer = await ask(wire, path`/me/calendar?$select=id,name,owner`, OWNER)
  if ('status' in answer) {
    if (answer.status === 404) throw refusalOf({ ...answer, codes: ['MailboxNotEnabledForRESTAPI'] })
    throw refusalOf(answer)
  }
  const { owner } = answer.found
  return { account: textOf(owner?.address || owner?.name, MOST_NAME) || 'Microsoft account' }
}

const calendars: Calendar['calendars'] = (wire) => listCalendars(wire, path`/me/calendars?$select=id,name`)

const ensure: Calendar['ensure'] = async (wire, slug, name) => {
  const [there] = await listCalendars(wire, path`/me/calendars?$filter=${isNamed(slug)}`)
  if (there) return there
  const named = { singleValueExtendedProperties: [{ id: NAME_PROPERTY, value: slug }] }
  // Two calendars of a mailbox have two names.
  for (let number = 1; number <= MOST_NAMES; number++) {
    const body = { name: number === 1 ? name : `${name} ${number}`, ...named }
    const answer = await ask(wire, '/me/calendars', CALENDAR, { method: 'POST', body })
    if (!('status' in answer)) return farCalendarOf(answer.found)
    if (answer.status !== 409) throw refusalOf(answer)
  }
  throw new Refusal('refused', { sentence: 'Outlook makes no calendar for us in this account.' })
}

const put: Calendar['put'] = async (wire, calendarId, item, known) => {
  const there = known ? await readEvent(wire, known.id) : await find(wire, calendarId, item.uid)
  if (there) {
    refuseChanged(there, known?.tag)
    return overwrite(wire, calendarId, there, item)
  }
  if (known) throw await missing(wire, calendarId)
  const made = await ask(wire, path`/me/calendars/${calendarId}/events`, EVENT, {
    method: 'POST',
    // Outlook reminds of an entry unless this is off.
    body: { ...writtenOf(item), isReminderOn: false, transactionId: transactionOf(item), singleValueExtendedProperties: nameOf(item) },
  })
  if ('status' in made) throw refusalOf(made)
  return knownOf(made.found)
}

/** Where others were invited, Outlook notifies them that it is off, as when its owner deletes it. */
const remove: Calendar['remove'] = async (wire, { id, tag }) => {
  // That the version in a request counts is undocumented, so the entry is read first.
  const there = tag ? await readEvent(wire, id) : null
  if (there === undefined) return
  if (there) refuseChanged(there, tag)
  const answer = await ask(wire, path`/me/events/${id}`, z.unknown(), { method: 'DELETE', match: tag })
  if ('status' in answer && answer.status !== 404 && answer.status !== 410) throw refusalOf(answer)
}

const busy: Calendar['busy'] = async (wire, calendarIds, window) => {
  const blocks: BusyBlock[] = []
  for (const id of calendarIds) blocks.push(...(await eventsIn(wire, id, window)).flatMap((event) => blockOf(event, window)))
  return blocks.sort((a, b) => a.start.getTime() - b.start.getTime()).slice(0, MOST_BLOCKS)
}

/** Outlook's calendars, of people's own accounts and those of Microsoft 365, by Microsoft Graph. */
export const microsoft: CalendarConnector = { manifest, check, calendar: { calendars, ensure, changes, put, remove, busy } }

async function listCalendars(wire: Wire, place: string): Promise<FarCalendar[]> {
  const answer = await askAll(wire, place, CALENDAR)
  if ('status' in answer) throw refusalOf(answer)
  return answer.found.map(farCalendarOf)
}

const farCalendarOf = ({ id, name }: FarCalendar): FarCalendar => ({ id, name: textOf(name, MOST_NAME) || 'Calendar' })

const isNamed = (name: string) =>
  `singleValueExtendedProperties/Any(ep: ep/id eq '${NAME_PROPERTY}' and ep/value eq '${name.replaceAll("'", "''")}')`

const nameOf = ({ uid }: CalendarItem) => [{ id: NAME_PROPERTY, value: uid }]

/** Our entry in a calendar, made before, perhaps without an answer that reached us. */
async function find(wire: Wire, calendarId: string, uid: string): Promise<Event | undefined> {
  const answer = await askAll(wire, path`/me/calendars/${calendarId}/events?$filter=${isNamed(uid)}&$select=${SELECT}`, EVENT)
  if ('status' in answer) throw refusalOf(answer)
  return answer.found[0]
}

function refuseChanged({ '@odata.etag': tag }: Event, known: string | null | undefined) {
  if (known && tag && known !== tag) throw new Refusal('conflict')
}

async function overwrite(wire: Wire, calendarId: string, there: Event, item: CalendarItem): Promise<ItemRef> {
  // Outlook would mail them what we write.
  if (hasGuests(there))
    throw new Refusal('refused', {
      sentence: "Somebody's invited to this entry in Outlook, which would mail them any change of ours. It's left as it is there.",
    })
  const { id, tag } = knownOf(there)
  const answer = await ask(wire, path`/me/events/${id}`, EVENT, { method: 'PATCH', match: tag, body: writtenOf(item, there) })
  if (!('status' in answer)) return knownOf(answer.found)
  throw answer.status === 404 ? await missing(wire, calendarId) : refusalOf(answer)
}

/** Why an entry is not there: its calendar is gone, or just the entry. */
const missing = async (wire: Wire, calendarId: string) => new Refusal((await isCalendarThere(wire, calendarId)) ? 'conflict' : 'gone')

/** The entries of a calendar, each occurrence on its own; their titles are not requested. */
async function eventsIn(wire: Wire, calendarId: string, { fromDay, toDay, zone }: Window): Promise<Event[]> {
  const [start, end] = [fromDay, toDay].map((day) => instantOf(day, '00:00', zone).toISOString()) as [string, string]
  const place = path`/me/calendars/${calendarId}/calendarView?startDateTime=${start}&endDateTime=${end}&$select=id,start,end,isAllDay,isCancelled,showAs,responseStatus`
  const answer = await askAll(wire, place, EVENT)
  if ('status' in answer) throw refusalOf(answer)
  return answer.found
}

/** None when it takes no time of the window. */
function blockOf(event: Event, { fromDay, toDay, zone }: Window): BusyBlock[] {
  const when = whenOf(event)
  const isFree = event.isCancelled || event.responseStatus?.response === 'declined' || FREE.includes(event.showAs ?? '')
  if (!when || isFree) return []
  const isAllDay = 'fromDay' in when
  const [start, end] = isAllDay ? [instantOf(when.fromDay, '00:00', zone), instantOf(when.toDay, '00:00', zone)] : [when.start, when.end]
  const isWithin = start < end && start < instantOf(toDay, '00:00', zone) && end > instantOf(fromDay, '00:00', zone)
  return isWithin ? [{ start, end, isAllDay, title: '' }] : []
}
