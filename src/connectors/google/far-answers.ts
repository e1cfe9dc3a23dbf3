import { etagOf, type Far, Fault, isGone, type Json, newId, patched, type StoredCalendar } from '#connectors/google/far-calendars.ts'
import { busyTimes } from '#connectors/google/far-ics.ts'
import { page, type Tokens } from '#connectors/google/far-pages.ts'

/* For tests only: what the double of Google Calendar answers, by the documented shapes, limits and errors of what we use. */

export type FarRequest = { method: string; url: URL; body: Json; match: string | undefined }

const MOST_CALENDARS = 50
const MOST_BUSY_MS = 90 * 86_400_000

export function answerTo(far: Far, tokens: Tokens, { method, url, body, match }: FarRequest): Json | undefined {
  const [root, api, version, kind, ...parts] = url.pathname.split('/').map(decodeURIComponent)
  if (root !== '' || api !== 'calendar' || version !== 'v3') throw new Fault(404, 'notFound')
  const what = [method, kind, ...parts.map((part, at) => (at % 2 === 0 && kind === 'calendars' ? '*' : part))].join(' ')
  if (what === 'GET users me calendarList primary') return listed(far, far.first)
  if (what === 'GET users me calendarList') return page(tokens, url, { items: [...far.calendars.values()].map((one) => listed(far, one)) })
  if (what === 'POST calendars') return about(far.make(body))
  if (what === 'POST freeBusy') return freeBusy(far, body)
  const calendar = far.calendars.get(parts[0] ?? '')
  if (kind !== 'calendars' || !calendar) throw new Fault(404, 'notFound')
  if (!calendar.isMade) throw new Fault(403, 'insufficientPermissions')
  if (what === 'GET calendars *') return about(calendar)
  if (what === 'GET calendars * events') return list(far, tokens, calendar, url)
  if (what === 'POST calendars * events') return insert(far, calendar, body)
  const stored = calendar.events.get(parts[2] ?? '')
  if (!stored || parts[1] !== 'events') throw new Fault(404, 'notFound')
  if (method === 'GET') return far.show(calendar, stored)
  if (match !== undefined && match !== etagOf(stored.at)) throw new Fault(412, 'conditionNotMet')
  if (method === 'PATCH') return far.show(calendar, far.keep(calendar, stored.id, patched(stored.json, body)))
  if (method !== 'DELETE') throw new Fault(404, 'notFound')
  if (isGone(stored)) throw new Fault(410, 'deleted')
  far.drop(stored)
  return undefined
}

const about = ({ id, summary, description, timeZone }: StoredCalendar): Json => ({
  ...{ kind: 'calendar#calendar', etag: '"c"', id, summary, timeZone },
  ...(description && { description }),
})

const listed = ({ first }: Far, calendar: StoredCalendar): Json => ({
  ...{ ...about(calendar), kind: 'calendar#calendarListEntry', accessRole: 'owner' },
  ...(calendar === first && { primary: true }),
})

function insert(far: Far, calendar: StoredCalendar, { id = newId(), ...json }: Json): Json {
  if (typeof id !== 'string' || !/^[0-9a-v]{5,1024}$/.test(id)) throw new Fault(400, 'invalid')
  // A deleted entry keeps its id.
  if (calendar.events.has(id)) throw new Fault(409, 'duplicate')
  return far.show(calendar, far.keep(calendar, id, json))
}

/** Since a token with what was deleted; without one nothing deleted, but occurrences of a series that are not to be. */
function list(far: Far, tokens: Tokens, calendar: StoredCalendar, url: URL): Json {
  const since = url.searchParams.get('syncToken')
  const known = since === null ? undefined : tokens.since.get(since)
  if (since !== null && known?.calendarId !== calendar.id) throw new Fault(410, 'fullSyncRequired', 'calendar')
  const limits = ['timeMin', 'timeMax', 'iCalUID', 'orderBy', 'privateExtendedProperty', 'q', 'sharedExtendedProperty', 'updatedMin']
  if (known && limits.some((name) => url.searchParams.has(name))) throw new Fault(400, 'invalid')
  const items = [...calendar.events.values()]
    .filter((stored) => (known ? stored.at > known.at : !isGone(stored) || stored.json.recurringEventId))
    .map((stored) =>
      isGone(stored) ? { kind: 'calendar#event', etag: etagOf(stored.at), id: stored.id, status: 'cancelled' } : far.show(calendar, stored),
    )
  return page(tokens, url, { items, since: { calendarId: calendar.id, at: far.now() } })
}

function freeBusy({ calendars, account }: Far, { timeMin, timeMax, items }: Json): Json {
  const [from, to] = [new Date(String(timeMin)), new Date(String(timeMax))]
  const ids = (items as { id: string }[]).map(({ id }) => id)
  if (!(from < to)) throw new Fault(400, 'timeRangeEmpty', 'calendar')
  // Undocumented, but reported by those who met it.
  if (to.getTime() - from.getTime() > MOST_BUSY_MS) throw new Fault(400, 'timeRangeTooLong', 'calendar')
  const errors = (reason: string) => ({ errors: [{ domain: 'global', reason }], busy: [] })
  const found = ids.map((id) => {
    const calendar = calendars.get(id)
    if (ids.length > MOST_CALENDARS) return [id, errors('tooManyCalendarsRequested')]
    return [id, calendar ? { busy: busyTimes(calendar, account, from, to) } : errors('notFound')]
  })
  return { kind: 'calendar#freeBusy', timeMin, timeMax, calendars: Object.fromEntries(found) }
}
