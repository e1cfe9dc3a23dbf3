import { type Answer, type FarRequest, Fault } from '#connectors/microsoft/far-side-asked.ts'
import {
  type Mailbox,
  occurrencesOf,
  type Stored,
  type StoredCalendar,
  shownIn,
  type Token,
} from '#connectors/microsoft/far-side-mailbox.ts'
import { addDays, dayOf } from '#lib/dates.ts'

/* For tests only: entries as the double of Microsoft Graph answers them, in lists, in views and since a link. */

type Row = { start: Date; end: Date; json: Record<string, unknown> & { id: string } }

/** However many are requested: no page is promised to be as long as that. */
const LONGEST_PAGE = 3
const ZONES: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  'GMT Standard Time': 'Europe/London',
  'Pacific Standard Time': 'America/Los_Angeles',
}
export const pageSize = (prefer: string) => Math.min(LONGEST_PAGE, Number(/odata\.maxpagesize=(\d+)/.exec(prefer)?.[1] ?? 10))

export function zoneOf(name: string): string {
  const zone = ZONES[name] ?? (name === 'Europe/London' ? name : undefined)
  if (!zone) throw new Fault(400, 'TimeZoneNotSupportedException')
  return zone
}

export const tagOf = ({ version }: Pick<Stored, 'version'>) => `W/"${version}=="`

/** An entry as it is answered: its times by the preferred zone, without the named properties, and what was selected. */
export function eventJson(event: Stored, { prefer, url }: Pick<FarRequest, 'prefer' | 'url'>): Record<string, unknown> & { id: string } {
  const timeZone = /outlook\.timezone="([^"]*)"/.exec(prefer)?.[1] ?? 'UTC'
  const timeJson = ({ at }: Stored['start']) => ({ dateTime: shownIn(at, zoneOf(timeZone)), timeZone })
  const type = event.own.type ?? (event.series ? 'seriesMaster' : 'singleInstance')
  const all = { id: event.id, seriesMasterId: null, ...event.own, type, start: timeJson(event.start), end: timeJson(event.end) }
  const selected = url.searchParams.get('$select')?.split(',')
  const chosen = Object.fromEntries(Object.entries(all).filter(([name]) => !selected || name === 'id' || selected.includes(name)))
  return { '@odata.etag': tagOf(event), ...chosen, id: event.id }
}

export function rangeIn(url: URL): { start: string; end: string } {
  const [start, end] = [url.searchParams.get('startDateTime'), url.searchParams.get('endDateTime')]
  if (!start || !end || Number.isNaN(+new Date(start)) || Number.isNaN(+new Date(end))) throw new Fault(400, 'ErrorInvalidParameter')
  return { start, end }
}

/** The entries of some time as a calendar shows them: of a series its occurrences, never the series itself. */
export function viewOf({ events }: StoredCalendar, asked: FarRequest, { start, end }: { start: string; end: string }): Row[] {
  const [from, to] = [new Date(start), new Date(end)]
  const shown = [...events.values()].flatMap((event) => {
    if (!event.series) return [event]
    const [fromDay, toDay] = [addDays(dayOf(from, 'UTC'), -1), dayOf(to, 'UTC')]
    return occurrencesOf(event, fromDay, toDay).map(({ id, subject, ...times }) => ({
      ...{ ...event, ...times, id, series: null },
      own: { ...event.own, subject, type: 'occurrence', seriesMasterId: event.id, recurrence: null },
    }))
  })
  return shown
    .filter((event) => event.start.at < to && event.end.at > from)
    .map((event) => ({ start: event.start.at, end: event.end.at, json: eventJson(event, asked) }))
}

/** What has changed in a view since a link was given; a link that is no longer known is gone, and the answer names its place. */
export function delta(mailbox: Mailbox, calendar: StoredCalendar, asked: FarRequest): Answer {
  const { searchParams, href, origin, pathname } = asked.url
  const name = searchParams.get('$deltatoken') ?? searchParams.get('$skiptoken')
  const known = name === null ? undefined : mailbox.tokens.get(name)
  if (name !== null && !known) throw new Fault(410, 'SyncStateNotFound', { location: `${origin}${pathname}?$deltaToken=` })
  const state: Token = known ?? { calendarId: calendar.id, ...rangeIn(new URL(href)), seen: new Map(), at: mailbox.now() }
  const rows = state.rest ?? changesIn(calendar, asked, state, known !== undefined)
  const size = pageSize(asked.prefer)
  const rest = rows.slice(size)
  const next = rest.length > 0 ? { ...state, rest } : nextState(mailbox, calendar, asked, state)
  const link = `${origin}${pathname}?$${rest.length > 0 ? 'skip' : 'delta'}token=${mailbox.keepToken(next)}`
  return { status: 200, body: { value: rows.slice(0, size), [rest.length > 0 ? '@odata.nextLink' : '@odata.deltaLink']: link } }
}

const nextState = (mailbox: Mailbox, calendar: StoredCalendar, asked: FarRequest, { calendarId, start, end }: Token): Token => ({
  ...{ calendarId, start, end, at: mailbox.now() },
  seen: new Map(viewOf(calendar, asked, { start, end }).map(({ json }) => [json.id, String(json['@odata.etag'])])),
})

/** Reports as removed what is no longer in the view, and all that was changed outside of it. */
function changesIn(calendar: StoredCalendar, asked: FarRequest, state: Token, isLater: boolean): unknown[] {
  const view = viewOf(calendar, asked, state)
  const there = new Set(view.map(({ json }) => json.id))
  const changed = view.filter(({ json }) => state.seen.get(json.id) !== json['@odata.etag']).map(({ json }) => json)
  const touched = isLater ? [...calendar.touched].filter(([, at]) => at > state.at).map(([id]) => id) : []
  const series = new Set([...calendar.events.values()].filter((event) => event.series).map(({ id }) => id))
  const removed = [...new Set([...state.seen.keys(), ...touched])].filter((id) => !there.has(id) && !series.has(id))
  return [...changed, ...removed.map((id) => ({ id, '@removed': { reason: 'deleted' } }))]
}
