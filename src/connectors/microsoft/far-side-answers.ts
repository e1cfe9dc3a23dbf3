import { type Answer, type FarRequest, Fault } from '#connectors/microsoft/far-side-asked.ts'
import { type Mailbox, type Stored, type StoredCalendar, shownIn } from '#connectors/microsoft/far-side-mailbox.ts'
import { delta, eventJson, pageSize, rangeIn, tagOf, viewOf, zoneOf } from '#connectors/microsoft/far-side-view.ts'
import { instantOf } from '#lib/dates.ts'

/* For tests only: what the double of Microsoft Graph answers, by the documented shapes, limits and errors of what we use. */

/** What may be written of an entry, and what only when it is made. */
const WRITTEN = [
  'subject',
  'isAllDay',
  'showAs',
  'location',
  'isReminderOn',
  'reminderMinutesBeforeStart',
  'categories',
  'body',
  'recurrence',
]

export function answerTo(mailbox: Mailbox, asked: FarRequest): Answer {
  const { method, url } = asked
  const [root, version, me, kind, id, part, more] = url.pathname.split('/').map(decodeURIComponent)
  if (root !== '' || version !== 'v1.0' || me !== 'me') throw new Fault(404, 'ResourceNotFound')
  const what = [method, kind, id === undefined ? '' : 'one', part ?? '', more ?? ''].join(' ').trimEnd()
  if (what === 'GET calendar') return { status: 200, body: calendarJson(mailbox, [...mailbox.calendars.values()][0]) }
  if (what === 'GET calendars') return list(asked, calendarsIn(mailbox, url))
  if (what === 'POST calendars') return makeCalendar(mailbox, asked)
  if (kind === 'events' && id !== undefined && !part) return entry(mailbox, asked, id)
  const calendar = mailbox.calendars.get(id ?? '')
  if (kind !== 'calendars' || !calendar) throw new Fault(404, 'ErrorItemNotFound')
  if (what === 'GET calendars one') return { status: 200, body: calendarJson(mailbox, calendar) }
  if (what === 'GET calendars one events') return list(asked, eventsIn(calendar, asked))
  if (what === 'POST calendars one events') return makeEvent(mailbox, calendar, asked)
  if (what === 'GET calendars one calendarView')
    return list(
      asked,
      viewOf(calendar, asked, rangeIn(url)).map(({ json }) => json),
    )
  if (what === 'GET calendars one calendarView delta') return delta(mailbox, calendar, asked)
  throw new Fault(405, 'ErrorInvalidRequest')
}

const calendarJson = ({ account }: Mailbox, calendar: StoredCalendar | undefined) => ({
  ...{ id: calendar?.id, name: calendar?.name, canEdit: true, owner: { name: 'A farrier', address: account } },
})

const calendarsIn = (mailbox: Mailbox, url: URL) =>
  [...mailbox.calendars.values()].filter(({ named }) => isFound(named, url)).map((calendar) => calendarJson(mailbox, calendar))

const eventsIn = ({ events }: StoredCalendar, asked: FarRequest) =>
  [...events.values()].filter(({ named }) => isFound(named, asked.url)).map((event) => eventJson(event, asked))

/** Whether a `$filter` by a named property holds; values are compared without regard to case. */
function isFound(named: Map<string, string>, url: URL): boolean {
  const filter = url.searchParams.get('$filter')
  if (filter === null) return true
  const [, id, value] = /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '(.+)' and ep\/value eq '((?:[^']|'')*)'\)$/.exec(filter) ?? []
  if (id === undefined || value === undefined) throw new Fault(400, 'ErrorInvalidUrlQueryFilter')
  return named.get(id)?.toLowerCase() === value.replaceAll("''", "'").toLowerCase()
}

/** A page of a list; a number in the link to the next one marks where it ends. */
function list({ url, prefer }: FarRequest, all: readonly unknown[]): Answer {
  const skip = Number(url.searchParams.get('$skip') ?? 0)
  const size = pageSize(prefer)
  const next = new URL(url)
  next.searchParams.set('$skip', String(skip + size))
  const isLast = skip + size >= all.length
  return { status: 200, body: { value: all.slice(skip, skip + size), ...(!isLast && { '@odata.nextLink': next.href }) } }
}

