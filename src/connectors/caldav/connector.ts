import { changes } from '#connectors/caldav/changes.ts'
import { ask, askMany, eventsBetween, faultsIn, list, propfind, refusalOf, tagOf } from '#connectors/caldav/dav.ts'
import { calendars, check, ensure, ownAddresses } from '#connectors/caldav/discover.ts'
import { isCalendar, mergedInto } from '#connectors/caldav/entry.ts'
import { manifest } from '#connectors/caldav/manifest.ts'
import { CALDAV, childOf, textOf } from '#connectors/caldav/xml.ts'
import type { BusyBlock, Calendar, ItemRef, Window } from '#connectors/kit/calendar.ts'
import type { CalendarConnector } from '#connectors/kit/connector.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { addDays, instantOf } from '#lib/dates.ts'
import { type Occurrence, readCalendar } from '#lib/ics-read.ts'
import { writeCalendar } from '#lib/ics-write.ts'

const MOST_BLOCKS = 20_000
const MOST_STEPS = 10_000
/** What a server may have against an entry itself, as it names it (RFC 4791, 5.3.2.1). */
const AGAINST_ENTRY = /^(valid-|supported-calendar|max-|min-)/

const put: Calendar['put'] = async (wire, calendarId, item, known, now) => {
  const id = known?.id ?? `${calendarId}${item.uid.split('@')[0]}.ics`
  if (!known) {
    const made = await write(wire, calendarId, id, writeCalendar([item], { now }), { 'if-none-match': '*' })
    if (made) return made
  }
  const there = await read(wire, id)
  if (!there) throw await missing(wire, calendarId)
  if (known?.tag && there.tag && known.tag !== there.tag) throw new Refusal('conflict')
  const written = await write(wire, calendarId, id, mergedInto(there.text, item, now), there.tag ? { 'if-match': there.tag } : {})
  if (!written) throw new Refusal('conflict')
  return written
}

const remove: Calendar['remove'] = async (wire, { id, tag }) => {
  const { ok, status } = await ask(wire, id, { method: 'DELETE', headers: tag ? { 'if-match': tag } : {} })
  if (ok || status === 404 || status === 410) return
  // Nothing is not the version we know, either.
  if (status === 412 && !(await read(wire, id))) return
  throw refusalOf(status)
}

const busy: Calendar['busy'] = async (wire, calendarIds, window) => {
  const [first] = calendarIds
  if (!first) return []
  const own = await ownAddresses(wire, first)
  const blocks: BusyBlock[] = []
  for (const id of calendarIds) {
    const occurrences = await occurrencesIn(wire, id, window)
    blocks.push(...occurrences.filter(({ about }) => !about.declined.some((one) => own.has(one))).flatMap((one) => blockOf(one, window)))
  }
  return blocks.sort((a, b) => a.start.getTime() - b.start.getTime()).slice(0, MOST_BLOCKS)
}

/** Apple's, Fastmail's, Nextcloud's and anyone's own calendar server (RFC 4791). */
export const caldav: CalendarConnector = { manifest, check, calendar: { calendars, ensure, changes, put, remove, busy } }

async function read(wire: Wire, id: string): Promise<{ text: string; tag: string | null } | undefined> {
  const answer = await ask(wire, id, { method: 'GET' })
  if (answer.status === 404 || answer.status === 410) return undefined
  if (!answer.ok) throw refusalOf(answer.status)
  return { text: await answer.text(), tag: tagOf(answer.headers.get('etag')) }
}

/** Undefined when another version is there. A server that changed what it was given returns no tag (RFC 4791, 5.3.4). */
async function write(
  wire: Wire,
  calendarId: string,
  id: string,
  text: string,
  condition: Record<string, string>,
): Promise<ItemRef | undefined> {
  const answer = await ask(wire, id, {
    method: 'PUT',
    body: text,
    headers: { 'content-type': 'text/calendar; charset=utf-8', ...condition },
  })
  if (answer.ok) return { id, tag: tagOf(answer.headers.get('etag')) }
  const fault = (await faultsIn(answer)).find((name) => AGAINST_ENTRY.test(name))
  if (fault) throw new Refusal('refused', { sentence: `The calendar server won't take this entry (${fault}).` })
  if (answer.status === 412) return undefined
  throw answer.status === 404 || answer.status === 409 ? await missing(wire, calendarId) : refusalOf(answer.status)
}

/** Why an entry is not there, or can't be written: its calendar is gone, or just the entry. Some servers answer of several even of nothing. */
async function missing(wire: Wire, calendarId: string): Promise<Refusal> {
  const answer = await askMany(wire, calendarId, { method: 'PROPFIND', body: propfind('d:resourcetype') })
  const status = 'resources' in answer ? answer.resources[0]?.status : answer.status
  return new Refusal(status === 404 || status === 410 ? 'gone' : 'conflict')
}

async function occurrencesIn(wire: Wire, calendarId: string, { fromDay, toDay, zone }: Window): Promise<Occurrence[]> {
  const body = eventsBetween(instantOf(fromDay, '00:00', zone), instantOf(toDay, '00:00', zone))
  const { resources } = await list(wire, calendarId, { method: 'REPORT', body, depth: '1' })
  const texts = resources.map(({ props }) => textOf(childOf(props, CALDAV, 'calendar-data'))).filter(isCalendar)
  if (texts.length === 0) return []
  try {
    return readCalendar(texts.join('\r\n'), { fromDay, toDay: addDays(toDay, -1), zone }, MOST_STEPS).occurrences
  } catch (error) {
    throw new Refusal('refused', { sentence: 'A calendar there holds more than can be read.', cause: error })
  }
}

/** None when it takes no time of the window. */
function blockOf({ when, isFree, about: { title } }: Occurrence, { fromDay, toDay, zone }: Window): BusyBlock[] {
  const isAllDay = 'fromDay' in when
  const [start, end] = isAllDay ? [instantOf(when.fromDay, '00:00', zone), instantOf(when.toDay, '00:00', zone)] : [when.start, when.end]
  const isWithin = start < end && start < instantOf(toDay, '00:00', zone) && end > instantOf(fromDay, '00:00', zone)
  return isWithin && !isFree ? [{ start, end, isAllDay, title }] : []
}
