import { askAll, type Fault, placeOf, refusalOf } from '#connectors/google/api.ts'
import { EVENT, type Event, entryPlace, FIELDS, isDeleted, itemOf, knownOf } from '#connectors/google/event.ts'
import type { Calendar, FarItem, Window } from '#connectors/kit/calendar.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import { instantOf } from '#lib/dates.ts'

/** Sent with each request about a calendar, as Google requires. No days: what a token of some days returns of others is undocumented. */
const QUERY = { fields: `nextPageToken,nextSyncToken,items(${FIELDS})`, maxResults: '250' }

/** What has changed in a calendar since a cursor, which is Google's sync token. */
export const changes: Calendar['changes'] = async (wire, calendarId, cursor, isKnown, window) => {
  const answer = await askAll(wire, placeOf('calendars', calendarId, 'events'), EVENT, {
    ...QUERY,
    ...(cursor !== null && { syncToken: cursor }),
  })
  if ('status' in answer) throw lost(answer, cursor)
  if (!answer.cursor) throw new Refusal('later')
  const isWhole = cursor === null
  // What changed while it was listed may be on several pages; the last one counts.
  const events = [...new Map<string, Event>(answer.found.map((event) => [event.id, event])).values()]
  const there = events.filter((event) => !isDeleted(event))
  const knownHere = (event: Event) => isKnown(knownOf(calendarId, event))
  const items = there.filter((event) => !knownHere(event)).map((event) => itemOf(calendarId, event, window.zone))
  return {
    cursor: answer.cursor,
    isWhole,
    items: isWhole ? items.filter((item) => isWithin(item, window)) : items,
    known: there.filter(knownHere).map(({ id }) => entryPlace(calendarId, id)),
    gone: isWhole ? [] : events.filter(isDeleted).map(({ id }) => entryPlace(calendarId, id)),
  }
}

/** Why a list is not given: its cursor, or where it was on the way through its pages, is not known any more, or something else. */
function lost(fault: Fault & { isFirst: boolean }, cursor: string | null): Refusal {
  const hadToken = cursor !== null || !fault.isFirst
  return hadToken && (fault.status === 410 || fault.status === 400) ? new Refusal('resync') : refusalOf(fault)
}

/** What can't be placed in time is within it too. */
function isWithin({ when }: FarItem, { fromDay, toDay, zone }: Window): boolean {
  if (!when) return true
  if ('fromDay' in when) return when.fromDay < toDay && when.toDay > fromDay
  return when.start < instantOf(toDay, '00:00', zone) && when.end >= instantOf(fromDay, '00:00', zone)
}