function makeCalendar(mailbox: Mailbox, { body }: FarRequest): Answer {
  const name = String(body?.name ?? '')
  if (!name) throw new Fault(400, 'ErrorInvalidRequest')
  if ([...mailbox.calendars.values()].some((one) => one.name === name)) throw new Fault(409, 'ErrorFolderExists')
  return { status: 201, body: calendarJson(mailbox, mailbox.makeCalendar(name, namedIn(body))) }
}

const namedIn = (body: FarRequest['body']) =>
  new Map(((body?.singleValueExtendedProperties ?? []) as { id: string; value: string }[]).map(({ id, value }) => [id, value]))

/** A transaction is remembered for good, also of what was deleted since: how long it is, is not documented. */
function makeEvent(mailbox: Mailbox, calendar: StoredCalendar, asked: FarRequest): Answer {
  const { body } = asked
  const times = timesIn(body, undefined)
  const transactionId = typeof body?.transactionId === 'string' ? body.transactionId : null
  const same = transactionId === null ? undefined : mailbox.transactions.get(transactionId)
  if (same) return { status: 201, body: eventJson(same, asked) }
  const own = {
    ...{
      subject: '',
      showAs: 'busy',
      isAllDay: false,
      isCancelled: false,
      isReminderOn: true,
      reminderMinutesBeforeStart: 15,
      categories: [],
    },
    ...{ location: { displayName: '' }, attendees: [], recurrence: null, body: { contentType: 'html', content: '' } },
    ...{ organizer: { emailAddress: { address: mailbox.account } }, responseStatus: { response: 'organizer' } },
    ...(transactionId ? { transactionId } : {}),
    ...ownIn(body),
  }
  const made = mailbox.store(calendar, { ...times, own, named: namedIn(body), series: null })
  if (transactionId !== null) mailbox.transactions.set(transactionId, made)
  return { status: 201, body: eventJson(made, asked) }
}

function entry(mailbox: Mailbox, asked: FarRequest, id: string): Answer {
  const calendar = mailbox.calendarOf(id)
  const event = calendar?.events.get(id)
  if (!calendar || !event) throw new Fault(404, 'ErrorItemNotFound')
  if (asked.method === 'GET') return { status: 200, body: eventJson(event, asked) }
  if (asked.match && asked.match !== tagOf(event)) throw new Fault(412, 'ErrorIrresolvableConflict')
  if (asked.method === 'DELETE') {
    mailbox.drop(id)
    return { status: 204 }
  }
  if (asked.method !== 'PATCH') throw new Fault(405, 'ErrorInvalidRequest')
  Object.assign(event, timesIn(asked.body, event))
  Object.assign(event.own, ownIn(asked.body))
  if (asked.body?.recurrence === null) event.series = null
  mailbox.touch(calendar, event)
  return { status: 200, body: eventJson(event, asked) }
}

const ownIn = (body: FarRequest['body']) => Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => WRITTEN.includes(name)))

/** The times that are written; those of a whole day must be midnight, both in one zone. */
function timesIn(body: FarRequest['body'], there: Stored | undefined): Pick<Stored, 'start' | 'end'> {
  const [start, end] = [body?.start, body?.end].map(timeIn)
  const times = { start: start ?? there?.start, end: end ?? there?.end }
  if (!times.start || !times.end || times.end.at < times.start.at) throw new Fault(400, 'ErrorPropertyValidationFailure')
  const isAllDay = body?.isAllDay ?? there?.own.isAllDay
  const isMidnight = [times.start, times.end].every(({ at, zone }) => shownIn(at, zone).endsWith('T00:00:00.0000000'))
  if (isAllDay && (!isMidnight || times.start.zone !== times.end.zone)) throw new Fault(400, 'ErrorInvalidRequest')
  return { start: times.start, end: times.end }
}

function timeIn(value: unknown): Stored['start'] | undefined {
  if (value === undefined) return undefined
  const { dateTime, timeZone } = value as { dateTime: string; timeZone: string }
  const [, day = '', time = '', seconds = '0'] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):(\d\d)$/.exec(dateTime) ?? []
  if (!day) throw new Fault(400, 'ErrorPropertyValidationFailure')
  const zone = zoneOf(timeZone)
  return { at: new Date(instantOf(day, time, zone).getTime() + Number(seconds) * 1000), zone }
}
