import type { Calendar, Changes, Window } from '#connectors/kit/calendar.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { EVENT, type Event, itemOf, knownOf } from '#connectors/microsoft/event.ts'
import { askAll, type Fault, isOwnLink, noAnswer, path, refusalOf } from '#connectors/microsoft/graph.ts'
import { isCalendarThere, readEvent } from '#connectors/microsoft/read.ts'
import { type Day, daysBetween, instantOf } from '#lib/dates.ts'

/** What a round of questions found: rows by their ids, the last one counts. */
type Round = { rows: Map<string, Event>; link: string }

/** After so many days a cursor looks at days that are over, and misses as many to come: Outlook keeps the days of its first question. */
const OLD_DAYS = 7
const AT_ONCE = 20

/**
 * What has changed in a calendar, by its view's delta. When its days have moved on, a new view is listed before the last request for the
 * old one: so what was deleted meanwhile is reported, and what has come into view is new.
 */
export const changes: Calendar['changes'] = async (wire, calendarId, cursor, isKnown, window) => {
  const since = cursor === null ? null : cursorIn(wire, cursor)
  const isFresh = since === null || Math.abs(daysBetween(since.fromDay, window.fromDay)) >= OLD_DAYS
  const fresh = isFresh ? await roundOf(wire, calendarId, viewOf(calendarId, window), true) : null
  const last = since ? await roundOf(wire, calendarId, since.link, false) : null
  // Of a view that is new nothing was removed.
  const listed = [...(fresh?.rows ?? [])].filter(([, row]) => !row['@removed'])
  const rows = new Map([...listed, ...(last?.rows ?? [])])
  const { events, gone } = await clear(wire, rows)
  const [fromDay, link] = fresh ? [window.fromDay, fresh.link] : [since?.fromDay, last?.link]
  return {
    cursor: `${fromDay} ${link}`,
    isWhole: since === null,
    items: events.filter((event) => !isKnown(knownOf(event))).map(itemOf),
    known: events.filter((event) => isKnown(knownOf(event))).map(({ id }) => id),
    gone,
  }
}

function cursorIn(wire: Wire, cursor: string): { fromDay: Day; link: string } {
  const [, fromDay, link] = /^(\d{4}-\d\d-\d\d) (\S+)$/.exec(cursor) ?? []
  if (!fromDay || !link || !isOwnLink(wire, link)) throw new Refusal('resync')
  return { fromDay, link }
}

function viewOf(calendarId: string, { fromDay, toDay, zone }: Window): string {
  const [start, end] = [fromDay, toDay].map((day) => instantOf(day, '00:00', zone).toISOString()) as [string, string]
  return path`/me/calendars/${calendarId}/calendarView/delta?startDateTime=${start}&endDateTime=${end}`
}

async function roundOf(wire: Wire, calendarId: string, place: string, isFirst: boolean): Promise<Round> {
  const answer = await askAll(wire, place, EVENT)
  if ('status' in answer) throw isFirst ? refusalOf(answer) : await lost(wire, calendarId, answer)
  if (!answer.end) throw noAnswer()
  const rows = new Map<string, Event>()
  for (const row of answer.found) rows.set(row.id, row)
  return { rows, link: answer.end }
}

/** Why a link is not answered: its calendar is gone, or it is not known any more. */
async function lost(wire: Wire, calendarId: string, fault: Fault): Promise<Refusal> {
  const isLost = fault.status === 410 || fault.codes.some((code) => /sync/i.test(code))
  if (!isLost && fault.status !== 404) return refusalOf(fault)
  return new Refusal((await isCalendarThere(wire, calendarId)) ? 'resync' : 'gone')
}

/**
 * What the rows mean. Outlook names as removed also what was changed outside the days of the view, and may leave out what has not changed, so what
 * isn't clear is fetched one by one. Of a series its occurrences are listed: what we know of it is the entry they are made of.
 */
async function clear(wire: Wire, rows: ReadonlyMap<string, Event>): Promise<Pick<Changes, 'gone'> & { events: Event[] }> {
  const events: Event[] = []
  const unclear = new Set<string>()
  for (const row of rows.values()) {
    if (row['@removed'] || (isPartial(row) && !row.seriesMasterId)) unclear.add(row.id)
    else if (!isOccurrence(row)) events.push(row)
    else if (row.seriesMasterId && !rows.has(row.seriesMasterId)) unclear.add(row.seriesMasterId)
  }
  const gone: string[] = []
  const ids = [...unclear]
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const part = ids.slice(at, at + AT_ONCE)
    const found = await Promise.all(part.map((id) => readEvent(wire, id)))
    for (const [index, id] of part.entries()) {
      const event = found[index]
      if (!event) gone.push(id)
      else if (!isOccurrence(event)) events.push({ ...event, id })
    }
  }
  return { events, gone }
}

const isOccurrence = ({ type, seriesMasterId }: Event) => type === 'occurrence' || type === 'exception' || Boolean(seriesMasterId)

const isPartial = ({ subject, start, end, isAllDay, '@odata.etag': tag }: Event) =>
  [subject, start, end, isAllDay, tag].some((value) => value === undefined)
